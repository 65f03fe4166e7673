"""The constant sets that generated C mentions, each with a name."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import members
from lasker.ir.ops import Program


class Sets:
    """The sets of contents that a text mentions, each with a name."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.words = (len(program.contents) + 63) // 64
        self.known: dict[int, str] = {}
        self.regions: dict[int, str] = {}
        self.families: dict[tuple[int, ...], str] = {}

    def name(self, contents: int) -> str:
        """The name of a set."""
        if contents not in self.known:
            self.known[contents] = f"SET_{len(self.known)}"
        return self.known[contents]

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
            return f"{content} == {self.program.contents[found[0]].capitalize()}"
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
            spelled = " ".join(self.program.contents[c] for c in members(contents))
            yield f"static const uint64_t {name}[] = {{{', '.join(words)}}}; /* {spelled} */"
