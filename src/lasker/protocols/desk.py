"""What every engine protocol works at: a game, a position, an opponent, and one search at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from lasker.analysis.opponent import levels
from lasker.analysis.opponent.thinking import Budget, Opponent
from lasker.analysis.opponent.thought import Line
from lasker.kernel.errors import LaskerError
from lasker.play import library
from lasker.play.game import Game, Position, load


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


class Desk:
    """A game and a position, and at most one search that runs while lines are read."""

    def __init__(self, game: str) -> None:
        self.name = game
        self.level, self.megabytes = levels.FULL, 16
        self._game: Game | None = None
        self._opponent: Opponent | None = None
        self._position: Position | None = None
        self._played: tuple[str | None, list[str]] = (None, [])
        self._worker: threading.Thread | None = None
        self._task: Task | None = None
        self._writing = threading.Lock()

    def say(self, text: str) -> None:
        """Tell the other program a line."""
        with self._writing:
            sys.stdout.write(text + "\n")
            sys.stdout.flush()

    @property
    def game(self) -> Game:
        """The game that is played."""
        if self._game is None:
            self._game = load(self.name)
        return self._game

    @property
    def opponent(self) -> Opponent:
        """The opponent, made when it is first needed."""
        if self._opponent is None:
            self._opponent = Opponent(self.game, self.megabytes)
        return self._opponent

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

    def resize(self, megabytes: int) -> None:
        """Give the opponent another amount of memory."""
        self.halt()
        if megabytes != self.megabytes:
            self.megabytes, self._opponent = megabytes, None

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

    def begin(self, task: Task, tell: Callable[[Line], None], done: Callable[[list[Line]], None]) -> None:
        """Think beside the reading of lines; `done` gets the lines when there is an answer to give."""
        self.halt()
        opponent, position, level = self.opponent, self.position, self.level

        def work() -> None:
            try:
                found = levels.play(
                    opponent, position, task.budget, level, lines=task.lines, only=task.only, tell=tell
                )
                if task.waits:
                    task.free.wait()
            except LaskerError as error:
                self.say(f"info string error: {error.message}")
                found = []
            done(found)

        self._task = task
        opponent.ready()
        self._worker = threading.Thread(target=work, daemon=True)
        self._worker.start()

    def go_on(self) -> None:
        """Waiting has ended: from now on the time counts."""
        task = self._task
        if task is None or not task.waits:
            return
        if task.after > 0 and self._worker is not None and self._worker.is_alive():
            timer = threading.Timer(task.after, self.opponent.stop)
            timer.daemon = True
            timer.start()
        task.free.set()

    def halt_when_done(self) -> None:
        """Wait for an answer that will come by itself."""
        if self._worker is not None and self._task is not None and not self._task.waits:
            self._worker.join()

    def halt(self) -> None:
        """Stop thinking, and wait until the answer has been given."""
        worker, task = self._worker, self._task
        if worker is None or task is None:
            return
        while worker.is_alive():
            if self._opponent is not None:
                self._opponent.stop()
            task.free.set()
            worker.join(0.05)
        self._worker = self._task = None
