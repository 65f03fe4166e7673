"""Equality by propositional dynamic logic: complete for Kleene algebra with domain and antidomain.

Rewrites, binders and variables are uninterpreted atomic programs; `[M]` is the formula ⟨M⟩⊤. M is contained
in N in every relational model if ⟨M⟩x ∧ ¬⟨N⟩x has no model, where x is a new proposition. That is decided by
a tableau (Pratt 1980): a *node* is a set of formulas, which is expanded into *states*; a state says which
atomic programs lead to which nodes. Then states are eliminated whose formulas cannot be fulfilled. The
remaining states, if any, form a model.

Programs are decomposed by partial derivatives: under some tests a program stops, or begins with an atomic
program and continues as its derivative. So a diamond ⟨P⟩φ stays a diamond ⟨P'⟩φ until its program stops, and
whether every diamond is fulfilled is a question of reachability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from functools import lru_cache
from itertools import count, islice

from lasker.algebra.decision.derivatives import TooLargeError, unrolled
from lasker.algebra.moves import (
    NIL,
    Choice,
    Compare,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    rebuild,
    sequence,
)
from lasker.algebra.subterms import substitute
from lasker.kernel.dataclass import dataclass

MOST_STATES = 4_000
MOST_STEPS = 20_000  # expansions of nodes
MOST_FIRSTS = 200  # partial derivatives of one program


@dataclass(frozen=True)
class Proposition:
    """An uninterpreted test: a comparison of counters, or one that is new and has a name."""

    name: Compare | str


@dataclass(frozen=True)
class Diamond:
    """⟨program⟩ goal: some result of the program satisfies the goal; no goal is always satisfied."""

    program: Move
    goal: Formula | None = None


Formula = Proposition | Diamond
Signed = tuple[Formula, bool]
Box = tuple[Move, Signed]  # what must hold after every run of an atomic program
Node = frozenset[Signed]
Truth = dict[Compare | str, bool]
Consistent = Callable[[Truth], bool]
TARGET = Proposition("x")  # the result


def always(truth: Truth) -> bool:
    """Every truth assignment is consistent: nothing is known of tests."""
    return True


@dataclass(frozen=True)
class First:
    """A partial derivative: the guards that must hold, and then the program stops, or
    runs a letter and continues."""

    guards: tuple[Signed, ...]
    letter: Move | None = None
    rest: Move = NIL


@dataclass(frozen=True)
class Clause:
    """At least one of these must be: a formula here, or one after an atomic program.

    A clause that holds already is not opened: it would only split a state into cases.
    """

    here: tuple[Signed, ...]
    later: Box | None = None


@dataclass(frozen=True)
class ExpandedNode:
    """An expanded node: the step of every diamond, and the formulas after each atomic program.

    `steps` gives for each diamond the atomic program and the remaining diamond, or None where it stops.
    """

    formulas: Node
    steps: tuple[tuple[Diamond, tuple[Move, Diamond] | None], ...]
    boxes: frozenset[Box]

    @property
    def propositions(self) -> Truth:
        """The truth values of tests in this state, by name."""
        return {f.name: holds for f, holds in self.formulas if isinstance(f, Proposition)}

    def successors(self) -> Iterator[tuple[Diamond, Move, Diamond, Node]]:
        """For each diamond that continues: itself, its letter, the remaining diamond,
        and the node it leads to."""
        for diamond, step in self.steps:
            if step is not None:
                letter, rest = step
                after = {formula for other, formula in self.boxes if other == letter}
                yield diamond, letter, rest, frozenset({(rest, True), *after})


@dataclass(frozen=True)
class Eliminated:
    """A state that has no model, the node it belongs to, and the diamond that cannot be fulfilled."""

    node: Node
    state: ExpandedNode
    diamond: Diamond


@dataclass
class Tableau:
    """All nodes reachable from one, and the states of each that have a model."""

    start: Node
    consistent: Consistent = always  # is this truth assignment consistent?
    states: dict[Node, list[ExpandedNode]] = field(default_factory=dict)
    rank: dict[tuple[ExpandedNode, Diamond], int] = field(default_factory=dict)  # steps until it is fulfilled
    eliminated: list[Eliminated] = field(default_factory=list)
    letters: dict[Move, Variable] = field(default_factory=dict)  # short names of atomic programs

    def __post_init__(self) -> None:
        todo, size, steps = [self.start], 0, count(1)
        while todo:
            node = todo.pop()
            if node in self.states:
                continue
            found = dict.fromkeys(_expand(list(node), {}, {}, frozenset(), steps))
            self.states[node] = [state for state in found if self.consistent(state.propositions)]
            size += len(self.states[node])
            if size > MOST_STATES:
                raise TooLargeError
            todo += [after for state in self.states[node] for *_, after in state.successors()]
        while self._eliminate():
            pass

    def spelled(self, program: Move) -> Move:
        """A program of this tableau with its atomic programs in place of their short names."""
        return substitute(program, {letter.name: move for move, letter in self.letters.items()})

    @property
    def is_satisfiable(self) -> bool:
        """Is there a model?"""
        return bool(self.states[self.start])

    def _eliminate(self) -> bool:
        """Remove the states without a successor, or with a diamond that is never
        fulfilled; were there any?"""
        self.rank = self._ranks()
        removed = False
        for node, states in self.states.items():
            kept = []
            for state in states:
                reason = self._reason(state)
                if reason is None:
                    kept.append(state)
                else:
                    self.eliminated.append(Eliminated(node, state, reason))
            removed |= len(kept) < len(states)
            self.states[node] = kept
        return removed

    def _reason(self, state: ExpandedNode) -> Diamond | None:
        """The diamond that cannot be fulfilled from a state, if there is one."""
        for diamond, _ in state.steps:
            if (state, diamond) not in self.rank:
                return diamond
        return next((diamond for diamond, _, _, after in state.successors() if not self.states[after]), None)

    def _ranks(self) -> dict[tuple[ExpandedNode, Diamond], int]:
        found: dict[tuple[ExpandedNode, Diamond], int] = {}
        before: dict[tuple[ExpandedNode, Diamond], list[tuple[ExpandedNode, Diamond]]] = {}
        todo: list[tuple[ExpandedNode, Diamond]] = []
        for states in self.states.values():
            for state in states:
                for diamond, step in state.steps:
                    if step is None and (state, diamond) not in found:
                        found[state, diamond] = 0
                        todo.append((state, diamond))
                for diamond, _, rest, after in state.successors():
                    for other in self.states[after]:
                        before.setdefault((other, rest), []).append((state, diamond))
        for at in todo:  # the list grows
            for earlier in before.get(at, ()):
                if earlier not in found:
                    found[earlier] = found[at] + 1
                    todo.append(earlier)
        return found


def contained(left: Move, right: Move, consistent: Consistent = always) -> bool:
    """Is every result of the left move one of the right, in every relational model?

    >>> from lasker.algebra.moves import Variable
    >>> M, N = Variable("M"), Variable("N")
    >>> contained(sequence([M, Test(N, True)]), M), contained(M, sequence([M, Test(N, True)]))
    (True, False)
    """
    return not refutation(left, right, consistent).is_satisfiable


def refutation(left: Move, right: Move, consistent: Consistent = always) -> Tableau:
    """The tableau of ⟨left⟩x ∧ ¬⟨right⟩x: its models have a result of the left move alone."""
    letters: dict[Move, Variable] = {}
    one, two = (_lettered(unrolled(move), letters) for move in (left, right))
    return Tableau(
        frozenset({(Diamond(one, TARGET), True), (Diamond(two, TARGET), False)}), consistent, letters=letters
    )


def equal(left: Move, right: Move, consistent: Consistent = always) -> bool:
    """Are the two moves equal in every relational model, whatever their atomic programs are?

    >>> from lasker.algebra.moves import Variable
    >>> M = Variable("M")
    >>> equal(Test(Repeat(M, 1, None), True), Test(M, True))
    True
    >>> equal(Test(Repeat(M, 2, 2), True), Test(M, True))
    False
    """
    return contained(left, right, consistent) and contained(right, left, consistent)


def _expand(
    todo: list[Signed | Clause],
    known: dict[Formula, bool],
    steps: dict[Diamond, tuple[Move, Diamond] | None],
    boxes: frozenset[Box],
    counted: Iterator[int],
) -> Iterator[ExpandedNode]:
    """Every expansion of some formulas and clauses, consistent with what is known already."""
    if next(counted) > MOST_STEPS:
        raise TooLargeError
    if not todo:
        yield ExpandedNode(frozenset(known.items()), tuple(sorted(steps.items(), key=_spelling)), boxes)
        return
    first, *rest = todo
    if isinstance(first, Clause):
        if not any(known.get(f) is wanted for f, wanted in first.here) and first.later not in boxes:
            for formula, wanted in first.here:
                if formula not in known:
                    yield from _expand([(formula, wanted), *rest], known, steps, boxes, counted)
            if first.later is not None:
                yield from _expand(rest, known, steps, boxes | {first.later}, counted)
        else:
            yield from _expand(rest, known, steps, boxes, counted)
        return
    formula, holds = first
    if formula in known:
        if known[formula] is holds:
            yield from _expand(rest, known, steps, boxes, counted)
        return
    known = {**known, formula: holds}
    if isinstance(formula, Proposition):
        yield from _expand(rest, known, steps, boxes, counted)
    elif holds:
        for begun in firsts(formula.program):
            needed = list(begun.guards)
            step: tuple[Move, Diamond] | None = None
            if begun.letter is not None:
                step = begun.letter, Diamond(begun.rest, formula.goal)
            elif formula.goal is not None:
                needed.append((formula.goal, True))
            yield from _expand([*needed, *rest], known, {**steps, formula: step}, boxes, counted)
    else:
        clauses = [_denial(begun, formula.goal) for begun in firsts(formula.program)]
        yield from _expand([*rest, *clauses], known, steps, boxes, counted)


@lru_cache(maxsize=4096)
def _spelling(step: tuple[Diamond, tuple[Move, Diamond] | None]) -> str:
    return repr(step)


def _denial(first: First, goal: Formula | None) -> Clause:
    """What prevents a derivative from satisfying its goal: a guard fails, or the rest does."""
    here = [(formula, not wanted) for formula, wanted in first.guards]
    if first.letter is not None:
        return Clause((*here,), (first.letter, (Diamond(first.rest, goal), False)))
    return Clause((*here, (goal, False)) if goal is not None else (*here,))


def _lettered(move: Move, letters: dict[Move, Variable]) -> Move:
    """The same program with a variable for every atomic program, as they are uninterpreted."""
    match move:
        case Nil() | Fail() | Compare() | Variable():
            return move
        case Sequence() | Choice() | Repeat() | Test():
            return rebuild(move, lambda part: _lettered(part, letters))
        case _:
            return letters.setdefault(move, Variable(f"#{len(letters)}"))


@lru_cache(maxsize=4096)
def firsts(program: Move) -> tuple[First, ...]:
    """All partial derivatives of a program."""
    found = tuple(dict.fromkeys(islice(_beginnings(program), MOST_FIRSTS + 1)))
    if len(found) > MOST_FIRSTS:
        raise TooLargeError
    return found


def _beginnings(program: Move) -> Iterator[First]:
    match program:
        case Nil():
            yield First(())
        case Fail():
            return
        case Test(body, wanted):
            yield First(((Diamond(body), wanted),))
        case Compare():
            yield First(((Proposition(program), True),))
        case Choice(options):
            for option in options:
                yield from _beginnings(option)
        case Sequence((head, *tail)):
            rest = sequence(tail)
            for first in _beginnings(head):
                if first.letter is not None:
                    yield First(first.guards, first.letter, _joined(first.rest, rest))
                    continue
                for then in _beginnings(rest):
                    yield First((*first.guards, *then.guards), then.letter, then.rest)
        case Repeat(body, 0, None):
            yield First(())
            for first in _beginnings(body):
                if first.letter is not None:
                    yield First(first.guards, first.letter, _joined(first.rest, program))
        case _:
            yield First((), program)


def _joined(first: Move, then: Move) -> Move:
    return sequence(part for part in (first, then) if part != NIL)
