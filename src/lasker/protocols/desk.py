"""What every engine protocol works at: a game, a position, an opponent, and one search at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lasker import backends
from lasker.analysis.opponent import levels
from lasker.analysis.opponent.opponents import Thinks, open_opponent
from lasker.analysis.opponent.thinking import Budget
from lasker.analysis.opponent.thought import Line
from lasker.backends import Engine
from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, Token
from lasker.kernel.errors import LaskerError, NativeError
from lasker.play import counting, library
from lasker.play.game import Game, Position, load

MOST_MEMORY, MOST_THREADS = 4096, 64  # megabytes, and threads that think
GRACE = 1.0  # seconds in which a talk ends that is to end at once
AT_ONCE = 1_000_000  # sequences of moves that may be counted without looking whether to stop,
SLOWLY = 1000  # and without native code


@dataclass
class Clock:
    """A player's time in seconds: what is left, what each move adds, and how many moves it must last."""

    left: float
    each: float = 0.0
    moves: int = 0

    def share(self, overhead: float) -> float:
        """How long to think about the next move.

        >>> Clock(60, 1).share(0.05)
        2.8
        """
        wanted = self.left / max(1, min(self.moves or 30, 30)) + 0.8 * self.each
        return max(0.005, min(wanted, self.left * 0.8 - overhead))


@dataclass
class Task:
    """What is to be thought about: how long, how many lines, which moves; whether the answer must wait."""

    budget: Budget
    lines: int = 1
    only: Collection[str] = ()
    waits: bool = False
    after: float = 0.0  # seconds that are left when waiting has ended
    free: threading.Event = field(default_factory=threading.Event)


Done = Callable[[list[Line]], bool | None]


class Left(Exception):
    """The talk has ended while something was being prepared."""


class Making:
    """An opponent that is being made, in a thread of its own, so that nobody has to wait for its end."""

    def __init__(self, game: Game, megabytes: int, threads: int) -> None:
        self.news = threading.Event()  # it is there, or there is an error, or nobody waits any more
        self.opponent: Thinks | None = None
        self.error: BaseException | None = None
        self._wanted = game, megabytes, threads
        self._token = Token()
        self._thread = threading.Thread(target=self._make, daemon=True)
        self._thread.start()

    def _make(self) -> None:
        try:
            with cancel.under(self._token):
                self.opponent = open_opponent(*self._wanted)
        except BaseException as error:
            self.error = error
        self.news.set()

    def abandon(self) -> None:
        """Nobody waits any more; a compiler that is running is stopped."""
        self._token.cancel()
        self.news.set()

    def join(self) -> None:
        """Wait a moment until nothing runs any more after `abandon`."""
        self._thread.join(GRACE)

    def wait(self) -> Thinks:
        """The opponent, when it has been made."""
        self.news.wait()
        if self._token.cancelled():
            raise Left
        if self.error is not None:
            raise self.error
        assert self.opponent is not None
        return self.opponent


class Desk:
    """A game and a position, and at most one search that runs while lines are read."""

    def __init__(
        self, game: str, complain: Callable[[str], None], remark: Callable[[str], None] = lambda text: None
    ) -> None:
        self.name, self.complain, self.remark = game, complain, remark
        self.level, self.megabytes, self.threads = levels.FULL, 16, 1
        self.deaf = False  # is nobody listening any more?
        self.leaving = False  # has the other one said that it is over, before all was answered?
        self._making: Making | None = None
        self._left = Token()  # which stops compilers when it is over
        self._game: Game | None = None
        self._opponent: Thinks | None = None
        self._position: Position | None = None
        self._played: tuple[str | None, list[str]] = (None, [])
        self._worker: threading.Thread | None = None
        self._task: Task | None = None
        self._timer: threading.Timer | None = None
        self._halted = threading.Event()
        self._writing = threading.Lock()

    def say(self, text: str) -> None:
        """Tell the other program a line."""
        with self._writing:
            if self.deaf:
                return
            try:
                sys.stdout.write(text + "\n")
                sys.stdout.flush()
            except (OSError, ValueError):  # the other end is closed, and so is the talk
                self.deaf = True

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self._game is None:
            self._game = load(self.name)
        return self._game

    @property
    def opponent(self) -> Thinks:
        """The opponent, made when it is first needed; `Left` if the talk is over before it is there."""
        if self._opponent is None:
            self._making = Making(self.game, self.megabytes, self.threads)
            if self.leaving:
                self._making.abandon()
            self._opponent = self._making.wait()
            if self._opponent.missing:
                self.remark(f"no native code, so I play plainly in Python: {self._opponent.missing}")
        return self._opponent

    def leave(self) -> None:
        """The talk is over, whatever has not been answered yet; from another thread."""
        self.leaving = True
        self._left.cancel()
        if self._making is not None:
            self._making.abandon()
        if self._opponent is not None:
            self._opponent.stop()

    def be_silent(self) -> None:
        """Nothing more is said, by any thread, and nothing is made."""
        with self._writing:
            self.deaf = True
        self._left.cancel()
        if self._making is not None:
            self._making.abandon()
            self._making.join()

    @property
    def position(self) -> Position:
        """The position on the board."""
        if self._position is None:
            self._position = self.game.start()
        return self._position

    def choose(self, name: str) -> None:
        """Play another game."""
        library.model(name)
        self.halt()
        self.name, self._game, self._opponent, self._position = name, None, None, None
        self._played = (None, [])

    def forget(self) -> None:
        """A new game begins: what was learnt in the last one is forgotten."""
        self.halt()
        if self._opponent is not None:
            self._opponent.forget()

    def resize(self, megabytes: int | None = None, threads: int | None = None) -> None:
        """Give the opponent another amount of memory, or let another number of threads think."""
        wanted = megabytes or self.megabytes, threads or self.threads
        self.halt()
        if wanted != (self.megabytes, self.threads):
            (self.megabytes, self.threads), self._opponent = wanted, None

    def set_up(self, fen: str | None, moves: list[str]) -> None:
        """Put a position on the board; where it goes on from the last one, only the new moves are played. An
        illegal move is an error, and those before it have been played."""
        self.halt()
        self.go_to(fen, moves)

    def go_to(self, fen: str | None, moves: list[str]) -> None:
        """The same for who is thinking himself."""
        before, played = self._played
        if self._position is None or before != fen or moves[: len(played)] != played:
            self._position = self.game.start() if fen is None else self.game.position(fen)
            played = []
        self._played = (fen, list(played))
        if len(moves) > len(played):
            _ = self.opponent  # with it positions are native
        for text in moves[len(played) :]:
            self._position = self.position.play(text)
            self._played[1].append(text)

    def begin(self, task: Task, tell: Callable[[Line], None], done: Done) -> None:
        """Think beside the reading of lines; `done` gets the lines when there is an answer to give, and says
        whether the next move is to be thought about as well."""
        self.halt()
        opponent, _ = self.opponent, self.position
        opponent.ready()

        def think() -> None:
            found: list[Line] = []
            try:
                found = self._thought(opponent, task, tell)
            finally:
                if task.waits:
                    task.free.wait()
                while done(found) and not self._halted.is_set():
                    found = self._thought(opponent, task, tell)

        self._work(think, task)

    def _thought(self, opponent: Thinks, task: Task, tell: Callable[[Line], None]) -> list[Line]:
        return levels.play(
            opponent, self.position, task.budget, self.level, lines=task.lines, only=task.only, tell=tell
        )

    def _counter(self) -> Engine:
        """What counts: native code that does nothing else, or what the opponent has."""
        if self.opponent.missing:
            return self.opponent.engine
        try:
            with cancel.under(self._left):
                return counting.native(self.game.model)
        except NativeError:  # found wrong, perhaps
            return self.opponent.engine
        except Cancelled:
            raise Left from None

    def count(self, depth: int, tell: Callable[[str, int], None], done: Callable[[int], None]) -> None:
        """Count sequences of moves beside the reading of lines, first move by first move."""
        self.halt()
        engine, position = self._counter(), self.position
        at_once = SLOWLY if self.opponent.missing else AT_ONCE

        def below(here: Position, left: int) -> int:
            if left < 2 or len(here.moves) ** left <= at_once:
                return engine.perft(backends.position(here.node), left)
            return sum(below(here.play(move), left - 1) for move in here.moves if not self._halted.is_set())

        def work() -> None:
            total = 0
            for move in position.moves:
                count = below(position.play(move), depth - 1)
                if self._halted.is_set():
                    return
                total += count
                tell(str(move), count)
            done(total)

        self._work(work, Task(Budget()))

    def _work(self, work: Callable[[], None], task: Task) -> None:
        def carefully() -> None:
            try:
                work()
            except LaskerError as error:
                self.complain(error.message)

        self._halted.clear()
        self._task = task
        self._worker = threading.Thread(target=carefully, daemon=True)
        self._worker.start()

    @property
    def busy(self) -> bool:
        """Is something being thought about, or waited for?"""
        return self._worker is not None and self._worker.is_alive()

    def go_on(self) -> None:
        """Waiting has ended: from now on the time counts."""
        task = self._task
        if task is None or not task.waits:
            return
        if task.after > 0 and self.busy and self._timer is None:
            self._timer = threading.Timer(task.after, self.opponent.stop)
            self._timer.daemon = True
            self._timer.start()
        task.free.set()

    def wait(self) -> None:
        """Wait for an answer that comes by itself, if one does."""
        if self._worker is not None and self._task is not None and not self._task.waits:
            self._worker.join()

    def halt(self) -> None:
        """Stop thinking, and wait until the answer has been given."""
        worker, task = self._worker, self._task
        if worker is None or task is None:
            return
        self._halted.set()
        while worker.is_alive():
            if self._opponent is not None:
                self._opponent.stop()
            task.free.set()
            worker.join(0.05)
        if self._timer is not None:
            self._timer.cancel()
        self._worker = self._task = self._timer = None
