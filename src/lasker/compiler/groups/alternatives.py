"""Splitting a block into its alternatives: leading tests followed by a fork."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lasker.compiler.groups.moves import Pass, Terms
from lasker.compiler.ir.ops import Body, Fork, Program, Require

Kind = Callable[[Body], bool]


def split_alternatives(body: Body, kind: Kind) -> tuple[list[Body], Body]:
    """The alternatives of a body that are of a kind, disregarding leading tests; and the rest of the body."""
    every = list(_alternatives(body))
    found = [way for way in every if kind(way[len(guards(way)) :])]
    return found, (Fork(tuple(way for way in every if way not in found)),) if found else body


def is_pass(body: Body) -> bool:
    """Is the body empty, that is, a pass?"""
    return not body


def pass_of(program: Program, body: Body, alphabet: int) -> Pass:
    """The null move of a body: it changes nothing."""
    return Pass(Terms(guards=tuple((op.block, op.wanted) for op in guards(body))))


def _alternatives(body: Body) -> Iterator[Body]:
    """The alternatives of a body that begins with tests and then forks; else the body itself."""
    *before, last = body or (Fork(((),)),)
    if isinstance(last, Fork) and len(guards(tuple(before))) == len(before):
        for option in last.options:
            yield from _alternatives((*before, *option)) if option else iter([tuple(before)])
    else:
        yield body


def guards(body: Body) -> tuple[Require, ...]:
    """The leading tests of a body that depend on no cursor."""
    found = []
    for op in body:
        if not isinstance(op, Require) or op.cursors:
            break
        found.append(op)
    return tuple(found)
