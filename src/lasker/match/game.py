"""One game of a match: the arbiter asks players in turn and decides legality, endings, claims and time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import field
from random import Random

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import EngineError, LaskerError
from lasker.match.adjudication import FAULT, NORMAL, TIME, Adjudication, End, ending_by_rules, lost
from lasker.match.clock import Allowance, Clock, Limit
from lasker.match.players import Answer, OutOfTime, Player
from lasker.play.game import Position

MARGIN = 0.5  # seconds of tolerance for the overhead of communication
LONGEST_TEXT = 60  # characters of an illegal move that are reported


@dataclass(frozen=True)
class Side:
    """A player with its time limit."""

    player: Player
    limit: Limit


@dataclass
class PlyRecord:
    """A ply of a game: move, seat, the player's answer, time used, and time left on the clock.

    Chance moves and opening moves have no answer."""

    move: str
    seat: int = -1
    answer: Answer | None = None
    seconds: float = 0.0
    left: float | None = None


@dataclass
class PlayedGame:
    """A finished game: its plies, last position and end."""

    position: Position
    end: End
    plies: list[PlyRecord] = field(default_factory=list)


@dataclass(frozen=True)
class GameArbiter:
    """Plays games under an adjudication rule and a time tolerance.

    >>> from lasker.match.players import RandomPlayer
    >>> from lasker.play.game import load
    >>> seats = [Side(RandomPlayer(), Limit()), Side(RandomPlayer(), Limit())]
    >>> game = GameArbiter().play(load("tictactoe").start(), (), seats, seed=1)
    >>> game.end.reason, len(game.plies)
    ('three in a line', 5)
    """

    adjudication: Adjudication = field(default_factory=Adjudication)
    margin: float = MARGIN
    patience: float = 120.0
    stopped: Callable[[], bool] = field(default=lambda: False, repr=False)

    def play(self, start: Position, opening: Sequence[str], seats: Sequence[Side], seed: int) -> PlayedGame:
        """A whole game; a player without a legal move in time forfeits it."""
        chance, position, played = Random(seed), start, list[PlyRecord]()
        for text in opening:
            position = position.play(text)
            played.append(PlyRecord(text))
        clocks, said = [Clock(seat.limit) for seat in seats], list[tuple[int, Answer]]()
        for number, seat in enumerate(seats):
            try:
                seat.player.begin(start, seed * len(seats) + number)
            except EngineError as error:
                return PlayedGame(position, self._fault(position, number, error), played)
        while True:
            while (after := position.roll(chance)) is not position:
                position = after
                played.append(PlyRecord(str(after.last)))
            end = ending_by_rules(position) or self.adjudication.decide(len(seats), said)
            if end is not None or self.stopped():
                return PlayedGame(position, end or self._stopped(position), played)
            turn = position.game.players.index(position.turn)
            began = time.monotonic()
            try:
                answer = seats[turn].player.answer(position, self._allowance(seats, clocks, turn))
                if answer.move is None:
                    return PlayedGame(position, End(lost(len(seats), turn), "resignation"), played)
                took = time.monotonic() - began
                after = self._after(position, answer.move)
            except EngineError as error:
                return PlayedGame(position, self._fault(position, turn, error), played)
            if took > self._allowance(seats, clocks, turn).seconds:
                return PlayedGame(position, self._late(position, turn), played)
            clocks[turn].charge(took)
            left = None if seats[turn].limit.base is None else max(0.0, clocks[turn].left)
            played.append(PlyRecord(str(after.last or answer.move), turn, answer, took, left))
            said.append((turn, answer))
            position = after

    def _allowance(self, seats: Sequence[Side], clocks: Sequence[Clock], turn: int) -> Allowance:
        limit = seats[turn].limit
        mine = clocks[turn].left  # also shown for players without a clock
        shown = (
            mine if seat.limit.base is None else clock.left for seat, clock in zip(seats, clocks, strict=True)
        )
        left = () if limit.base is None else tuple(max(0.0, each) for each in shown)
        return Allowance(limit, left, turn, clocks[turn].togo, self.margin, self.patience)

    @staticmethod
    def _after(position: Position, text: str) -> Position:
        try:
            return position.play(text)
        except LaskerError:
            raise EngineError(f"{text[:LONGEST_TEXT]!r} is not a legal move") from None

    @staticmethod
    def _fault(position: Position, seat: int, error: EngineError) -> End:
        late = isinstance(error, OutOfTime)
        players = position.game.players
        return End(lost(len(players), seat), f"{players[seat]}: {error.message}", TIME if late else FAULT)

    @staticmethod
    def _late(position: Position, seat: int) -> End:
        players = position.game.players
        return End(lost(len(players), seat), f"{players[seat]}: out of time", TIME)

    @staticmethod
    def _stopped(position: Position) -> End:
        return End((), "the match was stopped", NORMAL)
