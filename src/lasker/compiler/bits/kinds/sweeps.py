"""Code generation for runs of pieces: where they begin, all at once, and what is flipped from one square."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.language import (
    BOARD,
    NONE,
    OCCUPIED,
    Assign,
    Call,
    CFunction,
    ConstantTable,
    Expr,
    Let,
    Name,
    Return,
    Scoped,
    Stmt,
    call,
    shifted,
)
from lasker.compiler.bits.layout import Layout
from lasker.compiler.groups.moves import Run, Sweep

FOUND = Name("found")


class Sweeps:
    """The functions about runs; each is generated once."""

    def __init__(self, layout: Layout, sites: int) -> None:
        self.layout, self.sites = layout, sites
        self.functions: list[CFunction] = []
        self._places: dict[tuple[tuple[Run, ...], int], str] = {}
        self._turns: dict[tuple[Run, ...], str] = {}
        self._lines: dict[tuple[int, int], ConstantTable] = {}

    def tables(self) -> Iterator[ConstantTable]:
        """The squares in a line from every square, for every kind of run."""
        return iter(self._lines.values())

    def places(self, sweep: Sweep) -> Call:
        """The squares on which a piece may be placed."""
        key = (sweep.needs, sweep.sites)
        if key not in self._places:
            name = self._places[key] = f"places_{len(self._places)}"
            note = "The empty squares at which a run begins: all runs of a direction grow at once."
            body = tuple(self._where(sweep))
            self.functions.append(CFunction("static bits", name, (("const Board *", "b"),), body, note))
        return Call(self._places[key], (BOARD,))

    def turned(self, sweep: Sweep, site: Expr) -> Expr:
        """The squares that are flipped when a piece is placed on one."""
        if sweep.turns not in self._turns:
            name = self._turns[sweep.turns] = f"turned_{len(self._turns)}"
            note = "The runs that begin at a square: each line up to the first square unlike the others."
            given = (("const Board *", "b"), ("int", "site"))
            self.functions.append(CFunction("static bits", name, given, tuple(self._from(sweep.turns)), note))
        return call(self._turns[sweep.turns], BOARD, site)

    def _where(self, sweep: Sweep) -> Iterator[Stmt]:
        yield Let("occupied", self.layout.occupied)
        yield Let("found", NONE, "bits")
        inside, run = Name("inside"), Name("run")
        for each in sweep.needs:
            steps, back = self.layout.constant(each.steps), -each.by
            grown: list[Stmt] = [
                Let("inside", self.layout.squares(each.over) & steps),
                Let("run", shifted(self.layout.squares(each.to), back) & inside, "bits"),
            ]
            grown += [Assign(run, "|=", shifted(run, back) & inside)] * (_longest(each) - 1)
            yield Scoped((*grown, Assign(FOUND, "|=", shifted(run, back) & steps)))
        yield Return(FOUND & ~OCCUPIED & self.layout.constant(sweep.sites))

    def _from(self, runs: tuple[Run, ...]) -> Iterator[Stmt]:
        yield Let("found", NONE, "bits")
        line, stop, end = Name("line"), Name("stop"), Name("end")
        for run in runs:
            lowest, between = ("LOWEST", "all_before") if run.by > 0 else ("highest", "all_after")
            yield Scoped(
                (
                    Let("line", self._line(run)[Name("site")]),
                    Let("stop", line & ~self.layout.squares(run.over)),
                    Let("end", call(lowest, stop) & self.layout.squares(run.to)),
                    Assign(FOUND, "|=", line & call(between, end)),
                )
            )
        yield Return(FOUND)

    def _line(self, run: Run) -> ConstantTable:
        """The table of squares in a line from every square."""
        key = (run.by, run.steps)
        if key not in self._lines:
            values = [_squares(run, site) for site in range(self.sites)]
            self._lines[key] = self.layout.table(f"LINE_{len(self._lines)}", values)
        return self._lines[key]


def _squares(run: Run, site: int) -> int:
    found = 0
    while run.steps >> site & 1:
        site += run.by
        found |= 1 << site
    return found


def _longest(run: Run) -> int:
    """The greatest number of squares of a run before its end."""
    sites = range(run.steps.bit_length())
    return max(1, max(_squares(run, site).bit_count() for site in sites) - 1)
