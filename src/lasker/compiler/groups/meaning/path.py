"""Semantics of paths: all results of a list of paths on a board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.algebra.contents import members
from lasker.compiler.groups.meaning.boards import (
    Board,
    Counters,
    Holds,
    Result,
    after_effects,
    content_of,
    counters_after,
    note,
    squares,
    written,
)
from lasker.compiler.groups.path import Path, shifted
from lasker.compiler.ir.machine import Note
from lasker.compiler.ir.ops import Program


def ends(
    program: Program, paths: Iterable[Path], board: Board, counters: Counters, holds: Holds
) -> Iterator[Result]:
    """The result of each path from each of its bases that matches; `holds` evaluates their tests.

    >>> from lasker.compiler.groups.symbolic_execution import paths
    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("tictactoe")).tree
    >>> listed = paths(program, program.blocks[program.turns[0].move].body)
    >>> board = (1, 2, 1, 2, 1, 2, 2, 0, 0)
    >>> [each.label for each in ends(program, listed, board, (), lambda *asked: True)]
    [((7, 7, 1, 0),), ((8, 8, 1, 0),)]
    """
    for path in paths:
        for base in members(_fitting(path, board)):
            yield from _end(program, path, base, board, counters, holds)


def _fitting(path: Path, board: Board) -> int:
    """The bases from which every square holds the required contents."""
    found = path.bases
    for site, held in path.known:
        found &= shifted(squares(board, held), site)
    return found


def _end(
    program: Program, path: Path, base: int, board: Board, counters: Counters, holds: Holds
) -> Iterator[Result]:
    for question in path.questions:
        now, at = (
            counters_after(program, question.counters, counters),
            tuple(base + s for s in question.cursors),
        )
        then = after_effects(written(board, question.writes, base), question.effects, base)
        if now is None or holds(question.block, then, now, at) != question.wanted:
            return
    after, ops = after_effects(written(board, path.writes, base), path.effects, base), path.counters
    if path.branch is not None:
        ops += path.branch.yes if holds(path.branch.block, after, counters, ()) else path.branch.no
    total = counters_after(program, ops, counters)
    if total is not None:
        yield Result(after, total, _label(program, path, base, board))


def _label(program: Program, path: Path, base: int, board: Board) -> tuple[Note, ...]:
    return tuple(
        note(
            start + base,
            content_of(was, board, base),
            end + base,
            content_of(left, board, base),
            program.marks,
        )
        for start, was, end, left in path.notes
        if left is not None
    )
