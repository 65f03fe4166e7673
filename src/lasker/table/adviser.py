"""Engine analysis of a position for user interfaces: suggested move, line and score, cancellable."""

from __future__ import annotations

import threading
from collections.abc import Callable

from lasker.engine import levels
from lasker.engine.opponent import Budget
from lasker.engine.opponent_pool import AnyOpponent
from lasker.engine.root_search import Line
from lasker.engine.tree_search import ODDS
from lasker.kernel.cancel import Cancelled, CancelToken
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.play.game import Position
from lasker.table.opponent_queue import WaitReport, turn

MOST_SECONDS = 30.0  # upper bound of the search time
SHOWN = 6  # moves of a line that are shown
MOST_LINES = 5


@dataclass(frozen=True)
class Opinion:
    """The engine's analysis of a position: best move, line, score and depth.

    >>> Opinion("white", "e2e4", ("e4", "e5"), 35, None, 9, 12_000).score_text
    '+0.35'
    >>> Opinion("black", "h4f2", ("Qxf2#",), 29_999, 1, 3, 40).score_text
    'wins in 1'
    """

    player: str  # the player to move; the score is this player's
    move: str
    line: tuple[str, ...]
    score: int  # points, about a hundred for the least piece
    mate: int | None
    depth: int
    nodes: int
    claims: str | None = None  # the outcome to claim instead of moving
    moves: tuple[str, ...] = ()  # the line in coordinates
    rank: int = 1  # among several lines

    @property
    def chance(self) -> float:
        """The winning probability of the score, from 0 to 1."""
        return 1 / (1 + 10 ** (-self.score / ODDS)) if abs(self.score) < 40 * ODDS else float(self.score > 0)

    @property
    def score_text(self) -> str:
        """The score as text: `+0.35`, `wins in 3`."""
        if self.mate is None:
            return f"{self.score / 100:+.2f}"
        return f"wins in {self.mate}" if self.mate > 0 else f"loses in {-self.mate}"


class Question:
    """A request to analyse one position, which can be cancelled while it runs.

    >>> from lasker.play.game import load
    >>> opinion = Question(load("tictactoe").position("XX1/OO1/3 x 3"), seconds=1).answer()
    >>> opinion.move, opinion.score_text
    ('c3', 'wins in 1')
    """

    def __init__(
        self,
        position: Position,
        level: int = levels.FULL,
        seconds: float = 1.0,
        lines: int = 1,
        shown: int = SHOWN,
    ) -> None:
        levels.check(level)
        if not 1 <= lines <= MOST_LINES:
            raise LimitError(f"{lines} lines of analysis", remedy=f"ask for 1 to {MOST_LINES}")
        if not 0 < seconds <= MOST_SECONDS:
            raise LimitError(f"{seconds:g} seconds to think", remedy=f"give up to {MOST_SECONDS:g} seconds")
        self.position, self.level, self.seconds = position, level, seconds
        self.lines, self.shown = lines, shown
        self._token = CancelToken()
        self._opponent: AnyOpponent | None = None  # while it is searching
        self._changing = threading.Lock()

    def answer(
        self, tell: Callable[[Opinion], None] | None = None, waits: WaitReport = lambda what: None
    ) -> Opinion | None:
        """Search, with intermediate results to `tell`; None if no player has a move or it was cancelled.

        Of several lines each is told, with its rank. Requests about one game are queued, also while its
        opponent is being compiled; `waits` receives a description of what is being waited for.
        """
        position, model = self.position, self.position.game.model
        by_chance = position.turn not in position.game.players
        if self._token.cancelled() or position.outcome is not None or by_chance or not position.moves:
            return None
        try:
            with turn(model, self._token, waits) as opponent:
                lines = self._search(opponent, tell, waits)
        except Cancelled:
            return None
        return None if self._token.cancelled() or not lines else self._opinion(lines[0])

    def _search(
        self, opponent: AnyOpponent, tell: Callable[[Opinion], None] | None, waits: WaitReport
    ) -> list[Line]:
        with self._changing:
            if self._token.cancelled():
                return []
            opponent.ready()
            self._opponent = opponent
        opponent.listen(waits)
        try:
            return levels.play(
                opponent,
                self.position,
                Budget(seconds=self.seconds),
                self.level,
                lines=self.lines,
                tell=tell and (lambda line: tell(self._opinion(line)) if line.rank <= self.lines else None),
            )
        finally:
            opponent.listen(None)
            with self._changing:
                self._opponent = None

    @property
    def doing(self) -> str:
        """A description of what is being compiled; empty when all is done."""
        opponent = self._opponent
        return opponent.doing if opponent is not None else ""

    def drop(self) -> None:
        """Cancel the request; may be called from another thread."""
        self._token.cancel()
        with self._changing:
            if self._opponent is not None:
                self._opponent.stop()

    def _opinion(self, line: Line) -> Opinion:
        position = self.position
        opinion = Opinion(
            position.turn,
            line.moves[0],
            tuple(written(position, line.moves[: self.shown])),
            line.score,
            line.mate,
            line.depth,
            line.nodes,
            moves=line.moves[: self.shown],
            rank=line.rank,
        )
        mine = position.game.players.index(position.turn)
        for claim in position.claims:
            if float(claim.payoffs[mine]) >= opinion.chance:
                return Opinion(**{**vars(opinion), "claims": claim.reason})
        return opinion


def written(position: Position, moves: tuple[str, ...]) -> list[str]:
    """A line of moves in standard algebraic notation."""
    texts = []
    for move in moves:
        texts.append(position.san(move))
        position = position.play(move)
    return texts
