"""Rewrites that are carried out where they can be: "if the square holds one of these, it becomes that".

Written as a fork, one way of which does it and the other asks that it cannot be done, such an effect would
make two paths of every path. Where it looks at no more than the square that it changes, one path is enough:
what stands there afterwards depends on what stood there (`Maybe`).
"""

from __future__ import annotations

from typing import NamedTuple

from lasker.ir.classes.moves import EMPTY
from lasker.ir.classes.path import Maybe, NotFlat, Value, Writes
from lasker.ir.ops import Ask, Fork, Lay, Program


class Effect(NamedTuple):
    """A rewrite of one square: its column, what it must hold, and what it becomes."""

    lay: Lay
    column: int
    contents: int
    becomes: int


def effect_of(program: Program, op: Fork) -> Effect | None:
    """The effect that a fork is: it is done, or it is asked that exactly this cannot be done."""
    match op.options:
        case ((Lay() as lay,), (Ask(name, cursors, False),)):
            block = program.blocks[name]
        case _:
            return None
    if len(block.body) != 1 or lay.standing or lay.carries or lay.walks or lay.way is not None:
        return None
    match block.body[0], lay.checks, lay.writes:
        case Lay(tables, str(anchor), checks, (), way=None), ((column, held),), ((written, (content,)),):
            same = tables == lay.tables and checks == lay.checks and column == written
            if same and dict(zip(block.cursors, cursors, strict=True))[anchor] == lay.anchor:
                return Effect(lay, column, held, content)
    return None


def changes(writes: Writes, known: dict[int, int], alphabet: int) -> Writes:
    """Writes that change something; marks are written on pieces only, never on empty squares.

    >>> changes(((3, Maybe(0b110, 0)), (4, Maybe(0b1000, 0)), (5, Maybe(0b10, 0))), {3: 7, 4: 7, 5: 2}, 15)
    ((3, Maybe(contents=6, becomes=0)), (5, Value(site=None, keeps=0, adds=0)))
    """
    found = []
    for site, value in writes:
        if isinstance(value, Maybe):
            changing = value.contents & known[site] & ~(1 << value.becomes)
            if not changing:
                continue
            if not alphabet >> value.becomes & 1:
                raise NotFlat("a mark is written on an empty square")
            sure = changing == known[site]
            value = Value(None, 0, value.becomes) if sure else Maybe(changing, value.becomes)
        elif value.site is None:
            if known.get(site) == 1 << value.adds:
                continue
            if not alphabet >> value.adds & 1:
                raise NotFlat("a mark is written on an empty square")
        elif value.adds and known.get(value.site, EMPTY) & EMPTY:
            raise NotFlat("a mark may be written on an empty square")
        found.append((site, value))
    return tuple(found)
