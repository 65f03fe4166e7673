"""The laws of moves by evaluation: Kleene algebra, tests, priority, binders, on random terms and boards."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

from lasker.algebra.fragments import Cell
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import (
    FAIL,
    NIL,
    Adjust,
    Bind,
    Choice,
    Most,
    Move,
    Repeat,
    Sequence,
    Test,
    choice,
    exhaust,
    prefer,
    sequence,
)
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits
from random_moves import moves
from worlds import CURSORS, World, configurations, often, worlds

Law = Callable[[Move, Move, Move], tuple[Move, Move]]


LITTLE = Limits(work=3000)  # some random terms have too many results


def seq(*parts: Move) -> Move:
    """A sequence as it stands, not flattened."""
    return Sequence(parts)


def alt(*options: Move) -> Move:
    """A choice as it stands, not flattened."""
    return Choice(options)


def star(M: Move) -> Move:
    return Repeat(M, 0, None)


def can(M: Move) -> Move:
    return Test(M, True)


def cannot(M: Move) -> Move:
    return Test(M, False)


EQUATIONS: dict[str, Law] = {
    # choice
    "M|N = N|M": lambda M, N, K: (alt(M, N), alt(N, M)),
    "M|M = M": lambda M, N, K: (alt(M, M), M),
    "(M|N)|K = M|(N|K)": lambda M, N, K: (alt(alt(M, N), K), alt(M, alt(N, K))),
    "M|fail = M": lambda M, N, K: (alt(M, FAIL), M),
    "flattening |": lambda M, N, K: (choice([alt(M, N), K]), alt(alt(M, N), K)),
    # sequence
    "(MN)K = M(NK)": lambda M, N, K: (seq(seq(M, N), K), seq(M, seq(N, K))),
    "nil M = M": lambda M, N, K: (seq(NIL, M), M),
    "M nil = M": lambda M, N, K: (seq(M, NIL), M),
    "fail M = fail": lambda M, N, K: (seq(FAIL, M), FAIL),
    "M fail = fail": lambda M, N, K: (seq(M, FAIL), FAIL),
    "M(N|K) = MN|MK": lambda M, N, K: (seq(M, alt(N, K)), alt(seq(M, N), seq(M, K))),
    "(M|N)K = MK|NK": lambda M, N, K: (seq(alt(M, N), K), alt(seq(M, K), seq(N, K))),
    "flattening": lambda M, N, K: (sequence([seq(M, N), K]), seq(seq(M, N), K)),
    # repetition
    "M* = nil|MM*": lambda M, N, K: (star(M), alt(NIL, seq(M, star(M)))),
    "M* = nil|M*M": lambda M, N, K: (star(M), alt(NIL, seq(star(M), M))),
    "(M*)* = M*": lambda M, N, K: (star(star(M)), star(M)),
    "M*M* = M*": lambda M, N, K: (seq(star(M), star(M)), star(M)),
    "(M|N)* = (M*N)*M*": lambda M, N, K: (star(alt(M, N)), seq(star(seq(star(M), N)), star(M))),
    "(MN)*M = M(NM)*": lambda M, N, K: (seq(star(seq(M, N)), M), seq(M, star(seq(N, M)))),
    "fail* = nil": lambda M, N, K: (star(FAIL), NIL),
    "M+ = MM*": lambda M, N, K: (Repeat(M, 1, None), seq(M, star(M))),
    "M? = nil|M": lambda M, N, K: (Repeat(M, 0, 1), alt(NIL, M)),
    "M{0} = nil": lambda M, N, K: (Repeat(M, 0, 0), NIL),
    "M{1} = M": lambda M, N, K: (Repeat(M, 1, 1), M),
    "M{3} = MMM": lambda M, N, K: (Repeat(M, 3, 3), seq(M, M, M)),
    "M{2,4} = MM|MMM|MMMM": lambda M, N, K: (Repeat(M, 2, 4), alt(seq(M, M), seq(M, M, M), seq(M, M, M, M))),
    "M{2,} = MMM*": lambda M, N, K: (Repeat(M, 2, None), seq(M, M, star(M))),
    "M{1,2}M{0,1} = M{1,3}": lambda M, N, K: (seq(Repeat(M, 1, 2), Repeat(M, 0, 1)), Repeat(M, 1, 3)),
    # tests: antidomain
    "![M]M = fail": lambda M, N, K: (seq(cannot(M), M), FAIL),
    "[M]M = M": lambda M, N, K: (seq(can(M), M), M),
    "[M] = ![![M]]": lambda M, N, K: (can(M), cannot(cannot(M))),
    "[M]|![M] = nil": lambda M, N, K: (alt(can(M), cannot(M)), NIL),
    "[M]![M] = fail": lambda M, N, K: (seq(can(M), cannot(M)), FAIL),
    "[M][N] = [N][M]": lambda M, N, K: (seq(can(M), can(N)), seq(can(N), can(M))),
    "[M|N] = [M]|[N]": lambda M, N, K: (can(alt(M, N)), alt(can(M), can(N))),
    "![M|N] = ![M]![N]": lambda M, N, K: (cannot(alt(M, N)), seq(cannot(M), cannot(N))),
    "[MN] = [M[N]]": lambda M, N, K: (can(seq(M, N)), can(seq(M, can(N)))),
    "![MN] = ![M[N]]": lambda M, N, K: (cannot(seq(M, N)), cannot(seq(M, can(N)))),
    "[M*] = nil": lambda M, N, K: (can(star(M)), NIL),
    "![nil] = fail": lambda M, N, K: (cannot(NIL), FAIL),
    "![fail] = nil": lambda M, N, K: (cannot(FAIL), NIL),
    "[M]* = nil": lambda M, N, K: (star(can(M)), NIL),
    # abbreviations
    "M//N = M|![M]N": lambda M, N, K: (prefer(M, N), alt(M, seq(cannot(M), N))),
    "(M//N)//K = M//(N//K)": lambda M, N, K: (prefer(prefer(M, N), K), prefer(M, prefer(N, K))),
    "M//M = M": lambda M, N, K: (prefer(M, M), M),
    "[M//N] = [M|N]": lambda M, N, K: (can(prefer(M, N)), can(alt(M, N))),
    "exhaust(M) = M*![M]": lambda M, N, K: (exhaust(M), seq(star(M), cannot(M))),
    "exhaust(nil) = fail": lambda M, N, K: (exhaust(NIL), FAIL),
    "exhaust(fail) = nil": lambda M, N, K: (exhaust(FAIL), NIL),
    "exhaust(M)exhaust(M) = exhaust(M)": lambda M, N, K: (seq(exhaust(M), exhaust(M)), exhaust(M)),
}

INCLUSIONS: dict[str, Law] = {
    "M <= M|N": lambda M, N, K: (M, alt(M, N)),
    "MK <= (M|N)K": lambda M, N, K: (seq(M, K), seq(alt(M, N), K)),
    "M{0,3} <= M*": lambda M, N, K: (Repeat(M, 0, 3), star(M)),
    "M* <= (M|N)*": lambda M, N, K: (star(M), star(alt(M, N))),
    "M*N <= (M|N|K)*": lambda M, N, K: (seq(star(M), N), star(alt(M, N, K))),
    "[M] <= nil": lambda M, N, K: (can(M), NIL),
    "![M] <= nil": lambda M, N, K: (cannot(M), NIL),
    "M//N <= M|N": lambda M, N, K: (prefer(M, N), alt(M, N)),
    "exhaust(M) <= M*": lambda M, N, K: (exhaust(M), star(M)),
}


class Case:
    """Three moves on a board, and their initial configuration."""

    def __init__(self, world: World, start: Configuration, *letters: Move) -> None:
        self.world, self.start, self.letters = world, start, letters

    def runs(self, move: Move) -> frozenset[Configuration]:
        """All results of a move, scratch marks included; an example with too many is discarded."""
        try:
            return self.bounded(move)
        except LimitError:
            reject()

    def bounded(self, move: Move) -> frozenset[Configuration]:
        """The same, unless a limit is exceeded."""
        arena = Arena(self.world.space, self.world.vocabulary, LITTLE)
        return frozenset(arena.answers(move, self.start))

    def __repr__(self) -> str:
        return f"Case({self.world}, {self.start}, {self.letters})"


@st.composite
def cases(draw: st.DrawFn, letters: int = 3, depth: int = 2) -> Case:
    world, scope = draw(worlds()), draw(st.sampled_from((("%",), CURSORS)))
    some = [draw(moves(world, scope, depth)) for _ in range(letters)]
    return Case(world, draw(configurations(world, scope)), *some)


def holds(
    case: Case, law: Law, compare: Callable[[frozenset[Configuration], frozenset[Configuration]], bool]
) -> bool:
    """Does the relation between both sides of a law hold? What is too large to evaluate counts as true."""
    left, right = law(*case.letters)
    try:
        return compare(case.bounded(left), case.bounded(right))
    except LimitError:
        return True


@often(12)
@given(cases())
def test_equations(case: Case) -> None:
    broken = [name for name, law in EQUATIONS.items() if not holds(case, law, frozenset.__eq__)]
    assert not broken


@often(30)
@given(cases())
def test_inclusions(case: Case) -> None:
    broken = [name for name, law in INCLUSIONS.items() if not holds(case, law, frozenset.issubset)]
    assert not broken


@often(30)
@given(cases(2))
def test_a_star_is_the_least_that_absorbs_its_move(case: Case) -> None:
    """Induction: once a bounded repetition stops growing, it is the star; also followed by another move."""
    M, N = case.letters
    for k in range(6):
        if case.runs(Repeat(M, 0, k)) == case.runs(Repeat(M, 0, k + 1)):
            assert case.runs(Repeat(M, 0, k)) == case.runs(star(M))
            assert case.runs(seq(Repeat(M, 0, k), N)) == case.runs(seq(star(M), N))
            break


@often(30)
@given(cases(1))
def test_tests_restore_everything(case: Case) -> None:
    (M,) = case.letters
    possible = bool(case.runs(M))
    assert case.runs(can(M)) == ({case.start} if possible else set())
    assert case.runs(cannot(M)) == (set() if possible else {case.start})


@often(30)
@given(cases(1), st.sampled_from(CURSORS))
def test_a_binder_restores_the_cursor_it_shadows(case: Case, name: str) -> None:
    (M,) = case.letters
    outside = dict(case.start.cursors).get(name)
    for end in case.runs(Bind(name, Cell(case.world.vocabulary.squares), M)):
        assert dict(end.cursors).get(name) == outside
        assert {known for known, _ in end.cursors} == {known for known, _ in case.start.cursors}
    assert case.runs(Bind(name, Cell(case.world.vocabulary.squares), NIL)) == {case.start}
    assert not case.runs(Bind(name, Cell(0), NIL))


@often(30)
@given(cases(2))
def test_most_keeps_the_greatest(case: Case) -> None:
    M, N = case.letters
    for slot, name in enumerate(case.world.vocabulary.counters):
        either = alt(
            M, N, seq(Adjust(name, True, 1), N), seq(Adjust(name, True, -1), M), Adjust(name, False, 2)
        )
        everything, most = case.runs(either), case.runs(Most(name, either))
        assert most <= everything
        assert bool(most) == bool(everything)
        assert all(end.counters[slot] < min(e.counters[slot] for e in most) for end in everything - most)
        assert case.runs(Most(name, Most(name, M))) == case.runs(Most(name, M))


@pytest.mark.soak
@often(10_000)
@given(cases())
def test_equations_at_length(case: Case) -> None:
    broken = [name for name, law in EQUATIONS.items() if not holds(case, law, frozenset.__eq__)]
    assert not broken
