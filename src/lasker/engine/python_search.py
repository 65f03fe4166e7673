"""The opponent without native code: alpha-beta with quiescence, or random playouts, on generated Python.

It searches thousands of times fewer nodes per second than the native one.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random

from lasker import backends
from lasker.algebra.meaning import Configuration
from lasker.backends import Engine
from lasker.compiler.ir.machine import Note, ProgramPosition
from lasker.engine import weight_files as values
from lasker.engine.background import Progress
from lasker.engine.native_search import LOST, MATE_SCORE, WON, payoff
from lasker.engine.opponent import DEEPEST, Budget, finished
from lasker.engine.root_search import Line, OnLine
from lasker.engine.tree_search import score
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game as Model
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.play.backend_choice import without_native
from lasker.play.game import Game, Position

SAMPLE, MOVES = 12, 1000  # positions of a random game, and moves generated, that estimate mobility
PIECE, MOBILITY = 50, 25  # value of any piece, and of each move that it has on average
QUIESCENCE = 4  # plies of quiescence search beyond the last ply
FIRST_SECONDS, PLIES = 0.5, 40  # seconds for ordering root moves, and plies of a playout


Sample = tuple[int, Sequence[int], Sequence[Sequence[Note]]]  # player to move, board, labels of the moves


class OutOfTime(Exception):
    """The search was stopped or reached a limit."""


@dataclass(frozen=True)
class Option:
    """A root move: its text and the position after it."""

    text: str
    after: ProgramPosition


class PythonOpponent:
    """An opponent in Python; `missing` says why there is no native code.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> [line] = PythonOpponent(game, "no compiler").think(game.position("XX1/OO1/3 x 3"), Budget(depth=2))
    >>> line.moves, line.mate
    (('c3',), 1)
    """

    doing = ""  # nothing is being compiled
    first_look = FIRST_SECONDS  # for ordering root moves, even if the budget is smaller
    plies = PLIES  # length at which a playout is cut off

    def __init__(self, game: Game, missing: str) -> None:
        self.game, self.missing = game, missing
        states = game.model.states.values()
        self.searches = len(game.players) == 2 and not any(state.by_chance for state in states)
        self._halted = False

    @cached_property
    def engine(self) -> Engine:
        """The engine that generates and counts moves."""
        return without_native(self.game.model)[0]

    def piece_values(self, position: Position) -> tuple[int, ...]:
        """Piece values by kind for the search of a position."""
        return worth(self.game.model)

    def prepare(self) -> None:
        """Nothing to do."""

    def listen(self, progress: Progress | None) -> None:
        """Nothing is compiled."""

    def close(self) -> None:
        """Nothing to cancel."""

    def ready(self) -> None:
        """Clear the stop flag."""
        self._halted = False

    def stop(self) -> None:
        """Stop the search as soon as possible; may be called from another thread."""
        self._halted = True

    def forget(self) -> None:
        """Nothing to clear: there is no transposition table."""

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        lines: int = 1,
        only: Collection[str] = (),
        tell: OnLine | None = None,
    ) -> list[Line]:
        """The best lines, best first; none where there is no legal move. `tell` receives each line found."""
        options = [
            Option(str(move), backends.position(move.step.after))
            for move in position.moves
            if not only or str(move) in only
        ]
        if not options:
            return []
        search = PositionSearch(self, position, budget, lambda: self._halted)
        if self.searches:
            return search.iterative_deepening(options, lines, tell)
        return search.playouts(options, lines, tell)


class PositionSearch:
    """The search of one root position."""

    def __init__(
        self, opponent: PythonOpponent, here: Position, budget: Budget, halted: Callable[[], bool]
    ) -> None:
        self.opponent, self.engine, self.budget = opponent, opponent.engine, budget
        self.me, self._worth = here.node.state.player, opponent.piece_values(here)
        self.game, self._halted = opponent.game.model, halted
        self.began, self.nodes = time.monotonic(), 0
        self._players = [state.player for state in self.game.states.values()]
        self._owners = [None, *(piece.owner for piece in self.game.rules.vocabulary.pieces)]

    @property
    def seconds(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.began

    def _check(self) -> None:
        self.nodes += 1
        if self._halted() or self.nodes > self.budget.nodes or self.seconds > self.budget.seconds:
            raise OutOfTime

    # --- two players, no chance: alpha-beta ----------------------------------------------------------

    def iterative_deepening(self, options: list[Option], lines: int, tell: OnLine | None) -> list[Line]:
        """Iterative deepening; root moves are ordered by the previous iteration."""
        order = sorted(options, key=lambda option: -self._first_score(option.after))
        best = [self._line(option, self._first_score(option.after), 0, 1) for option in order[:lines]]
        best = [replace(line, rank=rank) for rank, line in enumerate(best, 1)]
        if best[0].plies is not None and best[0].score > 0:
            return best
        for depth in range(1, min(self.budget.depth, DEEPEST) + 1):
            found: list[tuple[int, Option]] = []
            ended = False
            try:
                for option in order:
                    among = sorted((value for value, _ in found), reverse=True)
                    alpha = among[lines - 1] if len(among) >= lines else LOST
                    found.append((self._score_after(option.after, self.me, depth - 1, alpha, WON, 1), option))
            except OutOfTime:
                ended = True
            found.sort(key=lambda each: -each[0])  # a stable sort keeps the search order
            if found and (not ended or depth == 1 or order[0] in [option for _, option in found]):
                best = [
                    self._line(option, value, depth, rank)
                    for rank, (value, option) in enumerate(found[:lines], 1)
                ]
                tried = [option for _, option in found]
                order = tried + [option for option in order if option not in tried]
                if tell is not None:
                    for line in best:
                        tell(line)
            if ended or finished(best, self.budget, depth, predictive=True):
                break
        return best

    def _score_after(
        self, position: ProgramPosition, mover: int, depth: int, alpha: int, beta: int, ply: int
    ) -> int:
        """The score for the player who made the last move, who may be to move again."""
        if self._players[position.turn] == mover:
            return self._search(position, depth, alpha, beta, ply)
        return -self._search(position, depth, -beta, -alpha, ply)

    def _search(self, position: ProgramPosition, depth: int, alpha: int, beta: int, ply: int) -> int:
        """Alpha-beta with quiescence below depth 0: the score for the player to move."""
        self._check()
        me = self._players[position.turn]
        if depth <= -QUIESCENCE:
            return self._evaluate(position)
        moves = [move.after for move in self.engine.successors(position)]
        if not moves:
            return self._ending_score(position, ply)
        best, here = LOST, self._evaluate(position)
        if depth <= 0:  # quiescence: captures only, with the option to stand pat
            if here >= beta:
                return here
            best, alpha = here, max(alpha, here)
        gains = [(self._balance(after, me) - here, after) for after in moves]
        gains.sort(key=lambda each: -each[0])
        for gain, after in gains:
            if depth <= 0 and gain <= 0:
                break
            best = max(best, self._score_after(after, me, depth - 1, alpha, beta, ply + 1))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _ending_score(self, position: ProgramPosition, ply: int) -> int:
        rule = self.engine.verdict(position)
        share = payoff(self.game.endings[rule], 2) if rule >= 0 else 500
        return WON - ply if share == 1000 else LOST + ply if share == 0 else share - 500

    def _evaluate(self, position: ProgramPosition) -> int:
        return self._balance(position, self._players[position.turn])

    def _balance(self, position: ProgramPosition, player: int) -> int:
        """The material balance of a player."""
        worth, symbol, total = self._worth, self.game.rules.vocabulary.symbol, 0
        for content in position.board:
            if content:
                kind = symbol(content)
                owner = self._owners[kind]
                total += 0 if owner is None else worth[kind] if owner == player else -worth[kind]
        return total

    def _first_score(self, position: ProgramPosition) -> int:
        """The static score after a root move, and whether it ends the game while `first_look` lasts."""
        over = self.seconds < self.opponent.first_look and not self.engine.successors(position)
        found = self._ending_score(position, 1) if over else self._evaluate(position)
        return found if self._players[position.turn] == self.me else -found

    def _line(self, option: Option, value: int, depth: int, rank: int) -> Line:
        plies = WON - abs(value) if abs(value) > MATE_SCORE else None
        return Line((option.text,), value, plies, depth, depth, self.nodes, self.seconds, rank)

    # --- any number of players, and chance: playouts -------------------------------------------------

    def playouts(self, options: list[Option], lines: int, tell: OnLine | None) -> list[Line]:
        """Random playouts after each root move in turn, until a limit is reached."""
        sums, games = [Fraction(0)] * len(options), [0] * len(options)
        most = min(self.budget.nodes, 200 * self.budget.depth)
        best: list[Line] = []
        try:
            for number in range(most):
                at = number % len(options)
                self._check()
                sums[at] += self._playout_payoff(options[at].after, number)
                games[at] += 1
        except OutOfTime:
            pass
        means = [float(total / count) if count else 0.0 for total, count in zip(sums, games, strict=True)]
        ranked = sorted(range(len(options)), key=lambda at: -means[at])[:lines]  # ties keep move order
        for rank, at in enumerate(ranked, 1):
            line = self._line(options[at], score(round(1000 * means[at])), 1, rank)
            best.append(replace(line, plies=None))
            if tell is not None:
                tell(best[-1])
        return best

    def _playout_payoff(self, position: ProgramPosition, number: int) -> Fraction:
        """The payoff of the root player in one playout."""
        found = self.engine.playout(position, 1, number, self.opponent.plies)
        if found.rule < 0:
            return Fraction(1, len(self.game.players))
        rule = (*self.game.endings, *self.game.adjudications)[found.rule]
        there = Node(self.game, Configuration(()), list(self.game.states.values())[found.turn])
        return there.payoffs(rule.result)[self.me]


@lru_cache(maxsize=64)
def worth(model: Model) -> tuple[int, ...]:
    """Piece values by kind: those of the native opponent if known, otherwise by mobility in the first
    positions of a random game."""
    if (found := known(model)) is not None:
        return found
    engine, chance = without_native(model)[0], Random(0)
    here = backends.position(fen.read(model, model.start)) if model.start else None
    seen, left = list[Sample](), MOVES
    players = [state.player for state in model.states.values()]
    while here is not None and len(seen) < SAMPLE and left > 0 and (moves := engine.successors(here)):
        seen.append((players[here.turn], here.board, [move.label for move in moves]))
        here, left = chance.choice(moves).after, left - len(moves)
    return by_mobility(model, seen)


def known(model: Model) -> tuple[int, ...] | None:
    """Piece values by kind from the native opponent's weights, if known."""
    found = values.known(model)
    return None if found is None else tuple(abs(row[0][2]) for row in found.weights.kinds)


def by_mobility(model: Model, positions: Iterable[Sample]) -> tuple[int, ...]:
    """Piece values by kind from mobility in sampled positions; kinds of one name have one value."""
    names = ["", *(piece.name for piece in model.rules.vocabulary.pieces)]
    owners = [None, *(piece.owner for piece in model.rules.vocabulary.pieces)]
    seen, moves = Counter[str](), Counter[str]()
    for player, board, labels in positions:
        kinds = map(model.rules.vocabulary.symbol, board)
        seen.update(names[kind] for kind in kinds if owners[kind] in (player, None))
        moves.update(names[note[3]] for label in labels for note in label[:1])
    return tuple(PIECE + round(MOBILITY * moves[name] / max(1, seen[name])) for name in names)
