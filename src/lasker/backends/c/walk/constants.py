"""The constant sets that generated C mentions, each with a name."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.ir.names import distinct, together
from lasker.ir.ops import Program


class Sets:
    """The sets of contents that a text mentions, each with a name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.words = (len(program.contents) + 63) // 64
        self.marks = program.marks
        self.whole = (1 << (1 << program.marks)) - 1  # a kind of piece with whatever marks
        self.every_mark = (1 << program.marks) - 1
        self.known: dict[int, str] = {}
        self.regions: dict[int, str] = {}
        self.families: dict[tuple[int, ...], str] = {}

    def name(self, contents: int) -> str:
        """The name of a set: that of its pieces, if they are few or all of an army."""
        if contents not in self.known:
            called = f"any_{self._called(contents) or len(self.known)}"
            self.known[contents] = distinct((*self.known.values(), called.upper()))[-1]
        return self.known[contents]

    def content(self, content: int) -> str:
        """A content in C: a kind of piece, and its marks."""
        kind, marks = content >> self.marks << self.marks, members(content & (1 << self.marks) - 1)
        return " | ".join([f"{self.program.contents[kind]}__piece", *(self.mark(mark) for mark in marks)])

    def mark(self, number: int) -> str:
        """The name of a mark in C."""
        return "MARK_" + self.program.contents[1 << number].removeprefix("empty_")

    def _called(self, contents: int) -> str | None:
        """What the pieces of a set are called together, if whatever marks they bear, they bear in common."""
        kinds = self.program.contents[:: 1 << self.marks]
        held = {symbol: contents >> (symbol << self.marks) & self.whole for symbol in range(len(kinds))}
        symbols = [symbol for symbol in held if held[symbol]]
        marks = {self._in_common(held[symbol]) for symbol in symbols}
        name = together([kinds[symbol] for symbol in symbols], kinds[1:]) if symbols else None
        if name is None or len(marks) != 1 or None in marks:
            return None
        return "_".join([name, *(f"with_{self.mark(mark)[5:]}" for mark in members(marks.pop() or 0))])

    def _in_common(self, variants: int) -> int | None:
        """The marks that combinations have in common, if they are all that have them."""
        common = self.every_mark
        for variant in members(variants):
            common &= variant
        having = sum(1 << variant for variant in range(1 << self.marks) if variant & common == common)
        return common if variants == having else None

    def region(self, sites: int) -> str:
        """The name of a set of sites."""
        return self.regions.setdefault(sites, f"REGION_{len(self.regions)}")

    def family(self, tables: tuple[int, ...]) -> str:
        """The name of some tables of which a direction selects one."""
        return self.families.setdefault(tables, f"WAYS_{len(self.families)}")

    def holds(self, contents: int, content: str) -> str:
        """The condition that a content is in a set."""
        found = list(members(contents))
        if len(found) == 1:
            return f"{content} == ({self.content(found[0])})"
        return f"HAS({self.name(contents)}, {content})"

    def ways(self) -> Iterator[str]:
        """The families of tables as C; they stand after the tables."""
        for tables, name in self.families.items():
            columns = self.program.tables[tables[0]].columns
            listed = ", ".join(f"TABLE_{table}" for table in tables)
            yield f"static const place (*const {name}[])[{columns}] = {{{listed}}};"

    def lines(self) -> Iterator[str]:
        """The sets as C."""
        for sites, name in self.regions.items():
            inside = ", ".join(str(sites >> site & 1) for site in range(self.program.sites))
            yield f"static const uint8_t {name}[] = {{{inside}}};"
        for contents, name in self.known.items():
            words = [f"0x{contents >> 64 * i & (1 << 64) - 1:x}u" for i in range(self.words)]
            yield f"static const uint64_t {name}[] = {{{', '.join(words)}}};"
