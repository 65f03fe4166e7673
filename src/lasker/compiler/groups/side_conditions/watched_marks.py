"""Settling steps that depend on a single mark: they need not run until a piece with that mark has moved or
been captured.

A settled position stays settled as long as no piece with the mark moves or is captured, provided that a
settling step only tests whether certain other pieces have the mark, and that no move adds or carries it. A
later step must not trigger an earlier one.
"""

from __future__ import annotations

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Classes, SettleStep
from lasker.compiler.groups.moves import Moves, image
from lasker.compiler.groups.path import Value
from lasker.compiler.groups.side_conditions.live_marks import live_marks
from lasker.compiler.ir.ops import Program


def marks_to_watch(program: Program, classes: Classes) -> dict[SettleStep, int]:
    """The settling steps that depend on one mark only, with that mark."""
    found: dict[SettleStep, int] = {}
    asked_about = live_marks(program, classes)
    for mark in range(program.marks):
        hanging = [
            tidy for tidy in classes.settle if _depends_on_mark(tidy, mark, program, classes, asked_about)
        ]
        orderly = all(
            not asked & later.holds or not earlier.holds & ~_asked(later, classes)
            for at, later in enumerate(hanging)
            for earlier in hanging[:at]
            for asked in (_asked(earlier, classes),)
        )
        written = (each for turn in classes.turns for each in turn.moves.written())
        if orderly and not any(_may_have_mark(held, value, mark) for held, value in written):
            found |= dict.fromkeys(hanging, mark)
    return found


def _depends_on_mark(
    tidy: SettleStep, mark: int, program: Program, classes: Classes, asked: tuple[int, ...]
) -> bool:
    """Do all tested and changed pieces have the mark, and does the step apply to the whole board?"""
    everywhere = (1 << program.sites) - 1
    lost = {
        (before ^ after) & asked[before >> program.marks]
        for before in members(tidy.holds)
        for after in members(image(1 << before, tidy.value))
    }
    return (
        tidy.sites == everywhere
        and lost == {1 << mark}
        and bool(tidy.questions)
        and all(not wanted and _whole_board(block, program, classes) for block, wanted in tidy.questions)
        and all(content >> mark & 1 for content in members(tidy.holds | _asked(tidy, classes)))
    )


def _whole_board(block: str, program: Program, classes: Classes) -> bool:
    """Does a test ask whether one of some pieces is anywhere on the board?"""
    test = classes.tests[block]
    return (
        isinstance(test, Moves)
        and test.only_rules
        and all(rule.plain and len(rule.rows) == program.sites for rule in test.rules)
    )


def _asked(tidy: SettleStep, classes: Classes) -> int:
    """The contents whose absence the step tests."""
    found = 0
    for block, _ in tidy.questions:
        test = classes.tests[block]
        for rule in test.rules if isinstance(test, Moves) else ():
            found |= rule.holds[0]
    return found


def _may_have_mark(held: int, value: Value, mark: int) -> bool:
    """May a written piece have the mark?"""
    carried = value.site is not None and value.keeps >> mark & 1 and any(c >> mark & 1 for c in members(held))
    return bool(value.adds >> mark & 1 or carried)
