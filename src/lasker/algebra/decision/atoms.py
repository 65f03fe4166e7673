"""Atoms: sets of contents split into the coarsest common partition, so that rules for sets are comparable.

The atoms of some moves are the classes of the coarsest partition of all contents of which every set in the
moves is a union. A rewrite of sets is then a choice between rewrites of atoms, and so is a binder. What a
rewrite writes stays as it is: of a set that is written only the contents with the least marks are meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from math import prod

from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import NIL, Bind, Choice, Each, Move, Rewrite, choice, rebuild
from lasker.algebra.subterms import parts

MOST_RULES = 64  # into which one rewrite is split


def atoms(moves: Iterable[Move]) -> list[int]:
    """The atoms of the sets that occur in some moves.

    >>> from lasker.algebra.contents import CHESSMEN as v
    >>> from lasker.algebra.fragments import square
    >>> rook, queen, pawn = map(v.named, "♖♕♙")
    >>> moves = [Rewrite(square(one, (0, 0)), Fragment()) for one in (rook | queen, queen | pawn)]
    >>> [v.spell(atom) for atom in atoms(moves)]
    ['♕', '♖', '♙']
    """
    found: list[int] = []
    for contents in dict.fromkeys(_sets(moves)):
        found = [part for atom in found for part in (atom & contents, atom & ~contents) if part] + [
            rest for rest in [contents & ~_union(found)] if rest
        ]
    return found


def split(move: Move, among: list[int]) -> Move:
    """The same move with sets split into atoms, and equal binders merged."""
    match move:
        case Rewrite(before, after):
            return choice(Rewrite(f, after) for f in _split(before, among))
        case Bind(cursor, cell, body):
            inner = split(body, among)
            return choice(Bind(cursor, one, inner) for one in _parts(cell, among))
        case _:
            return _gathered(rebuild(move, lambda part: split(part, among)))


def _sets(moves: Iterable[Move]) -> Iterator[int]:
    for move in moves:
        for part in parts(move):
            match part:
                case Bind(_, cell, _) | Each(_, cell, _):
                    yield cell.contents
                case Rewrite(before):
                    yield from (cell.contents for _, cell in before.cells if not cell.bare)


def _union(sets: Iterable[int]) -> int:
    found = 0
    for each in sets:
        found |= each
    return found


def _parts(cell: Cell, among: list[int]) -> list[Cell]:
    if cell.bare:
        return [cell]
    return [replace(cell, contents=atom) for atom in among if not atom & ~cell.contents]


def _split(f: Fragment, among: list[int]) -> list[Fragment]:
    """The fragments of atoms that a fragment of sets denotes, or itself if there are too many."""
    choices = [[(offset, one) for one in _parts(cell, among)] for offset, cell in f.cells]
    if prod(map(len, choices)) > MOST_RULES:
        return [f]
    return [Fragment(tuple(cells)) for cells in product(*choices)]


def _gathered(move: Move) -> Move:
    """The choice with one binder for all options that bind the same square: binding
    distributes over choice."""
    if not isinstance(move, Choice):
        return move
    options: dict[Move, list[Move]] = {}  # bodies by their binder, and other options by themselves
    for option in move.options:
        if isinstance(option, Bind):
            options.setdefault(replace(option, body=NIL), []).append(option.body)
        else:
            options.setdefault(option, [])
    return choice(
        replace(option, body=choice(dict.fromkeys(bodies))) if isinstance(option, Bind) else option
        for option, bodies in options.items()
    )
