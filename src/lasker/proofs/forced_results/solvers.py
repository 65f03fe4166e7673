"""Solvers of what can be forced and reached within some plies: native code where the past plays no part,
and a search over whole histories where it does."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Protocol

from lasker.engine.native_classification import (
    DEEPEST,
    Category,
    NativeClassifier,
    OutOfBudget,
    Question,
    category,
)
from lasker.kernel.cancel import check
from lasker.kernel.errors import LimitError, NativeError
from lasker.model.game import Ending
from lasker.model.game import Game as Model
from lasker.play.game import Position
from lasker.play.native import NativeGame
from lasker.proofs.forced_results.unkeyed_counters import can_matter

HISTORY_PRICE = 50  # positions of native code that cost as much as one in Python
Key = tuple[object, ...]


class Searcher(Protocol):
    """Answers questions about a position; `visited` counts positions, `budget` those allowed. If the last
    answer was no, `exhausted` may say that more plies would not change it."""

    visited: int
    budget: int
    exhausted: bool

    def forces(
        self, position: Position, player: int, wanted: Category, plies: int, together: Collection[int]
    ) -> bool:
        """Can the players who act together bring it about within so many plies that the game ends in a wanted
        category for a player, whatever the others and chance do?"""

    def reaches(self, position: Position, player: int, wanted: Category, plies: int) -> Category:
        """The wanted categories for a player in which some line of at most so many plies ends."""

    def lasts(self, position: Position, plies: int) -> bool:
        """Is there a line of so many plies after which the game goes on?"""

    def placed(self, position: Position) -> Position:
        """The same position on the fastest code that this searcher has."""


def applies(rule: Ending, claims: bool) -> bool:
    """Does an adjudication end the game by itself, or by a claim where claims are made?"""
    return not rule.manner or (claims and rule.manner == "claimed")


def ended(position: Position, player: int, claims: bool) -> Category:
    """The category of a position for a player, its past considered; a game that stops without a result is
    drawn.

    >>> from lasker.play.game import load
    >>> ended(load("tictactoe").position("XXX/OO1/3 o 6"), 0, False).name
    'WIN'
    """
    outcome = position.outcome
    if outcome is None and claims and position.claims:
        outcome = position.claims[0]
    if outcome is not None:
        return category(outcome.payoffs[player])
    return Category.GOES_ON if len(position.moves) else Category.DRAW


def after(position: Position) -> Iterator[tuple[str, Position]]:
    """The moves of a position as texts, and where they lead, with the past."""
    for move in position.moves:
        yield move.text, Position(move.step.after, position.game, position)


def shortest_cycle(model: Model) -> int:
    """The least number of plies after which the same player can be to move in the same state.

    >>> from lasker.play.game import load
    >>> shortest_cycle(load("chess").model)
    2
    """
    following = {state.name: [name for _, name in state.next] for state in model.states.values()}
    best = len(following)
    for first in following:
        now, plies = set(following[first]), 1
        while first not in now and plies < best:
            now, plies = {then for name in now for then in following[name]}, plies + 1
        best = min(best, plies)
    return best


def past_matters(position: Position, plies: int, claims: bool) -> bool:
    """Can a rule about repetitions apply within so many plies? A position comes back after one round of
    turns at the earliest.

    >>> from lasker.play.game import load
    >>> start = load("chess").start()
    >>> past_matters(start, 7, False), past_matters(start, 8, False), past_matters(start, 4, True)
    (False, True, True)
    """
    model = position.game.model
    if model.forbids_repetition:
        return True
    times = [rule.repeated for rule in model.adjudications if rule.repeated and applies(rule, claims)]
    if not times:
        return False
    cycle, most = shortest_cycle(model), min(times)
    seen = Counter(each.node.key for each in position.past())
    here = seen.pop(position.node.key)
    others = max(seen.values(), default=0)
    return plies >= min((most - here) * cycle, 1 + (most - others - 1) * cycle)


class HistorySearcher:
    """The search over whole histories, in Python. Answers are remembered by position, and by past where that
    matters.

    >>> from lasker.play.game import load
    >>> start = load("tictactoe").position("XX1/OO1/3 x 5")
    >>> HistorySearcher().forces(start, 0, Category.WIN, 1, [0])
    True
    """

    def __init__(self, claims: bool = False, budget: int = 1_000_000) -> None:
        self.claims, self.budget, self.visited, self.exhausted = claims, budget, 0, False
        self._answers: dict[Key, bool] = {}

    def _key(self, position: Position, plies: int, *question: object) -> Key:
        node = position.node
        here: Key = (node.state.name, *node.configuration[:3], plies, *question)
        if not past_matters(position, plies, self.claims):
            return here
        seen = Counter(each.node.key for each in position.past())
        return (*here, frozenset(seen.items()))

    def _visit(self) -> None:
        check()
        self.visited += HISTORY_PRICE
        if self.visited > self.budget:
            raise OutOfBudget(f"no answer after {self.visited // HISTORY_PRICE} positions with their pasts")

    def forces(
        self, position: Position, player: int, wanted: Category, plies: int, together: Collection[int]
    ) -> bool:
        """As the protocol says."""
        here = ended(position, player, self.claims)
        if here or not plies:
            return bool(here & wanted)
        key = self._key(position, plies, player, wanted, frozenset(together))
        if key not in self._answers:
            self._visit()
            mine = not position.node.state.by_chance and position.node.state.player in together
            answers = (self.forces(then, player, wanted, plies - 1, together) for _, then in after(position))
            self._answers[key] = any(answers) if mine else all(answers)
        return self._answers[key]

    def reaches(self, position: Position, player: int, wanted: Category, plies: int) -> Category:
        """As the protocol says."""
        here, found = ended(position, player, self.claims), Category.GOES_ON
        if here or not plies:
            return here & wanted
        for each in (Category.LOSS, Category.DRAW, Category.WIN):
            key = self._key(position, plies, player, each)
            if not wanted & each:
                continue
            if key not in self._answers:
                self._visit()
                self._answers[key] = any(
                    self.reaches(then, player, each, plies - 1) for _, then in after(position)
                )
            if self._answers[key]:
                found |= each
        return found

    def lasts(self, position: Position, plies: int) -> bool:
        """As the protocol says."""
        if ended(position, 0, self.claims):
            return False
        if not plies:
            return True
        key = self._key(position, plies)
        if key not in self._answers:
            self._visit()
            self._answers[key] = any(self.lasts(then, plies - 1) for _, then in after(position))
        return self._answers[key]

    def placed(self, position: Position) -> Position:
        """As the protocol says."""
        return position


class NativeSearcher:
    """Native code where the past plays no part in the question, else the search over histories.

    Where repetitions only draw, they do not matter for a win either, from a position without a past: a
    shortest win never comes back to a position. That holds as long as positions that count as the same have
    the same future, which is asked for each game and position.
    """

    def __init__(self, model: Model, claims: bool = False, budget: int = 1_000_000) -> None:
        self.claims, self.budget = claims, budget
        self.native = NativeClassifier(model, claims)
        self._game = NativeGame(model, self.native)
        self.slow = HistorySearcher(claims, budget)
        self._asked: tuple[object, ...] = ()
        self._native_last = False

    @property
    def exhausted(self) -> bool:
        """Would more plies not change the last answer? The search over histories does not know."""
        return self._native_last and self.native.exhausted

    @exhausted.setter
    def exhausted(self, value: bool) -> None:
        self.native.exhausted = value

    @property
    def visited(self) -> int:
        """The positions visited so far."""
        return self.native.visited + self.slow.visited

    @visited.setter
    def visited(self, count: int) -> None:
        self.native.visited = self.slow.visited = count

    def _is_native(self, position: Position, player: int, wanted: Category, plies: int) -> bool:
        self._native_last = False
        if plies > DEEPEST or self.native.game.forbids_repetition:
            return False
        if not past_matters(position, plies, self.claims):
            return True
        repeats = [r for r in self.native.game.adjudications if r.repeated and applies(r, self.claims)]
        if position.before is not None or wanted & Category.DRAW or not _only_draw(repeats):
            return False
        return not can_matter(self.native.game, position.node.configuration, plies)

    def _ask(
        self, position: Position, player: int, what: Question, wanted: Category, plies: int, *together: int
    ) -> Category:
        if self._asked != (player, *together):
            self.native.ask_for(player, together)
            self._asked = player, *together
        self._native_last = True
        left = max(1, self.budget - self.visited)
        return self.native.answer(self._game.pack(position.node), what, wanted, plies, left)

    def forces(
        self, position: Position, player: int, wanted: Category, plies: int, together: Collection[int]
    ) -> bool:
        """As the protocol says."""
        if self._is_native(position, player, wanted, plies):
            return bool(self._ask(position, player, Question.FORCE, wanted, plies, *together))
        self.slow.budget = self.budget
        return self.slow.forces(position, player, wanted, plies, together)

    def reaches(self, position: Position, player: int, wanted: Category, plies: int) -> Category:
        """As the protocol says."""
        if self._is_native(position, player, wanted, plies):
            return self._ask(position, player, Question.REACH, wanted, plies)
        self.slow.budget = self.budget
        return self.slow.reaches(position, player, wanted, plies)

    def lasts(self, position: Position, plies: int) -> bool:
        """As the protocol says."""
        if self._is_native(position, 0, Category.DRAW, plies):
            return bool(self._ask(position, 0, Question.LAST, Category.DRAW, plies))
        self.slow.budget = self.budget
        return self.slow.lasts(position, plies)

    def placed(self, position: Position) -> Position:
        """As the protocol says."""
        before = None if position.before is None else self.placed(position.before)
        return Position(self._game.packed(position.node), position.game, before)


def _only_draw(rules: Collection[Ending]) -> bool:
    return all(rule.result == "drawn" for rule in rules)


def searcher(model: Model, claims: bool = False, budget: int = 1_000_000) -> Searcher:
    """The fastest searcher there is for a game."""
    try:
        return NativeSearcher(model, claims, budget)
    except (NativeError, LimitError):
        return HistorySearcher(claims, budget)
