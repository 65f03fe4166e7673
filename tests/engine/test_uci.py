"""UCI: what real clients say, what nobody should say, and commands at bad moments."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from protocol_process import Talk, malformed

from lasker.play import library
from lasker.protocols.uci import FLAGS, TIMED, Uci


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk("uci", "breakthrough")
    yield talk
    talk.close()


def test_it_introduces_itself(talk: Talk) -> None:
    talk.say("uci")
    assert talk.wait("id name Lasker")
    assert "var chess" in talk.wait("option name UCI_Variant")
    talk.wait("uciok")
    talk.say("isready")
    talk.wait("readyok")


def test_stop_ponderhit_isready_and_quit_while_it_thinks(talk: Talk) -> None:
    talk.say("isready")
    talk.wait("readyok")
    talk.say("position startpos", "go infinite")
    talk.wait("info depth 2")
    talk.say("isready")
    talk.wait("readyok")
    talk.say("stop")
    talk.wait("bestmove ")
    talk.say("go ponder wtime 1000 btime 1000")
    talk.wait("info depth 2")
    talk.say("ponderhit")
    talk.wait("bestmove ")
    talk.say(
        "ponderhit", "stop", "go infinite", "stop", "go infinite", "position startpos moves a2a3", "stop"
    )
    talk.wait("bestmove ")
    talk.wait("bestmove ")
    talk.say("go infinite", "quit")
    assert talk.process.wait(200) == 0


def test_limits_and_several_lines(talk: Talk) -> None:
    talk.say("setoption name MultiPV value 3", "go depth 3")
    seen = {talk.wait("info depth 3 ").split(" multipv ")[1].split()[0] for _ in range(3)}
    assert seen == {"1", "2", "3"}
    talk.wait("bestmove ")
    talk.say("setoption  name   MultiPV   value  1", "go searchmoves a2a3 depth 3")
    assert talk.wait("bestmove ").split()[1] == "a2a3"
    talk.say("go nodes 2000")
    talk.wait("bestmove ")
    talk.say("go movetime 200")
    talk.wait("bestmove ")
    for clock in (
        "wtime 500 btime 500",
        "wtime 900 btime 900 winc 10 binc 10 movestogo 3",
        "wtime -5 btime 1",
    ):
        talk.say(f"go {clock}")
        talk.wait("bestmove ")
    talk.say("go mate 1 depth 2")
    talk.wait("bestmove ")
    talk.say("go perft 2")
    assert talk.wait("Nodes searched: ").split()[-1] == "484"


def test_counting_can_be_stopped(talk: Talk) -> None:
    talk.say("go perft 3")
    assert talk.wait("Nodes searched: ").split()[-1] == "11132"
    talk.say("go perft 40", "isready", "stop", "go depth 1")
    talk.wait("readyok", 30)
    talk.wait("bestmove ", 30)


def test_the_game_is_chosen(talk: Talk) -> None:
    talk.say(
        "setoption name UCI_Variant value tictactoe", "position startpos moves b2 a1 c3 a3 a2", "go depth 5"
    )
    assert talk.wait("bestmove ").split()[1] == "c2"
    talk.say("setoption name UCI_Variant value no such game", "isready")
    assert "no game is called" in talk.wait("info string error")
    talk.wait("readyok")


def test_a_game_from_a_file(talk: Talk, tmp_path: Path) -> None:
    path = tmp_path / "of mine" / "mine.rules"
    path.parent.mkdir()
    path.write_text(library.sources()["tictactoe"].text, "utf-8")
    talk.say(f"setoption name VariantPath value {path}", "position startpos moves b2", "go depth 2")
    assert talk.wait("bestmove ").split()[1] in {"a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"}
    path.write_text(path.read_text("utf-8").replace("board   3x3", "board   3by3"), "utf-8")
    talk.say(f"setoption name VariantPath value {path}", "uci")
    assert "mine.rules:" in talk.wait("info string error")
    assert "var mine" in talk.wait("option name UCI_Variant")


def told(capsys: pytest.CaptureFixture[str], talk: Uci, *lines: str) -> list[str]:
    """What is answered to some lines, the answer to the last waited for."""
    for line in lines:
        talk.answer(line)
    talk.session.wait()
    return capsys.readouterr().out.splitlines()


def test_chess960(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Uci("chess")
    fen = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"
    assert told(capsys, talk, fen) == []
    assert "e1g1" in map(str, talk.session.position.moves)
    assert told(capsys, talk, "setoption name UCI_Chess960 value true", fen) == []
    assert "e1h1" in map(str, talk.session.position.moves)
    told(capsys, talk, "setoption name UCI_Chess960 value false")
    assert talk.session.name == "chess"


def test_an_illegal_move_in_the_middle(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Uci("tictactoe")
    [complaint] = told(capsys, talk, "position startpos moves b2 b2 a1")
    assert complaint.startswith("info string error: b2 is not a legal move here")
    assert talk.session.position.fen == "3/1X1/3 o 1"


def test_no_move_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Uci("tictactoe")
    assert told(capsys, talk, "position fen XXX/OO1/3 o 5", "go movetime 50") == ["bestmove (none)"]
    assert told(capsys, talk, "d")[-1] == "1-0 three in a line"
    assert "score" in told(capsys, talk, "ucinewgame", "position startpos", "eval")[-1]


SAID = (
    "go position startpos fen moves setoption name value stop d eval MultiPV Level ponderhit a2a3 3/3/3 x "
    "XXX/OO1/3 isready uci % b2 quit? UCI_Variant Hash Skill UCI_Chess960 ucinewgame"
)


def answers_of(lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    words = [*SAID.split(), *TIMED, *FLAGS]
    chance, talk = random.Random(7), Uci("tictactoe")
    for _ in range(lines):
        line = malformed(chance, words)
        if line.split()[:1] == ["go"] and not set(line.split()) & {"depth", "nodes", "perft"}:
            line = "go depth 1"  # so that ten thousand of them take no longer than they must
        talk.answer(line)
    for line in ("stop", "setoption name MultiPV value 1", "setoption name Level value 10"):
        talk.answer(line)
    talk.answer("setoption name UCI_Variant value tictactoe")
    capsys.readouterr()
    assert "bestmove c2" in told(capsys, talk, "position startpos moves b2 a1 c3 a3 a2", "go depth 4")[-1]


def test_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(1000, capsys)


@pytest.mark.soak
def test_ten_thousand_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(10_000, capsys)


def test_bytes_that_are_no_text(talk: Talk) -> None:
    talk.say(b"\xff\xfe\x00go", b"\x80" * 5000, b"position fen \xc3\x28", b"x" * 3_000_000, "isready")
    talk.wait("readyok")
    talk.say("go depth 1")
    talk.wait("bestmove ")
