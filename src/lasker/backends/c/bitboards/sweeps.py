"""Runs of pieces on bitboards: where they begin, all at once, and what turns over from one square."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.backends.c.bitboards.words import Words
from lasker.ir.classes.moves import Run, Sweep


class Sweeps:
    """The functions about runs; each is written once, however many moves and tests use it."""

    def __init__(self, words: Words, sites: int, occupied: str) -> None:
        self.words, self.sites, self.occupied = words, sites, occupied
        self.functions: list[str] = []
        self._places: dict[tuple[tuple[Run, ...], int], str] = {}
        self._turns: dict[tuple[Run, ...], str] = {}
        self._lines: dict[tuple[int, int], str] = {}

    def places(self, sweep: Sweep) -> str:
        """The squares on which a piece may be put."""
        key = (sweep.needs, sweep.sites)
        if key not in self._places:
            name = self._places[key] = f"places_{len(self._places)}"
            self.functions += self._where(name, sweep)
        return f"{self._places[key]}(b)"

    def turned(self, sweep: Sweep, site: str) -> str:
        """The squares that turn over when a piece is put on one."""
        if sweep.turns not in self._turns:
            name = self._turns[sweep.turns] = f"turned_{len(self._turns)}"
            self.functions += self._from(name, sweep.turns)
        return f"{self._turns[sweep.turns]}(b, {site})"

    def _where(self, name: str, sweep: Sweep) -> Iterator[str]:
        yield "/* The empty squares at which a run begins: all runs of a direction grow at once. */"
        yield f"static bits {name}(const Board *b) {{"
        yield f"    const bits occupied = {self.occupied};"
        yield "    bits found = NONE;"
        for run in sweep.needs:
            steps, back = self.words.these(run.steps), -run.by
            yield "    {"
            yield f"        const bits inside = ({self.words.squares(run.over, 'b')}) & {steps};"
            yield f"        bits run = shifted({self.words.squares(run.to, 'b')}, {back}) & inside;"
            for _ in range(_longest(run) - 1):
                yield f"        run |= shifted(run, {back}) & inside;"
            yield f"        found |= shifted(run, {back}) & {steps};"
            yield "    }"
        yield f"    return found & ~occupied & {self.words.these(sweep.sites)};"
        yield "}\n"

    def _from(self, name: str, runs: tuple[Run, ...]) -> Iterator[str]:
        body: list[str] = []
        for run in runs:
            line, over = self._line(run), self.words.squares(run.over, "b")
            lowest = "LOWEST" if run.by > 0 else "highest"
            between = "all_before(end)" if run.by > 0 else "all_after(end)"
            body += [
                "    {",
                f"        const bits line = {line}[site], stop = line & ~({over});",
                f"        const bits end = {lowest}(stop) & ({self.words.squares(run.to, 'b')});",
                f"        found |= line & {between};",
                "    }",
            ]
        yield "/* The runs that begin at a square: each line up to the first square unlike the others. */"
        yield f"static bits {name}(const Board *b, int site) {{"
        yield f"    const bits occupied = {self.occupied};"
        yield "    bits found = NONE;"
        yield "    (void)occupied, (void)site;"
        yield from body
        yield "    return found;"
        yield "}\n"

    def _line(self, run: Run) -> str:
        """The table of squares in a line from every square."""
        if (run.by, run.steps) not in self._lines:
            name = self._lines[run.by, run.steps] = f"LINE_{len(self._lines)}"
            values = self.words.table(_squares(run, site) for site in range(self.sites))
            self.functions.append(f"static const bits {name}[] = {values};")
        return self._lines[run.by, run.steps]


def _squares(run: Run, site: int) -> int:
    found = 0
    while run.steps >> site & 1:
        site += run.by
        found |= 1 << site
    return found


def _longest(run: Run) -> int:
    """How many squares a run has at most before its end."""
    sites = range(run.steps.bit_length())
    return max(1, max(_squares(run, site).bit_count() for site in sites) - 1)
