"""UCI: what real clients say, what nobody should say, and commands at bad moments."""

from __future__ import annotations

import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from queue import Empty, Queue

import chess
import chess.engine
import pytest

from lasker.play import library
from lasker.protocols.uci import WORDS, Uci

SECONDS = 120  # a machine may be busy, and a game not yet compiled


class Talk:
    """A talk with `lasker uci` in a process of its own."""

    def __init__(self, game: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "lasker.cli", "uci", game],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self.lines: Queue[str] = Queue()
        self.reader = threading.Thread(target=self._read, daemon=True)
        self.reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip("\n"))

    def say(self, *lines: str | bytes) -> None:
        assert self.process.stdin
        for line in lines:
            self.process.stdin.write((line if isinstance(line, bytes) else line.encode()) + b"\n")
        self.process.stdin.flush()

    def wait(self, start: str, seconds: float = SECONDS) -> str:
        """The next line that begins so; others are passed over."""
        until = time.monotonic() + seconds
        while True:
            try:
                line = self.lines.get(timeout=max(0.01, until - time.monotonic()))
            except Empty:
                raise AssertionError(f"nothing that begins with {start!r} was said") from None
            if line.startswith(start):
                return line

    def close(self) -> None:
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.close()
        self.process.wait(20)
        self.reader.join(20)
        self.process.stdout.close()


@pytest.fixture
def talk() -> Iterator[Talk]:
    talk = Talk("breakthrough")
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
    talk.wait("bestmove ", 20)
    talk.say(
        "ponderhit", "stop", "go infinite", "stop", "go infinite", "position startpos moves a2a3", "stop"
    )
    talk.wait("bestmove ")
    talk.wait("bestmove ")
    talk.say("go infinite", "quit")
    assert talk.process.wait(20) == 0


def test_limits_and_several_lines(talk: Talk) -> None:
    talk.say("setoption name MultiPV value 3", "go depth 3")
    seen = {talk.wait("info depth 3 ").split(" multipv ")[1].split()[0] for _ in range(3)}
    assert seen == {"1", "2", "3"}
    talk.wait("bestmove ")
    talk.say("setoption name MultiPV value 1", "go searchmoves a2a3 depth 3")
    assert talk.wait("bestmove ").split()[1] == "a2a3"
    talk.say("go nodes 2000")
    talk.wait("bestmove ")
    began = time.monotonic()
    talk.say("go movetime 200")
    talk.wait("bestmove ")
    assert time.monotonic() - began < 10
    talk.say("go perft 2")
    assert talk.wait("Nodes searched: ").split()[-1] == "484"


def test_the_game_is_chosen(talk: Talk) -> None:
    talk.say(
        "setoption name UCI_Variant value tictactoe", "position startpos moves b2 a1 c3 a3 a2", "go depth 5"
    )
    assert talk.wait("bestmove ").split()[1] == "c2"
    talk.say("setoption name UCI_Variant value no such game", "isready")
    assert "no game is called" in talk.wait("info string error")
    talk.wait("readyok")


def test_a_game_from_a_file(talk: Talk, tmp_path: pytest.TempPathFactory) -> None:
    path = tmp_path / "mine.rules"  # type: ignore[operator]
    path.write_text(library.sources()["tictactoe"].text, "utf-8")
    talk.say(f"setoption name VariantPath value {path}", "position startpos moves b2", "go depth 2")
    assert talk.wait("bestmove ").split()[1] in {"a1", "a3", "c1", "c3", "a2", "b1", "b3", "c2"}


def test_no_move_is_left(talk: Talk) -> None:
    talk.say("setoption name UCI_Variant value tictactoe", "position fen XXX/OO1/3 o 5", "go movetime 50")
    assert talk.wait("bestmove ") == "bestmove (none)"


def malformed(chance: random.Random) -> str:
    """A line that nobody should say, or nearly so."""
    words = [*WORDS, "go", "position", "startpos", "fen", "moves", "setoption", "name", "value", "stop", "d"]
    words += [
        "MultiPV",
        "Level",
        "ponderhit",
        "0",
        "-1",
        "99999999999999999999",
        "1e9",
        "♙",
        "\x00",
        "a2a3",
        "",
    ]
    words += ["3/3/3", "x", "XXX/OO1/3", "isready", "uci", "\t", "%", "b2", "NaN", "٣", "--", "quit?"]
    line = " ".join(chance.choices(words, k=chance.randrange(9)))
    return "".join(chance.sample(line, len(line))) if chance.random() < 0.2 else line


def answers_of(lines: int, capsys: pytest.CaptureFixture[str]) -> None:
    chance, talk = random.Random(7), Uci("tictactoe")
    for _ in range(lines):
        words = malformed(chance).split()
        if "infinite" in words or "ponder" in words:
            talk.answer(["stop"])
        talk.answer(
            ["go", "depth", "1"] if words[:1] == ["go"] and not set(words) & {"depth", "nodes"} else words
        )
    talk.answer(["stop"])
    for option in ("MultiPV value 1", "Level value 10"):
        talk.answer(f"setoption name {option}".split())
    capsys.readouterr()
    talk.answer(["position", "startpos", "moves", "b2", "a1", "c3", "a3", "a2"])
    talk.answer(["go", "depth", "4"])
    talk.desk.halt_when_done()
    assert "bestmove c2" in capsys.readouterr().out


def test_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(1000, capsys)


@pytest.mark.soak
def test_ten_thousand_malformed_lines(capsys: pytest.CaptureFixture[str]) -> None:
    answers_of(10_000, capsys)


def test_bytes_that_are_no_text(talk: Talk) -> None:
    talk.say(b"\xff\xfe\x00go", b"\x80" * 5000, b"position fen \xc3\x28", "isready")
    talk.wait("readyok")


def test_python_chess_plays_a_game() -> None:
    command = [sys.executable, "-m", "lasker.cli", "uci", "chess"]
    with chess.engine.SimpleEngine.popen_uci(command, timeout=SECONDS) as engine:
        engine.ping()
        board = chess.Board()
        for _ in range(12):
            result = engine.play(board, chess.engine.Limit(nodes=2000), ponder=True)
            assert result.move is not None
            assert result.move in board.legal_moves
            board.push(result.move)
        told = engine.analyse(board, chess.engine.Limit(depth=4), multipv=2)
        assert [info["multipv"] for info in told] == [1, 2]
        mate = chess.Board("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")
        info = engine.analyse(mate, chess.engine.Limit(depth=6))
        assert info["score"].white() == chess.engine.Mate(2)
