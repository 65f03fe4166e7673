"""The extensions that seed 004 promises (H16) and hopes for (H17), each with a game that can be played."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lasker.play.game import load
from specified import WAZIR, game, refusal, resolved, targets


@pytest.mark.parametrize(("n", "p"), [(1, 5), (3, 7), (11, 4), (30, 2)])
def test_H16_boards_of_any_size(n: int, p: int) -> None:
    board = game(f"board: {{n: {n}, p: {p}}}\npieces: [{{piece: W, displacement: [[0, 1], [0, -1]]}}]")
    assert len(board.model.space.sites) == n * p
    assert len(board.start().moves) == 1


def test_H16_boundary_adapted_displacements_are_subsets() -> None:
    """Δ(u) ⊂ Δ: inside, a counsellor has eight ways; on the rim two, in a corner two."""
    rim = load("rim")
    assert len(targets(rim.position("6/6/6/2C3/6/5c w"), "c3")) == 8
    assert targets(rim.position("6/6/6/C5/6/5c w"), "a3") == {"a2", "a4"}
    assert targets(rim.position("6/6/6/6/6/C4c w"), "a1") == {"a2", "b1"}
    assert rim.position("6/6/6/C5/6/5c w").why_illegal("a3b3") == "on the rim one goes along the rim"


def test_H16_phases_change_what_a_piece_may_do() -> None:
    ages = load("three_ages")
    early = ages.position("s1s1s/1s1s1/5/1S1S1/S1S1S w 0 1")
    middle = ages.position("4s/5/2S2/5/5 w 1 1")
    late = ages.position("4s/5/2S2/5/5 w 2 1")
    assert targets(early, "c1") == {"c2"}
    assert targets(middle, "c3") == {"b4", "c4", "d4", "a2", "a4", "b1", "b5", "d1", "d5", "e2", "e4"}
    assert targets(late, "c3") == {"b4", "c4", "d4", "a3", "b3", "d3", "e3", "c1", "c2", "c5"}


def test_H16_the_automaton_moves_on_when_its_condition_holds() -> None:
    ages = load("three_ages")
    ten = ages.position("s1s1s/1s1s1/2S2/1S3/S1S1S w 0 1")
    assert ten.play("c3b4").fen.split()[2] == "1"
    assert ten.play("a1a2").fen.split()[2] == "0"


@pytest.mark.parametrize(
    ("turn", "quiet", "loud"),
    [("strict", "black", "black"), ("on capture", "white", "black"), ("on quiet move", "black", "white")],
)
def test_H16_turn_rules(turn: str, quiet: str, loud: str) -> None:
    text = f"board: 3x3\nturn: {turn}\npieces: [{{piece: wazir, displacement: {WAZIR}}}]\n"
    start = game(text).position("w2/w2/W2 w")
    assert start.play("a1b1").turn == quiet
    assert start.play("a1a2").turn == loud


def test_H16_the_turn_never_passes() -> None:
    tour = load("knights_tour").start().play("a1c2").play("c2e1")
    assert tour.turn == "rider"
    assert str(tour).splitlines()[-1] == "●...♘"


def test_H16_the_turn_passes_on_the_last_of_a_sequence() -> None:
    position = load("double_steps").start()
    turns = [position.turn]
    for move in ("a1a2", "a2a3", "a6a5", "b6b5"):
        position = position.play(move)
        turns.append(position.turn)
    assert turns == ["white", "white", "black", "black", "white"]


def test_H16_weights_are_paid() -> None:
    toll = load("toll")
    start = toll.start()
    assert [start.play(move).fen.split()[2] for move in ("a1a2", "a1b2", "a1a3")] == [
        "11+12",
        "10+12",
        "9+12",
    ]
    assert targets(toll.position("p4/5/5/5/5/P4 w 2+9 1"), "a1") == {"a2", "b2"}
    weights = {move.vector: move.weight for move in resolved(_text("toll")).pieces[0].moves}
    assert weights == {(0, 1): 1, (1, 1): 2, (-1, 1): 2, (0, 2): 3}


def _text(name: str) -> str:
    from lasker.play.library import find

    return find(name).text


def test_H16_rules_that_depend_on_what_has_happened() -> None:
    lessons = load("apprentices")
    ways = [len(targets(lessons.position(f"4a/5/5/2A2/5/5 w {n}+0 1"), "c3")) for n in range(4)]
    assert ways == [3, 5, 8, 16]
    assert lessons.position("4a/5/5/2A2/5/5 w 0+0 1").why_illegal("c3b3") == "he has not learnt this yet"


@pytest.mark.parametrize(
    ("size", "neighbours"), [("5", 2), ("5x5", 4), ("3x3x3", 6), ("3x3x3x3", 8), ("3x3x3x3x3", 10)]
)
def test_H16_dimensions(size: str, neighbours: int) -> None:
    axes = size.count("x") + 1
    vector = [1] + [0] * (axes - 1)
    board = resolved(f"board: {size}\npieces: [{{piece: W, displacement: [{vector}], symmetric: all}}]")
    assert len(board.pieces[0].moves) == neighbours


def test_H16_guards_extend_to_more_dimensions() -> None:
    cube = (
        "board: 3x3x3\nview: same\npieces: [{{piece: W, displacement: [[1, 0, 0]], symmetric: all, "
        "guards: {{g: '{}'}}}}]"
    )
    high = game(cube.format("coordinate(to, 3) = 3")).position("3/3/3/3/1W1/3/3/3/3 w")
    sites = high.game.model.space.sites
    assert [sites[move.step.label[0].end] for move in high.moves] == [(1, 1, 2)]
    with pytest.raises(AssertionError, match="accepted"):
        refusal(cube.format("from + (0, 0, 1) is empty"))
    assert "3 whole numbers" in refusal(cube.format("from + (0, 1) is empty")).report()


def test_H17_a_torus_has_no_boundary() -> None:
    doughnut = load("doughnut")
    assert len(targets(doughnut.position("6/6/3k2/6/6/N4K w"), "a1")) == 8
    assert targets(doughnut.position("6/6/3k2/6/6/K5 w"), "a1") == {
        "a2",
        "a6",
        "b1",
        "b2",
        "b6",
        "f1",
        "f2",
        "f6",
    }


def test_H17_stochastic_moves_have_exact_probabilities() -> None:
    casts = load("dice_men").start().moves
    assert {str(cast): cast.probability for cast in casts} == {
        "die=1": Fraction(1, 2),
        "die=2": Fraction(1, 3),
        "die=3": Fraction(1, 6),
    }
    start = load("dice_men").start()
    assert targets(start.play("die=1"), "b1") == {"b2"}
    assert targets(start.play("die=2"), "b1") == {"a2", "c2"}
    assert targets(start.play("die=3"), "b1") == {"a2", "b2", "b3", "c2"}


def test_H17_hexagons_and_holes() -> None:
    hexagons = game("board: hexagon 3\npieces: [{piece: W, displacement: [[1, 0]], symmetric: all}]")
    assert len(hexagons.position("3/4/2W2/4/3 w").moves) == 6
    rook = "pieces: [{piece: R, displacement: [[1, 0]], symmetric: all, slide: true}]"
    holes = game("board: {size: [3, 3], holes: [b2]}\n" + rook)
    assert targets(holes.position("3/1*1/1R1 w"), "b1") == {"a1", "c1"}
