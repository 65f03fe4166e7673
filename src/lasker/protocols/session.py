"""The state of an engine protocol: game, position, opponent, options, and at most one running search."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lasker import backends
from lasker.backends import Engine
from lasker.engine import levels
from lasker.engine.opponent import Budget
from lasker.engine.opponent_pool import AnyOpponent, open_opponent
from lasker.engine.root_search import Line
from lasker.engine.tiered_compilation import NO_CODE
from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, CancelToken
from lasker.kernel.errors import LaskerError, NativeError
from lasker.play import backend_choice, library
from lasker.play.game import Game, Position, load

MOST_MEMORY, MOST_THREADS = 4096, 64  # megabytes of hash, and search threads
SOME = 5  # moves replayed on the reference rather than waiting for native code
NODES_PER_CHECK = 1_000_000  # perft nodes counted between checks of the stop flag,
SLOW_NODES_PER_CHECK = 1000  # and without native code


@dataclass
class Clock:
    """A player's time in seconds: remaining, increment, and moves to the next time control."""

    left: float
    each: float = 0.0
    moves: int = 0

    def share(self, overhead: float) -> float:
        """Time management: seconds for the next move.

        >>> Clock(60, 1).share(0.05)
        2.8
        """
        wanted = self.left / max(1, min(self.moves or 30, 30)) + 0.8 * self.each
        return max(0.005, min(wanted, self.left * 0.8 - overhead))


@dataclass
class Task:
    """A search request: budget, number of lines, root moves, and whether the answer waits (ponder,
    infinite)."""

    budget: Budget
    lines: int = 1
    only: Collection[str] = ()
    waits: bool = False
    after: float = 0.0  # seconds of search after a ponder hit
    free: threading.Event = field(default_factory=threading.Event)


Done = Callable[[list[Line]], bool | None]


class SessionEnded(Exception):
    """The session ended during preparation."""


class Session:
    """A game, a position, and at most one search that runs while lines are read."""

    def __init__(
        self,
        game: str,
        report_error: Callable[[str], None],
        report_info: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.name, self.report_error, self.report_info = game, report_error, report_info
        self.level, self.megabytes, self.threads = levels.FULL, 16, 1
        self.closed = False  # is the output closed?
        self.ending = False  # did the other side quit before all was answered?
        self._token = CancelToken()  # cancels compilers at the end
        self._game: Game | None = None
        self._opponent: AnyOpponent | None = None
        self._position: Position | None = None
        self._played: tuple[str | None, list[str]] = (None, [])
        self._worker: threading.Thread | None = None
        self._task: Task | None = None
        self._timer: threading.Timer | None = None
        self._halted = threading.Event()
        self._writing = threading.Lock()

    def say(self, text: str) -> None:
        """Write a line to the other program."""
        with self._writing:
            if self.closed:
                return
            try:
                sys.stdout.write(text + "\n")
                sys.stdout.flush()
            except (OSError, ValueError):  # the other end is closed
                self.closed = True

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self._game is None:
            self._game = load(self.name)
        return self._game

    @property
    def opponent(self) -> AnyOpponent:
        """The opponent, opened on first use; it plays while it is being compiled."""
        if self.ending:
            raise SessionEnded
        if self._opponent is None:
            self._opponent = open_opponent(self.game, self.megabytes, self.threads, self.report_info)
            if self._opponent.missing:
                self.report_info(NO_CODE + self._opponent.missing)
        return self._opponent

    def prepare(self) -> None:
        """Wait until the opponent has native code, or the session ends."""
        self.opponent.prepare()

    def end(self) -> None:
        """End the session with pending lines unanswered; may be called from another thread."""
        self.ending = True
        self._token.cancel()
        if self._opponent is not None:
            self._opponent.stop()
            self._opponent.close()

    def mute(self) -> None:
        """Suppress all further output and cancel compilation."""
        with self._writing:
            self.closed = True
        self._token.cancel()
        self._close()

    def _close(self) -> None:
        """Close the opponent and cancel its compilation."""
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
        """Start a new game: clear the transposition table."""
        self.halt()
        if self._opponent is not None:
            self._opponent.forget()

    def resize(self, megabytes: int | None = None, threads: int | None = None) -> None:
        """Set the hash size or the number of threads."""
        wanted = megabytes or self.megabytes, threads or self.threads
        self.halt()
        if wanted != (self.megabytes, self.threads):
            self._close()
            self.megabytes, self.threads = wanted

    def set_up(self, fen: str | None, moves: list[str]) -> None:
        """Stop the search and set the position; if it extends the last one, only the new moves are played. An
        illegal move raises an error after the moves before it were played."""
        self.halt()
        self.set_position(fen, moves)

    def set_position(self, fen: str | None, moves: list[str]) -> None:
        """Set the position without stopping the search, for use by the search thread."""
        before, played = self._played
        if self._position is None or before != fen or moves[: len(played)] != played:
            self._position = self.game.start() if fen is None else self.game.position(fen)
            played = []
        self._played = (fen, list(played))
        if len(moves) > len(played) + SOME:
            self.prepare()  # positions then use native code
        for text in moves[len(played) :]:
            self._position = self.position.play(text)
            self._played[1].append(text)

    def begin(self, task: Task, tell: Callable[[Line], None], done: Done) -> None:
        """Search in a worker thread; `done` receives the final lines and returns whether to search the next
        move as well."""
        self.halt()
        opponent, _ = self.opponent, self.position
        opponent.ready()

        def think() -> None:
            found: list[Line] = []
            try:
                found = self._search(opponent, task, tell)
            finally:
                if task.waits:
                    task.free.wait()
                while done(found) and not self._halted.is_set():
                    found = self._search(opponent, task, tell)

        self._work(think, task)

    def _search(self, opponent: AnyOpponent, task: Task, tell: Callable[[Line], None]) -> list[Line]:
        return levels.play(
            opponent, self.position, task.budget, self.level, lines=task.lines, only=task.only, tell=tell
        )

    def _perft_engine(self) -> Engine:
        """The engine for perft: native counting code, or the opponent's engine."""
        if self.opponent.missing:
            return self.opponent.engine
        if self.opponent.doing:
            self.report_info(f"{self.opponent.doing}; counting waits for it")
        try:
            with cancel.under(self._token):
                return backend_choice.counting(self.game.model)
        except NativeError:  # e.g. failed verification
            return self.opponent.engine
        except Cancelled:
            raise SessionEnded from None

    def count(self, depth: int, tell: Callable[[str, int], None], done: Callable[[int], None]) -> None:
        """Perft by root move (divide) in a worker thread."""
        self.halt()
        engine, position = self._perft_engine(), self.position
        nodes = SLOW_NODES_PER_CHECK if self.opponent.missing else NODES_PER_CHECK

        def below(here: Position, left: int) -> int:
            if left < 2 or len(here.moves) ** left <= nodes:
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
        def run() -> None:
            try:
                work()
            except LaskerError as error:
                self.report_error(error.message)

        self._halted.clear()
        self._task = task
        self._worker = threading.Thread(target=run, daemon=True)
        self._worker.start()

    @property
    def busy(self) -> bool:
        """Is a search running or waiting?"""
        return self._worker is not None and self._worker.is_alive()

    def ponder_hit(self) -> None:
        """Ponder hit: from now on the clock runs."""
        task = self._task
        if task is None or not task.waits:
            return
        if task.after > 0 and self.busy and self._timer is None:
            self._timer = threading.Timer(task.after, self.opponent.stop)
            self._timer.daemon = True
            self._timer.start()
        task.free.set()

    def wait(self) -> None:
        """Wait for a search that ends by itself, if one is running."""
        if self._worker is not None and self._task is not None and not self._task.waits:
            self._worker.join()

    def halt(self) -> None:
        """Stop the search and wait until its answer is written."""
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
