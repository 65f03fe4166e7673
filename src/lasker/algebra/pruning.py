"""Moves without the parts that nothing can do, because a square in them may hold no content at all."""

from __future__ import annotations

from dataclasses import replace

from lasker.algebra.moves import (
    FAIL,
    NIL,
    Bind,
    Choice,
    Each,
    Most,
    Move,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    choice,
    sequence,
)


def pruned(move: Move) -> Move:
    """The same move without its impossible parts: what a variant without some pieces leaves of the rules.

    >>> from lasker.algebra.fragments import Cell, Fragment
    >>> nobody, somebody = (Rewrite(Fragment((((0, 0), Cell(s)),)), Fragment()) for s in (0, 1))
    >>> pruned(choice([nobody, sequence([Test(nobody, False), somebody])])) == somebody
    True
    """
    shared: dict[int, Move] = {}  # shared subterms stay shared

    def go(part: Move) -> Move:
        if id(part) not in shared:
            shared[id(part)] = _pruned(part)
        return shared[id(part)]

    def _pruned(part: Move) -> Move:
        match part:
            case Rewrite(before, after):
                impossible = any(not cell.contents for _, cell in (*before.cells, *after.cells))
                return FAIL if impossible else part
            case Sequence(parts):
                found = [go(each) for each in parts]
                return FAIL if FAIL in found else sequence(each for each in found if each != NIL)
            case Choice(options):
                return choice(each for each in map(go, options) if each != FAIL)
            case Test(body, wanted):
                inner = go(body)
                return replace(part, body=inner) if inner != FAIL else FAIL if wanted else NIL
            case Repeat(body, low):
                inner = go(body)
                return replace(part, body=inner) if inner != FAIL else FAIL if low else NIL
            case Bind(_, cell, body):
                inner = go(body)
                return FAIL if inner == FAIL or not cell.contents else replace(part, body=inner)
            case Each(_, cell, body):
                inner = go(body)
                return NIL if inner == FAIL or not cell.contents else replace(part, body=inner)
            case Most(_, body):
                inner = go(body)
                return FAIL if inner == FAIL else replace(part, body=inner)
        return part

    return go(move)
