"""Subterms of moves: what occurs in a move, which cursors it leaves free, and substitution for variables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Fragment
from lasker.algebra.images import moved
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Compare,
    CounterName,
    Each,
    Most,
    Move,
    Rewrite,
    Variable,
    children,
    rebuild,
)


def parts(move: Move) -> Iterator[Move]:
    """All subterms of a move, itself included."""
    yield move
    for child in children(move):
        yield from parts(child)


def fragments(move: Move) -> Iterator[Fragment]:
    """The left and right sides of all rewrites in a move."""
    for part in parts(move):
        if isinstance(part, Rewrite):
            yield from (part.before, part.after)


def extent(moves: list[Move], dimension: int) -> list[bool]:
    """Along which axes do the moves reach beyond one square?"""
    offsets = [offset for move in moves for f in fragments(move) for offset, _ in f.cells]
    used = [any(offset[axis] for offset in offsets) for axis in range(dimension)]
    return used if any(used) else [True, *used[1:]]  # two squares may matter even if no rule names two


def uses_regions(move: Move) -> bool:
    """Does the move test whether a square lies in a region?"""
    return any(cell.regions for f in fragments(move) for _, cell in f.cells) or any(
        isinstance(part, Bind | Each) and part.cell.regions for part in parts(move)
    )


def carries(move: Move) -> bool:
    """Does the move copy or mark an unknown content?"""
    return any(cell.piece or cell.gains or cell.loses for f in fragments(move) for _, cell in f.cells)


def free_cursors(move: Move) -> frozenset[str]:
    """The cursors that a move uses but does not bind."""
    known: frozenset[str] | None = move.__dict__.get("_free_cursors")
    if known is None:
        match move:
            case Rewrite(before, after):
                known = before.cursors | after.cursors
            case Bind(cursor, cell, body) | Each(cursor, cell, body):
                known = free_cursors(body) - {cursor} | cell.here
            case _:
                known = frozenset().union(*map(free_cursors, children(move)))
        object.__setattr__(move, "_free_cursors", known)  # terms are immutable, so it is cached on the term
    return known


def variables(move: Move) -> set[str]:
    """The variables in a move."""
    return {part.name for part in parts(move) if isinstance(part, Variable)}


def substitute(move: Move, instance: Mapping[str, Move], vocabulary: Vocabulary | None = None) -> Move:
    """The move with its variables replaced; a movement that acts on a variable needs the vocabulary."""
    if isinstance(move, Variable) and move.name in instance:
        found = instance[move.name]
        if move.movement is None:
            return found
        assert vocabulary is not None
        return moved(found, move.movement, vocabulary)
    return rebuild(move, lambda part: substitute(part, instance, vocabulary))


def counters_in(moves: Iterable[Move]) -> set[CounterName]:
    """The counters that some moves name anywhere.

    >>> counters_in([Adjust(("n", None), True, 1)])
    {('n', None)}
    """
    return {name for move in moves for part in parts(move) for name in counters_of(part)}


def counters_of(part: Move) -> tuple[CounterName, ...]:
    """The counters that a term itself names."""
    match part:
        case Compare(counter, _, other):
            return (counter,) if isinstance(other, int) else (counter, other)
        case Adjust(counter) | Most(counter):
            return (counter,)
        case _:
            return ()
