"""Proofs that two moves are equal: simplification by laws, then normal forms, counters, derivatives,
tableaux, and the parts of terms with one operator."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.algebra import atoms, counters, dynamic_logic, kleene, normal
from lasker.algebra.laws import simplify
from lasker.algebra.moves import Bind, Choice, Compare, Each, Most, Move, Repeat, Sequence, Test, measure
from lasker.algebra.proof import (
    Derivatives,
    NormalForms,
    Parts,
    Proof,
    Same,
    Simplified,
    Split,
    Step,
    Tableaux,
    Values,
)
from lasker.algebra.subterms import free_cursors, parts
from lasker.algebra.world import World
from lasker.kernel.errors import LaskerError
from lasker.space.kinds import Periods

MOST_LATTICES = 200  # glued lattices on which normal forms are compared
MOST_NODES = 600  # nodes of a term whose sets are split
MOST_PAIRS = 400  # options of two choices that are compared


def prove(left: Move, right: Move, world: World) -> Proof | None:
    """A proof that two moves are equal, or None if none is found.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import NIL, Variable, sequence
    >>> from lasker.space.kinds import KINDS
    >>> prove(sequence([NIL, Variable("M")]), Variable("M"), World(KINDS["square"], CHESSMEN)).reasons
    ('law: nil then M is M',)
    """
    return _prove(left, right, world) or _by_atoms(left, right, world)


def _prove(left: Move, right: Move, world: World, *, whole: bool = True) -> Proof | None:
    """Parts of a sequence or choice are compared without the tableau, which has been applied to the whole."""
    if left == right:
        return Proof(left, right, (Same(left, ()),))
    a, laws_a = simplify(left)
    b, laws_b = simplify(right)
    sides = (("left", left, laws_a, a), ("right", right, laws_b, b))
    steps = tuple(Simplified(*side) for side in sides if side[2])
    if a == b:
        return Proof(left, right, (*steps, Same(a, tuple(dict.fromkeys((*laws_a, *laws_b))))))
    for method in (_by_normal_form, _by_counters, _by_derivatives, _by_dynamic_logic, _by_parts):
        if method is _by_dynamic_logic and not whole:
            continue
        found = method(a, b, world)
        if found is not None:
            return Proof(left, right, (*steps, found))
    return None


def _by_normal_form(left: Move, right: Move, world: World) -> Step | None:
    try:
        among = lattices(left, right, world)
        return None if normal_difference(left, right, world) else _tables(left, right, among, world)
    except normal.NotCoveredError:
        return None


def _tables(left: Move, right: Move, among: list[Periods], world: World) -> NormalForms:
    one, two = (normal.relation(move, world.vocabulary, among[0]) for move in (left, right))
    return NormalForms(one, two, tuple(among))


def lattices(left: Move, right: Move, world: World) -> list[Periods]:
    """The lattices that represent all boards of the world, on which squares are identified by offsets."""
    dimension = len(world.compass.origin)
    reaches = (normal.reach(move, dimension) for move in (left, right))
    found = world.periods(tuple(map(max, *reaches)))
    if not found or len(found) > MOST_LATTICES:
        raise normal.NotCoveredError
    return found


def normal_difference(left: Move, right: Move, world: World) -> tuple[Periods, normal.Guard] | None:
    """A lattice and a guard on it under which only one of the moves has some effect."""
    for periods in lattices(left, right, world):
        a, b = (normal.relation(move, world.vocabulary, periods) for move in (left, right))
        found = normal.difference(a, b, world.vocabulary)
        if found is not None:
            return periods, found
    return None


def _by_counters(left: Move, right: Move, world: World) -> Step | None:
    if counters.settings((left, right), world.vocabulary) is None:
        return None
    table = []
    try:
        for values, one, two in counters.results(left, right, world.vocabulary):
            if one != two:
                return None
            table.append((values, frozenset(one)))
    except LaskerError:  # beyond a limit of the evaluator
        return None
    return Values(tuple(name for name, _ in world.vocabulary.counters), tuple(table))


def _by_derivatives(left: Move, right: Move, world: World) -> Step | None:
    try:
        pairs = kleene.bisimulation(left, right)
    except kleene.TooLargeError:
        return None
    return None if pairs is None else Derivatives(tuple(pairs), kleene.theory(left, right))


def _by_dynamic_logic(left: Move, right: Move, world: World) -> Step | None:
    consistent = counters.consistency(world.vocabulary)
    tableaux = []
    try:
        for one, two in ((left, right), (right, left)):
            tableau = dynamic_logic.refutation(one, two, consistent)
            if tableau.is_satisfiable:
                return None
            tableaux.append(tableau)
    except kleene.TooLargeError:
        return None
    counted = any(isinstance(part, Compare) for move in (left, right) for part in parts(move))
    return Tableaux(tableaux[0], tableaux[1], counted)


def _by_parts(left: Move, right: Move, world: World) -> Step | None:
    """Congruence: terms with the same operator and pairwise equal parts."""
    match left, right:
        case Bind(x, p, a), Bind(y, q, b) if (x, p) == (y, q):
            return _gathered([_inside(a, b, world)])
        case Each(x, p, a), Each(y, q, b) if (x, p) == (y, q):
            return _gathered([_inside(a, b, world)])
        case Most(n, a), Most(m, b) if n == m:
            return _gathered([_prove(a, b, world)])
        case Repeat(a, i, j), Repeat(b, k, m) if (i, j) == (k, m):
            return _gathered([_inside(a, b, world)])
        case Test(a, v), Test(b, w) if v is w:  # they are asked alike, or even do the same
            return _gathered([_prove(Test(a, True), Test(b, True), world) if not v else _prove(a, b, world)])
        case Sequence(a), Sequence(b) if len(a) == len(b):
            return _gathered(_prove(x, y, world, whole=False) for x, y in zip(a, b, strict=True))
        case (Choice(), _) | (_, Choice()):
            return _by_options(left, right, world)
    return None


def _by_options(left: Move, right: Move, world: World) -> Step | None:
    """Every option of one choice is equal to one of the other, and the other way round."""
    one = left.options if isinstance(left, Choice) else (left,)
    two = right.options if isinstance(right, Choice) else (right,)
    if len(one) * len(two) > MOST_PAIRS:
        return None
    table = {(x, y): _prove(x, y, world, whole=False) for x in one for y in two}
    rows = [[table[x, y] for y in two] for x in one]
    columns = [[table[x, y] for x in one] for y in two]
    return _gathered(next(filter(None, line), None) for line in (*rows, *columns))


def _gathered(proofs: Iterable[Proof | None]) -> Step | None:
    found = []
    for proof in proofs:
        if proof is None:
            return None
        if proof not in found:
            found.append(proof)
    return Parts(tuple(found))


def _inside(left: Move, right: Move, world: World) -> Proof | None:
    """Bodies of a binder or a repetition: equal for every place of their cursor."""
    found = _prove(left, right, world)
    if found is None:
        cursors = free_cursors(left) | free_cursors(right)
        if len(cursors) == 1:
            found = _pinned(left, right, min(cursors), world)
    return found


def _pinned(left: Move, right: Move, cursor: str, world: World) -> Proof | None:
    """Two bodies compared by normal form, with the final place of the cursor as part of the effect."""
    tables = []
    try:
        among = lattices(left, right, world)
        for periods in among:
            a, b = (normal.pinned(move, cursor, world.vocabulary, periods) for move in (left, right))
            if normal.difference(a, b, world.vocabulary) is not None:
                return None
            tables.append((a, b))
    except normal.NotCoveredError:
        return None
    return Proof(left, right, (NormalForms(*tables[0], tuple(among)),))


def _by_atoms(left: Move, right: Move, world: World) -> Proof | None:
    """The same question with sets of contents split into their common atoms, if that makes a difference and
    the terms do not get too large."""
    among = atoms.atoms((left, right))
    a, b = atoms.split(left, among), atoms.split(right, among)
    if (a, b) == (left, right) or max(measure(a)[1], measure(b)[1]) > MOST_NODES:
        return None
    found = _prove(a, b, world)
    if found is None:
        return None
    return Proof(left, right, (Split(tuple(among), (left, a), (right, b)), *found.steps))
