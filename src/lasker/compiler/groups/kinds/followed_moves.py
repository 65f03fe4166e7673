"""Moves followed by an independent placement of a neutral piece on an empty square.

Enumerating the pairs would take too many paths. The second part depends on the first only through the squares
that it leaves empty, so it is counted after every first part. No first part makes, moves or captures such
neutral pieces, so the position without them determines the first part, and their squares the second.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from lasker.algebra.contents import members
from lasker.compiler.groups.effects import effective_writes
from lasker.compiler.groups.game import Test
from lasker.compiler.groups.kinds.path_classification import GONE
from lasker.compiler.groups.moves import EMPTY, Drop, Flat, Followed, Moves, Rule, image
from lasker.compiler.groups.path import Conditional, NotClassified, Path, Value
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.ops import Body, Choose, Program, free

Sort = Callable[[Body], Moves]


def is_followed(body: Body) -> bool:
    """Does a body end by choosing a square, independently of all cursors before?"""
    return _second_part(body) is not None


def _second_part(body: Body) -> int | None:
    """The index at which the independent last part of a body begins."""
    chosen = [at for at, op in enumerate(body) if isinstance(op, Choose)]
    at = chosen[-1] if chosen else 0
    return at if at and not free(body[at:]) else None


def followed_of(
    program: Program, body: Body, alphabet: int, sort: Sort, test: Callable[[str], Test]
) -> Followed:
    """The body as moves that are each followed by a placement; NotClassified if one of the proofs fails.
    `sort` classifies the paths of a body, `test` returns the classification of a test."""
    second = _second_part(body)
    assert second is not None
    content, sites, lifts = _placement(program, body[second:], alphabet, test)
    if content & (1 << program.marks) - 1:
        raise NotClassified("what is put down after a move bears a mark")
    first = sort(body[:second])
    moves: tuple[Flat | Drop | Rule, ...] = (*first.flats, *first.drops, *first.rules)
    if len(moves) != len(first.every()):
        raise NotClassified("the first part of a move is more than a class, a drop or a rule")
    own = _kind(program, content)
    if any(_may_touch(move, own) for move in moves):
        raise NotClassified("the first part of a move makes or takes what is put down after it")
    return Followed(moves, content, sites, own & alphabet if lifts else 0)


def _kind(program: Program, content: int) -> int:
    """All contents with the symbol of a content."""
    return ((1 << (1 << program.marks)) - 1) << (content >> program.marks << program.marks)


def _may_touch(move: Flat | Drop | Rule, own: int) -> bool:
    """May a move change a square that holds one of some contents, or produce one of them?"""
    if any(image(held, value) & own for held, value in move.written()):
        return True
    if any(held & own for held, _ in move.terms.brought_about()):
        return True
    match move:
        case Flat():
            return bool((move.movers | move.targets) & own)
        case Drop():
            return False
        case Rule():
            return any(
                move.holds[column] & own & (value.contents if isinstance(value, Conditional) else -1)
                for column, value in move.writes
            )
        case _:
            assert_never(move)


def _placement(
    program: Program, body: Body, alphabet: int, test: Callable[[str], Test]
) -> tuple[int, int, bool]:
    """The placed content, the squares for it, and whether a piece of that kind is lifted from another
    square."""
    contents, alone, lifted, asked = set[int](), 0, set[tuple[int, int]](), set[str]()
    for path in paths(program, body, effects=False):
        known = {site: held & alphabet for site, held in path.known}
        if not all(known.values()):
            continue
        writes, at = dict(effective_writes(path.writes, known, alphabet)), path.origin
        put = writes.pop(at, GONE) if at is not None else GONE
        if at is None or isinstance(put, Conditional) or put.site is not None or known.pop(at, 0) != EMPTY:
            raise NotClassified("after a move more is done than to put something on an empty square")
        if path.counters or path.branch or not _labels_placement(path, put):
            raise NotClassified(
                "after a move something is counted, or labels tell more than where something is put"
            )
        contents.add(put.adds)
        if not known and not writes and len(path.questions) <= 1:
            alone |= path.bases
            asked |= {question.block for question in path.questions if question.first and not question.wanted}
            if any(question.wanted or not question.first for question in path.questions):
                raise NotClassified("after a move something is asked")
            continue
        ((other, held),) = known.items() if len(known) == 1 else ((0, 0),)
        if path.questions or held != _kind(program, put.adds) & alphabet or writes != {other: GONE}:
            raise NotClassified("after a move more is done than to put something on an empty square")
        lifted |= {(base + other, base + at) for base in members(path.bases)}
    everywhere = {(other, at) for at in members(alone) for other in range(program.sites) if other != at}
    if len(contents) != 1 or lifted not in (set(), everywhere):
        raise NotClassified("after a move not everything can be put on every empty square")
    (content,) = contents
    there = _kind(program, content) & alphabet
    if len(asked) != bool(lifted) or not all(
        _is_somewhere(test(name), there, program.sites) for name in asked
    ):
        raise NotClassified("after a move something else is asked than whether there is a piece to lift")
    return content, alone, bool(lifted)


def _labels_placement(path: Path, put: Value) -> bool:
    """Does the label name the square of the placement, and nothing else?"""
    return all((note.start, note.end, note.value) == (path.origin, path.origin, put) for note in path.notes)


def _is_somewhere(test: Test, contents: int, sites: int) -> bool:
    """Does a test ask whether one of some contents is anywhere on the board?"""
    match test:
        case Moves(rules=(Rule(holds=(held,), rows=rows) as rule,)) if test.only_rules and rule.plain:
            return held == contents and {site for (site,) in rows} == set(range(sites))
    return False
