"""The formulations agree on random and adversarial play, and a disagreement would be seen."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable
from dataclasses import replace
from itertools import chain, islice
from random import Random

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.formulations.crosscheck.adapters import engine, prose, sets
from lasker.formulations.crosscheck.compare import compare_lines
from lasker.formulations.crosscheck.formulation import QUESTIONS, Formulation
from lasker.formulations.crosscheck.positions import STYLES, game, games
from lasker.formulations.crosscheck.registry import FORMULATIONS
from lasker.formulations.laws import fide
from lasker.kernel.errors import ParseError

QUICK = (prose.LAWS, sets.SETS)


def test_prose_and_sets_agree_on_a_sample() -> None:
    lines = chain.from_iterable(islice(line, 12) for line in games(24, 2))
    report = compare_lines(lines, QUICK)
    assert report.disagreements == []
    assert report.positions > 200
    assert {question for _, question in report.agreed} == set(sets_questions())


def sets_questions() -> set[str]:
    return {"legal moves", "boards after", "check", "checkmate", "stalemate", "fivefold or 75 moves"}


def test_all_agree_on_a_smaller_sample() -> None:
    lines = chain.from_iterable(islice(line, 5, 40, 7) for line in games(16, 3))
    formulations = tuple(
        replace(formulation, one_in=min(formulation.one_in, 6)) for formulation in FORMULATIONS
    )
    report = compare_lines(islice(lines, 36), formulations)
    assert report.disagreements == []
    pairs = {pair for pair, _ in report.agreed}
    assert {("prose", "sets"), ("prose", "numbers"), ("prose", "engine"), ("prose", "graphs")} <= pairs
    assert ("prose as printed", "engine as printed") in pairs
    assert {("numbers", "engine"), ("engine", "graphs"), ("numbers", "graphs")} <= pairs
    assert ("prose", "prose as printed") not in pairs


@pytest.mark.parametrize(
    "text",
    [
        "4r3/8/8/8/8/4B3/3n4/2k1K2R w K - 0 1",  # what pins the knight is pinned itself
        "4k3/8/8/8/8/8/4p3/4K2R w K - 0 1",
        "4k3/3b4/8/1B6/8/8/7K/8 w - - 0 1",
        "8/8/8/8/8/8/1p6/1K1k4 b - - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ],
)
def test_the_page_in_the_algebra_says_what_its_words_say(text: str) -> None:
    one, other = prose.PRINTED.ask((text,)), engine.PRINTED.ask((text,))
    assert {question: other[question] for question in one} == one


HARD = (
    "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",  # castling over an attacked square
    "r3k2r/Pb6/1P6/8/3Q4/8/8/q2BK3 b kq - 1 5",
    "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
    "8/8/8/KPp4r/8/8/8/7k w - c6 0 1",  # en passant would uncover the king
    "8/8/8/5k2/5pP1/8/8/K7 b - g3 0 1",  # en passant takes the checker
    "k7/P7/8/8/8/8/8/1r1K4 w - - 0 1",
    "3nk3/2P5/8/8/8/8/8/4K3 w - - 0 1",  # four promotions twice
    "k7/1Q6/2K5/8/8/8/8/8 b - - 0 1",
    "8/8/8/3k4/8/3K4/8/8 b - - 0 1",
)


@pytest.mark.parametrize("text", HARD)
def test_all_agree_where_it_is_hard(text: str) -> None:
    formulations = tuple(replace(formulation, one_in=1) for formulation in FORMULATIONS)
    report = compare_lines([(text,)], formulations)
    assert report.disagreements == []
    assert report.asked.total() == len(FORMULATIONS)


def test_play_goes_where_the_difficulties_are() -> None:
    """In a few games every special move is possible somewhere, and every end is reached."""
    seen: Counter[str] = Counter()
    for line in chain.from_iterable(games(45, 4)):
        position = fide.read(line[-1])
        for move in fide.legal_moves(position):
            piece = position.pieces[move[:2]]
            seen["promotion"] += len(move) == 5
            seen["en passant"] += piece in "Pp" and move[2:4] == position.passed
            seen["castling"] += piece in "Kk" and abs(ord(move[0]) - ord(move[2])) == 2
        status = fide.status(position, [fide.read(text) for text in line[:-1]])
        seen[status.reason] += 1
        seen.update(status.claims)
        seen["check"] += fide.in_check(position.pieces, position.side)
    wanted = ("promotion", "en passant", "castling", "check", "checkmate", "stalemate", "dead position")
    draws = ("threefold repetition", "fifty moves", "fivefold repetition", "seventy-five moves")
    assert {name for name in (*wanted, *draws) if not seen[name]} == set()


def test_the_same_seed_gives_the_same_games() -> None:
    for style in STYLES.values():
        assert list(game(style, Random(7), 10)) == list(game(style, Random(7), 10))
    assert [next(line) for line in games(8, 1)] != [next(line) for line in games(8, 2)]


def forgetful(line: tuple[str, ...]) -> dict[str, Hashable]:
    """The Laws without one way to castle."""
    answers = dict(prose.by_the_laws(line))
    moves = answers["legal moves"]
    assert isinstance(moves, frozenset)
    answers["legal moves"] = moves - {"e1g1"}
    return answers


def test_a_wrong_witness_is_found_out() -> None:
    wrong = Formulation("wrong", "-", prose.LAWS.rules, "", forgetful)
    report = compare_lines(chain.from_iterable(games(24, 0)), (prose.LAWS, wrong))
    assert {found.question for found in report.disagreements} == {"legal moves"}
    assert report.disagreements[0].only == (("prose", "e1g1"), ("wrong", "-"))


def test_the_command_says_who_agrees() -> None:
    ran = CliRunner().invoke(main, ["crosscheck", "--games", "2", "--only", "prose", "--only", "sets"])
    assert ran.exit_code == 0
    assert "no disagreement in" in ran.stdout
    assert "independent" in ran.stdout


def test_the_command_answers_in_json() -> None:
    options = ["--games", "1", "--only", "prose", "--only", "sets", "--json"]
    ran = CliRunner().invoke(main, ["crosscheck", *options])
    answer = json.loads(ran.stdout)
    assert answer["disagreements"] == []
    assert answer["pairs"][0]["independent"] is True
    assert set(answer["pairs"][0]["agreed"]) <= set(QUESTIONS)


def test_the_command_stops_in_time() -> None:
    ran = CliRunner().invoke(main, ["crosscheck", "--seconds", "0.5", "--only", "prose", "--only", "sets"])
    assert ran.exit_code == 0


def test_the_command_shows_a_disagreement(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Formulation("wrong", "-", prose.LAWS.rules, "", forgetful)
    monkeypatch.setattr("lasker.formulations.crosscheck.registry.FORMULATIONS", (prose.LAWS, wrong))
    ran = CliRunner().invoke(main, ["crosscheck", "--games", "24"])
    assert ran.exit_code == 1
    assert "legal moves: only prose says e1g1; only wrong says -" in ran.stdout


def test_who_cannot_speak_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    mute = Formulation("mute", "-", prose.LAWS.rules, "", _refuse)
    monkeypatch.setattr("lasker.formulations.crosscheck.registry.FORMULATIONS", (prose.LAWS, mute))
    ran = CliRunner().invoke(main, ["crosscheck", "--games", "1"])
    assert ran.exit_code == 0
    assert "mute cannot be heard: error: a package is missing" in ran.stderr
    assert "mute" not in ran.stdout


def _refuse(line: tuple[str, ...]) -> dict[str, Hashable]:
    raise ParseError("a package is missing")


@pytest.mark.parametrize(
    "options",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "-1"],
        ["--games", "-1"],
        ["--games", "many"],
        ["--seed", "x"],
    ],
)
def test_bad_numbers_are_bad_input(options: list[str]) -> None:
    assert CliRunner().invoke(main, ["crosscheck", *options]).exit_code == 2


def test_an_unknown_witness_is_bad_input() -> None:
    ran = CliRunner().invoke(main, ["crosscheck", "--only", "oracle"])
    assert ran.exit_code == 2
    assert "no formulation is called oracle" in ran.stderr


@pytest.mark.soak
@pytest.mark.parametrize("shard", range(20))
def test_100_000_positions(shard: int) -> None:
    """Twenty shards of 5,000, minutes each: the formulations of the Laws on all, the others on samples."""
    everywhere = tuple(each.name for each in FORMULATIONS if each.rules == prose.LAWS.rules)
    formulations = [
        replace(formulation, one_in=1) if formulation.name in everywhere else formulation
        for formulation in FORMULATIONS
    ]
    lines = islice(chain.from_iterable(games(None, 1000 + shard)), 5_000)
    report = compare_lines(lines, formulations, seed=shard)
    assert report.disagreements == []
    assert all(report.asked[name] == 5_000 for name in everywhere)
    assert all(report.asked[formulation.name] > 5_000 // 80 for formulation in FORMULATIONS)
