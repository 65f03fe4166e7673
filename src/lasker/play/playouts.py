"""Random games for people: how they end, how long they are, what they are worth to whom."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

from lasker import backends
from lasker.backends import Engine
from lasker.model.position import Node
from lasker.play.engines import PlayoutWork, choose
from lasker.runtime.playouts import MOST_PLIES, Tally
from lasker.runtime.threads import shared

SHARE, SHARES = 64, 16  # games that a thread plays at least before it asks for more, and how often it asks


@dataclass(frozen=True)
class Playouts:
    """Random games from one position: every move equally likely, every claim made as soon as it can be.

    >>> from lasker.play.game import load
    >>> found = load("tictactoe").playouts(games=1000, seed=1, backend="python")
    >>> found.games, found.endings
    (1000, {'three in a line': 864, 'a full board': 136})
    >>> [float(payoff) for payoff in found.payoffs]
    [0.656, 0.344]
    """

    endings: dict[str, int]  # how many games ended for each reason, the most common first
    payoffs: tuple[Fraction, ...]  # what a game is worth to each player, the mean of those that ended
    lengths: tuple[int, ...]  # plies, game by game
    unfinished: int  # games that nothing had ended when they were broken off

    @property
    def games(self) -> int:
        """How many games there were."""
        return len(self.lengths)

    @property
    def plies(self) -> int:
        """How many moves were made in all."""
        return sum(self.lengths)

    @property
    def length(self) -> float:
        """How many plies a game has, in the mean."""
        return sum(self.lengths) / len(self.lengths) if self.lengths else 0.0


def playouts(
    node: Node,
    games: int = 1000,
    seed: int = 0,
    *,
    first: int = 0,
    threads: int = 1,
    plies: int = MOST_PLIES,
    backend: str | None = None,
) -> Playouts:
    """Random games with the numbers from `first` on: the same seed and number is the same game."""
    engine = (
        choose(node.game, PlayoutWork(games)) if backend is None else backends.open_engine(backend, node.game)
    )
    return told(node, tally(engine, node, range(first, first + games), seed, threads, plies))


def tally(engine: Engine, node: Node, numbers: range, seed: int, threads: int, plies: int) -> Tally:
    """How random games ended, in the order of their numbers, whichever thread played them."""
    position = backends.position(node)
    if threads == 1:
        return engine.tally(position, seed, numbers, plies)
    size = max(SHARE, len(numbers) // (SHARES * threads))
    shares = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    work = partial(engine.tally, position, seed, most=plies)
    found = dict(shared(shares, lambda share: (share.start, work(share)), threads))
    whole = Tally(Counter(), [])
    for first in sorted(found):
        whole.ended.update(found[first].ended)
        whole.lengths.extend(found[first].lengths)
    return whole


def told(node: Node, found: Tally) -> Playouts:
    """A tally in the words of the game."""
    game = node.game
    rules, states = (*game.endings, *game.adjudications), list(game.states.values())
    endings: dict[str, int] = {}
    worth = [Fraction(0)] * len(game.players)
    ended = unfinished = 0
    for (turn, number), count in found.ended.most_common():
        if number < 0:
            unfinished += count
            continue
        rule, there = rules[number], Node(game, node.configuration, states[turn])
        endings[rule.reason] = endings.get(rule.reason, 0) + count
        worth = [
            mine + count * payoff for mine, payoff in zip(worth, there.payoffs(rule.result), strict=True)
        ]
        ended += count
    payoffs = tuple(mine / ended for mine in worth) if ended else ()
    ordered = dict(sorted(endings.items(), key=lambda each: -each[1]))
    return Playouts(ordered, payoffs, tuple(found.lengths), unfinished)
