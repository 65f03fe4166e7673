"""USI and UCCI: squares, positions, clocks and words of their own, and lines that nobody should say."""

from __future__ import annotations

import random

import pytest
from protocol_process import malformed

from lasker.protocols.ucci import Ucci
from lasker.protocols.uci import FLAGS, TIMED, Uci
from lasker.protocols.usi import Usi


def told(talk: Uci, capsys: pytest.CaptureFixture[str], *lines: str) -> list[str]:
    """What is answered to some lines, the answer to the last waited for; that a game
    is compiled may be told at any time."""
    for line in lines:
        talk.answer(line)
    talk.session.wait()
    return [line for line in capsys.readouterr().out.splitlines() if "compiled" not in line]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("c3c4", "7g7f"), ("h2e2", "2h5h"), ("P@e5", "P*5e"), ("b8b9+", "8b8a+"), ("a1a2", "9i9h")],
)
def test_moves_of_usi(ours: str, theirs: str) -> None:
    talk = Usi("shogi")
    assert (talk.written(ours), talk.read(theirs)) == (theirs, ours)


def test_positions_of_usi(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Usi("shogi")
    sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
    assert told(talk, capsys, f"position sfen {sfen}") == []
    assert talk.session.position == talk.session.game.start()
    told(talk, capsys, "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1")
    assert talk.session.position.fen.startswith("4k4/9/4P4/9/9/9/9/9/4K4[G")
    assert "G@e8" in map(str, talk.session.position.moves)
    for wrong in (
        "sfen 9/9 b - 1",
        "sfen 4k4/9/9/9/9/9/9/9/4K4 x - 1",
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b 3é 1",
        "sfen",
    ):
        [complaint] = told(talk, capsys, f"position {wrong}")
        assert complaint.startswith("info string error: ")


def test_usi_plays(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Usi("minishogi", "1")
    assert told(talk, capsys, "usi")[-1] == "usiok"
    assert told(talk, capsys, "setoption name USI_Hash value 2", "isready", "usinewgame") == ["readyok"]
    answer = told(talk, capsys, "position startpos moves 3e3d", "go btime 0 wtime 0 byoyomi 200")[-1]
    assert talk.read(answer.split()[1]) in map(str, talk.session.position.moves)
    mate = "position sfen 4k/5/3GP/5/4K b G 1"
    assert told(talk, capsys, mate, "go depth 3")[-1].startswith("bestmove G*")
    assert told(talk, capsys, mate, "go mate 2000")[-1].startswith("checkmate G*")
    assert told(talk, capsys, "position sfen 4k/4G/4P/5/4K w - 2", "go depth 2") == ["bestmove resign"]
    assert told(talk, capsys, "go mate 100") == ["checkmate nomate"]


def test_ucci_plays(capsys: pytest.CaptureFixture[str]) -> None:
    talk = Ucci("xiangqi", "1")
    assert told(talk, capsys, "ucci")[-1] == "ucciok"
    start = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r - - 0 1"
    assert told(talk, capsys, "setoption usemillisec true", start) == []
    assert talk.session.position == talk.session.game.start()
    answer = told(talk, capsys, f"{start} moves h2e2", "go time 300 increment 0")[-1]
    assert talk.read(answer.split()[1]) in map(str, talk.session.position.moves)
    mate = "position fen 3k5/9/9/9/9/9/9/9/4R4/3RK4 w - - 0 1"  # Red takes what is in reach, or mates
    best = told(talk, capsys, mate, "go depth 3")[-1].split()[1]
    assert told(talk, capsys, mate, f"banmoves {best}", "go depth 3")[-1].split()[1] != best
    assert told(talk, capsys, "position fen 3k5/9/9/9/9/9/9/3R5/3R5/4K4 b - - 0 1", "go depth 2") == [
        "nobestmove"
    ]
    talk.run(["quit"])
    assert capsys.readouterr().out == "bye\n"


def answers_of(talk: Uci, lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(11)
    words = [
        *talk.words,
        *TIMED,
        *FLAGS,
        "sfen",
        "startpos",
        "moves",
        "5/5/5/5/5",
        "3c3b",
        "P*3c",
        "h2e2",
        "name",
    ]
    for _ in range(lines):
        line = malformed(chance, words)
        if line.split()[:1] == ["go"] and not set(line.split()) & {"depth", "nodes", "perft"}:
            line = "go depth 1"
        talk.answer(line)
    talk.answer("stop")
    capsys.readouterr()


def usi_after(lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    talk = Usi("minishogi")
    answers_of(talk, lines, capsys)
    for line in ("setoption name USI_Variant value minishogi", "setoption name Level value 10"):
        talk.answer(line)
    told(talk, capsys, "setoption name MultiPV value 1")
    assert told(talk, capsys, "position sfen 4k/5/3GP/5/4K b G 1", "go depth 3")[-1].startswith("bestmove G*")


def ucci_after(lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    talk = Ucci("xiangqi")
    answers_of(talk, lines, capsys)
    for line in ("setoption UCI_Variant xiangqi", "setoption level 10", "setoption multipv 1"):
        told(talk, capsys, line)
    answer = told(talk, capsys, "position startpos moves h2e2", "go depth 2")[-1]
    assert talk.read(answer.split()[1]) in map(str, talk.session.position.moves)


def test_malformed_lines_of_usi(capsys: pytest.CaptureFixture[str]) -> None:
    usi_after(1000, capsys)


def test_malformed_lines_of_ucci(capsys: pytest.CaptureFixture[str]) -> None:
    ucci_after(1000, capsys)


@pytest.mark.soak
def test_ten_thousand_malformed_lines_of_usi(capsys: pytest.CaptureFixture[str]) -> None:
    usi_after(10_000, capsys)


@pytest.mark.soak
def test_ten_thousand_malformed_lines_of_ucci(capsys: pytest.CaptureFixture[str]) -> None:
    ucci_after(10_000, capsys)
