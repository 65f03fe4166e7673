"""Reachability tests over squares of one kind (flood fill): on bitboards all squares are expanded at once.

`[%● in source: every(r, walk(r, ●))* [@ in goal]]`: a cursor starts on a square, makes steps repeatedly, and
must arrive at certain squares. Nothing is written, so the reachable squares are the least fixpoint.
"""

from __future__ import annotations

from collections import defaultdict

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Fill, FillStep
from lasker.compiler.ir.ops import Apply, Body, Choose, Fork, Op, Program, Require, Star


def fill_of(program: Program, block: str, alphabet: int) -> Fill | None:
    """The block as a fill, or None."""
    body = program.blocks[block].body
    if len(body) < 2 or program.frames > 1:
        return None
    begin, again, *then = body
    if not isinstance(begin, Choose) or not isinstance(again, Star):
        return None
    if (again.low, again.high, again.cursors) != (0, None, (begin.cursor,)):
        return None
    inner = program.blocks[again.block]
    steps = _steps(program, inner.body, inner.cursors[0])
    goals = _goals(program, tuple(then), begin.cursor)
    if steps is None or goals is None or inner.keeps != inner.cursors:
        return None
    contents = begin.contents & alphabet
    by_contents: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for held, origin, target in steps:
        by_contents[held & alphabet][target - origin] |= 1 << origin
    found = tuple(FillStep(held, tuple(ways.items())) for held, ways in by_contents.items())
    whole = [
        _is_whole_kinds(each, program, alphabet) for each in (contents, *(step.contents for step in found))
    ]
    return Fill(contents, begin.sites, found, goals) if all(whole) else None


def _is_whole_kinds(contents: int, program: Program, alphabet: int) -> bool:
    """Does a set hold whole kinds of pieces, with any marks, and no empty squares?"""
    kinds = {content >> program.marks for content in members(contents)}
    whole = (content for content in members(alphabet) if content >> program.marks in kinds)
    return 0 not in kinds and contents == sum(1 << content for content in whole)


def _steps(program: Program, body: Body, cursor: str) -> list[tuple[int, int, int]] | None:
    """The steps of the cursor: required contents, from, to; None if the body does anything else."""
    if len(body) != 1:
        return None
    (op,) = body
    if isinstance(op, Fork):
        parts = [_steps(program, option, cursor) for option in op.options]
        return None if None in parts else [step for part in parts if part for step in part]
    if not _reads_only(op, cursor) or not isinstance(op, Apply) or len(op.walks) != 1 or len(op.checks) != 1:
        return None
    ((walker, to),), ((column, held),) = op.walks, op.checks
    rows = enumerate(program.tables[op.tables[0]].rows)
    if walker != cursor or column != to:
        return None
    return [(held, site, row[to]) for site, row in rows if row is not None and row[to] >= 0]


def _goals(program: Program, body: Body, cursor: str) -> int | None:
    """The squares, as bits, on which the cursor may end; None if anything else is tested."""
    found = (1 << program.sites) - 1
    for op in body:
        if isinstance(op, Require) and op.wanted and op.cursors == (cursor,):
            inner = program.blocks[op.block]
            there = _goals(program, inner.body, inner.cursors[0])
        elif isinstance(op, Apply) and _reads_only(op, cursor) and not op.checks and not op.walks:
            rows = program.tables[op.tables[0]].rows
            there = sum(1 << site for site, row in enumerate(rows) if row is not None)
        else:
            return None
        if there is None:
            return None
        found &= there
    return found


def _reads_only(op: Op, cursor: str) -> bool:
    """Is it a rewrite at a cursor that writes nothing?"""
    return (
        isinstance(op, Apply)
        and op.anchor == cursor
        and len(op.tables) == 1
        and not (op.writes or op.carries or op.standing)
    )
