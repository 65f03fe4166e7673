"""Scratch marks, which end with the move: bitboards do not store them, so no test may be evaluated while one
exists."""

from __future__ import annotations

from lasker.compiler.groups.game import Classes, SquareTest
from lasker.compiler.groups.moves import Moves
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.ops import Program


def no_scratch_marks(program: Program, classes: Classes) -> None:
    """NotClassified, if a test may be evaluated while a scratch mark is on the board: during a move, or after
    it where the turn order depends on a test."""
    found = [turn.moves for turn in classes.turns]
    found += [test for test in classes.tests.values() if isinstance(test, Moves)]
    there = [written for moves in found for move in moves.every() for written in move.during_tests()]
    placed = [test for test in classes.tests.values() if isinstance(test, SquareTest)]
    there += [written for test in placed for rule in test.rules for written in rule.during_tests()]
    for turn in classes.turns:
        if len(turn.next) > 1:
            there += turn.moves.written()
    if any(value.adds & program.ended for _, value in there):
        raise NotClassified("something is asked while a mark is there that ends with the move")
