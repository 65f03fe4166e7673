"""An external program behind the interface of our own opponents."""

from __future__ import annotations

import math
import time
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path

from lasker.engine.native_search import WON
from lasker.engine.opponent import DEEPEST, Budget
from lasker.engine.root_search import Line, OnLine
from lasker.kernel.errors import EngineError, IllegalMove, NameProblem, NotationError
from lasker.match.clock import Allowance, Limit
from lasker.match.players import Answer
from lasker.notation.san_reader import shown
from lasker.play.game import Game, Position
from lasker.protocols.clients.cecp import CecpPlayer
from lasker.protocols.clients.uci import UciPlayer

PROTOCOLS = ("uci", "cecp")
MARGIN = 5.0  # seconds beyond the time given after which the program counts as silent


class ExternalOpponent:
    """A UCI or CECP program that searches; it gives one line, whose score it reports itself."""

    def __init__(
        self,
        command: Sequence[str],
        game: Game,
        protocol: str,
        variant: str | None,
        options: Mapping[str, str],
    ) -> None:
        if protocol not in PROTOCOLS:
            raise NameProblem(f"no protocol is called {protocol}", remedy=f"there are {', '.join(PROTOCOLS)}")
        if not command:
            raise EngineError("no program is named", remedy="give its command: stockfish")
        self._new, self._keeps_board = True, protocol == "cecp"
        player = UciPlayer if protocol == "uci" else CecpPlayer
        self._player = player(command, game, options, variant, Path(command[0]).name)

    def close(self) -> None:
        """End the program."""
        self._player.close()

    def ready(self) -> None:
        """Start the program again if it was stopped."""
        self._player.ready()

    def stop(self) -> None:
        """End the program, which need not obey: the next search starts it again."""
        self._player.halt()
        self._new = True

    def forget(self) -> None:
        """A new game begins with the next search."""
        self._new = True

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        lines: int = 1,
        only: Collection[str] = (),
        tell: OnLine | None = None,
    ) -> list[Line]:
        """The program's best move as a line."""
        if lines > 1 or only:
            raise EngineError(
                f"{self._player.name} is an external program: it gives one line and looks at all moves",
                remedy="ask for lines=1, without moves, and at level 10",
            )
        if self._new or self._keeps_board:  # it would go on from the position after its own last move
            *_, start = position.past()
            self._player.begin(start, seed=0)
            self._new = False
        began = time.monotonic()
        answer = self._player.answer(position, Allowance(_limit(budget), margin=MARGIN))
        if answer.move is None:
            return []
        line = _line(answer, self._legal(position, answer.move), time.monotonic() - began)
        if tell is not None:
            tell(line)
        return [line]

    def _legal(self, position: Position, text: str) -> str:
        """The move of the program as the game writes it; EngineError if the rules do not allow it."""
        try:
            return str(position.read(text))
        except (IllegalMove, NotationError) as error:
            raise EngineError(
                f"{self._player.name} wants to play {shown(text)}, which is no move here: {error.message}",
                remedy=f"see that it plays by the rules of {position.game.title}: options, variant",
            ) from None


def _limit(budget: Budget) -> Limit:
    whole = Budget()
    return Limit(
        seconds=budget.seconds if budget.seconds < math.inf else None,
        nodes=budget.nodes if budget.nodes != whole.nodes else None,
        depth=budget.depth if budget.depth != DEEPEST else None,
    )


def _line(answer: Answer, move: str, seconds: float) -> Line:
    """An answer as a line.

    >>> _line(Answer("e2e4", mate=-2), "e2e4", 0.5).mate
    -2
    """
    plies = None
    score = answer.score or 0
    if answer.mate is not None:
        plies = 2 * answer.mate - 1 if answer.mate > 0 else -2 * answer.mate
        score = WON - plies if answer.mate > 0 else plies - WON
    depth = answer.depth or 0
    return Line((move,), score, plies, depth, depth, answer.nodes or 0, seconds)
