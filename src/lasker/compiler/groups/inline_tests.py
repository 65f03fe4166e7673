"""Tests that are made of other tests, opened where a move can change no more than one of the answers.

"Not: my king is gone, or the other one is there and strikes it while the two do not touch" would be asked by
making every move. A move that neither begins nor ends with a king changes nothing but who strikes: all else
is asked once, before any move is made, and an attack alone is left, which masks can foretell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from lasker.compiler.groups.game import Attack, Test
from lasker.compiler.groups.moves import Asked, Moves, Rule, image
from lasker.compiler.groups.path import Maybe, Path, Question

MOST_CASES = 6  # that a test falls apart into
Literals = tuple[Asked, ...]


class Opening:
    """What tests are made of; `test` tells what kind of test a block is, `ways` the paths of a block."""

    def __init__(self, test: Callable[[str], Test], ways: Callable[[str], list[Path]]) -> None:
        self.test, self.ways = test, ways
        self._sets: dict[str, frozenset[int] | None] = {}
        self._parts: dict[str, list[Literals] | None] = {}

    def opened(self, path: Path) -> list[Path]:
        """The path as one for each case in which a test that it asks in the end is answered as wanted, no two
        of which are ever both there; the path itself, where that is of no use."""
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
            found.append(list(_denied([*(each for each in literals if each not in changed), *changed])))
        cases = [_together(case) for case in product(*found)]
        if len(cases) > MOST_CASES:
            return [path]
        return [
            path._replace(questions=(*before, *(self._asked(each, last, path, known) for each in case)))
            for case in cases
            if case is not None
        ]

    def _asked(self, asked: Asked, last: Question, path: Path, known: dict[int, int]) -> Question:
        """A test of those that another one is made of: asked before the move, if that makes no difference."""
        block, wanted = asked
        writes = () if self._unchanged(block, path, known) else last.writes
        return last._replace(block=block, wanted=wanted, writes=writes)

    def _alternatives(self, block: str) -> list[Literals] | None:
        """What a test is if it asks nothing but other tests of the whole board: one of some lists of answers
        must be given; None if it asks more."""
        if block not in self._parts:
            test = self.test(block)
            ways = self.ways(block) if isinstance(test, Moves) and test.ruled else []
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
        """Is a test surely answered after the path as before it? Every square that is written is before and
        after among those contents that the test looks for, or is not."""
        sets = self._looked_for(block)
        if sets is None:
            return False
        for site, value in path.writes:
            if isinstance(value, Maybe):
                after = 1 << value.becomes
            else:
                after = image(known[site if value.site is None else value.site], value)
            there = known[site] | after
            if any(there & each and there & ~each for each in sets):
                return False
        return True

    def _looked_for(self, block: str) -> frozenset[int] | None:
        """The sets of contents on which alone the answer of a test depends; None if they are not known."""
        if block not in self._sets:
            test = self.test(block)
            rules = test.rules if isinstance(test, Moves) and test.ruled else ()
            self._sets[block] = _held(rules) if rules else None
        return self._sets[block]


def _held(rules: Iterable[Rule]) -> frozenset[int] | None:
    """What some rules look for, if they look at nothing but squares."""
    found = set[int]()
    for rule in rules:
        if rule.questions or rule.terms.tests() or rule.terms.counters:
            return None
        found |= set(rule.holds)
    return frozenset(found)


def _denied(literals: list[Asked]) -> Iterator[Literals]:
    """That some answers are not all given, as cases that exclude each other.

    >>> list(_denied([("a", True), ("b", False)]))
    [(('a', False),), (('a', True), ('b', True))]
    """
    for number, (block, wanted) in enumerate(literals):
        yield (*literals[:number], (block, not wanted))


def _together(case: Iterable[Literals]) -> Literals | None:
    """Answers of which each is wanted once; None if one is wanted to be both.

    >>> _together([(("a", True),), (("b", True), ("a", True))]), _together([(("a", True),), (("a", False),)])
    ((('a', True), ('b', True)), None)
    """
    found = dict[str, bool]()
    for block, wanted in (each for literals in case for each in literals):
        if found.setdefault(block, wanted) != wanted:
            return None
    return tuple(found.items())
