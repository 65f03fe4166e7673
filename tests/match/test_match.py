"""Matches as a whole: they can be stopped at any moment and taken up again, and every game is a record."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.kernel.errors import LaskerError, NotationError
from lasker.match.adjudication import Adjudication, End, drawn, lost
from lasker.match.clock import Limit
from lasker.match.elo import Sprt
from lasker.match.game import GameArbiter, PlyRecord, Side
from lasker.match.ledger import Ledger, MatchGame
from lasker.match.match import Match, Plan
from lasker.match.openings import Opening, Openings, after_opening
from lasker.match.players import Answer, RandomPlayer
from lasker.match.records import record, records
from lasker.notation.pgn import read_text
from lasker.play.game import load
from lasker.play.record import replay
from lasker.protocols.clients.contenders import contender

GAME = "tictactoe"


def match(
    name: str = GAME, games: int = 10, file: Path | None = None, first: str = "random", **how: Any
) -> Match:
    game = load(name)
    openings = Openings(game, plies=how.pop("plies", 1), seed=2)
    both = contender(first).within(Limit(nodes=30)), contender("random")
    return Match(both, Plan(game, openings, games, **how), Ledger(file, {"game": name}))


def outline(entry: MatchGame) -> tuple[object, ...]:
    """A game without its times."""
    return entry.number, entry.opening, entry.seats, [told.move for told in entry.plies], entry.end


def test_a_match_that_is_killed_goes_on_and_is_the_same(tmp_path: Path) -> None:
    """kill -9 at bad moments: no game is lost, none is played twice, and all are as they would have been."""
    file = tmp_path / "ledger"
    command = [sys.executable, "-m", "lasker.cli", "match", "random", "random", "--game", GAME]
    command += ["--games", "200", "--random", "1", "--tables", "2", "--record", str(file), "--json"]
    for stop in (20, 90):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until = time.monotonic() + 300
        while process.poll() is None and (not file.exists() or file.read_bytes().count(b"\n") < stop):
            assert time.monotonic() < until
            time.sleep(0.001)
        process.send_signal(signal.SIGKILL)
        process.wait()
        with open(file, "ab") as stream:  # what a line looks like that was cut off
            stream.write(b'{"game":199,"openi')
    before = file.read_bytes().count(b"\n")
    assert before < 201
    assert subprocess.run(command, capture_output=True, check=True, timeout=600).stdout
    lines = file.read_text("utf-8").splitlines()
    numbers = [json.loads(line)["game"] for line in lines[1:]]
    assert sorted(numbers) == list(range(200))
    whole = tmp_path / "whole"
    subprocess.run([*command[:-2], str(whole), "--json"], capture_output=True, check=True, timeout=600)
    told = [Ledger(each, json.loads(lines[0])).entries for each in (file, whole)]
    assert [outline(told[0][n]) for n in range(200)] == [outline(told[1][n]) for n in range(200)]


def test_a_ledger_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "ledger"
    Ledger(file, {"game": "a"}).close()
    with pytest.raises(NotationError, match="is of another match: game was a and is b"):
        Ledger(file, {"game": "b"})
    file.write_text("hello\n", "utf-8")
    with pytest.raises(NotationError, match="is no ledger"):
        Ledger(file, {"game": "a"})


@pytest.mark.parametrize("line", ["{}", "[]", "null", '{"game":1}', "\udcff", '{"game":"x","opening":3}'])
def test_a_spoilt_ledger_is_told_with_its_line(tmp_path: Path, line: str) -> None:
    file = tmp_path / "ledger"
    Ledger(file, {}).close()
    with open(file, "a", encoding="utf-8", errors="surrogateescape") as stream:
        stream.write(line + "\n")
    with pytest.raises(NotationError, match=r"ledger:2: "):
        Ledger(file, {})


@pytest.mark.skipif(os.name != "posix", reason="locks are those of POSIX")
def test_two_matches_do_not_write_one_ledger(tmp_path: Path) -> None:
    one = Ledger(tmp_path / "ledger", {})
    with pytest.raises(LaskerError, match="by another match"):
        Ledger(tmp_path / "ledger", {})
    one.close()
    Ledger(tmp_path / "ledger", {}).close()


def test_a_finished_match_is_not_played_again(tmp_path: Path) -> None:
    one = match(file=tmp_path / "ledger")
    one.run()
    one.ledger.close()
    text = (tmp_path / "ledger").read_bytes()
    again = match(file=tmp_path / "ledger")
    again.run()
    again.ledger.close()
    assert (tmp_path / "ledger").read_bytes() == text
    assert again.standing == one.standing


def test_a_decided_match_stops() -> None:
    one = match(first="lasker:level=10,nodes=400", games=400, plies=0, sprt=Sprt(0, 200))
    one.run()
    assert one.verdict is True
    assert len(one.standing.games) < 60


@pytest.mark.parametrize(
    "name", ["einstein", "chinese_checkers_3", "nine_mens_morris", "double_steps", "dots_and_boxes"]
)
def test_games_are_records_that_read_back(name: str) -> None:
    """Chance, three players, placing, two plies a turn, the right to go on: all are written and replayed."""
    one = match(name, 2, table=GameArbiter(Adjudication(plies=16)))
    one.run()
    game = load(name)
    entries = [one.ledger.entries[number] for number in range(2)]
    text = "".join(records(game, ["A", "B"], entries))
    for entry, found in zip(entries, read_text(text), strict=True):
        assert not found.problems
        again = replay(game, found)
        assert not again.problems, again.problems
        assert again.positions[-1] == replay(game, record(game, ["A", "B"], entry)).positions[-1]
        assert len(again.positions) == len(entry.plies) + 1
        assert found.tags["Termination"] == entry.end.manner


def test_comments_tell_times_and_judgements() -> None:
    plies = (
        PlyRecord("a1", 0, Answer("a1", 35, depth=4), 0.25, 9.5),
        PlyRecord("b2", 1, Answer("b2", mate=-2), 1.0, 3661.0),
    )
    entry = MatchGame(0, Opening(), (0, 1), plies, End(drawn(2), "a } brace"))
    [found] = read_text("".join(records(load(GAME), ["A", "B"], [entry])))
    assert found.main.plies[0].comments == ["[%eval 0.35,4] [%emt 0:00:00.250] [%clk 0:00:09.500]"]
    assert found.main.plies[1].comments == ["[%eval #2] [%emt 0:00:01.000] [%clk 1:01:01.000]", "a } brace"]


def test_players_of_three_share_the_point() -> None:
    one = match("chinese_checkers_3", 4, table=GameArbiter(Adjudication(plies=9)))
    one.run()
    assert {entry.seats for entry in one.ledger.entries.values()} == {(0, 1, 0), (1, 0, 1)}
    assert one.standing.points == pytest.approx(2)  # everything drawn: two thirds and one third in turn


def test_openings_of_a_file(tmp_path: Path) -> None:
    game = load("chess")
    fens = tmp_path / "openings.epd"
    e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    fens.write_text(
        f"# two\n{e4}\n\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - bm d5; id 2;\n", "utf-8"
    )
    found = Openings(game, fens)
    assert found[0].fen == found[2].fen == e4
    assert "3P4" in (found[1].fen or "")
    assert len(Openings(game, fens, plies=3)[1].moves) == 3
    pgn = tmp_path / "openings.pgn"
    pgn.write_text("1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n", "utf-8")
    with pytest.raises(NotationError, match="game 2 is over"):
        Openings(game, pgn)
    found = Openings(game, pgn, first=2)
    assert [found[0].moves, found[1].moves] == [("e2e4", "e7e5"), ("f2f3", "e7e5")]
    assert after_opening(found[1], game).turn == "white"


@pytest.mark.parametrize(
    ("name", "text"),
    [("a.fen", "nonsense w\n"), ("a.pgn", "1. e5 *\n"), ("a.fen", ""), ("a.fen", "8/8/8 w\n")],
)
def test_bad_openings_are_told(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(NotationError):
        Openings(load("chess"), tmp_path / name)


def test_adjudication() -> None:
    rules = Adjudication(resign_moves=2, resign_score=300, draw_from=2, draw_moves=2, draw_score=5, plies=50)
    bad, even = Answer("x", -400), Answer("x", 3)
    assert rules.decide(2, [(0, even), (1, bad), (0, even)]) is None
    assert rules.decide(2, [(1, bad), (0, even), (1, bad)]) == End(
        lost(2, 1), "resignation by score", "adjudication"
    )
    assert rules.decide(2, [(1, Answer("x", mate=-4)), (0, even), (1, bad)]) is not None
    assert rules.decide(2, [(0, even), (1, even)] * 2) == End(
        drawn(2), "nobody sees an advantage", "adjudication"
    )
    assert rules.decide(2, [(0, Answer("x")), (1, Answer("x"))] * 24) is None
    ended = rules.decide(2, [(0, Answer("x")), (1, Answer("x"))] * 25)
    assert ended is not None
    assert ended.reason == "50 plies"


def test_draws_that_a_player_could_claim_end_the_game() -> None:
    """Knights that go to and fro: the third time is a draw, though no player says so."""

    class Shuffler(RandomPlayer):
        def answer(self, position: Any, allowance: Any) -> Answer:
            at = len(list(position.past())) - 1
            return Answer(["g1f3", "g8f6", "f3g1", "f6g8"][at % 4])

    seats = [Side(Shuffler(), Limit()), Side(Shuffler(), Limit())]
    game = GameArbiter().play(load("chess").start(), (), seats, 0)
    assert game.end.reason == "threefold repetition"
    assert len(game.plies) == 8


def test_sprt_decides_the_exit_status() -> None:
    words = ["match", "lasker:nodes=200", "random", "--game", GAME, "--games", "60", "--json"]
    for test, status in (("0:200", 0), ("900:1200", 1)):
        result = CliRunner().invoke(main, [*words, "--sprt", test])
        assert result.exit_code == status, result.output
        assert json.loads(result.stdout)["sprt"]["model"] == "pentanomial"
    result = CliRunner().invoke(main, [*words[:-2], "4", "--sprt", "0:5"])
    assert result.exit_code == 3
    assert "not decided" in result.stdout
