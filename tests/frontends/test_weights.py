"""Weights of displacements: exact, whatever their denominator, and the same in the movement graph."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.frontends.yaml import converted
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.graph import MovementGraph, movement_graph
from lasker.movement.measures import measure
from lasker.movement.piece_context import piece_called
from lasker.movement.weighted_measures import costs, weighted_measure
from lasker.play.game import Game as Played
from lasker.play.library import as_rules, find, model, modelled

ONE = "pieces: [{{piece: W, displacement: [{}]}}]"


def weights(game: Game, start: str, owner: int = 0) -> dict[str, Fraction | float]:
    """What the arrows that leave a square weigh, for the first kind of piece of a player."""
    piece = next(piece for piece in game.rules.vocabulary.pieces if piece.owner in (owner, None))
    site, label = game.space.site(start), game.space.label
    return {
        label(b): weight for (a, b), weight in movement_graph(game, piece).weighted().items() if a == site
    }


def specified(text: str) -> Game:
    return modelled(Source(text, "weights.yaml"))


def test_declared_weights_are_the_edge_weights_of_the_movement_graph() -> None:
    game = model("toll")
    assert weights(game, "c2") == {"c3": 1, "b3": 2, "d3": 2, "c4": 3}
    assert weights(game, "c5", owner=1) == {"c4": 1, "b4": 2, "d4": 2, "c3": 3}


def test_a_slide_of_any_length_has_the_weight_of_its_step() -> None:
    half = Fraction(1, 2)
    game = specified(
        "board: 5x5\n" + ONE.format("{vector: [1, 0], slide: 2, weight: 0.5}, {vector: [3, 0]}, [0, 1]")
    )
    assert weights(game, "a1") == {"b1": half, "c1": half, "d1": 1, "a2": 1}


def test_an_edge_has_the_least_weight_of_its_displacements() -> None:
    game = specified(
        "board: 4x1\n" + ONE.format("{vector: [1, 0], slide: true, weight: 5}, {vector: [2, 0], weight: 0.5}")
    )
    assert weights(game, "a1") == {"b1": 5, "c1": Fraction(1, 2), "d1": 5}


@pytest.mark.parametrize("board", ["cylinder 4x3", "torus 4x3", "moebius 4x3"])
def test_weights_apply_across_the_seam_of_a_glued_board(board: str) -> None:
    game = specified(
        f"board: {board}\n" + ONE.format("{vector: [1, 1], weight: 1/3}, {vector: [1, 0], weight: 2}")
    )
    over = weights(game, "d2")
    assert sorted(over.values()) == [Fraction(1, 3), 2]
    assert over["a2"] == 2


def test_weights_on_boxes() -> None:
    game = specified(f"board: 3x3x3\nview: same\n{ONE.format('{vector: [0, 0, 1], weight: 0.25}')}")
    assert weights(game, game.space.label(0)) == {game.space.label(game.space.index[0, 0, 1]): Fraction(1, 4)}


@pytest.mark.parametrize(
    ("text", "weight"),
    [
        ("0.1", Fraction(1, 10)),
        ("-0.5", Fraction(-1, 2)),
        (".5", Fraction(1, 2)),
        ("0", Fraction(0)),
        ("2/6", Fraction(1, 3)),
        ("'1/3'", Fraction(1, 3)),
        ("00000000000000007.250", Fraction(29, 4)),
        ("1000000000", Fraction(10**9)),
        ("0.000000000000000001", Fraction(1, 10**18)),
        ("999999999.999999999999999999", 10**9 - Fraction(1, 10**18)),
    ],
)
def test_weights_are_exact(text: str, weight: Fraction) -> None:
    assert weights(specified(ONE.format(f"{{vector: [1, 0], weight: {text}}}")), "a1") == {"b1": weight}


@pytest.mark.parametrize(
    "text",
    [
        "1/0",
        "heavy",
        "true",
        "1e3",
        "2000000000",
        "1/2000000000000000000",
        "2000000000/1",
        "0." + "3" * 19,
        "[1]",
        "1/2/3",
        ".",
    ],
)
def test_what_is_no_weight_is_refused_where_it_stands(text: str) -> None:
    with pytest.raises(LaskerError) as caught:
        specified(f"board: 5x5\n{ONE.format(f'{{vector: [1, 0], weight: {text}}}')}")
    assert caught.value.span is not None
    assert caught.value.span.line == 2
    assert caught.value.remedy


def test_a_fractional_weight_cannot_change_a_counter() -> None:
    text = "board: 5x5\ncounters: {purse: {high: 9}}\neffects: {any: purse += weight}\n"
    halves = "{vector: [1, 0], weight: 0.5}, {vector: [0, 1], weight: 2/3}"
    with pytest.raises(DeclarationError, match="whole numbers") as caught:
        specified(text + ONE.format(halves))
    assert "6 times as large" in (caught.value.remedy or "")
    game = specified(text + ONE.format("{vector: [1, 0], weight: 3.0}, {vector: [0, 1], weight: 4}"))
    assert weights(game, "a1") == {"b1": 3, "a2": 4}


def test_weights_can_be_declared_in_rules() -> None:
    """What was written in YAML stays when it becomes a rules text."""
    (text, *_) = as_rules(find("toll"))
    assert 'weights "pilgrim 0,1 1"' in text.text
    half = modelled(Source(text.text.replace("0,1 1", "0,1 0.5"), "half.rules"))
    assert weights(half, "c2") == {"c3": Fraction(1, 2), "b3": 2, "d3": 2, "c4": 3}
    assert converted(half, find("toll"))


@pytest.mark.parametrize(
    "text", ["pilgrm 0,1 1", "pilgrim 1 1", "pilgrim 0,1", "pilgrim 0,1 x", "pilgrim 0,1** 1"]
)
def test_wrong_weights_in_rules_are_refused_where_they_stand(text: str) -> None:
    (rules, *_) = as_rules(find("toll"))
    with pytest.raises(LaskerError) as caught:
        modelled(Source(rules.text.replace("pilgrim 0,1 1", text), "wrong.rules")).check()
    assert caught.value.span is not None
    assert caught.value.span.source.text.splitlines()[caught.value.span.line - 1].startswith("weights")


def test_the_graph_command_prints_weights() -> None:
    told = json.loads(CliRunner().invoke(main, ["graph", "toll", "pilgrim", "--json"]).stdout)
    found = dict(zip(map(tuple, told["arrows"]), told["weights"], strict=True))
    assert (found["c2", "c3"], found["c2", "b3"], found["c2", "c4"]) == ("1", "2", "3")


COUNTED = "board: 5x5\ncounters: {{c: {{high: {high}}}}}\neffects: {{any: c += {amount}}}\n" + ONE.replace(
    "{}", "[1, 0]"
)


@pytest.mark.parametrize(("amount", "added"), [("0000000007", 7), ("1234567", 1234567), ("10000000", 10**7)])
def test_amounts_are_exact(amount: str, added: int) -> None:
    game = Played(specified(COUNTED.format(high=10**9, amount=amount)), "counted")
    assert game.start().moves[0].step.after.configuration.counters[0] == added


@pytest.mark.parametrize(("high", "amount"), [("2000000000", "1"), ("9", "1000000001"), ("9", "9" * 500)])
def test_numbers_that_are_too_large_are_refused_by_a_limit(high: str, amount: str) -> None:
    with pytest.raises(LaskerError, match="too large") as caught:
        specified(COUNTED.format(high=high, amount=amount))
    assert caught.value.span is not None
    assert "1000000000" in (caught.value.remedy or "")


@pytest.mark.parametrize("size", ["99999999999x2", "9" * 5000])
def test_a_board_that_is_too_large_is_refused_where_it_stands(size: str) -> None:
    with pytest.raises(LaskerError, match=r"too large|limit") as caught:
        specified(f"board: {size}\n{ONE.format('[1, 0]')}")
    assert caught.value.span is not None


def test_leading_zeros_change_nothing() -> None:
    game = specified("board: 00005x0004\ncounters: {c: {high: 0000000000012}}\n" + ONE.format("[01, -00]"))
    assert len(game.space.sites) == 20
    assert game.rules.vocabulary.counters["c", None].high == 12


HALVES = """
game: Halves
board: 3x3
start: [..., ..., W..]
pieces:
  - piece: walker
    displacement:
      - {vector: [1, 0], symmetric: all, weight: 1/2}
      - {vector: [1, 1], symmetric: all, weight: 0.75}
ends: {stuck: {lost: not can(move)}}
"""


def halves(text: str = HALVES) -> MovementGraph:
    """The movement graph of the walker."""
    game = modelled(Source(text, "halves.yaml"))
    return movement_graph(game, piece_called(game, "walker"))


def test_cheapest_ways_are_exact() -> None:
    walker = halves()
    cost = costs(walker, walker.space.site("a1"))
    assert {walker.space.label(site): cost[site] for site in range(9)} == {
        "a1": 0, "b1": Fraction(1, 2), "c1": 1,
        "a2": Fraction(1, 2), "b2": Fraction(3, 4), "c2": Fraction(5, 4),
        "a3": 1, "b3": Fraction(5, 4), "c3": Fraction(3, 2),
    }  # fmt: skip


def test_measures_ask_for_weights() -> None:
    walker = halves()
    corner, centre = walker.space.site("a1"), walker.space.site("b2")
    mobility = weighted_measure(walker, "mobility")
    assert (mobility[corner], mobility[centre]) == (1.75, 5.0)
    assert weighted_measure(walker, "control") == mobility  # it takes as it goes
    closeness = weighted_measure(walker, "closeness")
    assert closeness[centre] == pytest.approx(8 / 5)
    assert closeness[corner] == pytest.approx(8 / 7.75)
    assert sum(weighted_measure(walker, "wandering")) == pytest.approx(1)


def test_equal_weights_change_nothing_but_the_unit() -> None:
    walker = halves(HALVES.replace("1/2", "2").replace("0.75", "2"))
    assert weighted_measure(walker, "mobility") == [2 * value for value in measure(walker, "mobility")]
    halved = [value / 2 for value in measure(walker, "closeness")]
    assert weighted_measure(walker, "closeness") == pytest.approx(halved)
    assert weighted_measure(walker, "wandering") == pytest.approx(measure(walker, "wandering"), abs=1e-4)


def test_weights_that_have_no_measure_are_refused() -> None:
    walker = halves(HALVES.replace("1/2", "-1/2"))
    with pytest.raises(LaskerError, match="cheaper for ever"):
        costs(walker, 0)
    with pytest.raises(LaskerError, match="negative"):
        weighted_measure(walker, "wandering")
    with pytest.raises(LaskerError, match="no weighted measure"):
        weighted_measure(walker, "betweenness")


def test_the_heat_map_of_weights() -> None:
    shown = CliRunner().invoke(main, ["graph", "toll", "pilgrim", "--weighted", "--from", "b1"])
    assert shown.exit_code == 0
    assert "cost of the pilgrim from b1" in shown.stdout
    assert "212.." in shown.stdout
