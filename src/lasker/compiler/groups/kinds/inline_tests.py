"""Inlining of tests that are composed of other tests, where a move can change at most one of the answers.

"Not: my king is gone, or the other one is there and attacks it while the two do not touch" would be evaluated
by making every move. A move that neither moves nor captures a king changes only the attackers: everything
else is evaluated once, before any move is made, and a single attack is left, which masks decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from lasker.compiler.groups.game import Attack, Test
from lasker.compiler.groups.moves import Asked, Moves, Rule, image
from lasker.compiler.groups.path import Conditional, Path, Question

MOST_CASES = 6  # of a disjunctive normal form
Literals = tuple[Asked, ...]


class InlinedTests:
    """The structure of tests; `test` returns the classification of a test, `ways` the paths of a block."""

    def __init__(self, test: Callable[[str], Test], ways: Callable[[str], list[Path]]) -> None:
        self.test, self.ways = test, ways
        self._sets: dict[str, frozenset[int] | None] = {}
        self._parts: dict[str, list[Literals] | None] = {}

    def opened(self, path: Path) -> list[Path]:
        """The path split into mutually exclusive cases, each of which gives its last test the required
        result; the path itself where inlining does not help."""
        *before, last = path.questions or (None,)
        if last is None or last.wanted or last.cursors or not last.writes or last.writes != path.writes:
            return [path]
        if path.branch is not None or path.effects:
            return [path]
        parts = self._alternatives(last.block)
        if parts is None or len(parts) == 1 == len(parts[0]):
            return [path]
        known, found = dict(path.known), list[list[Literals]]()
        for literals in parts:
            changed = [each for each in literals if not self._unchanged(each[0], path, known)]
            if len(changed) > 1 or not all(isinstance(self.test(block), Attack) for block, _ in changed):
                return [path]
            if any(not wanted for _, wanted in changed):
                return [path]
            found.append(list(_negation([*(each for each in literals if each not in changed), *changed])))
        cases = [_conjunction(case) for case in product(*found)]
        if len(cases) > MOST_CASES:
            return [path]
        return [
            path._replace(
                questions=(*before, *(self._literal_question(each, last, path, known) for each in case))
            )
            for case in cases
            if case is not None
        ]

    def _literal_question(self, asked: Asked, last: Question, path: Path, known: dict[int, int]) -> Question:
        """A part of a composed test, evaluated before the move if that makes no difference."""
        block, wanted = asked
        writes = () if self._unchanged(block, path, known) else last.writes
        return last._replace(block=block, wanted=wanted, writes=writes)

    def _alternatives(self, block: str) -> list[Literals] | None:
        """A test that consists only of other tests of the whole board, as a disjunction of lists of required
        answers; None if it contains anything else."""
        if block not in self._parts:
            test = self.test(block)
            ways = self.ways(block) if isinstance(test, Moves) and test.only_rules else []
            simple = all(
                not (path.known or path.counters or path.branch)
                and path.questions
                and all(asked.first and not asked.counters for asked in path.questions)
                for path in ways
            )
            lists = [tuple((asked.block, asked.wanted) for asked in path.questions) for path in ways]
            self._parts[block] = lists if lists and simple else None
        return self._parts[block]

    def _unchanged(self, block: str, path: Path, known: dict[int, int]) -> bool:
        """Is the answer of a test certainly the same after the path? Every written square is, before and
        after, either among the contents that the test searches for or not."""
        sets = self._relevant_contents(block)
        if sets is None:
            return False
        for site, value in path.writes:
            if isinstance(value, Conditional):
                after = 1 << value.becomes
            else:
                after = image(known[site if value.site is None else value.site], value)
            there = known[site] | after
            if any(there & each and there & ~each for each in sets):
                return False
        return True

    def _relevant_contents(self, block: str) -> frozenset[int] | None:
        """The sets of contents that determine the answer of a test; None if they are not known."""
        if block not in self._sets:
            test = self.test(block)
            rules = test.rules if isinstance(test, Moves) and test.only_rules else ()
            self._sets[block] = _required_contents(rules) if rules else None
        return self._sets[block]


def _required_contents(rules: Iterable[Rule]) -> frozenset[int] | None:
    """The sets that some rules search for, if they test nothing but squares."""
    found = set[int]()
    for rule in rules:
        if rule.questions or rule.terms.tests() or rule.terms.counters:
            return None
        found |= set(rule.holds)
    return frozenset(found)


def _negation(literals: list[Asked]) -> Iterator[Literals]:
    """The negation of a conjunction, as mutually exclusive cases.

    >>> list(_negation([("a", True), ("b", False)]))
    [(('a', False),), (('a', True), ('b', True))]
    """
    for number, (block, wanted) in enumerate(literals):
        yield (*literals[:number], (block, not wanted))


def _conjunction(case: Iterable[Literals]) -> Literals | None:
    """Literals without duplicates; None if they contradict each other.

    >>> _conjunction([(("a", True),), (("b", True), ("a", True))])
    (('a', True), ('b', True))
    >>> _conjunction([(("a", True),), (("a", False),)]) is None
    True
    """
    found = dict[str, bool]()
    for block, wanted in (each for literals in case for each in literals):
        if found.setdefault(block, wanted) != wanted:
            return None
    return tuple(found.items())
