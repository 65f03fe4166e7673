"""What play tells about a game: figures known otherwise, measures worked out by hand, tables, plots."""

from __future__ import annotations

import csv
import json
import math
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.kernel.errors import LaskerError
from lasker.model.position import Outcome
from lasker.play import library
from lasker.play.game import load
from lasker.stats import plots, tables
from lasker.stats.evaluated_positions import Evaluation
from lasker.stats.interest import MEASURES, meaning, measured
from lasker.stats.mobility import Mobility
from lasker.stats.regression import logistic_fit
from lasker.stats.sample import Sample
from lasker.stats.selfplay import Log, Ply, SelfPlay, Strength
from lasker.stats.study import Study, histogram, study
from lasker.stats.values import scale, values

GAME = "tictactoe"


def lasker(*words: str) -> Result:
    return CliRunner().invoke(main, ["stats", *words])


def logged(number: int, scores: list[int], payoff: Fraction | None, options: int = 2) -> Log:
    """A game of two with nothing but judgements and a result."""
    plies = [Ply(at % 2, options, None, 4, score) for at, score in enumerate(scores)]
    outcome = None if payoff is None else Outcome((payoff, 1 - payoff), "made up")
    return Log(number, plies, outcome, "made up")


# --- figures that are known otherwise -----------------------------------------------------------------------


def test_random_tictactoe_is_as_it_is_computed() -> None:
    """Of random games the first player wins 737/1260, the second 121/420, and 8/63 are drawn: counted out."""
    found = study(load(GAME), Strength(), seed=1, games=1000)
    assert Fraction(737, 1260) + Fraction(121, 420) + Fraction(8, 63) == 1
    first = found.results()["x"]
    assert first["share"] == pytest.approx(737 / 1260 + 8 / 126, abs=4 * math.sqrt(0.2 / 1000))
    assert found.measures["drawishness"] == pytest.approx(8 / 63, abs=4 * math.sqrt(0.127 * 0.873 / 1000))
    assert found.measures["timeouts"] == 0
    assert {tuple(ply.options for ply in log.plies) for log in found.logs} <= {
        tuple(range(9, 9 - length, -1)) for length in range(5, 10)
    }
    # 255168 plays: counted by every textbook, and Knuth's estimate has no bias
    assert found.plays is not None
    assert 10**found.plays == pytest.approx(255_168, rel=0.08)


def test_the_same_seed_gives_the_same_figures() -> None:
    script = "from lasker.cli import main; main()"
    words = [sys.executable, "-c", script, "stats", GAME, "--games", "30", "--json"]
    runs = []
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed, "PYTHONPATH": os.pathsep.join(sys.path)}
        runs.append(subprocess.run(words, capture_output=True, check=True, env=env).stdout)
    assert runs[0] == runs[1]
    assert lasker(GAME, "--games", "30", "--json", "--seed", "1").stdout.encode() != runs[0]


@pytest.mark.parametrize("strength", ["level=2", "nodes=60"])
def test_thinking_players_can_be_asked_again(strength: str) -> None:
    once, again = (
        list(SelfPlay(load("breakthrough"), Strength.read(strength), seed=3).games(2)) for _ in range(2)
    )
    assert [log.plies for log in once] == [log.plies for log in again]
    assert str(Strength.read(strength)) == strength


def test_notes_say_how_engine_games_are_varied() -> None:
    best = study(load(GAME), Strength(nodes=200), seed=1, games=6)
    assert "random, so that games differ" in best.notes[0]
    assert best.plays is None


# --- measures by hand ---------------------------------------------------------------------------------------


def test_measures_of_leads_by_hand() -> None:
    """On a scale of 100, +100 is a chance of 0.731; the first player wins after a ply of being behind."""
    up, down = 1 / (1 + math.exp(-1)), 1 / (1 + math.exp(1))
    sample = Sample(load(GAME).model, [logged(0, [0, -100, 100, 100], Fraction(1))], 100.0)
    found = measured(sample)
    assert found["drama"] == pytest.approx((0.5 - down) / 4)
    assert found["comeback"] == pytest.approx(0.5 - down)
    assert found["lead_change"] == pytest.approx(1 / 3)
    assert found["stability"] == pytest.approx(1 - ((0.5 - down) + (up - down)) / 3)
    assert found["lead"] == pytest.approx(3 * (up - 0.5) / 4)
    assert found["decisiveness"] == pytest.approx(0.5)
    other = measured(Sample(load(GAME).model, [logged(0, [0, 100, -100, -100], Fraction(0))], 100.0))
    assert other["drama"] == pytest.approx(found["drama"] or 0)


def test_measures_of_results_by_hand() -> None:
    logs = [
        logged(0, [0] * 4, Fraction(1)),
        logged(1, [0] * 6, Fraction(1)),
        logged(2, [0] * 8, Fraction(1, 2)),
        logged(3, [0] * 10, None),
    ]
    found = measured(Sample(load(GAME).model, logs, None))
    assert found["advantage"] == pytest.approx(5 / 6)
    assert found["balance"] == pytest.approx(1 / 3)
    assert (found["completion"], found["drawishness"], found["timeouts"]) == (0.5, 0.25, 0.25)
    assert (found["duration"], found["duration_over"]) == (7, 6)
    assert found["tree"] == pytest.approx(7 * math.log10(2))
    assert found["drama"] is None
    entropy = -(2 / 3 * math.log(2 / 3) + 1 / 3 * math.log(1 / 3)) / math.log(3)
    assert found["uniformity"] == pytest.approx(entropy)


def test_clarity_by_hand() -> None:
    log = logged(0, [0], Fraction(1))
    log.choices = [[0, 0, 0, 100]]
    found = measured(Sample(load(GAME).model, [log], 100.0))
    up = 1 / (1 + math.exp(-1))
    assert found["narrowness"] == 0.25
    assert found["clarity"] == pytest.approx(math.sqrt(3) / 4 * (up - 0.5))


def test_every_measure_says_what_it_is() -> None:
    assert len(MEASURES) > 25
    for name in MEASURES:
        sentence = meaning(name)
        assert sentence.endswith(".")
        assert sentence.count(".") == 1
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "statistics.md").read_text("utf-8")
    for name in MEASURES:
        assert f"| `{name}` | {meaning(name)} |" in page


def test_histograms_lose_nothing() -> None:
    chance = Random(1)
    for _ in range(50):
        numbers = [chance.randrange(1, 400) for _ in range(chance.randrange(1, 60))]
        steps = histogram(numbers)
        assert sum(count for _, _, count in steps) == len(numbers)
        assert steps[0][0] == min(numbers)
        assert steps[-1][0] <= max(numbers) <= steps[-1][1]
        assert all(end + 1 == start for (_, end, _), (start, _, _) in pairwise(steps))


# --- estimates ----------------------------------------------------------------------------------------------


def test_regression_finds_what_was_put_in() -> None:
    """Weights and their errors, on groups of observations that hang together."""
    chance, true, rows, results, groups = Random(3), (0.8, -0.5, 0.0), [], [], []
    for group in range(600):
        row = [chance.gauss(0, 1) for _ in true]
        won = chance.random() < 1 / (1 + math.exp(-sum(a * b for a, b in zip(row, true, strict=True))))
        for _ in range(5):  # five times the same says no more than once
            rows.append(row)
            results.append(float(won))
            groups.append(group)
    fit = logistic_fit(rows, results, groups)
    for weight, error, truth in zip(fit.weights, fit.errors, true, strict=True):
        assert abs(weight - truth) < 3.5 * error
        assert 0.06 < error < 0.2
    assert fit.significant(0)
    assert fit.significant(1)


def test_a_feature_that_always_wins_gets_a_finite_weight() -> None:
    fit = logistic_fit([[1.0], [-1.0]] * 50, [1.0, 0.0] * 50, list(range(100)))
    assert 1 < fit.weights[0] < 100


def test_values_of_pieces_are_found_in_games_made_up() -> None:
    """Games whose winner depends on how many rooks and pawns there are: a rook is worth five pawns."""
    game, chance = load("chess"), Random(4)
    pieces = game.model.rules.vocabulary.pieces
    kind = {(piece.name, piece.owner): number for number, piece in enumerate(pieces, 1)}
    logs = []
    for number in range(800):
        mine, theirs = [{name: chance.randrange(4) for name in ("pawn", "rook")} for _ in range(2)]
        odds = 0.3 * (mine["pawn"] - theirs["pawn"]) + 1.5 * (mine["rook"] - theirs["rook"])
        won = Fraction(int(chance.random() < 1 / (1 + math.exp(-odds))))
        log = logged(number, [0], won)
        held = {
            kind[name, owner]: count
            for owner, side in enumerate((mine, theirs))
            for name, count in side.items()
        }
        held[kind["pawn", 0]] += 3  # pawns are the commonest, on both sides
        held[kind["pawn", 1]] += 3
        log.counts = [Counter(held)]
        logs.append(log)
    found = {value.name: value for value in values(game.model, logs, Evaluation(game))}
    assert found["pawn"].worth == 1
    assert found["rook"].worth == pytest.approx(5, abs=1.5)
    assert found["queen"].odds is None
    assert found["queen"].derived > found["rook"].derived > found["pawn"].derived == 1


def test_the_scale_of_a_judgement() -> None:
    chance = Random(6)
    logs = []
    for number in range(400):
        score = chance.randrange(-300, 300)
        logs.append(
            logged(number, [score], Fraction(int(chance.random() < 1 / (1 + math.exp(-score / 150)))))
        )
    found = scale(logs).hundredths
    assert found == pytest.approx(150, rel=0.3)
    turned = [
        logged(log.number, [-(log.plies[0].score or 0)], Fraction(log.outcome.payoffs[0]))
        for log in logs
        if log.outcome
    ]
    assert scale(turned).hundredths == pytest.approx(-(found or 0), rel=1e-3)
    noise = [logged(number, [chance.randrange(-9, 9)], Fraction(chance.randrange(2))) for number in range(60)]
    assert scale(noise).hundredths is None
    assert scale([]).hundredths is None


# --- odd games ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("dice_men", "what chance does is a ply, and no choice"),
        ("chinese_checkers_3", "4 games were broken off after 12 plies; results are of the others"),
        ("knights_tour", "positions are only judged for two players, so nothing is told of leads"),
    ],
)
def test_odd_games_are_handled_and_it_is_said(name: str, note: str, tmp_path: Path) -> None:
    result = lasker(name, "--games", "4", "--plies", "12", "--json", "--plots", str(tmp_path))
    assert result.exit_code == 0, result.output
    facts = json.loads(result.stdout)
    assert note in facts["notes"]
    assert facts["games"] == 4
    assert lasker(name, "--games", "2", "--plies", "12").exit_code == 0
    assert list(tmp_path.iterdir())


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(library.sources()))
def test_every_game_of_the_library(name: str, tmp_path: Path) -> None:
    found = study(load(name), Strength())
    assert len(found.logs) >= 5
    assert plots.draw(found, tmp_path)
    json.dumps(found.facts())


# --- tables, plots, the command line ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def breakthrough() -> Study:
    return study(load("breakthrough"), Strength(), seed=1, games=12)


def test_csv_reads_back(breakthrough: Study, tmp_path: Path) -> None:
    tables.write_csv(breakthrough, tmp_path)
    with open(tmp_path / "games.csv", encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert [int(row["plies"]) for row in rows] == breakthrough.lengths
    with open(tmp_path / "plies.csv", encoding="utf-8", newline="") as stream:
        assert sum(1 for _ in csv.DictReader(stream)) == sum(breakthrough.lengths)
    with open(tmp_path / "measures.csv", encoding="utf-8", newline="") as stream:
        assert [row["measure"] for row in csv.DictReader(stream)] == list(MEASURES)


def test_parquet_reads_back(breakthrough: Study, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    tables.write_parquet(breakthrough, tmp_path)
    games = parquet.read_table(tmp_path / "games.parquet").to_pylist()
    assert games == tables.tables(breakthrough)["games"]


def test_missing_packages_are_named(
    breakthrough: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for package in ("pyarrow", "cairosvg", "numpy"):
        monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(LaskerError, match="Parquet needs pyarrow"):
        tables.write_parquet(breakthrough, tmp_path)
    with pytest.raises(LaskerError, match="PNG needs CairoSVG"):
        plots.draw(breakthrough, tmp_path, png=True)
    assert "estimates need NumPy" in " ".join(study(load("breakthrough"), Strength(), games=6).notes)


def test_plots_are_pictures(breakthrough: Study, tmp_path: Path) -> None:
    pytest.importorskip("cairosvg")
    written = plots.draw(breakthrough, tmp_path, png=True)
    assert {"results.svg", "length.svg", "branching.svg", "arrivals.svg", "mobility-pawn.svg"} <= {
        file.name for file in written
    }
    for file in written:
        if file.suffix == ".svg":
            assert ElementTree.fromstring(file.read_text("utf-8")).tag.endswith("svg")
        else:
            assert file.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("no_such_game",), "no game is called no_such_game"),
        ((GAME, "--strength", "great"), "'great' is no strength"),
        ((GAME, "--strength", "level=11"), "no level 11"),
        ((GAME, "--strength", "nodes=0"), "'nodes=0' is no strength"),
        ((GAME, "--games", "0"), "--games"),
        ((), "of which game?"),
    ],
)
def test_bad_input_is_told(words: tuple[str, ...], message: str) -> None:
    result = lasker(*words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_explanations_need_no_game() -> None:
    result = lasker("--explain")
    assert result.exit_code == 0
    assert all(meaning(name) in result.stdout for name in MEASURES)
    assert meaning("drama") in lasker(GAME, "--games", "3", "--explain").stdout


def test_mobility_is_that_of_the_player_to_move() -> None:
    seen = Mobility(load("chess").model)
    seen.sample_moves(load("chess").start())
    means = seen.means()
    assert (means["pawn"], means["knight"], means["rook"], means["king"]) == (2, 2, 0, 0)


def test_at_the_start_of_a_game_early_values_count() -> None:
    game = load("chess")
    evaluation = Evaluation(game)
    node = game.position("rnbqkbnr/pppppppp/8/8/8/Q2K4/PPPPPPPP/RNBQ1BNR w kq - 0 1").node
    board, kind = node.configuration.board, game.model.rules.vocabulary.symbol
    values = [evaluation.weights.kinds[kind(c)][site] for site, c in enumerate(board) if kind(c)]
    assert sum(value[0] for value in values) != sum(value[1] for value in values)
    assert evaluation.score(node) == sum(value[0] for value in values)
