"""Fast self-play games that provide training positions for tuning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import LOST, MATE_SCORE, WON, NativeSearch, Weights, payoff
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.runtime.playouts import ended

OPENING = 8  # largest number of random opening plies
LONGEST = 240  # plies after which a game is adjudicated a draw
CLEAR, SURE = 1500, 6  # adjudication: a winning score, and how many plies in a row it must hold


@dataclass(frozen=True)
class QuietPosition:
    """A quiet position: the end of a principal variation, with its score for the first player, or None for a
    mate score."""

    position: ProgramPosition
    score: int | None


@dataclass(frozen=True)
class SelfPlayGame:
    """A game: its quiet positions, and the first player's payoff between 0 and 1."""

    quiet: tuple[QuietPosition, ...]
    payoff: float


class SelfPlay:
    """Games between two searches, or one against itself."""

    def __init__(
        self, searches: tuple[NativeSearch, NativeSearch], start: ProgramPosition, nodes: int
    ) -> None:
        self.searches, self.start, self.nodes = searches, start, nodes
        self.game = searches[0].game
        self.players = [state.player for state in self.game.states.values()]

    def play(self, random: Random) -> SelfPlayGame:
        """Play one game."""
        position = self._opening(random)
        path: list[ProgramPosition] = []
        quiet: list[QuietPosition] = []
        decided = 0
        while True:
            path.append(position)
            rule = ended(self.game, self.searches[0], path)
            if rule is not None:
                end = (*self.game.endings, *self.game.adjudications)[rule]
                return SelfPlayGame(tuple(quiet), self._first_payoff(position, payoff(end, 2)))
            native = self.searches[self.players[position.turn]]
            moves = native.begin(position, reversed(path[:-1]))
            if not moves or len(path) > LONGEST:
                return SelfPlayGame(tuple(quiet), 0.5)
            found = self._search(native, moves)
            if found is None:
                return SelfPlayGame(tuple(quiet), 0.5)
            line, score = found
            first = score if self.players[position.turn] == 0 else -score
            quiet.append(QuietPosition(line[-1], None if abs(score) > MATE_SCORE else first))
            winner = (first > CLEAR) - (first < -CLEAR)
            decided = (decided if decided * winner > 0 else 0) + winner
            if abs(decided) >= SURE:
                return SelfPlayGame(tuple(quiet), float(decided > 0))
            position = line[0]

    def _opening(self, random: Random) -> ProgramPosition:
        """A position with legal moves after random opening moves."""
        while True:
            position = self.start
            for _ in range(random.randrange(OPENING + 1)):
                moves = self.searches[0].successors(position)
                if not moves:
                    break
                position = random.choice(moves).after
            if self.searches[0].successors(position) and self.searches[0].verdict(position) < 0:
                return position

    def _search(self, native: NativeSearch, moves: int) -> tuple[tuple[ProgramPosition, ...], int] | None:
        """The principal variation and its score after the node limit."""
        best, left, allowed = None, self.nodes, [True] * moves
        for depth in range(1, 64):
            window, first = (LOST, WON), -1 if best is None else best.move
            found = native.search(allowed, depth, window, left, first)
            left -= native.nodes
            if found is not None and found.line:
                best = found
            if left <= 0 or native.halted or (best is not None and abs(best.score) > MATE_SCORE):
                break
        native.go_on()
        return None if best is None else (best.line, best.score)

    def _first_payoff(self, position: ProgramPosition, thousandths: int) -> float:
        mine = thousandths / 1000
        return mine if self.players[position.turn] == 0 else 1 - mine


def games_of(self_play: SelfPlay, seed: int, numbers: Iterable[int]) -> Iterator[SelfPlayGame]:
    """Games determined by a seed and their numbers: each begins with empty transposition tables."""
    for number in numbers:
        for search in self_play.searches:
            search.forget()
        yield self_play.play(Random(f"{seed} {number}"))


@dataclass(frozen=True)
class SelfPlayTask:
    """What workers play: the game with a number, between searches with some weights."""

    game: Game
    weights: tuple[Weights, Weights]
    start: ProgramPosition
    nodes: int
    seed: int

    def open(self) -> Callable[[int], SelfPlayGame]:
        """The function from a number to a game."""
        searches = [NativeSearch(self.game) for _ in range(1 + (self.weights[0] != self.weights[1]))]
        for search, weights in zip(searches, self.weights, strict=False):
            search.set_weights(weights)
        self_play = SelfPlay((searches[0], searches[-1]), self.start, self.nodes)
        return lambda number: next(games_of(self_play, self.seed, [number]))
