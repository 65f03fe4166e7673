"""The engine's seat at XBoard's board: what has been played, whom the engine plays, and when it thinks."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lasker.engine.lines import Line
from lasker.engine.opponent import DEEPEST, Budget
from lasker.kernel.errors import NotationError
from lasker.play.game import Position
from lasker.play.record import result_of
from lasker.protocols.session import Clock, Session, Task
from lasker.protocols.xboard.moves import read, written

OVERHEAD = 0.05  # seconds that the talk itself takes
GLANCE = 0.3  # seconds to think about a hint


class EngineGame:
    """A game between the engine and somebody else, or one that the engine only watches."""

    def __init__(self, desk: Session, tell: Callable[[Line], None]) -> None:
        self.desk, self._tell = desk, tell
        self.side: int | None = 1  # whom the engine plays; None if nobody
        self.clock, self.session, self.seconds, self.depth = Clock(300.0), 0, 0.0, DEEPEST
        self.analyzes = self.paused = False
        self.score = 0  # of the engine's last move, for the engine
        self._start: str | None = None
        self._moves: list[str] = []
        self._expected = ""
        self._asked, self._turn = 0, threading.RLock()
        self._thinks, self._later = False, list[str]()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.desk.position

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return max(0, self.position.node.state.player)

    def restart(self, start: str | None = None) -> None:
        """Put a position on the board, or the one in which games begin."""
        self.cancel()
        self.desk.set_up(start, [])
        self._start, self._moves, self._expected, self.score = start, [], "", 0
        self._look_again()

    def sit(self, side: int | None) -> None:
        """Play for somebody, or for nobody."""
        self.cancel()
        self.side, self.analyzes = side, False

    def go(self) -> None:
        """Play for whoever is to move."""
        self.sit(self.player)
        if not self._over():
            self.think()

    def play(self, text: str) -> None:
        """The other one's move, and perhaps the answer to it."""
        self.cancel()
        move = read(self.position, text)
        self.desk.set_up(self._start, [*self._moves, move])
        self._moves.append(move)
        self._expected = ""
        if not self._over():
            self._look_again()
            if self.side == self.player:
                self.think()

    def take_back(self, plies: int) -> None:
        """Take moves back."""
        self.cancel()
        if plies > len(self._moves):
            raise NotationError("there is nothing to take back")
        del self._moves[-plies:]
        self._expected = ""
        self.desk.set_up(self._start, self._moves)
        self._look_again()

    def analyze(self, on: bool) -> None:
        """Begin or end to think about whatever is on the board."""
        self.sit(None)
        self.analyzes = on
        self._look_again()

    def pause(self) -> None:
        """Do not think until it is said to go on."""
        self.paused = True
        self.cancel()

    def resume(self) -> None:
        """Go on with what was interrupted."""
        self.paused = False
        self._look_again()
        if self.side == self.player and self.position.outcome is None:
            self.think()

    def hint(self) -> str:
        """A move for whoever is to move; nothing where there is none."""
        if not self._expected and not self.desk.busy and self.position.outcome is None:
            self.desk.opponent.ready()
            lines = self.desk.opponent.think(self.position, Budget(seconds=GLANCE))
            self._expected = lines[0].moves[0] if lines else ""
        return written(self.position, self._expected) if self._expected and not self.desk.busy else ""

    def cancel(self) -> None:
        """Whatever is being thought about is not played any more."""
        with self._turn:
            self._asked += 1
        self.desk.halt()
        self._rest()

    def after_the_move(self, text: str) -> None:
        """Say something, but not before the move that is being thought about."""
        with self._turn:
            self._later.append(text)
            if not self._thinks:
                self._rest()

    def _rest(self) -> None:
        with self._turn:
            self._thinks = False
            while self._later:
                self.desk.say(self._later.pop(0))

    def think(self) -> None:
        """Think about the engine's move, and play it."""
        if self.paused or self.analyzes:
            return
        asked = self._asked
        moves = self.session - len(self._moves) // 2 % self.session if self.session else 0
        clock = Clock(self.clock.left, self.clock.each, moves)
        budget = Budget(seconds=self.seconds or clock.share(OVERHEAD), depth=self.depth)

        def done(lines: list[Line]) -> bool:
            with self._turn:
                again = asked == self._asked and bool(lines) and self._answer(lines[0])
                if not again:
                    self._rest()
                return again

        self._thinks = True
        self.desk.begin(Task(budget), self._tell, done)

    def _answer(self, line: Line) -> bool:
        """Play a move; is the next one also the engine's, as in games with turns of several moves?"""
        move, before = line.moves[0], self.position
        self._moves.append(move)
        self.desk.go_to(self._start, self._moves)
        self.score, self._expected = line.score, "".join(line.moves[1:2])
        self.desk.say(f"move {written(before, move)}")
        return not self._over() and self.side == self.player

    def _look_again(self) -> None:
        """Think about what is on the board now, if that is what is wanted."""
        if self.analyzes and not self.paused and self.position.outcome is None:
            self.desk.begin(Task(Budget(), waits=True), self._tell, lambda lines: None)

    def _over(self) -> bool:
        outcome = self.position.outcome
        if outcome is not None:
            self.desk.say(f"{result_of(outcome)} {{{outcome.reason}}}")
        return outcome is not None
