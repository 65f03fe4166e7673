"""How the game of a match ends: by the rules, by what the players think of it, by length, by a fault."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lasker.kernel.errors import NotationError
from lasker.match.players import Answer
from lasker.model.position import Outcome
from lasker.play.game import Position

# How PGN calls the manner of an end.
NORMAL, RULED, TIME, FAULT = "normal", "adjudication", "time forfeit", "rules infraction"


@dataclass(frozen=True)
class End:
    """What every player gets, why, and in which manner the game ended."""

    payoffs: tuple[Fraction, ...]
    reason: str
    manner: str = NORMAL


@dataclass(frozen=True)
class Adjudication:
    """When a game is broken off: who judges himself lost so often resigns, who both see nothing draw.

    A player resigns who thinks `resign_moves` times in a row that he is `resign_score` hundredths behind; a
    game is drawn when for the last `draw_moves` moves of each player nobody thinks that there are more than
    `draw_score` hundredths in it, not before move `draw_from`.
    """

    resign_moves: int = 0
    resign_score: int = 0
    draw_from: int = 0
    draw_moves: int = 0
    draw_score: int = 0
    plies: int = 1000

    def ruling(self, players: int, told: list[tuple[int, Answer]]) -> End | None:
        """How a game ends after what the players have told, each answer with the seat it came from."""
        if not told:
            return None
        seat = told[-1][0]
        mine = [answer.points for who, answer in told if who == seat][-self.resign_moves :]
        if len(mine) == self.resign_moves > 0 and all(
            p is not None and p <= -self.resign_score for p in mine
        ):
            return End(lost(players, seat), "resignation by score", RULED)
        number = self.draw_moves * players
        last = [answer.points for _, answer in told[-number:]] if self.draw_moves else []
        settled = len(last) == number and all(p is not None and abs(p) <= self.draw_score for p in last)
        if self.draw_moves and settled and len(told) >= self.draw_from * players:
            return End(drawn(players), "nobody sees an advantage", RULED)
        if len(told) >= self.plies:
            return End(drawn(players), f"{self.plies} plies", RULED)
        return None


def resign_rule(text: str) -> tuple[int, int]:
    """How often and by how much, as people write it.

    >>> resign_rule("3:900")
    (3, 900)
    """
    moves, score = _numbers(text, 2, "MOVES:SCORE, for example 3:900")
    return moves, score


def draw_rule(text: str) -> tuple[int, int, int]:
    """From which move on, how often, within how much.

    >>> draw_rule("40:8:10")
    (40, 8, 10)
    """
    first, moves, score = _numbers(text, 3, "FROM:MOVES:SCORE, for example 40:8:10")
    return first, moves, score


def _numbers(text: str, size: int, shape: str) -> tuple[int, ...]:
    parts = text.split(":")
    if len(parts) != size or not all(part.isdecimal() and len(part) < 7 for part in parts):
        raise NotationError(f"{text[:40]!r} is no rule to break games off by", remedy=shape)
    return tuple(map(int, parts))


def by_the_rules(position: Position) -> End | None:
    """How the rules end a game here, every claim being made as soon as it can be."""
    outcome: Outcome | None = position.outcome or next(iter(position.claims), None)
    if outcome is not None:
        return End(outcome.payoffs, outcome.reason)
    if not position.moves:
        return End(drawn(len(position.game.players)), "nobody can move, and no rule says who has won")
    return None


def lost(players: int, seat: int) -> tuple[Fraction, ...]:
    """What everybody gets when one has lost.

    >>> [str(each) for each in lost(3, 1)]
    ['1/2', '0', '1/2']
    """
    return tuple(Fraction(0) if each == seat else Fraction(1, max(1, players - 1)) for each in range(players))


def drawn(players: int) -> tuple[Fraction, ...]:
    """What everybody gets when nobody has won."""
    return (Fraction(1, players),) * players
