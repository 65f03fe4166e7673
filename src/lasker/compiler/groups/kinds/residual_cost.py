"""Cost estimate: does it pay to run some moves by the walk and the others on bitboards?

The work of the walk is measured by the interpreter on some positions of a random game, in operations: for all
moves, and for the residuals alone.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.kinds.residuals import with_residuals
from lasker.compiler.groups.meaning.boards import squares
from lasker.compiler.groups.meaning.game import GroupMeaning
from lasker.compiler.groups.moves import Moves, Residual
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Configuration, Machine, ProgramPosition
from lasker.compiler.ir.ops import Program
from lasker.kernel.errors import LimitError

POSITIONS = 4  # sampled positions
MOST_WORK = 50_000  # operations measured at one of them
CALLED = 30  # operations that cost as much as one call from bitboards to the walk and back
MADE = 4  # operations that cost as much as inserting one position into a set
LEAST = 1.5  # required ratio of the cost of walking everything


def residuals_pay(program: Program, classes: Classes, start: ProgramPosition) -> bool:
    """Does walking all moves cost clearly more than walking the residuals only?"""
    return CostComparison(program, classes).run(start)


class CostComparison:
    """The work of the walk, for everything and for residuals only."""

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program, self.classes = with_residuals(program, classes.residuals), classes
        self.machine = Machine(self.program, Interpreter(self.program))
        self.meaning = GroupMeaning(program, classes)
        self.whole = self.inside = 0
        tests = (test for test in classes.tests.values() if isinstance(test, Moves))
        self.tests = any(test.residuals for test in tests)  # is any test run by the walk?

    def run(self, start: ProgramPosition) -> bool:
        """Plays a random game and compares the costs of its positions."""
        random, here = Random(0), start
        for _ in range(POSITIONS):
            if not self.meaning.applies(here):
                break
            self._measure_residuals(here)
            steps, ends = self._steps(self.program.turns[here.turn].move, here)
            self.whole += steps + MADE * len(ends)
            here = self.machine.after(random.choice(ends), here.turn) if ends else start
        return self.whole > LEAST * self.inside

    def _measure_residuals(self, here: ProgramPosition) -> None:
        for residual in self.classes.turns[here.turn].moves.residuals:
            self.inside += self._walked(residual, here)
        if self.tests:
            self._ask_tests(here)
        for block, board in tuple(self.meaning.asked):
            test = self.classes.tests[block]
            for residual in test.residuals if isinstance(test, Moves) else ():
                self.inside += self._walked(residual, here._replace(board=board))

    def _ask_tests(self, here: ProgramPosition) -> None:
        """Evaluates the tests of all moves on bitboards."""
        self.meaning.asked.clear()
        for move in self.classes.turns[here.turn].moves.every():
            if not isinstance(move, Residual):  # which the walk runs, its tests included
                for _ in self.meaning.groups.results(move, here.board, here.counters):
                    pass

    def _walked(self, residual: Residual, here: ProgramPosition) -> int:
        """The cost of a residual at a position, including the comparison of its results."""
        if not all(squares(here.board, contents) & sites for contents, sites in residual.needs):
            return 1
        steps, ends = self._steps(residual.block.name, here)
        return CALLED + steps + (MADE * len(ends) if residual.block.arrives else 0)

    def _steps(self, block: str, here: ProgramPosition) -> tuple[int, list[Configuration]]:
        """The number of operations that a block tries, and its results; for a test, the first result."""
        most = None if self.program.blocks[block].arrives else 1
        meter, found = self.machine.runner.meter, list[Configuration]()
        with meter.question(MOST_WORK):
            try:
                ends = self.machine.runner.runs(block, Configuration(here.board, here.counters))
                found += islice(ends, most)
            except LimitError:
                return MOST_WORK, found
            return meter.work, found
