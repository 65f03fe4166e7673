"""What every engine protocol works at: a game, a position, an opponent, and one search at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lasker import backends
from lasker.backends import Engine
from lasker.engine import levels
from lasker.engine.lines import Line
from lasker.engine.opponent import Budget
from lasker.engine.pool import Thinks, open_opponent
from lasker.engine.tiers import NO_CODE
from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, Token
from lasker.kernel.errors import LaskerError, NativeError
from lasker.play import engines, library
from lasker.play.game import Game, Position, load

MOST_MEMORY, MOST_THREADS = 4096, 64  # megabytes, and threads that think
SOME = 5  # moves that are played on the reference rather than waited for
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


class Session:
    """A game and a position, and at most one search that runs while lines are read."""

    def __init__(
        self, game: str, complain: Callable[[str], None], remark: Callable[[str], None] = lambda text: None
    ) -> None:
        self.name, self.complain, self.remark = game, complain, remark
        self.level, self.megabytes, self.threads = levels.FULL, 16, 1
        self.deaf = False  # is nobody listening any more?
        self.leaving = False  # has the other one said that it is over, before all was answered?
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
        """The opponent, opened when it is first needed; it may still be compiled, and plays meanwhile."""
        if self.leaving:
            raise Left
        if self._opponent is None:
            self._opponent = open_opponent(self.game, self.megabytes, self.threads, self.remark)
            if self._opponent.missing:
                self.remark(NO_CODE + self._opponent.missing)
        return self._opponent

    def prepare(self) -> None:
        """Wait until the opponent is more than a beginner; not longer than somebody listens."""
        self.opponent.prepare()

    def leave(self) -> None:
        """The talk is over, whatever has not been answered yet; from another thread."""
        self.leaving = True
        self._left.cancel()
        if self._opponent is not None:
            self._opponent.stop()
            self._opponent.close()

    def be_silent(self) -> None:
        """Nothing more is said, by any thread, and nothing is made."""
        with self._writing:
            self.deaf = True
        self._left.cancel()
        self._close()

    def _close(self) -> None:
        """Nothing is compiled any more for the opponent that there was."""
        opponent, self._opponent = self._opponent, None
        if opponent is not None:
            opponent.close()

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
        self._close()
        self.name, self._game, self._position = name, None, None
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
            self._close()
            self.megabytes, self.threads = wanted

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
        if len(moves) > len(played) + SOME:
            self.prepare()  # with it positions are native
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
        if self.opponent.doing:
            self.remark(f"{self.opponent.doing}; counting waits for it")
        try:
            with cancel.under(self._left):
                return engines.counting(self.game.model)
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
