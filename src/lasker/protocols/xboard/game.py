"""The state of a CECP game: moves played, the engine's side, clocks, analysis, pondering off."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lasker.engine.opponent import DEEPEST, Budget
from lasker.engine.root_search import Line
from lasker.kernel.errors import NotationError
from lasker.play.game import Position
from lasker.play.record import result_of
from lasker.protocols.session import Clock, Session, Task
from lasker.protocols.xboard.moves import read, written

OVERHEAD = 0.05  # seconds of communication overhead
HINT_SECONDS = 0.3  # seconds to search for a hint


class EngineGame:
    """A game against the engine, or one that the engine only follows (force mode)."""

    def __init__(self, session: Session, tell: Callable[[Line], None]) -> None:
        self.session, self._tell = session, tell
        self.side: int | None = 1  # the engine's side; None in force mode
        self.clock, self.period, self.seconds, self.depth = Clock(300.0), 0, 0.0, DEEPEST
        self.analyzes = self.paused = False
        self.score = 0  # of the engine's last move, for the engine
        self._start: str | None = None
        self._moves: list[str] = []
        self._expected = ""
        self._request, self._turn = 0, threading.RLock()
        self._thinks, self._later = False, list[str]()

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self.session.position

    @property
    def player(self) -> int:
        """The player to move."""
        return max(0, self.position.node.state.player)

    def restart(self, start: str | None = None) -> None:
        """Set a position, or the start."""
        self.cancel()
        self.session.set_up(start, [])
        self._start, self._moves, self._expected, self.score = start, [], "", 0
        self._restart_analysis()

    def play_side(self, side: int | None) -> None:
        """Set the engine's side; None for force mode."""
        self.cancel()
        self.side, self.analyzes = side, False

    def go(self) -> None:
        """Play for the side to move."""
        self.play_side(self.player)
        if not self._over():
            self.think()

    def play(self, text: str) -> None:
        """Play the user's move, and start the engine's answer if it is to move."""
        self.cancel()
        move = read(self.position, text)
        self.session.set_up(self._start, [*self._moves, move])
        self._moves.append(move)
        self._expected = ""
        if not self._over():
            self._restart_analysis()
            if self.side == self.player:
                self.think()

    def take_back(self, plies: int) -> None:
        """Take moves back."""
        self.cancel()
        if plies > len(self._moves):
            raise NotationError("there is nothing to take back")
        del self._moves[-plies:]
        self._expected = ""
        self.session.set_up(self._start, self._moves)
        self._restart_analysis()

    def analyze(self, on: bool) -> None:
        """Start or end analysis."""
        self.play_side(None)
        self.analyzes = on
        self._restart_analysis()

    def pause(self) -> None:
        """Stop the search until `resume`."""
        self.paused = True
        self.cancel()

    def resume(self) -> None:
        """Restart the interrupted search."""
        self.paused = False
        self._restart_analysis()
        if self.side == self.player and self.position.outcome is None:
            self.think()

    def hint(self) -> str:
        """A suggested move for the side to move; empty where there is none."""
        if not self._expected and not self.session.busy and self.position.outcome is None:
            self.session.opponent.ready()
            lines = self.session.opponent.think(self.position, Budget(seconds=HINT_SECONDS))
            self._expected = lines[0].moves[0] if lines else ""
        return written(self.position, self._expected) if self._expected and not self.session.busy else ""

    def cancel(self) -> None:
        """Stop the search and discard its move."""
        with self._turn:
            self._request += 1
        self.session.halt()
        self._flush()

    def after_the_move(self, text: str) -> None:
        """Write a line after the move that is being searched."""
        with self._turn:
            self._later.append(text)
            if not self._thinks:
                self._flush()

    def _flush(self) -> None:
        with self._turn:
            self._thinks = False
            while self._later:
                self.session.say(self._later.pop(0))

    def think(self) -> None:
        """Search for the engine's move and play it."""
        if self.paused or self.analyzes:
            return
        request = self._request
        moves = self.period - len(self._moves) // 2 % self.period if self.period else 0
        clock = Clock(self.clock.left, self.clock.each, moves)
        budget = Budget(seconds=self.seconds or clock.share(OVERHEAD), depth=self.depth)

        def done(lines: list[Line]) -> bool:
            with self._turn:
                again = request == self._request and bool(lines) and self._answer(lines[0])
                if not again:
                    self._flush()
                return again

        self._thinks = True
        self.session.begin(Task(budget), self._tell, done)

    def _answer(self, line: Line) -> bool:
        """Play a move; returns whether the engine is to move again, as in games with multi-move turns."""
        move, before = line.moves[0], self.position
        self._moves.append(move)
        self.session.set_position(self._start, self._moves)
        self.score, self._expected = line.score, "".join(line.moves[1:2])
        self.session.say(f"move {written(before, move)}")
        return not self._over() and self.side == self.player

    def _restart_analysis(self) -> None:
        """Restart analysis of the current position, if it is on."""
        if self.analyzes and not self.paused and self.position.outcome is None:
            self.session.begin(Task(Budget(), waits=True), self._tell, lambda lines: None)

    def _over(self) -> bool:
        outcome = self.position.outcome
        if outcome is not None:
            self.session.say(f"{result_of(outcome)} {{{outcome.reason}}}")
        return outcome is not None
