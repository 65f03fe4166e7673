"""What a position has and its FEN does not tell: counters and marks that moves change and no field writes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeVar

from lasker.algebra.contents import Life
from lasker.algebra.moves import Adjust, Move, Rewrite, Test, children
from lasker.model.game import Game

T = TypeVar("T", bound=Move)


def lost_in_fen(game: Game) -> Iterator[tuple[str, str, str]]:
    """What each thing is that a FEN does not tell (counter or mark), its name, and a field that writes it.
    Counters that are set back after every move, and those that make no other position, cannot be lost.

    >>> import lasker
    >>> list(lost_in_fen(lasker.load("chess").model))
    []
    """
    vocabulary = game.rules.vocabulary
    written = set(re.split(r"[\s:=,]", " ".join(game.fen_fields)))
    moves = (*(state.move for state in game.states.values()), game.settle)
    changed = {
        change.counter[0]
        for move in moves
        for change in changes(move, Adjust)
        if change.relative or change.amount != vocabulary.counters[change.counter].start
    }
    for name in sorted(changed - written):
        owner, counter = next((key[1], each) for key, each in vocabulary.counters.items() if key[0] == name)
        if counter.keyed and not counter.scratch:
            yield "counter", name, f"counter:{name}" if owner is None else f"counts:{name}"
    rewrites = [rewrite for move in moves for rewrite in changes(move, Rewrite)]
    for name, mark in vocabulary.marks.items():
        bit = vocabulary.mark_bit(name)
        marked = vocabulary.marked(bit, 0)
        if (
            mark.life != Life.END
            and name not in written
            and any(_gains(each, bit, marked) for each in rewrites)
        ):
            yield "mark", name, f"marked:{name}"


def _gains(rewrite: Rewrite, bit: int, marked: int) -> bool:
    """Does a rewrite put a mark on a square?"""
    return any(
        cell.gains & bit or (cell.plain and cell.contents and not cell.contents & ~marked)
        for _, cell in rewrite.after.cells
    )


def changes(move: Move, kind: type[T]) -> Iterator[T]:
    """Every part of a term that is of this kind and can change something, shared parts once: none inside a
    test."""
    seen, waiting = {id(move)}, [move]
    while waiting:
        part = waiting.pop()
        if isinstance(part, kind):
            yield part
        if not isinstance(part, Test):
            found = [child for child in children(part) if id(child) not in seen]
            seen.update(map(id, found))
            waiting += found
