"""The Python backend: generated Python code, a few times faster than the reference, no compiler needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from lasker.compiler.emit.python import python_text
from lasker.compiler.ir.collect import each_site, most, star
from lasker.compiler.ir.machine import Configuration, Machine, Note, ProgramPosition
from lasker.compiler.ir.ops import Program
from lasker.compiler.pipeline import compiled
from lasker.kernel.limits import DEFAULT, Limits, Meter, ThreadMeter
from lasker.model.game import Game
from lasker.runtime.playouts import MOST_PLIES, Playout, PlayoutTally, draws, playout, tally


class Generated:
    """The blocks of a program compiled to Python functions."""

    def __init__(self, program: Program, limits: Limits = DEFAULT) -> None:
        self.program = program
        self.meter: Meter = ThreadMeter(limits, program.sites)
        self._space: dict[str, Any] = {
            "Configuration": Configuration,
            "star": star,
            "most": most,
            "each_site": each_site,
            "meter": self.meter,
            "spend": self.meter.spend,
            "runs": _runs,
            "left": self._left,
            "fitting": self._fitting,
        }
        exec(compile(python_text(program), "<generated>", "exec"), self._space)

    def runs(self, block: str, start: Configuration) -> Iterator[Configuration]:
        """Every configuration at the end of a block."""
        found: Iterator[Configuration] = _runs(self._space[f"do_{block}"])(start)
        return found

    def _left(
        self, board: tuple[int, ...], notes: tuple[Note, ...], opened: tuple[int, ...], end: int
    ) -> tuple[tuple[Note, ...], tuple[int, ...]]:
        *still, at = opened
        start, _, _, was = notes[at]
        symbol = board[end] >> self.program.marks
        note = (start, end, symbol if symbol != was else -1, was)
        return (*notes[:at], note, *notes[at + 1 :]), tuple(still)

    def _fitting(
        self, contents: int, sites: int, others: tuple[int, ...]
    ) -> Callable[[int, Configuration], int | None]:
        frames = self.program.frames

        def fits(site: int, each: Configuration) -> int | None:
            if not (contents >> each.board[site] & 1 and sites >> site & 1):
                return None
            if not all(each.cursors[other] // frames == site for other in others):
                return None
            return each.cursors[others[0]] if others else site * frames

        return fits


def _runs(block: Callable[..., Any]) -> Callable[[Configuration], Any]:
    def run(start: Configuration) -> Any:
        return block(start.board, start.counters, start.notes, start.open, *start.cursors)

    return run


class InPython(Machine):
    """A game as generated Python."""

    def __init__(self, game: Game, program: Program) -> None:
        super().__init__(program, Generated(program, game.rules.limits))
        self.game = game

    def playout(self, position: ProgramPosition, seed: int, number: int, most: int = MOST_PLIES) -> Playout:
        """One random playout, determined by its seed and number."""
        return playout(self.game, self, position, draws(seed, number), most)

    def tally(
        self, position: ProgramPosition, seed: int, numbers: range, most: int = MOST_PLIES
    ) -> PlayoutTally:
        """The tally of random playouts."""
        return tally(self.game, self, position, seed, numbers, most)


def open_engine(game: Game, without: frozenset[str] = frozenset()) -> InPython:
    """The game as generated Python."""
    return InPython(game, compiled(game, without | {"classes"}).program)
