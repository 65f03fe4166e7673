"""Refutation in propositional dynamic logic, by the definition of its models: is M included in N?

M is included in N if ⟨M⟩x ∧ ¬⟨N⟩x has no model. A node is a set of formulas that must hold together. It is
expanded into states: each diamond stops or takes a letter, and each negated diamond restricts the successors.
A state is deleted if one of its diamonds is never fulfilled; when no more are deleted, a node without states
has no model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

from lasker.algebra.contents import Vocabulary
from lasker.algebra.meaning import RELATIONS
from lasker.algebra.moves import Compare, CounterName
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.terms import NIL, Ask, Composition, Letter, OneOf, Plain, Star, is_test, row

MOST_STATES = 6000
MOST_VALUES = 20_000


@dataclass(frozen=True)
class Diamond:
    """⟨program⟩x, or ⟨program⟩ of what always holds."""

    program: Plain
    to_goal: bool


Formula = Diamond | Letter | str  # a letter is a comparison; a text is a proposition
Signed = tuple[Formula, bool]
Node = frozenset[Signed]
GOAL = "x"


@dataclass(frozen=True)
class First:
    """A beginning of a program: what must hold, and then it stops, or does a letter and goes on."""

    guards: tuple[Signed, ...]
    letter: Plain | None = None
    rest: Plain = NIL


@dataclass(frozen=True)
class OpenedNode:
    """A node opened: where each diamond goes on (None: it stops here), and what must hold after letters."""

    formulas: Node
    steps: frozenset[tuple[Diamond, First]]
    shut: frozenset[tuple[Plain, Diamond]]  # after this letter that diamond must not hold

    def after(self, letter: Plain, rest: Diamond) -> Node:
        """The node that a diamond leads to."""
        denied = {(diamond, False) for other, diamond in self.shut if other == letter}
        return frozenset({(rest, True), *denied})


@cache
def firsts(term: Plain) -> tuple[First, ...]:
    """Every beginning of a term."""
    match term:
        case Composition(()):
            return (First(()),)
        case Composition((first, *rest)):
            return tuple(_continued(firsts(first), row(rest)))
        case OneOf(options):
            return tuple(dict.fromkeys(each for option in options for each in firsts(option)))
        case Ask(body, wanted):
            return (First(((Diamond(body, False), wanted),)),)
        case Star(body):
            loops = (each for each in firsts(body) if each.letter is not None)
            return (First(()), *(First(each.guards, each.letter, row([each.rest, term])) for each in loops))
        case Letter() if is_test(term):
            return (First(((term, True),)),)
        case _:
            return (First((), term),)


def _continued(begun: tuple[First, ...], rest: Plain) -> Iterator[First]:
    for first in begun:
        if first.letter is not None:
            yield First(first.guards, first.letter, row([first.rest, rest]))
            continue
        for then in firsts(rest):
            yield First((*first.guards, *then.guards), then.letter, then.rest)


class Refutation:
    """All nodes that a question leads to, and which of their states live.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import Variable
    >>> M = Letter(Variable("M"))
    >>> Refutation(M, Star(M), CHESSMEN).holds, Refutation(Star(M), M, CHESSMEN).holds
    (True, False)
    """

    def __init__(self, smaller: Plain, larger: Plain, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.start: Node = frozenset({(Diamond(smaller, True), True), (Diamond(larger, True), False)})
        self.states: dict[Node, set[OpenedNode]] = {}
        self._opened = 0
        todo = [self.start]
        while todo:
            node = todo.pop()
            if node not in self.states:
                self.states[node] = {state for state in self._open(node) if self._consistent(state.formulas)}
                todo += [s.after(letter, rest) for s in self.states[node] for _, letter, rest in _goings(s)]
        while self._die():
            pass

    @property
    def holds(self) -> bool:
        """Is the smaller included in the larger?"""
        return not self.states[self.start]

    def _open(self, node: Node) -> Iterator[OpenedNode]:
        todo: list[tuple[tuple[Signed, ...], OpenedNode]] = [
            (tuple(node), OpenedNode(frozenset(), frozenset(), frozenset()))
        ]
        while todo:
            self._opened += 1
            if self._opened > MOST_STATES:
                raise LimitError(f"a tableau has more than {MOST_STATES} states")
            waiting, state = todo.pop()
            if not waiting:
                yield state
                continue
            (formula, holds), *others = waiting
            if (formula, not holds) in state.formulas:
                continue
            if (formula, holds) in state.formulas:
                todo.append((tuple(others), state))
                continue
            known = state.formulas | {(formula, holds)}
            for guards, steps, shut in _ways(formula, holds):
                todo.append(((*guards, *others), OpenedNode(known, state.steps | steps, state.shut | shut)))

    def _consistent(self, formulas: Node) -> bool:
        """Do some values of the counters satisfy the comparisons?"""
        asked = [(f.letter, holds) for f, holds in formulas if isinstance(f, Letter)]
        tests = [(test, holds) for test, holds in asked if isinstance(test, Compare)]
        names: list[CounterName] = []
        for test, _ in tests:
            names += [test.counter] if isinstance(test.other, int) else [test.counter, test.other]
        names = list(dict.fromkeys(names))
        bounds = [self.vocabulary.counters[name] for name in names]
        size = 1
        for bound in bounds:
            size *= bound.high - bound.low + 1
        if size > MOST_VALUES:
            return True
        for values in product(*(range(bound.low, bound.high + 1) for bound in bounds)):
            here = dict(zip(names, values, strict=True))
            if all(_compares(test, here) is holds for test, holds in tests):
                return True
        return False

    def _die(self) -> bool:
        """Remove the states of which some diamond is not fulfilled by what still lives."""
        done: set[tuple[Node, OpenedNode, Diamond]] = set()
        living = [(node, state) for node, states in self.states.items() for state in states]
        going = {(node, state): list(_goings(state)) for node, state in living}
        for node, state in living:
            done |= {(node, state, diamond) for diamond, first in state.steps if first.letter is None}
        grown = True
        while grown:
            grown = False
            for (node, state), goings in going.items():
                for diamond, letter, rest in goings:
                    there = state.after(letter, rest)
                    if (node, state, diamond) not in done and any(
                        (there, then, rest) in done for then in self.states[there]
                    ):
                        done.add((node, state, diamond))
                        grown = True
        dead = [
            (node, state)
            for node, state in living
            if any((node, state, diamond) not in done for diamond, _ in state.steps)
        ]
        for node, state in dead:
            self.states[node].remove(state)
        return bool(dead)


def _goings(state: OpenedNode) -> Iterator[tuple[Diamond, Plain, Diamond]]:
    """The diamonds of a state that go on: each with its letter and what is left of it."""
    for diamond, first in state.steps:
        if first.letter is not None:
            yield diamond, first.letter, Diamond(first.rest, diamond.to_goal)


Way = tuple[tuple[Signed, ...], frozenset[tuple[Diamond, First]], frozenset[tuple[Plain, Diamond]]]


def _ways(formula: Formula, holds: bool) -> Iterator[Way]:
    """The ways in which a formula may hold, or fail: other formulas, steps, and what is shut out."""
    none: Way = ((), frozenset(), frozenset())
    if not isinstance(formula, Diamond):
        yield none
        return
    goal: tuple[Signed, ...] = ((GOAL, True),) if formula.to_goal else ()
    if holds:
        for first in firsts(formula.program):
            needed = first.guards if first.letter is not None else (*first.guards, *goal)
            yield needed, frozenset({(formula, first)}), frozenset()
        return
    refusals: list[list[Way]] = []
    for first in firsts(formula.program):
        against = [*first.guards, *(goal if first.letter is None else ())]
        ways: list[Way] = [(((guard, not wanted),), frozenset(), frozenset()) for guard, wanted in against]
        if first.letter is not None:
            shut = frozenset({(first.letter, Diamond(first.rest, formula.to_goal))})
            ways.append(((), frozenset(), shut))
        refusals.append(ways)
    for chosen in product(*refusals):
        yield (
            tuple(signed for guards, _, _ in chosen for signed in guards),
            frozenset(),
            frozenset(each for _, _, shut in chosen for each in shut),
        )


def _compares(test: Compare, values: dict[CounterName, int]) -> bool:
    other = test.other if isinstance(test.other, int) else values[test.other]
    return RELATIONS[test.relation](values[test.counter], other)


def written(node: Node, show: Callable[[Plain], str]) -> list[str]:
    """A node as texts, one for each formula."""

    def formula(each: Formula) -> str:
        if isinstance(each, Diamond):
            return f"⟨{show(each.program)}⟩" + GOAL * each.to_goal
        return each if isinstance(each, str) else show(each)

    return sorted(("" if holds else "¬") + formula(each) for each, holds in node)
