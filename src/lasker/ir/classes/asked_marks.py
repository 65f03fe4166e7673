"""Which marks of which pieces the moves of a game ever ask about: no other mark has to be kept."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.ir.classes.kinds import Attack, Census, Classes, Moves, Tally
from lasker.ir.ops import Program


def asked_marks(program: Program, classes: Classes) -> tuple[int, ...]:
    """For every symbol the marks, as bits, that decide whether some set holds it; none for the empty square.

    >>> from lasker.ir.pipeline import compiled
    >>> from lasker.play.library import model
    >>> made = compiled(model("breakthrough"))
    >>> asked_marks(made.program, made.classes)
    (0, 0, 0)
    """
    variants = 1 << program.marks
    found = [0] * (len(program.contents) // variants)
    for contents in set(_held(classes)):
        for symbol in range(1, len(found)):  # empty squares bear no marks
            held = contents >> symbol * variants & ((1 << variants) - 1)
            for mark in range(program.marks):
                if not program.ended >> mark & 1 and _decides(held, mark, program):
                    found[symbol] |= 1 << mark
    return tuple(found)


def _decides(held: int, mark: int, program: Program) -> bool:
    """Does the mark decide for some combination of the others? Scratch marks are on no settled square."""
    return any(
        (held >> each ^ held >> (each | 1 << mark)) & 1
        for each in range(1 << program.marks)
        if not each & (program.ended | 1 << mark)
    )


def _held(classes: Classes) -> Iterator[int]:
    """Every set of contents that anything is compared with."""
    for turn in classes.turns:
        yield from _of_moves(turn.moves)
    for test in classes.tests.values():
        if isinstance(test, Attack):
            yield test.royals
            yield from (strike.strikers for strike in test.strikes)
        elif isinstance(test, Moves):
            yield from _of_moves(test)
        elif isinstance(test, Census):
            yield from (step.contents for step in test.steps if isinstance(step, Tally))
    yield from (tidy.holds for tidy in classes.settle)


def _of_moves(moves: Moves) -> Iterator[int]:
    for flat in moves.flats:
        yield from (flat.movers, flat.targets)
    for drop in moves.drops:
        yield from (contents for conditions, _ in drop.entries for contents, _ in conditions)
    for rule in moves.rules:
        yield from rule.holds
    for chain in moves.chains:
        yield from (chain.movers, *(held for hop in chain.hops for held in hop.rule.holds))
    for flat in (flat for product in moves.products for flat in product.flats):
        yield from (flat.movers, flat.targets)
    for run in (run for sweep in moves.sweeps for run in (*sweep.needs, *sweep.turns)):
        yield from (run.over, run.to)
