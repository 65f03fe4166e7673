"""Values that are learned and kept: what a look at the board counts, what is written, what is learned."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from click.testing import CliRunner

from lasker import backends
from lasker.cli import main
from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine import opponent as thinking
from lasker.engine import tuning
from lasker.engine import weight_files as values
from lasker.engine.board_symmetries import counterparts, mirror
from lasker.engine.evaluation import Appraisal
from lasker.engine.features import FeatureMap
from lasker.engine.logistic_regression import fitted
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.opponent_pool import native_of
from lasker.engine.self_play import SelfPlay, games_of
from lasker.engine.texel_regression import Features, chances, error, regression
from lasker.kernel.package_data import game_files
from lasker.play.game import Position, load

SMALL = "breakthrough"


def met(name: str, seed: int, size: int) -> list[Position]:
    """Positions of a random game."""
    chance, position = Random(seed), load(name).start()
    found: list[Position] = []
    while len(found) < size and position.moves and position.outcome is None:
        found.append(position)
        position = position.play(chance.choice(position.moves))
    return found


@pytest.mark.parametrize("name", [SMALL, "chess"])
def test_a_judgement_is_the_sum_of_its_terms(name: str) -> None:
    thinker = native_of(load(name).model)
    appraisal = Appraisal(thinker.game.model, thinker.native)
    feature_map = FeatureMap(appraisal, thinker.weights, mirror(appraisal, None))
    weights = feature_map.start()
    for position in met(name, 3, 40):
        stand = backends.position(position.node)
        thinker.native.begin(stand)
        if not thinker.native.bitboards:
            continue
        early = feature_map.mass(stand)
        row = feature_map.row(thinker.native, stand)
        both = sum((times * weights[number] for number, times in row.items()), np.zeros(2))
        told = thinker.native.static_evaluation * (-1 if position.node.state.player else 1)
        assert abs(both[0] * early + both[1] * (1 - early) - told) < 2, position.fen


@pytest.mark.parametrize("name", [SMALL, "chess"])
def test_both_players_are_judged_alike(name: str) -> None:
    thinker = native_of(load(name).model)
    start = backends.position(load(name).start().node)
    appraisal = Appraisal(thinker.game.model, thinker.native)
    image, twin = mirror(appraisal, start.board), counterparts(appraisal)
    assert image is not None
    assert image != tuple(range(len(image)))
    for position in met(name, 5, 30):
        here = backends.position(position.node)
        board = [0] * len(here.board)
        for site, content in enumerate(here.board):
            kind, marks = divmod(content, appraisal.variants)
            board[image[site]] = twin[kind] * appraisal.variants + marks
        there = ProgramPosition(1 - here.turn, tuple(board), here.counters)
        judged = []
        for stand in (here, there):
            thinker.native.begin(stand)
            judged.append(thinker.native.static_evaluation)
        assert abs(judged[0] - judged[1]) <= 2, position.fen


def test_values_are_what_was_written() -> None:
    model = load(SMALL).model
    found = values.WeightsFile(native_of(model).weights, True, "by hand")
    text = values.to_text(model, found)
    again = values.read(model, text)
    assert again is not None
    assert again.weights == found.weights
    assert (again.predictive, again.command) == (True, "by hand")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[1, 2]",
        lambda text: json.dumps(json.loads(text) | {"rules": "others"}),
        lambda text: json.dumps(json.loads(text) | {"pieces": {}}),
        lambda text: json.dumps(json.loads(text) | {"terms": {"white ghost reach": [1, 2]}}),
        lambda text: json.dumps(json.loads(text) | {"terms": {"white tempo": [1]}}),
        lambda text: json.dumps(json.loads(text) | {"counters": [[1, 2, 3]]}),
        lambda text: json.dumps(json.loads(text) | {"full": None}),
    ],
)
def test_damaged_values_files_are_ignored(damage: object) -> None:
    model = load(SMALL).model
    text = values.to_text(model, values.WeightsFile(native_of(model).weights, True))
    assert callable(damage)
    assert values.read(model, damage(text)) is None


def test_a_second_start_reads_the_stored_values(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(values, "_path", lambda game: tmp_path / "kept.values")
    first = Opponent(load(SMALL))
    monkeypatch.setattr(thinking, "Appraisal", None)
    second = Opponent(load(SMALL))
    assert second.weights.kinds == first.weights.kinds
    assert second.predictive == first.predictive


def test_shipped_values_fit_the_current_games() -> None:
    assert SHIPPED
    for file in SHIPPED:
        assert values.read(load(file.stem).model, file.read_text("utf-8")) is not None, file.name


def test_regression_finds_the_weights_that_results_came_from() -> None:
    chance = np.random.default_rng(7)
    truth = chance.normal(0, 60, (6, 2))
    columns = np.tile(np.arange(6), 4000)
    rows = np.repeat(np.arange(4000), 6)
    times = chance.integers(-2, 3, len(rows))
    early = chance.random(4000)
    empty = Features(rows, columns, times, early, np.zeros(4000), np.zeros(4000))
    scores = empty.sums(truth)
    results = (chance.random(4000) < chances(scores, 400.0)).astype(float)
    features = replace(empty, results=results, scores=scores)
    start, spreads = np.zeros((6, 2)), np.full((6, 1), 60.0)
    found = regression(features, start, spreads, 400.0)
    assert error(features, found, 400.0) < error(features, start, 400.0)
    assert np.corrcoef(found.ravel(), truth.ravel())[0, 1] > 0.9


def test_weights_that_nothing_is_learned_about_stay_where_they_began() -> None:
    """The first is seen in every observation, the second in none; the third is far from where it belongs."""
    x = np.array([[1.0, 0.0, 1.0], [1.0, 0.0, -1.0]] * 50)
    results, start = np.array([0.8, 0.4] * 50), np.array([0.0, 3.0, 40.0])
    first, second, third = fitted(lambda w: x @ w, lambda e: x.T @ e, results, start, 1e-6)
    assert second == 3.0
    assert abs(1 / (1 + np.exp(-first - third)) - 0.8) < 1e-4
    assert abs(1 / (1 + np.exp(-first + third)) - 0.4) < 1e-4


def test_games_against_itself_are_determined_by_their_seed() -> None:
    game = load(SMALL)
    native = native_of(game.model).native
    start = backends.position(game.start().node)
    self_play = SelfPlay((native, native), start, 60)
    [each] = games_of(self_play, 1, range(1))
    assert each.payoff in (0.0, 0.5, 1.0)
    assert each.quiet


def test_tune_says_honestly_whether_it_helped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(values, "_path", lambda game: tmp_path / "kept.values")
    found = CliRunner().invoke(
        main, ["tune", SMALL, "--games", "6", "--nodes", "60", "--checks", "2", "--json"]
    )
    told = json.loads(found.stdout)
    assert found.exit_code == (0 if told["stronger"] else 1)
    assert told["games"] == 4
    assert told["rounds"] == told["stronger"]
    refused = CliRunner().invoke(main, ["tune", "tictactoe", "--games", "6"])
    assert refused.exit_code == 2


def test_each_round_of_tuning_starts_from_the_weights_of_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds go on from the weights of the round before, and end with the first that is no stronger."""
    began: list[object] = []

    def learned(opponent: Opponent, *asked: object) -> tuning.Learned:
        began.append(opponent.weights)
        better = replace(opponent.weights, full=opponent.weights.full + 1)
        return tuning.Learned(better, (0.0, 0.0), 100 if len(began) < 3 else 50, 100)

    monkeypatch.setattr(tuning, "tune", learned)
    found = tuning.rounds(load(SMALL), 9, 1, 1, 1, 50, print)
    assert [each.stronger for each in found] == [True, True, False]
    assert began[1:] == [each.weights for each in found[:2]]


def test_two_threads_share_what_they_know() -> None:
    game = load(SMALL)
    [line] = Opponent(game, megabytes=1, threads=2).think(
        game.position("8/3P4/8/8/8/8/3p4/8 w - - 0 1"), Budget(depth=6)
    )
    assert line.mate == 1
    [line] = Opponent(game, megabytes=1, threads=2).think(game.start(), Budget(depth=6))
    assert line.depth == 6
    assert line.moves[0] in {str(move) for move in game.start().moves}


SHIPPED = sorted(Path(str(file)) for _, file in game_files((values.SUFFIX,)))


@pytest.mark.parametrize("place", SHIPPED, ids=lambda place: place.stem)
def test_shipped_tuned_values_fit_the_current_rules(place: Path) -> None:
    """Rules that have come to mean something else need to be learned again: lasker tune."""
    game = load(place.stem).model
    found = values.read(game, place.read_text("utf-8"))
    assert found is not None
    assert found == values.known(game)
    assert found.command.startswith(f"lasker tune {place.stem} ")
