"""Endings of match games: by the rules, by score adjudication, by length, by time or an illegal move."""

from __future__ import annotations

from fractions import Fraction

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NotationError
from lasker.match.players import Answer
from lasker.model.position import Outcome
from lasker.play.game import Position

# Values of PGN's Termination tag.
NORMAL, RULED, TIME, FAULT = "normal", "adjudication", "time forfeit", "rules infraction"


@dataclass(frozen=True)
class End:
    """The payoff of every player, the reason, and PGN's termination."""

    payoffs: tuple[Fraction, ...]
    reason: str
    manner: str = NORMAL


@dataclass(frozen=True)
class Adjudication:
    """Adjudication by the players' scores: resignation, draw, and maximum length.

    A player resigns after reporting a score of at most -`resign_score` hundredths for `resign_moves` moves in
    a row. From move `draw_from` on a game is drawn when each of the last `draw_moves` scores of every player
    is within `draw_score` hundredths of 0. A game of `plies` plies is drawn.
    """

    resign_moves: int = 0
    resign_score: int = 0
    draw_from: int = 0
    draw_moves: int = 0
    draw_score: int = 0
    plies: int = 1000

    def decide(self, players: int, answers: list[tuple[int, Answer]]) -> End | None:
        """The adjudicated end after the answers so far, each with its seat; None if the game goes on."""
        if not answers:
            return None
        seat = answers[-1][0]
        mine = [answer.points for owner, answer in answers if owner == seat][-self.resign_moves :]
        if len(mine) == self.resign_moves > 0 and all(
            p is not None and p <= -self.resign_score for p in mine
        ):
            return End(lost(players, seat), "resignation by score", RULED)
        number = self.draw_moves * players
        last = [answer.points for _, answer in answers[-number:]] if self.draw_moves else []
        settled = len(last) == number and all(p is not None and abs(p) <= self.draw_score for p in last)
        if self.draw_moves and settled and len(answers) >= self.draw_from * players:
            return End(drawn(players), "nobody sees an advantage", RULED)
        if len(answers) >= self.plies:
            return End(drawn(players), f"{self.plies} plies", RULED)
        return None


def resign_rule(text: str) -> tuple[int, int]:
    """Moves and score of a resignation rule.

    >>> resign_rule("3:900")
    (3, 900)
    """
    moves, score = _numbers(text, 2, "MOVES:SCORE, for example 3:900")
    return moves, score


def draw_rule(text: str) -> tuple[int, int, int]:
    """First move, moves and score of a draw rule.

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


def ending_by_rules(position: Position) -> End | None:
    """The end of the game by the rules, if any; draws that can be claimed are claimed at once."""
    outcome: Outcome | None = position.outcome or next(iter(position.claims), None)
    if outcome is not None:
        return End(outcome.payoffs, outcome.reason)
    if not position.moves:
        return End(drawn(len(position.game.players)), "nobody can move, and no rule says who has won")
    return None


def lost(players: int, seat: int) -> tuple[Fraction, ...]:
    """The payoffs when one player has lost.

    >>> [str(each) for each in lost(3, 1)]
    ['1/2', '0', '1/2']
    """
    return tuple(Fraction(0) if each == seat else Fraction(1, max(1, players - 1)) for each in range(players))


def drawn(players: int) -> tuple[Fraction, ...]:
    """The payoffs of a draw."""
    return (Fraction(1, players),) * players
