"""The opponent where no native code can be had: alpha-beta, or random games, on generated Python.

It sees less than the native one, by a factor of thousands, and answers in the same time.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from random import Random

from lasker import backends
from lasker.algebra.meaning import Configuration
from lasker.backends import Engine
from lasker.compiler.ir.machine import Note, ProgramPosition
from lasker.engine import piece_values as values
from lasker.engine.background import Hear
from lasker.engine.lines import Line, Tell
from lasker.engine.native_search import FAR, LOST, WON, payoff
from lasker.engine.opponent import DEEPEST, Budget, enough
from lasker.engine.tree_search import score
from lasker.model.game import Game as Model
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.play.engines import SearchWork, choose
from lasker.play.game import Game, Position

SAMPLE, MOVES = 12, 1000  # positions of a random game, and moves, by which the mobility of pieces is judged
PIECE, MOBILITY = 50, 25  # what any piece is worth, and what each move more that it has on average
CALM = 4  # plies of captures that are looked at beyond the last ply
GLANCE, PLIES = 0.5, 40  # seconds for a first look, and plies of a random game


Seen = tuple[int, Sequence[int], Sequence[Sequence[Note]]]  # who moves, the board, the labels of the moves


class OutOfTime(Exception):
    """The search has been stopped, or has used up what it may."""


@dataclass(frozen=True)
class Option:
    """A move at the root: its text, and where it leads."""

    text: str
    after: ProgramPosition


class PythonOpponent:
    """Plays a game without native code; `missing` says why there is none.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> [line] = PythonOpponent(game, "no compiler").think(game.position("XX1/OO1/3 x 3"), Budget(depth=2))
    >>> line.moves, line.mate
    (('c3',), 1)
    """

    doing = ""  # nothing is being compiled for it
    first_look = GLANCE  # seconds, even if there is no time at all
    plies = PLIES  # after which a random game is broken off

    def __init__(self, game: Game, missing: str) -> None:
        self.game, self.missing = game, missing
        states = game.model.states.values()
        self.searches = len(game.players) == 2 and not any(state.by_chance for state in states)
        self._halted = False

    @cached_property
    def engine(self) -> Engine:
        """What lists and counts moves for it."""
        return choose(self.game.model, SearchWork())

    def valued(self, position: Position) -> tuple[int, ...]:
        """By kind of piece what it is worth, for who thinks about a position."""
        return worth(self.game.model)

    def prepare(self) -> None:
        """It is ready."""

    def listen(self, hear: Hear | None) -> None:
        """There is nothing to hear."""

    def close(self) -> None:
        """Nothing is left."""

    def ready(self) -> None:
        """Forget that it was told to stop."""
        self._halted = False

    def stop(self) -> None:
        """Let thinking end as soon as it can; from another thread."""
        self._halted = True

    def forget(self) -> None:
        """Nothing is kept from one question to the next."""

    def think(
        self,
        position: Position,
        budget: Budget,
        *,
        lines: int = 1,
        only: Collection[str] = (),
        tell: Tell | None = None,
    ) -> list[Line]:
        """The best lines, the best first; none where there is no move."""
        options = [
            Option(str(move), backends.position(move.step.after))
            for move in position.moves
            if not only or str(move) in only
        ]
        if not options:
            return []
        look = PositionSearch(self, position, budget, lambda: self._halted)
        if self.searches:
            return look.deepened(options, lines, tell)
        return look.played_out(options, lines, tell)


class PositionSearch:
    """One position that is being thought about."""

    def __init__(
        self, plain: PythonOpponent, here: Position, budget: Budget, halted: Callable[[], bool]
    ) -> None:
        self.plain, self.engine, self.budget = plain, plain.engine, budget
        self.me, self._worth = here.node.state.player, plain.valued(here)
        self.game, self._halted = plain.game.model, halted
        self.began, self.nodes = time.monotonic(), 0
        self._players = [state.player for state in self.game.states.values()]
        self._owners = [None, *(piece.owner for piece in self.game.rules.vocabulary.pieces)]

    @property
    def seconds(self) -> float:
        """How long this has been thought about."""
        return time.monotonic() - self.began

    def _check(self) -> None:
        self.nodes += 1
        if self._halted() or self.nodes > self.budget.nodes or self.seconds > self.budget.seconds:
            raise OutOfTime

    # --- two players, nothing left to chance ---------------------------------------------------------

    def deepened(self, options: list[Option], lines: int, tell: Tell | None) -> list[Line]:
        """Deeper and deeper, the best moves of the last depth first."""
        order = sorted(options, key=lambda option: -self._glance(option.after))
        best = [self._line(option, self._glance(option.after), 0, 1) for option in order[:lines]]
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
                    found.append((self._beyond(option.after, self.me, depth - 1, alpha, WON, 1), option))
            except OutOfTime:
                ended = True
            found.sort(key=lambda each: -each[0])  # of equals, the one that was looked at first
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
            if ended or enough(best, self.budget, depth, judges=True):
                break
        return best

    def _beyond(self, stand: ProgramPosition, mover: int, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score for the player who moved there, who may be to move again."""
        if self._players[stand.turn] == mover:
            return self._search(stand, depth, alpha, beta, ply)
        return -self._search(stand, depth, -beta, -alpha, ply)

    def _search(self, stand: ProgramPosition, depth: int, alpha: int, beta: int, ply: int) -> int:
        """The score for the player to move."""
        self._check()
        me = self._players[stand.turn]
        if depth <= -CALM:
            return self._judged(stand)
        moves = [move.after for move in self.engine.successors(stand)]
        if not moves:
            return self._ended(stand, ply)
        best, here = LOST, self._judged(stand)
        if depth <= 0:  # nothing but captures is looked at any more, and nobody must take
            if here >= beta:
                return here
            best, alpha = here, max(alpha, here)
        gains = [(self._balance(after, me) - here, after) for after in moves]
        gains.sort(key=lambda each: -each[0])
        for gain, after in gains:
            if depth <= 0 and gain <= 0:
                break
            best = max(best, self._beyond(after, me, depth - 1, alpha, beta, ply + 1))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best

    def _ended(self, stand: ProgramPosition, ply: int) -> int:
        rule = self.engine.verdict(stand)
        share = payoff(self.game.endings[rule], 2) if rule >= 0 else 500
        return WON - ply if share == 1000 else LOST + ply if share == 0 else share - 500

    def _judged(self, stand: ProgramPosition) -> int:
        return self._balance(stand, self._players[stand.turn])

    def _balance(self, stand: ProgramPosition, player: int) -> int:
        """What a player has more on the board than the other."""
        worth, symbol, total = self._worth, self.game.rules.vocabulary.symbol, 0
        for content in stand.board:
            if content:
                kind = symbol(content)
                owner = self._owners[kind]
                total += 0 if owner is None else worth[kind] if owner == player else -worth[kind]
        return total

    def _glance(self, stand: ProgramPosition) -> int:
        """The score of a move at first sight: what it takes, and whether it ends the game. There is always
        time for that, but not for long."""
        over = self.seconds < self.plain.first_look and not self.engine.successors(stand)
        found = self._ended(stand, 1) if over else self._judged(stand)
        return found if self._players[stand.turn] == self.me else -found

    def _line(self, option: Option, value: int, depth: int, rank: int) -> Line:
        plies = WON - abs(value) if abs(value) > FAR else None
        return Line((option.text,), value, plies, depth, depth, self.nodes, self.seconds, rank)

    # --- any number of players, and chance -----------------------------------------------------------

    def played_out(self, options: list[Option], lines: int, tell: Tell | None) -> list[Line]:
        """Random games after each move, by turns, until time is up."""
        sums, games = [Fraction(0)] * len(options), [0] * len(options)
        most = min(self.budget.nodes, 200 * self.budget.depth)
        best: list[Line] = []
        try:
            for number in range(most):
                at = number % len(options)
                self._check()
                sums[at] += self._share(options[at].after, number)
                games[at] += 1
        except OutOfTime:
            pass
        means = [float(total / count) if count else 0.0 for total, count in zip(sums, games, strict=True)]
        ranked = sorted(range(len(options)), key=lambda at: -means[at])[:lines]  # of equals, the first
        for rank, at in enumerate(ranked, 1):
            line = self._line(options[at], score(round(1000 * means[at])), 1, rank)
            best.append(replace(line, plies=None))
            if tell is not None:
                tell(best[-1])
        return best

    def _share(self, stand: ProgramPosition, number: int) -> Fraction:
        """What I get from one random game."""
        found = self.engine.playout(stand, 1, number, self.plain.plies)
        if found.rule < 0:
            return Fraction(1, len(self.game.players))
        rule = (*self.game.endings, *self.game.adjudications)[found.rule]
        there = Node(self.game, Configuration(()), list(self.game.states.values())[found.turn])
        return there.payoffs(rule.result)[self.me]


@lru_cache(maxsize=64)
def worth(model: Model) -> tuple[int, ...]:
    """By kind of piece what it is worth: as it was found for the native opponent, or else by how many moves
    it has in the first positions of a random game."""
    if (found := known(model)) is not None:
        return found
    engine, chance = choose(model, SearchWork()), Random(0)
    here = backends.position(fen.read(model, model.start)) if model.start else None
    seen, left = list[Seen](), MOVES
    players = [state.player for state in model.states.values()]
    while here is not None and len(seen) < SAMPLE and left > 0 and (moves := engine.successors(here)):
        seen.append((players[here.turn], here.board, [move.label for move in moves]))
        here, left = chance.choice(moves).after, left - len(moves)
    return by_mobility(model, seen)


def known(model: Model) -> tuple[int, ...] | None:
    """By kind of piece what was found for the native opponent."""
    found = values.known(model)
    return None if found is None else tuple(abs(row[0][2]) for row in found.weights.kinds)


def by_mobility(model: Model, positions: Iterable[Seen]) -> tuple[int, ...]:
    """By kind of piece what it is worth by its moves in positions; pieces of one name are worth the same,
    whoever has them."""
    names = ["", *(piece.name for piece in model.rules.vocabulary.pieces)]
    owners = [None, *(piece.owner for piece in model.rules.vocabulary.pieces)]
    seen, moves = Counter[str](), Counter[str]()
    for player, board, labels in positions:
        kinds = map(model.rules.vocabulary.symbol, board)
        seen.update(names[kind] for kind in kinds if owners[kind] in (player, None))
        moves.update(names[note[3]] for label in labels for note in label[:1])
    return tuple(PIECE + round(MOBILITY * moves[name] / max(1, seen[name])) for name in names)
