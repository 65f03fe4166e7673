"""Where nothing can be compiled, the opponent plays plainly in Python, and says so once."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import lasker
from eventually import eventually
from lasker.engine import opponent_pool as opponents
from lasker.engine import tiered_compilation
from lasker.engine.opponent import Budget
from lasker.engine.python_search import PythonOpponent
from lasker.match.clock import Allowance, Limit
from lasker.play.game import Game, load
from lasker.protocols.clients.ours import OurPlayer
from lasker.protocols.line_protocol import BURST
from lasker.protocols.uci import Uci
from lasker.runtime import c_compiler
from lasker.table.adviser import Question

WINS = "8/1P6/8/8/8/6p1/8/8 w 9"  # in breakthrough: the last rank is a step away
TAKES = "8/8/8/3p4/2P5/7p/8/P7 w 9"


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    monkeypatch.setenv("CC", "/nonexistent")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(c_compiler, "find_spec", lambda name: None)
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "cache"))
    caches = (c_compiler.find, opponents.native_of, opponents.opponent_of, opponents.pool_of)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


def unknown(tmp_path: Path) -> Game:
    """A game that nobody has compiled."""
    path = tmp_path / "unknown.rules"
    path.write_text(load("tictactoe").text + f"\n-- {tmp_path}\n", "utf-8")
    return load(str(path))


def test_python_sees_wins_and_captures() -> None:
    plain = PythonOpponent(load("breakthrough"), "nothing")
    [line] = plain.think(plain.game.position(WINS), Budget(nodes=1))
    assert (line.moves[0][:2], line.mate) == ("b7", 1)
    [line] = plain.think(plain.game.position(TAKES), Budget(depth=2))
    assert line.moves == ("c4d5",)
    assert line.score > 0


def test_python_keeps_to_what_is_asked() -> None:
    plain = PythonOpponent(load("tictactoe"), "nothing")
    position = plain.game.position("XX1/OO1/3 x 3")
    lines = plain.think(position, Budget(depth=3), lines=3)
    assert [line.rank for line in lines] == [1, 2, 3]
    assert lines[0].moves == ("c3",)
    [line] = plain.think(position, Budget(depth=3), only=("a1", "c2"))
    assert line.moves == ("c2",)  # the other one loses
    plain.stop()
    [line] = plain.think(plain.game.start(), Budget())
    assert line.moves[0] in map(str, plain.game.start().moves)
    assert plain.think(plain.game.position("XXX/OO1/3 o 5"), Budget()) == []


def test_python_plays_games_of_chance(tmp_path: Path) -> None:
    plain = PythonOpponent(load("einstein"), "nothing")
    position = plain.game.start()
    while position.node.state.by_chance:
        position = position.play(position.moves[0])
    [line] = plain.think(position, Budget(nodes=5))
    assert line.moves[0] in position.moves


@pytest.mark.usefixtures("no_compiler")
def test_everybody_plays_without_a_compiler(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = unknown(tmp_path)
    position = game.position("XX1/OO1/3 x 3")
    with pytest.warns(UserWarning, match="no C compiler was found"):
        line = lasker.opponent(position, nodes=100)
    assert line is not None
    assert line.moves == ("c3",)
    with pytest.warns(UserWarning, match="no C compiler was found"):
        opinion = Question(position).answer()
    assert opinion is not None
    assert opinion.move == "c3"
    player = OurPlayer(game)
    player.begin(position, seed=0)
    assert player.answer(position, Allowance(Limit(nodes=100))).move == "c3"
    assert "no C compiler was found" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("protocol", "said", "answer", "note"),
    [
        ("uci", "position fen XX1/OO1/3 x 3\ngo movetime 9000", "bestmove c3", "info string no native code"),
        ("xboard", "new\nforce\nsetboard XX1/OO1/3 x 3\nst 9\ngo", "move X@c3", "# no native code"),
    ],
)
def test_protocols_play_without_a_place_for_libraries(
    protocol: str, said: str, answer: str, note: str, tmp_path: Path
) -> None:
    """A file stands where the folder should be: not even root can write there."""
    unknown(tmp_path)
    (tmp_path / "cache").write_text("in the way", "utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "lasker.cli", protocol, str(tmp_path / "unknown.rules")],
        env={**os.environ, "LASKER_CACHE": str(tmp_path / "cache")},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as engine:
        assert engine.stdin is not None
        assert engine.stdout is not None
        print(said, file=engine.stdin, flush=True)
        patience = threading.Timer(60, engine.kill)  # in case no answer ever comes
        patience.start()
        said_back = []
        for line in engine.stdout:
            said_back.append(line.rstrip("\n"))
            if said_back[-1] == answer:
                break  # only now: quit stops a search
        patience.cancel()
        _, complaints = engine.communicate("quit\n")
    assert said_back[-1] == answer
    assert sum(line.startswith(note) for line in said_back) == 1
    assert complaints == ""


def test_quit_does_not_wait_for_a_compiler(tmp_path: Path) -> None:
    """The compiler would take longer than anybody waits."""
    slow = tmp_path / "slow"
    slow.write_text(
        '#!/bin/sh\n[ "$1" = --version ] && echo slow && exit\necho $$ > begun\nexec sleep 200\n', "utf-8"
    )
    slow.chmod(slow.stat().st_mode | stat.S_IXUSR)
    unknown(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-m", "lasker.cli", "uci", "unknown.rules"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "CC": str(slow), "LASKER_CACHE": str(tmp_path / "cache")},
    ) as talk:
        assert talk.stdin
        talk.stdin.write("isready\n")
        talk.stdin.flush()
        while not (tmp_path / "begun").exists() and talk.poll() is None:
            pass
        time.sleep(3 * BURST)  # a `quit` that comes sooner after a line than this waits for its turn
        talk.stdin.write("quit\n")
        talk.stdin.flush()
        assert talk.wait(300) == 0
    stopped = int((tmp_path / "begun").read_text("utf-8"))
    eventually(lambda: not Path(f"/proc/{stopped}/exe").exists())  # a zombie has none


def test_a_line_without_an_end_ends_the_talk() -> None:
    """After a line that is far too long nothing more is read."""
    with Path("/dev/zero").open("rb") as zeros:
        done = subprocess.run(
            [sys.executable, "-m", "lasker.cli", "uci", "tictactoe"],
            stdin=zeros,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
    assert "a line of more than 1000000 characters" in done.stdout
    assert done.stderr == ""


def test_quit_answers_what_waits_for_the_compiler(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is being prepared is left, and `isready` is answered."""
    never = threading.Event()
    monkeypatch.setattr(opponents, "is_stored", lambda model: False)
    monkeypatch.setattr(tiered_compilation, "Opponent", lambda *wanted, walking: never.wait())
    talk = Uci("tictactoe")
    worker = threading.Thread(target=talk.answer, args=("isready",), daemon=True)
    worker.start()
    while talk.session._opponent is None or not talk.session._opponent.doing:
        worker.join(0.01)
    talk.session.end()
    worker.join(100)
    never.set()
    assert not worker.is_alive()
    assert capsys.readouterr().out.splitlines() == ["info string Tic-tac-toe is being compiled", "readyok"]
