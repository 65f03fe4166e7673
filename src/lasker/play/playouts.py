"""Random playouts of a position on threads or workers: endings, mean payoffs and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

from lasker import backends
from lasker.backends import Engine
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.arguments import whole_number
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.play.backend_choice import PlayoutWork, choose
from lasker.runtime.playouts import MOST_PLIES, WORD, PlayoutTally
from lasker.runtime.threads import shared

if TYPE_CHECKING:
    from lasker.workers import Workers

SHARE, SHARES = 64, 16  # least games of a job, and jobs for each thread


@dataclass(frozen=True)
class Playouts:
    """Results of random playouts: uniformly random moves, every claim made as soon as possible.

    >>> from lasker.play.game import load
    >>> found = load("tictactoe").playouts(games=1000, seed=1, backend="python")
    >>> found.games, found.endings
    (1000, {'three in a line': 864, 'a full board': 136})
    >>> [float(payoff) for payoff in found.payoffs]
    [0.656, 0.344]
    """

    endings: dict[str, int]  # number of games by reason of the end, most common first
    payoffs: tuple[Fraction, ...]  # mean payoff of each player over finished games
    lengths: tuple[int, ...]  # plies of each game
    unfinished: int  # games cut off at the maximum length

    @property
    def games(self) -> int:
        """The number of games."""
        return len(self.lengths)

    @property
    def plies(self) -> int:
        """The total number of plies."""
        return sum(self.lengths)

    @property
    def length(self) -> float:
        """The mean length in plies."""
        return sum(self.lengths) / len(self.lengths) if self.lengths else 0.0

    def _repr_html_(self) -> str:
        from lasker.play.pictures import playouts_html  # imported late: only notebooks need it

        cut = {"not finished": self.unfinished} if self.unfinished else {}
        return playouts_html({**self.endings, **cut}, self.payoffs, self.lengths)


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
    """Random playouts numbered from `first` on; seed and number determine a game."""
    games, seed = whole_number(games, "games", 0), whole_number(seed, "seed") & WORD
    threads, plies = whole_number(threads, "threads", 1), whole_number(plies, "plies", 1)
    engine = (
        choose(node.game, PlayoutWork(games)) if backend is None else backends.open_engine(backend, node.game)
    )
    return results(node, tally(engine, node, range(first, first + games), seed, threads, plies))


def tally(engine: Engine, node: Node, numbers: range, seed: int, threads: int, plies: int) -> PlayoutTally:
    """The tally of random playouts, in the order of their numbers, independent of threads."""
    position = backends.position(node)
    if threads == 1:
        return engine.tally(position, seed, numbers, plies)
    size = max(SHARE, len(numbers) // (SHARES * threads))
    shares = [numbers[at : at + size] for at in range(0, len(numbers), size)]
    work = partial(engine.tally, position, seed, most=plies)
    found = dict(shared(shares, lambda share: (share.start, work(share)), threads))
    whole = PlayoutTally(Counter(), [])
    for first in sorted(found):
        whole.ended.update(found[first].ended)
        whole.lengths.extend(found[first].lengths)
    return whole


@dataclass(frozen=True)
class PlayoutTask:
    """What workers play: the games with the numbers of a range."""

    game: Game
    position: ProgramPosition
    backend: str | None
    seed: int
    plies: int
    games: float  # in all, by which the backend is chosen

    def open(self) -> Callable[[range], PlayoutTally]:
        """The function from numbers of games to their tally."""
        work = PlayoutWork(self.games)
        engine = (
            choose(self.game, work) if self.backend is None else backends.open_engine(self.backend, self.game)
        )
        return lambda numbers: engine.tally(self.position, self.seed, numbers, self.plies)


def tally_on(
    workers: Workers,
    node: Node,
    shares: Iterable[range],
    seed: int,
    plies: int = MOST_PLIES,
    backend: str | None = None,
    games: float = 1000,
) -> PlayoutTally:
    """The tally of random playouts on workers; `shares` are the numbers of the games, some for each job."""
    task = PlayoutTask(node.game, backends.position(node), backend, seed, plies, games)
    whole = PlayoutTally(Counter(), [])
    for part in workers.map(task, shares):
        whole.ended.update(part.ended)
        whole.lengths.extend(part.lengths)
    return whole


def results(node: Node, found: PlayoutTally) -> Playouts:
    """A tally with the game's reasons and payoffs."""
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
