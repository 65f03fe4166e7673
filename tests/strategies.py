"""Hypothesis strategies for movements, cells, fragments, both sides of arrows, and patterns.

Most are written as functions of `draw`, since making a strategy takes longer than drawing from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from hypothesis import strategies as st

from lasker.algebra.contents import CHESSMEN, Vocabulary
from lasker.algebra.fragments import Cell, Fragment, Pattern, RegionTest, fragment, pattern
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass, cubic, graph_compass
from lasker.space.movement import Movement, Offset
from worlds import CURSORS, World

RING = graph_compass(("on", "back"), {"F": {"on": "back", "back": "on"}})
COMPASSES = (cubic(1), SQUARE, CUBE, HEX, HEXFILES, cubic(4), RING)

Scope = tuple[str, ...]
T = TypeVar("T")


@cache
def up_to(n: int) -> st.SearchStrategy[int]:
    """The numbers from 0 to n."""
    return st.integers(0, n)


def pick(draw: st.DrawFn, options: Sequence[T]) -> T:
    """One of some things; shrinks towards the first."""
    return options[draw(up_to(len(options) - 1))]


def rarely(draw: st.DrawFn, one_in: int = 5) -> bool:
    """True once in a while; shrinks towards False."""
    return draw(up_to(one_in - 1)) == one_in - 1


# --- movements --------------------------------------------------------------------------------


@st.composite
def movements(
    draw: st.DrawFn, compass: Compass, vocabulary: Vocabulary = CHESSMEN, steps: bool = True
) -> Movement:
    """Products of the compass's letters and a permutation of players; pure turns without `steps`."""
    everybody = tuple(range(len(vocabulary.players)))
    players = tuple(draw(st.permutations(everybody)))
    start = replace(compass.identity, players=() if players == everybody else players)  # type: ignore[type-var]
    result: Movement = start
    letters = [*compass.turns.values(), *(compass.directions.values() if steps else ())]
    for _ in range(draw(up_to(4)) if letters else 0):
        letter = pick(draw, letters)
        low = 0 if compass.name == "graph" and letter.shift else -2  # a step along a graph has no inverse
        result = result * letter ** (draw(up_to(5)) + low)
    return result


def some_offset(draw: st.DrawFn, compass: Compass, reach: int = 2) -> Offset:
    """A square near the centre: a vector on a lattice, a word on a graph."""
    if compass.name == "graph":
        return tuple(pick(draw, sorted(compass.directions)) for _ in range(draw(up_to(reach))))
    return tuple(pick(draw, (0, 0, 0, 1, -1, 1, -1, reach, -reach)) for _ in compass.origin)


offsets = st.composite(some_offset)


# --- cells, fragments, patterns ---------------------------------------------------------------


def some_set(draw: st.DrawFn, vocabulary: Vocabulary) -> int:
    """A set of contents: some symbols with marks asked for, or everything."""
    contents = vocabulary.squares if rarely(draw) else 0
    glyphs = vocabulary.glyphs if len(vocabulary.glyphs) < 8 else tuple("..♙♟♖♚")
    for _ in range(pick(draw, (1, 1, 1, 2, 3))):
        has = lacks = 0
        if vocabulary.marks and rarely(draw, 3):
            bit = vocabulary.mark_bit(pick(draw, sorted(vocabulary.marks)))
            has, lacks = pick(draw, ((bit, 0), (0, bit)))
        contents |= vocabulary.named(pick(draw, glyphs), has, lacks)
    return contents


def some_region(draw: st.DrawFn, world: World) -> frozenset[RegionTest]:
    """Perhaps `in` or `not in` one of the board's regions."""
    if not world.space.regions or not rarely(draw):
        return frozenset()
    return frozenset({(*pick(draw, sorted(world.space.regions, key=str)), pick(draw, (True, False)))})


def some_marks(draw: st.DrawFn, world: World, cell: Cell) -> Cell:
    """`%`, `@` or `same`, perhaps with marks as in `%^m^-n`, as they are written on either side."""
    gains = loses = 0
    if world.vocabulary.marks and rarely(draw, 3):
        bits = up_to((1 << len(world.vocabulary.marks)) - 1)
        gains, loses = draw(bits), draw(bits)
    loses &= ~gains
    return replace(cell, contents=world.vocabulary.marked(gains, loses), gains=gains, loses=loses)


def some_cell(draw: st.DrawFn, world: World, left: bool) -> Cell:
    """A cell without cursors: a set, `same`, and on the left `#` and questions about regions."""
    if rarely(draw, 10):
        return some_marks(draw, world, Cell(0, bare=True))
    if left and rarely(draw, 10):
        return Cell(world.vocabulary.void)
    void = world.vocabulary.void if left and rarely(draw) else 0
    regions = some_region(draw, world) if left else frozenset[RegionTest]()
    return Cell(some_set(draw, world.vocabulary) | void, regions=regions)


cells = st.composite(some_cell)


def some_standing(draw: st.DrawFn, world: World, name: str, left: bool) -> Cell:
    """The square of a cursor: `%`, `@`, both with marks; on the left also `% is S`, `@ + S`, and regions."""
    cell = pick(draw, (Cell(0, piece=name), Cell(0, piece=name), Cell(0, here=frozenset({name}), bare=True)))
    if left and rarely(draw, 3):
        cell = replace(cell, contents=some_set(draw, world.vocabulary), bare=False)
    else:
        cell = some_marks(draw, world, cell)
    return replace(cell, regions=some_region(draw, world)) if left else cell


def some_left(draw: st.DrawFn, world: World, scope: Scope) -> Fragment:
    """A left side: each cursor at most once, and at least one square that surely exists."""
    table: dict[Offset, Cell] = {}
    names = [name for name in scope if rarely(draw, 2)]
    for name in names:
        cell = some_standing(draw, world, name, left=True)
        offset = some_offset(draw, world.compass, 1) if table else world.compass.origin
        if offset in table:  # two cursors on one square
            cell = replace(table[offset], here=table[offset].here | {name})
        table[offset] = cell
    for _ in range(draw(up_to(3))):
        table.setdefault(some_offset(draw, world.compass), some_cell(draw, world, left=True))
    if all(cell.contents & world.vocabulary.void for cell in table.values()):
        table[world.compass.origin] = Cell(world.vocabulary.squares)
    return fragment(table)


def some_right(draw: st.DrawFn, world: World, left: Fragment) -> Fragment:
    """A right side for a left side: each of its cursors at most once, squares of it and others."""
    there, table = dict(left.cells), dict[Offset, Cell]()

    def place() -> Offset:
        return pick(draw, list(there)) if rarely(draw, 2) else some_offset(draw, world.compass, 1)

    for name in sorted(left.cursors):
        if not rarely(draw):
            table.setdefault(place(), some_standing(draw, world, name, left=False))
    for _ in range(draw(up_to(3))):
        offset = place()
        old, cell = there.get(offset), some_cell(draw, world, left=False)
        if old and not (old.piece or old.bare or old.contents & world.vocabulary.void) and rarely(draw, 2):
            cell = Cell(old.contents)  # the very symbol that the left side finds there, perhaps
        table.setdefault(offset, cell)
    return fragment(table)


def some_sides(draw: st.DrawFn, world: World, scope: Scope) -> tuple[Fragment, Fragment]:
    """Both sides of an arrow."""
    left = some_left(draw, world, scope)
    return left, some_right(draw, world, left)


sides = st.composite(some_sides)


def some_fragment(draw: st.DrawFn, world: World, scope: Scope = CURSORS) -> Fragment:
    """Any fragment, the empty one among them."""
    return Fragment() if rarely(draw, 10) else some_left(draw, world, scope)


fragments = st.composite(some_fragment)


@st.composite
def patterns(draw: st.DrawFn, world: World, scope: Scope = CURSORS) -> Pattern:
    """One to three fragments to choose from."""
    return pattern([some_fragment(draw, world, scope) for _ in range(1 + draw(up_to(2)))])
