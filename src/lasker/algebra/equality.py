"""When are two values the same? Proved, refuted with a board, or undecided up to a stated size."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from lasker.algebra import kleene, normal
from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.fragments import Cell, Fragment, Pattern, fragment
from lasker.algebra.laws import simplify
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import FAIL, NIL, Bind, Choice, Move, Repeat, Sequence, Test, choice, rewrite
from lasker.algebra.search import Searched, Witness, compare, free_cursors, search, substitute, variables
from lasker.space.compass import Compass
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace, Space


@dataclass(frozen=True)
class Verdict:
    """The answer to "are they equal?": True, False, or None for undecided; and why.

    >>> Verdict(None, ("no board of up to 4 squares tells them apart",)).answer
    'undecided'
    """

    equal: bool | None
    reasons: tuple[str, ...]
    witness: Witness | None = None

    @property
    def answer(self) -> str:
        """The answer as people read it."""
        return "undecided" if self.equal is None else "proved equal" if self.equal else "different"


@dataclass(frozen=True)
class World:
    """What equality is about: boards of one compass, contents of one vocabulary, perhaps one board."""

    compass: Compass
    vocabulary: Vocabulary
    space: Space | None = None
    budget: int = 20_000

    @property
    def folded(self) -> bool:
        """Is this about one board on which different offsets may lead to one square?"""
        return self.space is not None and not (
            isinstance(self.space, LatticeSpace) and not self.space.gluings
        )


def equal_patterns(left: Pattern, right: Pattern, world: World) -> Verdict:
    """Do two patterns consist of the same fragments? Decided by normal form, both ways."""
    if left == right:
        return Verdict(True, ("the same normal form",))
    a, b = _boxes(left), _boxes(right)
    same = a.keys() == b.keys() and all(
        not normal.minus(a[k], b[k], world.vocabulary) and not normal.minus(b[k], a[k], world.vocabulary)
        for k in a
    )
    return Verdict(True, ("the same fragments",)) if same else Verdict(False, ("different normal forms",))


def _boxes(pattern: Pattern) -> dict[object, list[normal.Guard]]:
    """Fragments by the squares and cursors they name, each a box of contents."""
    found: dict[object, list[normal.Guard]] = {}
    for option in pattern.options:
        key = tuple((offset, replace(cell, contents=0)) for offset, cell in option.cells)
        found.setdefault(key, []).append({offset: cell.contents for offset, cell in option.cells})
    return found


def equal_moves(left: Move, right: Move, world: World) -> Verdict:
    """Do two moves always lead from the same boards to the same boards?"""
    proof = prove(left, right, world)
    if proof is not None:
        return Verdict(True, proof)
    if variables(left) | variables(right):
        return _instances(left, right, world)
    witness = _case_witness(left, right, world)
    searched = search(left, right, world.compass, world.vocabulary, world.space, world.budget)
    if searched.witness is not None:
        return Verdict(
            False, (f"a board tells them apart, found after {searched.boards} tries",), searched.witness
        )
    if witness is not None:
        return Verdict(False, ("the normal forms of single-piece moves differ",), witness)
    return Verdict(None, (_how_far(searched),))


def _how_far(searched: Searched) -> str:
    shapes = ", ".join(searched.complete[-3:])
    upto = f"every board up to {shapes}" if shapes else "no shape completely"
    return f"no proof found, and no difference on {searched.boards} boards ({upto})"


def prove(left: Move, right: Move, world: World) -> tuple[str, ...] | None:
    """The means by which the two moves are shown equal, or None."""
    if left == right:
        return ("they are the same term",)
    a, laws_a = simplify(left)
    b, laws_b = simplify(right)
    laws = tuple(dict.fromkeys((*laws_a, *laws_b)))
    if a == b:
        return tuple(f"law: {law}" for law in laws)
    for method in (_by_normal_form, _by_derivatives, _by_parts):
        found = method(a, b, world)
        if found is not None:
            return found
    return None


def _by_derivatives(left: Move, right: Move, world: World) -> tuple[str, ...] | None:
    try:
        return ("derivatives: the laws of Kleene algebra with tests",) if kleene.equal(left, right) else None
    except kleene.TooLargeError:
        return None


def _by_normal_form(left: Move, right: Move, world: World) -> tuple[str, ...] | None:
    try:
        return None if _difference(left, right, world) else ("the normal form of single-piece moves",)
    except normal.NotCoveredError:
        return None


def _difference(left: Move, right: Move, world: World) -> tuple[normal.Guard, normal.Effect] | None:
    origin = world.compass.origin
    if not origin or world.folded:
        raise normal.NotCoveredError  # different offsets may lead to one square
    a, b = (normal.relation(move, world.vocabulary, len(origin)) for move in (left, right))
    return normal.difference(a, b, world.vocabulary)


def _by_parts(left: Move, right: Move, world: World) -> tuple[str, ...] | None:
    """Terms built in the same way from parts that are equal."""
    match left, right:
        case Bind(x, p, a), Bind(y, q, b) if (x, p) == (y, q):
            return _inside(a, b, world)
        case Repeat(a, i, j), Repeat(b, k, m) if (i, j) == (k, m):
            return _inside(a, b, world)
        case Test(a, v), Test(b, w) if v is w:
            return prove(a, b, world)
        case Sequence(a), Sequence(b) if len(a) == len(b):
            return _gathered(prove(x, y, world) for x, y in zip(a, b, strict=True))
        case (Choice(), _) | (_, Choice()):
            one = left.options if isinstance(left, Choice) else (left,)
            two = right.options if isinstance(right, Choice) else (right,)
            if len(one) * len(two) > 400:
                return None
            there = _gathered(_first(prove(x, y, world) for y in two) for x in one)
            return there and _gathered([there, *(_first(prove(x, y, world) for x in one) for y in two)])
    return None


def _inside(left: Move, right: Move, world: World) -> tuple[str, ...] | None:
    """Bodies of a binder or a repetition: equal wherever their cursor stands."""
    found = prove(left, right, world)
    if found is None:
        cursors = free_cursors(left) | free_cursors(right)
        if len(cursors) == 1:
            found = _pinned(left, right, min(cursors), world)
    return found


def _pinned(left: Move, right: Move, cursor: str, world: World) -> tuple[str, ...] | None:
    """Two bodies compared by normal form with the cursor's end position as part of the effect."""
    if world.folded:
        return None
    try:
        a, b = (
            normal.pinned(move, cursor, world.vocabulary, len(world.compass.origin)) for move in (left, right)
        )
        same = world.compass.origin and normal.difference(a, b, world.vocabulary) is None
    except normal.NotCoveredError:
        return None
    return ("the normal form of single-piece moves",) if same else None


def _first(proofs: Iterator[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    return next((proof for proof in proofs if proof is not None), None)


def _gathered(proofs: object) -> tuple[str, ...] | None:
    reasons: dict[str, None] = {}
    for proof in proofs:  # type: ignore[attr-defined]
        if proof is None:
            return None
        reasons |= dict.fromkeys(proof)
    return tuple(reasons)


def _case_witness(left: Move, right: Move, world: World) -> Witness | None:
    """The board that a difference of normal forms describes, if the evaluator agrees."""
    try:
        found = _difference(left, right, world)
    except normal.NotCoveredError:
        return None
    if found is None:
        return None
    guard, effect = found
    vocabulary = world.vocabulary
    contents: dict[Offset, int] = {}
    for at in {*guard, *(at for at, _ in effect)}:
        allowed = guard.get(at, vocabulary.squares)
        choices = list(members(allowed & vocabulary.squares))
        if choices and not allowed & vocabulary.void:
            contents[at] = choices[0]
    space = LatticeSpace(world.compass, contents)
    arena = Arena(space, vocabulary)
    return compare(left, right, arena, arena.start(contents[site] for site in space.sites))


def _instances(left: Move, right: Move, world: World) -> Verdict:
    """Put small moves for the variables; a law that fails for one of them is no law."""
    names = sorted(variables(left) | variables(right))
    tried = 0
    for values in product(_samples(world), repeat=len(names)):
        instance = dict(zip(names, values, strict=True))
        a, b = substitute(left, instance), substitute(right, instance)
        searched = search(a, b, world.compass, world.vocabulary, world.space, 60, instance)
        tried += searched.boards
        if searched.witness is not None:
            return Verdict(False, (f"it fails for some moves, found after {tried} tries",), searched.witness)
        if tried > world.budget:
            break
    return Verdict(
        None,
        (f"no proof found, and no difference on {tried} boards with small moves for {', '.join(names)}",),
    )


def _samples(world: World) -> list[Move]:
    """Small moves that tell most terms apart: doing nothing, failing, appearing, vanishing, moving."""
    vocabulary, origin = world.vocabulary, world.compass.origin
    empty = Cell(vocabulary.named("."))
    pieces = [Cell(vocabulary.named(glyph)) for glyph in vocabulary.glyphs[1:3]]
    step = next(iter(world.compass.directions.values())).shift

    def rule(before: dict[Offset, Cell], after: dict[Offset, Cell]) -> Move:
        return rewrite(fragment(before), fragment(after), vocabulary)

    moves: list[Move] = []
    for piece in pieces:
        moves += [
            rule({origin: empty}, {origin: piece}),
            rule({origin: piece}, {origin: empty}),
            rule({origin: piece, step: empty}, {origin: empty, step: piece}),
        ]
    if len(pieces) == 2:
        moves.append(rule({origin: pieces[0]}, {origin: pieces[1]}))
        moves.append(choice([moves[0], moves[3]]))
    return [*moves, FAIL, NIL]


__all__ = ["Fragment", "Verdict", "World", "equal_moves", "equal_patterns", "prove"]
