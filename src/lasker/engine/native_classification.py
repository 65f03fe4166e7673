"""Classification on native code: what can be forced and what can be reached within a number of plies."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from enum import IntEnum, IntFlag

from lasker import backends
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Sequence as SequenceTerm
from lasker.algebra.moves import Test
from lasker.engine.native_search import NativeSearch, Weights, checkmate_ending, stalemate_not_lost
from lasker.kernel.errors import LimitError
from lasker.model.game import Ending, Game
from lasker.model.position import Node

DEEPEST = 90  # plies that native code can look ahead
MOST_NODES = 2**63  # that native code can count
PIECE = 100  # worth of every piece: captures are tried first
TICK = 0.05  # seconds between looks whether the user interrupts


class Category(IntFlag):
    """How a game has ended for a player; whatever lies between win and loss counts as a draw."""

    GOES_ON = 0
    LOSS = 1
    DRAW = 2
    WIN = 4


class Question(IntEnum):
    """What is asked of native code."""

    FORCE = 0
    REACH = 1
    LAST = 2


class OutOfBudget(LimitError):
    """More positions would have to be visited than the budget allows."""


def category(payoff: object) -> Category:
    """The category of a payoff.

    >>> from fractions import Fraction
    >>> category(Fraction(1)).name, category(Fraction(1, 4)).name
    ('WIN', 'DRAW')
    """
    return Category.WIN if payoff == 1 else Category.LOSS if payoff == 0 else Category.DRAW


class NativeClassifier(NativeSearch):
    """A compiled game that answers questions about packed positions; `claims` says whether draws and wins
    that a player may claim end the game, as automatic ones do.

    >>> from lasker.play.game import load
    >>> game = load("tictactoe")
    >>> native = NativeClassifier(game.model)
    >>> native.ask_for(0)
    >>> here = native.packed(game.position("XX1/OO1/3 x 5").node)
    >>> native.answer(here, Question.FORCE, Category.WIN, 1, 1000)
    <Category.WIN: 4>
    """

    def __init__(self, game: Game, claims: bool = False, megabytes: int = 64) -> None:
        super().__init__(game, megabytes)
        kinds, sites = game.rules.vocabulary.pieces, len(game.space.sites)
        signs = [0, *(_sign(piece.owner) for piece in kinds)]
        weights = tuple(tuple((PIECE * sign, 0, PIECE * sign, 0) for _ in range(sites)) for sign in signs)
        self.set_weights(Weights(weights, ((0, 0, 0, 0),) * len(game.rules.vocabulary.counters), 0))
        self.applied = tuple(
            not rule.repeated and (not rule.manner or (claims and rule.manner == "claimed"))
            for rule in game.adjudications
        )
        self.visited, self.exhausted = 0, False  # exhausted: would more depth change nothing?
        self._all_rules = (*game.endings, *game.adjudications)

    def packed(self, node: Node) -> bytes:
        """A position as native code takes it."""
        return bytes(self.pack(backends.position(node)))

    def ask_for(self, player: int, together: Collection[int] | None = None) -> None:
        """The player, by number, for whom categories are told from now on, and the players who act together
        to force them: he alone unless others are given."""
        game, count = self.game, len(self.game.players)
        others = [turn for turn in range(count) if turn != player] or [player]
        mine, theirs = (
            [int(_given(game, rule, mover, player)) for rule in self._all_rules]
            for mover in (player, others[0])
        )
        draws = all(
            _given(game, rule, mover, player) == Category.DRAW
            for rule in (*_other_idle(game), *self._applied_rules())
            for mover in (player, others[0])
        )
        stalemate_draws = self.has_checks and stalemate_not_lost(game) and draws
        self._code.lasker_classify_for(
            self._main,
            player,
            sum(1 << each for each in together or [player]),
            [*mine, 0],
            [*theirs, 0],
            [*map(int, self.applied), 0],
            stalemate_draws,
        )

    def _applied_rules(self) -> list[Ending]:
        return [rule for rule, applies in zip(self.game.adjudications, self.applied, strict=True) if applies]

    def answer(self, packed: bytes, what: Question, wanted: Category, depth: int, nodes: int) -> Category:
        """The wanted categories that are reached, or all of them if they are forced, or if the game can last;
        raises OutOfBudget after so many nodes. Ctrl-C stops native code, too."""
        if depth > DEEPEST:
            raise LimitError(f"native code looks at most {DEEPEST} plies ahead")
        limit = self._ffi.new("uint64_t[2]", [min(nodes, MOST_NODES), 0])
        found: list[int] = []

        def ask() -> None:
            found.append(self._code.lasker_classify(self._main, packed, what, wanted, depth, limit))

        self._interruptibly(ask)
        self.visited += int(limit[0])
        self.exhausted = not limit[1]
        if found[0] < -1:
            self.go_on()
            raise self._threads[0].machine.error(-1 - found[0])
        if found[0] < 0:
            raise OutOfBudget(f"no answer after {self.visited} positions")
        if what is Question.REACH:
            return Category(found[0])
        return wanted if found[0] else Category.GOES_ON

    def _interruptibly(self, ask: Callable[[], None]) -> None:
        """Run native code so that the main thread hears Ctrl-C."""
        if threading.current_thread() is not threading.main_thread():
            return ask()
        worker = threading.Thread(target=ask, daemon=True)
        worker.start()
        try:
            while worker.is_alive():
                worker.join(TICK)
        finally:
            if worker.is_alive():
                self.halt()
                worker.join()
                self.go_on()


def _sign(owner: int | None) -> int:
    return 0 if owner is None else (1, -1)[owner > 0]


def _given(game: Game, rule: Ending, mover: int, player: int) -> Category:
    """What an ending gives to a player where another is to move."""
    state = next(state for state in game.states.values() if state.player == mover)
    return category(Node(game, Configuration(()), state).payoffs(rule.result)[player])


def _other_idle(game: Game) -> list[Ending]:
    """The endings that ask for having no move, other than mate."""
    first = next((state for state in game.states.values() if not state.by_chance), None)
    mate, found = checkmate_ending(game), []
    for number, end in enumerate(game.endings):
        term = end.tests[first.name] if first else None
        parts = term.parts if isinstance(term, SequenceTerm) else (term,)
        if number != mate and end.alike and first and Test(first.move, False) in parts:
            found.append(end)
    return found
