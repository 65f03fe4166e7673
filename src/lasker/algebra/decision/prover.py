"""Proofs that two moves are equal: simplification by laws, then normal forms, counters, derivatives,
tableaux, and the parts of terms with one operator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from lasker.algebra.decision import atoms, commuting, counting_moves, derivatives, dynamic_logic, normal_forms
from lasker.algebra.decision.guards import Guard, NotCoveredError
from lasker.algebra.decision.placements import MOST_PLACEMENTS, Anchors, placements, reach
from lasker.algebra.decision.proof import (
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
from lasker.algebra.decision.symbolic_execution import MOST_STEPS, choices
from lasker.algebra.decision.world import World
from lasker.algebra.laws import simplify
from lasker.algebra.moves import Bind, Choice, Compare, Each, Most, Move, Repeat, Sequence, Test, measure
from lasker.algebra.subterms import free_cursors, parts
from lasker.kernel.errors import LaskerError
from lasker.space.board_kinds import Periods

MOST_LATTICES = 200  # glued lattices on which normal forms are compared
MOST_NODES = 600  # nodes of a term whose sets are split
MOST_PAIRS = 400  # options of two choices that are compared
MOST_CHOSEN = 4  # squares that a move chooses


def prove(left: Move, right: Move, world: World) -> Proof | None:
    """A proof that two moves are equal, or None if none is found.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.algebra.moves import NIL, Variable, sequence
    >>> from lasker.space.board_kinds import KINDS
    >>> prove(sequence([NIL, Variable("M")]), Variable("M"), World(KINDS["square"], CHESSMEN)).reasons
    ('law: nil then M is M',)
    """
    return _prove(left, right, world) or _by_atoms(left, right, world)


def _prove(left: Move, right: Move, world: World, methods: Iterable[Method] = ()) -> Proof | None:
    """By all methods; parts of a sequence or choice without those that were applied to the whole."""
    if left == right:
        return Proof(left, right, (Same(left, ()),))
    a, laws_a = simplify(left)
    b, laws_b = simplify(right)
    sides = (("left", left, laws_a, a), ("right", right, laws_b, b))
    steps = tuple(Simplified(*side) for side in sides if side[2])
    if a == b:
        return Proof(left, right, (*steps, Same(a, tuple(dict.fromkeys((*laws_a, *laws_b))))))
    for method in methods or FOR_ALL:
        found = method(a, b, world)
        if found is not None:
            return Proof(left, right, (*steps, found))
    return None


def _by_normal_form(left: Move, right: Move, world: World) -> Step | None:
    return _compared(left, right, world, 1)


def _by_placements(left: Move, right: Move, world: World) -> Step | None:
    """By normal form, where several squares are chosen."""
    return _compared(left, right, world, MOST_CHOSEN)


def _compared(left: Move, right: Move, world: World, most: int) -> Step | None:
    try:
        compared = Compared(left, right, world, most)
        if next(compared.differences(), None) is not None:
            return None
        return NormalForms(*compared.tables, compared.lattices, compared.number)
    except NotCoveredError:
        return None


class Compared:
    """The normal forms of two moves on all lattices that represent the boards of the world, on which squares
    are identified by offsets, and with the squares that they choose on all places that represent others."""

    def __init__(self, left: Move, right: Move, world: World, most: int) -> None:
        self.sides, self.vocabulary, self.steps = (left, right), world.vocabulary, [MOST_STEPS]
        number = max(1, *map(choices, self.sides))
        if number > most:
            raise NotCoveredError
        self.reach = joint_reach(left, right, world)
        wide = self.reach if number == 1 else tuple(9 * each + 1 for each in self.reach)
        self.lattices = tuple(lattices(wide, world))
        self.placements = {each: placements(number, self.reach, each) for each in self.lattices}
        if number > 1 and sum(len(places) for _, places in self.placements.values()) > MOST_PLACEMENTS:
            raise NotCoveredError

    @property
    def number(self) -> int:
        """How many placements represent all."""
        return max(len(representing) for representing, _ in self.placements.values())

    @property
    def tables(self) -> tuple[normal_forms.Relation, normal_forms.Relation]:
        """The normal forms of both sides on the first lattice."""
        first = self.lattices[0]
        one, two = (self._table(move, first, self.placements[first][0]) for move in self.sides)
        return one, two

    def differences(self) -> Iterator[tuple[Periods, Guard]]:
        """Lattices, and guards on them under which only one of the moves has some effect."""
        for periods, (representing, places) in self.placements.items():
            for one, other in (self.sides, self.sides[::-1]):
                table = self._table(one, periods, representing)
                others = self._table(other, periods, places)
                for guard in normal_forms.differences(table, others, self.vocabulary, periods):
                    yield periods, guard

    def _table(self, move: Move, periods: Periods, places: list[Anchors]) -> normal_forms.Relation:
        return normal_forms.relation(move, self.vocabulary, periods, places, self.steps)


def joint_reach(left: Move, right: Move, world: World) -> tuple[int, ...]:
    """For each axis, how far the moves reach around a square that they choose."""
    return tuple(map(max, *(reach(move, len(world.compass.origin)) for move in (left, right))))


def lattices(reach: tuple[int, ...], world: World) -> list[Periods]:
    """The lattices that represent all boards of the world for moves of a reach."""
    found = world.periods(reach)
    if not found or len(found) > MOST_LATTICES:
        raise NotCoveredError
    return found


def _by_counters(left: Move, right: Move, world: World) -> Step | None:
    if counting_moves.settings((left, right), world.vocabulary) is None:
        return None
    table = []
    try:
        for values, one, two in counting_moves.results(left, right, world.vocabulary):
            if one != two:
                return None
            table.append((values, frozenset(one)))
    except LaskerError:  # beyond a limit of the evaluator
        return None
    return Values(tuple(name for name, _ in world.vocabulary.counters), tuple(table))


def _by_derivatives(left: Move, right: Move, world: World) -> Step | None:
    try:
        pairs = derivatives.bisimulation(left, right)
    except derivatives.TooLargeError:
        return None
    return None if pairs is None else Derivatives(tuple(pairs), derivatives.theory(left, right))


def _by_counting_first(left: Move, right: Move, world: World) -> Step | None:
    def count(a: Move, b: Move) -> Proof | None:
        return _prove(a, b, world, (_by_counters,))

    return commuting.by_counting_first(left, right, count, lambda a, b: _prove(a, b, world))


def _by_order(left: Move, right: Move, world: World) -> Step | None:
    return commuting.by_order(left, right, lambda a, b: _prove(a, b, world, FOR_COMMUTING))


def _by_dynamic_logic(left: Move, right: Move, world: World) -> Step | None:
    consistent = counting_moves.consistency(world.vocabulary)
    tableaux = []
    try:
        for one, two in ((left, right), (right, left)):
            tableau = dynamic_logic.refutation(one, two, consistent)
            if tableau.is_satisfiable:
                return None
            tableaux.append(tableau)
    except derivatives.TooLargeError:
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
            return _gathered(_prove(x, y, world, FOR_PARTS) for x, y in zip(a, b, strict=True))
        case (Choice(), _) | (_, Choice()):
            return _by_options(left, right, world)
    return None


def _by_options(left: Move, right: Move, world: World) -> Step | None:
    """Every option of one choice is equal to one of the other, and the other way round."""
    one = left.options if isinstance(left, Choice) else (left,)
    two = right.options if isinstance(right, Choice) else (right,)
    if len(one) * len(two) > MOST_PAIRS:
        return None
    table = {(x, y): _prove(x, y, world, FOR_PARTS) for x in one for y in two}
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
        among = lattices(joint_reach(left, right, world), world)
        for periods in among:
            a, b = (normal_forms.pinned(move, cursor, world.vocabulary, periods) for move in (left, right))
            if any(
                normal_forms.difference(*sides, world.vocabulary, periods) is not None
                for sides in ((a, b), (b, a))
            ):
                return None
            tables.append((a, b))
    except NotCoveredError:
        return None
    return Proof(left, right, (NormalForms(*tables[0], tuple(among)),))


def _by_atoms(left: Move, right: Move, world: World) -> Proof | None:
    """The same question with sets of contents split into their common atoms, if that makes a difference and
    the terms do not get too large."""
    among = atoms.atoms((left, right))
    a, b = atoms.split(left, among), atoms.split(right, among)
    if (a, b) == (left, right) or max(measure(a)[1], measure(b)[1]) > MOST_NODES:
        return None
    found = _prove(a, b, world, FOR_ATOMS)
    if found is None:
        return None
    return Proof(left, right, (Split(tuple(among), (left, a), (right, b)), *found.steps))


Method = Callable[[Move, Move, World], Step | None]
FOR_PARTS: tuple[Method, ...] = (_by_counters, _by_normal_form, _by_derivatives, _by_parts)
FOR_ATOMS: tuple[Method, ...] = (*FOR_PARTS[:-1], _by_dynamic_logic, _by_parts)
FOR_COMMUTING: tuple[Method, ...] = (_by_counting_first, _by_normal_form, _by_placements)
FOR_ALL: tuple[Method, ...] = (
    *FOR_PARTS[:-1],
    _by_counting_first,
    _by_order,
    _by_placements,
    _by_dynamic_logic,
    _by_parts,
)
