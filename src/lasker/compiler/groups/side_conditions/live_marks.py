"""Liveness of marks: which marks of which pieces the moves of a game ever test; no other needs storage."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.groups.game import Classes, PieceCounter
from lasker.compiler.ir.ops import Program


def live_marks(program: Program, classes: Classes) -> tuple[int, ...]:
    """For every symbol the live marks, as bits: those that decide membership in some set of contents. The
    empty square has none.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> made = compiled(model("breakthrough"))
    >>> live_marks(made.program, made.classes)
    (0, 0, 0)
    """
    variants = 1 << program.marks
    found = [0] * (len(program.contents) // variants)
    for contents in set(_held(classes)):
        for symbol in range(1, len(found)):  # empty squares have no marks
            held = contents >> symbol * variants & ((1 << variants) - 1)
            for mark in range(program.marks):
                if not program.ended >> mark & 1 and _decides(held, mark, program):
                    found[symbol] |= 1 << mark
    shared = any(turn.moves.shared for turn in classes.turns)
    if shared or classes.residuals:  # complete positions are compared
        lasting = (variants - 1) & ~program.ended
        found[1:] = [lasting] * (len(found) - 1)
    return tuple(found)


def _decides(held: int, mark: int, program: Program) -> bool:
    """Does the mark decide membership for some combination of the others? Settled squares have no scratch
    marks."""
    return any(
        (held >> each ^ held >> (each | 1 << mark)) & 1
        for each in range(1 << program.marks)
        if not each & (program.ended | 1 << mark)
    )


def _held(classes: Classes) -> Iterator[int]:
    """Every set of contents that a square is compared with."""
    for turn in classes.turns:
        yield from turn.moves.compared()
    for test in classes.tests.values():
        yield from test.compared()
    yield from (tidy.holds for tidy in classes.settle)
    ways = (way for step in classes.counting for way in step.ways)
    yield from (step.contents for way in ways for step in way.steps if isinstance(step, PieceCounter))
