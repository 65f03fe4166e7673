"""Conditional rewrites (effects): "if the square holds one of these, it becomes that".

Written as a fork of the rewrite and of its negated test, such an effect would double every path. Where it
reads only the square that it changes, one path is enough: the new content depends on the old one
(`Conditional`). Where it reads or changes several squares ("an enemy between this piece and a friend"), the
path defers the effect to its end, where it is applied to the board that the writes have left (`Effect`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import NamedTuple

from lasker.compiler.groups.moves import EMPTY
from lasker.compiler.groups.path import (
    Case,
    Conditional,
    Effect,
    NotClassified,
    Path,
    Value,
    Writes,
    atoms,
    shifted,
    with_cursors,
)
from lasker.compiler.ir.ops import Apply, Body, Cursor, Fork, Program, Require

Places = tuple[tuple[Cursor, int], ...]  # cursors, and their offsets from the first


class Single(NamedTuple):
    """A rewrite of one square: its column, the required contents, and the new content."""

    lay: Apply
    column: int
    contents: int
    becomes: int


def single_of(program: Program, op: Fork) -> Single | None:
    """The fork as an effect on one square: the rewrite, or else exactly the test that it is impossible."""
    match op.options:
        case ((Apply() as lay,), (Require(name, cursors, False),)):
            block = program.blocks[name]
        case _:
            return None
    if len(block.body) != 1 or lay.standing or lay.carries or lay.walks or lay.direction is not None:
        return None
    match block.body[0], lay.checks, lay.writes:
        case Apply(tables, str(anchor), checks, (), direction=None), ((column, held),), (
            (written, (content,)),
        ):
            same = tables == lay.tables and checks == lay.checks and column == written
            if same and dict(zip(block.cursors, cursors, strict=True))[anchor] == lay.anchor:
                return Single(lay, column, held, content)
    return None


def effects_of(
    program: Program, op: Fork, places: Places, body: Callable[[Body, Path], list[Path]], settled: int
) -> list[tuple[int, Effect]] | None:
    """The fork as an effect, by the square of its first cursor: one of its alternatives is carried out, all
    of which lead to one result, or else none of them is possible. `body` executes a body symbolically on an
    unknown board, whose squares hold `settled` contents."""
    match op.options:
        case (*ways, (Require(name, given, False),)) if ways and places:
            block, standing = program.blocks[name], dict(places)
        case _:
            return None
    everywhere = bases = (1 << program.sites) - 1
    for _, far in places:
        bases &= shifted(everywhere, far)
    begin = Path(bases, cursors=places)
    done = [end for way in ways for end in body(way, begin)]
    asked = zip(block.cursors, (standing[cursor] for cursor in given), strict=True)
    possible = body(block.body, with_cursors(begin, asked))
    if not all(_only_writes(end, standing, settled) for end in done):
        return None
    if any(end.questions or end.counters or end.effects for end in possible):
        return None
    found = []
    for sites in atoms([end.bases for end in (*done, *possible)]):
        here = [end for end in done if end.bases & sites]
        tested = {frozenset(end.known) for end in possible if end.bases & sites}
        cases = {_case(end, settled) for end in here}
        if {frozenset(end.known) for end in here} != tested or _conflict(cases):
            return None
        if changing := tuple(sorted(case for case in cases if case.writes)):
            found.append((sites, changing))
    return found


def _only_writes(end: Path, places: dict[Cursor, int], settled: int) -> bool:
    """Does a path only write contents, and on no cursor's square?"""
    contents = all(
        isinstance(value, Value) and value.site is None and settled >> value.adds & 1
        for _, value in end.writes
    )
    moved = places.items() - dict(end.cursors).items()
    near = {site for site, _ in end.writes} & set(places.values())
    return contents and not (moved or near or end.questions or end.counters or end.notes or end.effects)


def _case(end: Path, settled: int) -> Case:
    """One case of an effect: required contents of its squares, also of those that change, and the writes."""
    known = dict.fromkeys((site for site, _ in end.writes), settled) | dict(end.known)
    writes = ((site, value.adds) for site, value in end.writes if isinstance(value, Value))
    changed = sorted((site, content) for site, content in writes if known[site] != 1 << content)
    return Case(tuple(sorted(known.items())), tuple(changed))


def _conflict(cases: Iterable[Case]) -> bool:
    """May two cases apply to one board with different results?"""
    for one, other in combinations(cases, 2):
        also = dict(other.needs)
        together = all(held & also.get(site, -1) for site, held in one.needs)
        if together and one.writes != other.writes:
            return True
    return False


def effective_writes(writes: Writes, known: dict[int, int], alphabet: int) -> Writes:
    """Writes without those that change nothing; marks are written on pieces only, never on empty squares.

    >>> writes = ((3, Conditional(0b110, 0)), (4, Conditional(0b1000, 0)), (5, Conditional(0b10, 0)))
    >>> effective_writes(writes, {3: 7, 4: 7, 5: 2}, 15)
    ((3, Conditional(contents=6, becomes=0)), (5, Value(site=None, keeps=0, adds=0)))
    """
    found = []
    for site, value in writes:
        if isinstance(value, Conditional):
            changing = value.contents & known[site] & ~(1 << value.becomes)
            if not changing:
                continue
            if not alphabet >> value.becomes & 1:
                raise NotClassified("a mark is written on an empty square")
            sure = changing == known[site]
            value = Value(None, 0, value.becomes) if sure else Conditional(changing, value.becomes)
        elif value.site is None:
            if known.get(site) == 1 << value.adds:
                continue
            if not alphabet >> value.adds & 1:
                raise NotClassified("a mark is written on an empty square")
        elif value.adds and known.get(value.site, EMPTY) & EMPTY:
            raise NotClassified("a mark may be written on an empty square")
        found.append((site, value))
    return tuple(found)
