"""Rewrites that are carried out where they can be: "if the square holds one of these, it becomes that".

Written as a fork, one way of which does it and the other asks that it cannot be done, such an effect would
make two paths of every path. Where it looks at no more than the square that it changes, one path is enough:
what stands there afterwards depends on what stood there (`Maybe`). Where it looks at several squares ("an
enemy between this piece and a friend"), or changes several, the path goes on with the effect left for its
end, where the board is looked at as the writes have left it (`Effect`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from lasker.compiler.groups.moves import EMPTY
from lasker.compiler.groups.path import (
    Case,
    Effect,
    Maybe,
    NotFlat,
    Path,
    Value,
    Writes,
    atoms,
    shifted,
    walked,
)
from lasker.compiler.ir.ops import Ask, Body, Cursor, Fork, Lay, Program

Places = tuple[tuple[Cursor, int], ...]  # cursors, and how far each is from the first


class Single(NamedTuple):
    """A rewrite of one square: its column, what it must hold, and what it becomes."""

    lay: Lay
    column: int
    contents: int
    becomes: int


def single_of(program: Program, op: Fork) -> Single | None:
    """The effect on one square that a fork is: it is done, or it is asked that exactly this cannot be
    done."""
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
                return Single(lay, column, held, content)
    return None


def effects_of(
    program: Program, op: Fork, places: Places, body: Callable[[Body, Path], list[Path]], settled: int
) -> list[tuple[int, Effect]] | None:
    """The effect that a fork is, by the square of its first cursor: it is done in one of its ways, which lead
    to one result, or it is asked that none of them can be done. `body` finds the ways through a body on an
    unknown board, whose squares hold `settled` contents."""
    match op.options:
        case (*ways, (Ask(name, given, False),)) if ways and places:
            block, standing = program.blocks[name], dict(places)
        case _:
            return None
    everywhere = bases = (1 << program.sites) - 1
    for _, far in places:
        bases &= shifted(everywhere, far)
    begin = Path(bases, cursors=places)
    done = [end for way in ways for end in body(way, begin)]
    asked = zip(block.cursors, (standing[cursor] for cursor in given), strict=True)
    possible = body(block.body, walked(begin, asked))
    if not all(_plain(end, standing, settled) for end in done):
        return None
    if any(end.questions or end.counters or end.effects for end in possible):
        return None
    found = []
    for sites in atoms([end.bases for end in (*done, *possible)]):
        here = [end for end in done if end.bases & sites]
        tested = {frozenset(end.known) for end in possible if end.bases & sites}
        cases = {_case(end, settled) for end in here}
        if {frozenset(end.known) for end in here} != tested or _several(cases):
            return None
        if changing := tuple(sorted(case for case in cases if case.writes)):
            found.append((sites, changing))
    return found


def _plain(end: Path, places: dict[Cursor, int], settled: int) -> bool:
    """Does a way do no more than to write contents, away from all cursors?"""
    contents = all(
        isinstance(value, Value) and value.site is None and settled >> value.adds & 1
        for _, value in end.writes
    )
    moved = places.items() - dict(end.cursors).items()
    near = {site for site, _ in end.writes} & set(places.values())
    return contents and not (moved or near or end.questions or end.counters or end.notes or end.effects)


def _case(end: Path, settled: int) -> Case:
    """A way through a rewrite: what squares must hold, those too that change, and what they become."""
    known = dict.fromkeys((site for site, _ in end.writes), settled) | dict(end.known)
    writes = ((site, value.adds) for site, value in end.writes if isinstance(value, Value))
    changed = sorted((site, content) for site, content in writes if known[site] != 1 << content)
    return Case(tuple(sorted(known.items())), tuple(changed))


def _several(cases: Iterable[Case]) -> bool:
    """May two of some cases fit on one board and lead to different results?"""
    for one, other in combinations(cases, 2):
        also = dict(other.needs)
        together = all(held & also.get(site, -1) for site, held in one.needs)
        if together and one.writes != other.writes:
            return True
    return False


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
