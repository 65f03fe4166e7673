"""Nobody waits for a compiler: a beginner answers at once, then the walk, then the whole opponent."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

import eventually as waiting
from eventually import LONG
from lasker import backends
from lasker.engine import background as making
from lasker.engine import opponent_pool as opponents
from lasker.engine import tiered_compilation
from lasker.engine import weight_files as values
from lasker.engine.native_search import NativeSearch, is_stored
from lasker.engine.opponent import Budget, Opponent
from lasker.engine.root_search import Line
from lasker.engine.tiered_compilation import Tiers
from lasker.kernel import cancel
from lasker.kernel.cancel import CancelToken
from lasker.kernel.errors import NativeError
from lasker.play.game import Game, Position, load
from lasker.runtime import c_compiler, result_cache
from lasker.runtime.c_compiler import Compiler
from lasker.runtime.packed import FIRST, first_note

NEVER_ENDS = """#!/bin/sh
[ "$1" = --version ] && echo slow && exit
sleep 600 &
echo $! >> {log}
wait
"""
ENOUGH = 20.0  # seconds for a thread that has nothing more to do
WINS = "XX1/OO1/3 x 3"  # in tic-tac-toe: c3


def eventually(true: Callable[[], bool]) -> None:
    """Wait until a condition holds, which takes no time if it ever does."""
    waiting.eventually(true, ENOUGH)


class Fake:
    """An opponent that says who it is; it is made when that is allowed, and thinks until it is stopped."""

    def __init__(self, walking: bool) -> None:
        self.name, self.asked = "walk" if walking else "whole", list[Budget]()
        self._stopped = threading.Event()

    def ready(self) -> None:
        self._stopped.clear()

    def stop(self) -> None:
        self._stopped.set()

    def think(
        self, position: Position, budget: Budget, *, lines: int, only: Collection[str], tell: object
    ) -> list[Line]:
        self.asked.append(budget)
        if budget.depth > 1:
            self._stopped.wait(min(budget.seconds, LONG))
        return [Line((self.name,), 0, None, 1, 1, 1, 0.0)]


class Makers:
    """What makes opponents, one after the other, when it is told to, or fails."""

    def __init__(self) -> None:
        self.may = {True: threading.Event(), False: threading.Event()}
        self.fails: dict[bool, str] = {}
        self.made: list[bool] = []

    def __call__(self, *wanted: object, walking: bool) -> Fake:
        while not self.may[walking].wait(0.01):
            cancel.check()
        if walking in self.fails:
            raise NativeError(self.fails[walking])
        self.made.append(walking)
        return Fake(walking)


@pytest.fixture
def makers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Makers]:
    found = Makers()
    monkeypatch.setattr(tiered_compilation, "Opponent", found)
    monkeypatch.setattr(tiered_compilation, "is_stored", lambda model: False)
    yield found
    for each in list(making._begun):
        each.abandon()


@pytest.fixture
def game() -> Game:
    return load("tictactoe")


def answered(opponent: Tiers, budget: Budget) -> str:
    opponent.ready()
    [line] = opponent.think(opponent.game.position(WINS), budget)
    return line.moves[0]


GLANCE = Budget(seconds=0.05, depth=1)


def test_each_tier_replaces_the_slower_one_before_it(makers: Makers, game: Game) -> None:
    heard: list[str] = []
    opponent = Tiers(game, progress=heard.append)
    assert opponent.doing == ""  # nobody has asked
    assert answered(opponent, Budget(seconds=0.05)) == "c3"  # which wins
    assert opponent.doing == "Tic-tac-toe is being compiled"
    makers.may[True].set()
    opponent.prepare()
    assert answered(opponent, GLANCE) == "walk"
    makers.may[False].set()
    eventually(lambda: not opponent.doing)
    assert answered(opponent, GLANCE) == "whole"
    assert makers.made == [True, False]
    assert heard == ["Tic-tac-toe is being compiled", "Tic-tac-toe is compiled"]


def test_a_long_search_is_restarted_on_a_faster_tier(makers: Makers, game: Game) -> None:
    """A better opponent begins anew with the time that is left, if that is enough."""
    opponent, found = Tiers(game), list[str]()
    makers.may[True].set()
    opponent.prepare()
    thread = threading.Thread(target=lambda: found.append(answered(opponent, Budget())), daemon=True)
    thread.start()
    eventually(lambda: opponent._now is not None)
    makers.may[False].set()
    eventually(lambda: getattr(opponent._now, "name", "") == "whole")
    opponent.stop()
    thread.join(ENOUGH)
    assert found == ["whole"]


def test_a_search_with_little_time_left_stays_on_its_tier(makers: Makers, game: Game) -> None:
    opponent, found = Tiers(game), list[str]()
    makers.may[True].set()
    opponent.prepare()
    thread = threading.Thread(target=lambda: found.append(answered(opponent, Budget(seconds=1))), daemon=True)
    thread.start()
    eventually(lambda: opponent._now is not None)
    opponent._until = 0.0
    makers.may[False].set()
    thread.join(ENOUGH)
    assert found == ["walk"]


@pytest.mark.parametrize("budget", [Budget(depth=1), Budget(nodes=100, depth=1)])
def test_a_reproducible_search_waits_for_the_compiled_engine(
    budget: Budget, makers: Makers, game: Game
) -> None:
    opponent, found = Tiers(game), list[str]()
    thread = threading.Thread(target=lambda: found.append(answered(opponent, budget)), daemon=True)
    thread.start()
    eventually(lambda: bool(opponent.doing))
    thread.join(0.1)
    assert found == []
    makers.may[False].set()
    thread.join(ENOUGH)
    assert found == ["whole"]
    assert makers.made == [False]  # nothing is made that nobody asks


def test_a_search_stopped_while_it_waits_has_an_answer(makers: Makers, game: Game) -> None:
    opponent, found = Tiers(game), list[str]()
    thread = threading.Thread(target=lambda: found.append(answered(opponent, Budget(depth=9))), daemon=True)
    thread.start()
    eventually(lambda: bool(opponent.doing))
    opponent.stop()
    thread.join(ENOUGH)
    assert found == ["c3"]
    opponent.close()
    assert opponent.doing == ""
    makers.may[True].set()
    assert answered(opponent, Budget(seconds=LONG, depth=1)) == "walk"  # who asks again begins again


def test_missing_native_code_is_reported_once(makers: Makers, game: Game) -> None:
    heard: list[str] = []
    opponent = Tiers(game, progress=heard.append)
    makers.fails = {True: "no room", False: "no room"}
    for event in makers.may.values():
        event.set()
    assert [answered(opponent, Budget(seconds=LONG, depth=2)) for _ in range(2)] == ["c3", "c3"]
    assert opponent.missing == "no room"
    assert sum("no native code" in text for text in heard) == 1


def test_the_walk_stays_in_use_if_the_engine_does_not_compile(makers: Makers, game: Game) -> None:
    opponent = Tiers(game)
    makers.fails = {False: "refused"}
    for event in makers.may.values():
        event.set()
    opponent.prepare()
    eventually(lambda: not opponent.doing)
    assert answered(opponent, Budget(nodes=5, depth=1)) == "walk"
    assert opponent.missing == ""


def test_the_walk_alone_plays_and_keeps_no_values(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))
    game = load("tictactoe")
    opponent = Opponent(game, walking=True)
    [line] = opponent.think(game.position(WINS), Budget(seconds=1))
    assert (line.moves, line.mate) == (("c3",), 1)
    assert opponent.native.walking
    assert not list(tmp_path.glob("*" + values.SUFFIX))
    assert not is_stored(game.model)
    assert isinstance(opponents.open_opponent(game), Tiers)
    whole = Opponent(game)
    assert is_stored(game.model)
    assert isinstance(opponents.open_opponent(game), Opponent)
    assert list(tmp_path.glob("*" + values.SUFFIX))
    assert game.readiness.native is not None
    assert not game.readiness.native.engine.walking  # the walk has made room
    assert not whole.native.walking


@pytest.mark.parametrize("name", ["breakthrough", "connect_four"])
def test_the_walk_alone_has_the_same_moves(name: str) -> None:
    model = load(name).model
    start = backends.position(load(name).start().node)
    walk = NativeSearch(model, walking=True).successors(start)
    assert walk == backends.open_engine("reference", model).successors(start)


def test_few_games_are_compiled_at_once(makers: Makers) -> None:
    """The third waits for its turn, and says so; a second opponent in the same game need not."""
    games = [load(name) for name in ("tictactoe", "breakthrough", "connect_four", "tictactoe")]
    heard: list[list[str]] = [[] for _ in games]
    waiting = [Tiers(game, progress=told.append) for game, told in zip(games, heard, strict=True)]
    for opponent, told in zip(waiting, heard, strict=True):
        opponent.think(opponent.game.start(), Budget(seconds=0.01))
        eventually(lambda told=told: bool(told))  # type: ignore[misc]
    assert [told[-1] for told in heard] == [
        "Tic-tac-toe is being compiled",
        "Breakthrough is being compiled",
        "other games are compiled before Connect Four",
        "Tic-tac-toe is being compiled",
    ]
    waiting[1].close()
    eventually(lambda: heard[2][-1] == "Connect Four is being compiled")


def test_a_compiler_for_which_nobody_waits_is_nice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nice: list[int] = []
    monkeypatch.setattr(os, "setpriority", lambda which, who, how: nice.append(how))
    token = CancelToken()
    for token.low_priority in (False, True):
        with cancel.under(token), Compiler(("true",), "")._begin([]) as process:
            process.wait()
        assert nice == [c_compiler.PATIENCE] * token.low_priority


def test_a_label_without_notes_has_no_first_one() -> None:
    assert first_note(bytes(FIRST)) is None


# --- programs, as users have them ----------------------------------------------------------------------


@pytest.fixture
def slow(tmp_path: Path) -> Iterator[dict[str, str]]:
    """Where a compiler never ends, and nothing is compiled yet."""
    program = tmp_path / "slow"
    program.write_text(NEVER_ENDS.format(log=tmp_path / "log"), "utf-8")
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    yield {**os.environ, "CC": str(program), "LASKER_CACHE": str(tmp_path / "cache")}
    for process in started(tmp_path):
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)


def started(tmp_path: Path) -> list[int]:
    """The processes of compilers that were started."""
    log = tmp_path / "log"
    return [int(line) for line in log.read_text("utf-8").split()] if log.exists() else []


def nothing_is_left(tmp_path: Path) -> bool:
    """Have compilers been started, has each of them ended, and is the store clean? What was read is kept."""
    running = any(Path(f"/proc/{each}/exe").exists() for each in started(tmp_path))  # a zombie has none
    made = [each for each in (tmp_path / "cache").iterdir() if each.suffix != result_cache.SUFFIX]
    return bool(started(tmp_path)) and not running and not made


def test_uci_answers_while_it_is_compiled_and_quit_ends_that(slow: dict[str, str], tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "lasker.cli", "uci", "breakthrough"],
        env=slow,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as engine:
        assert engine.stdin
        assert engine.stdout
        print("position startpos moves a2a3\ngo movetime 300", file=engine.stdin, flush=True)
        told = []
        for line in engine.stdout:
            told.append(line.strip())
            if line.startswith("bestmove"):
                break
        assert "info string Breakthrough is being compiled" in told
        assert told[-1].split()[1] in load("breakthrough").start().play("a2a3").moves
        eventually((tmp_path / "log").exists)
        print("quit", file=engine.stdin, flush=True)
        assert engine.wait(LONG) == 0
    eventually(lambda: nothing_is_left(tmp_path))


def test_the_end_of_a_program_ends_its_compilers(slow: dict[str, str], tmp_path: Path) -> None:
    asks = "import lasker; print(lasker.opponent(lasker.load('tictactoe').position('XX1/OO1/3 x 3')).moves)"
    done = subprocess.run(
        [sys.executable, "-c", asks], env=slow, capture_output=True, text=True, check=True, timeout=LONG
    )
    assert (done.stdout, done.stderr) == ("('c3',)\n", "")
    eventually(lambda: nothing_is_left(tmp_path))
