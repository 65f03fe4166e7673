"""The coach at a table: what the opponent would play and what it thinks, asked from any thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from lasker.engine import levels
from lasker.engine.lines import Line
from lasker.engine.opponent import Budget
from lasker.engine.pool import Thinks
from lasker.engine.tree_search import ODDS
from lasker.kernel.cancel import Cancelled, Token
from lasker.kernel.errors import LimitError
from lasker.play.game import Position
from lasker.table.waiting import Waits, turn

MOST_SECONDS = 30.0  # that a question may take, once it is its turn
SHOWN = 6  # moves of a line that are written down


@dataclass(frozen=True)
class Opinion:
    """What the coach thinks of a position: a move, what it expects after it, and how good that is.

    >>> Opinion("white", "e2e4", ("e4", "e5"), 35, None, 9, 12_000).score_told
    '+0.35'
    >>> Opinion("black", "h4f2", ("Qxf2#",), 29_999, 1, 3, 40).score_told
    'wins in 1'
    """

    player: str  # whose turn it is: the score is his
    move: str
    line: tuple[str, ...]
    score: int  # points, about a hundred for the least piece
    mate: int | None
    depth: int
    nodes: int
    claims: str | None = None  # what the player should claim instead of moving

    @property
    def chance(self) -> float:
        """What the player may expect by the score, from 0 to 1."""
        return 1 / (1 + 10 ** (-self.score / ODDS)) if abs(self.score) < 40 * ODDS else float(self.score > 0)

    @property
    def score_told(self) -> str:
        """The score as people write it."""
        if self.mate is None:
            return f"{self.score / 100:+.2f}"
        return f"wins in {self.mate}" if self.mate > 0 else f"loses in {-self.mate}"


class Question:
    """One position to be thought about; it can be dropped while somebody waits for the answer.

    >>> from lasker.play.game import load
    >>> opinion = Question(load("tictactoe").position("XX1/OO1/3 x 3"), seconds=1).answer()
    >>> opinion.move, opinion.score_told
    ('c3', 'wins in 1')
    """

    def __init__(self, position: Position, level: int = levels.FULL, seconds: float = 1.0) -> None:
        levels.check(level)
        if not 0 < seconds <= MOST_SECONDS:
            raise LimitError(f"{seconds:g} seconds to think", remedy=f"give up to {MOST_SECONDS:g} seconds")
        self.position, self.level, self.seconds = position, level, seconds
        self._token = Token()
        self._opponent: Thinks | None = None  # while it thinks about this
        self._changing = threading.Lock()

    def answer(
        self, tell: Callable[[Opinion], None] | None = None, waits: Waits = lambda what: None
    ) -> Opinion | None:
        """Think, and tell better and better opinions on the way; None if there is no move, or it was dropped.

        Questions about one game are answered one after the other, also while its opponent is being compiled;
        `waits` hears what is waited for.
        """
        position, model = self.position, self.position.game.model
        if self._token.cancelled() or position.outcome is not None or not position.moves:
            return None
        try:
            with turn(model, self._token, waits) as thinker:
                lines = self._thought(thinker, tell, waits)
        except Cancelled:
            return None
        return None if self._token.cancelled() or not lines else self._opinion(lines[0])

    def _thought(self, thinker: Thinks, tell: Callable[[Opinion], None] | None, waits: Waits) -> list[Line]:
        with self._changing:
            if self._token.cancelled():
                return []
            thinker.ready()
            self._opponent = thinker
        thinker.listen(waits)
        try:
            return levels.play(
                thinker,
                self.position,
                Budget(seconds=self.seconds),
                self.level,
                tell=tell and (lambda line: tell(self._opinion(line)) if line.rank == 1 else None),
            )
        finally:
            thinker.listen(None)
            with self._changing:
                self._opponent = None

    @property
    def doing(self) -> str:
        """What is being compiled while it is thought about; nothing when all is done."""
        thinker = self._opponent
        return thinker.doing if thinker is not None else ""

    def drop(self) -> None:
        """The answer is not wanted any more; from another thread."""
        self._token.cancel()
        with self._changing:
            if self._opponent is not None:
                self._opponent.stop()

    def _opinion(self, line: Line) -> Opinion:
        position = self.position
        told = Opinion(
            position.turn,
            line.moves[0],
            tuple(written(position, line.moves[:SHOWN])),
            line.score,
            line.mate,
            line.depth,
            line.nodes,
        )
        mine = position.game.players.index(position.turn)
        for claim in position.claims:
            if float(claim.payoffs[mine]) >= told.chance:
                return Opinion(**{**vars(told), "claims": claim.reason})
        return told


def written(position: Position, moves: tuple[str, ...]) -> list[str]:
    """A line of moves in the notation that players read."""
    texts = []
    for move in moves:
        texts.append(position.san(move))
        position = position.play(move)
    return texts
