"""The scope of a function under construction: the definitions that its body needs, placed before the body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lasker.compiler.bits.language import (
    ALL,
    NONE,
    OCCUPIED,
    Call,
    Comment,
    Either,
    Expr,
    Let,
    Name,
    Stmt,
    names,
    union,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.ir.names import distinct

Absent = tuple[int, ...] | None  # by symbol, the marks that no piece can have at this point
Where = tuple[tuple[Expr | None, int], ...]  # contents, each under a condition


class Scope:
    """Names for sets of squares, each defined from earlier ones; for values computed once; for attacked
    squares."""

    def __init__(self, layout: Layout, absent: Absent) -> None:
        self.layout, self.absent = layout, absent
        self.everything = layout.normal((1 << len(layout.program.contents)) - 1)
        self._names: dict[int, str] = {}
        self._possible: dict[Where, Name] = {}  # sets that depend on counters
        self._once: dict[Expr, Name] = {}
        self._feared: dict[str, Name] = {}
        self._found: list[Stmt] = []

    def squares(self, contents: int) -> Expr:
        """The squares that hold one of the contents; those of a single kind are a field."""
        layout, wanted = self.layout, self.layout.normal(contents, self.absent)
        symbols = layout.symbols(wanted)
        if symbols == [0]:
            return Name("empty")
        if len(symbols) == 1 and layout.plain(wanted):
            return layout.kind(symbols[0])
        if wanted not in self._names:
            called = layout.called(wanted)
            name = f"{called}__set" if called else f"set_{len(self._names)}"
            self._names[wanted] = distinct((*self._names.values(), name))[-1]
            if wanted & EMPTY and layout.plain(wanted):
                self.squares(self.everything & ~wanted)
        return Name(self._names[wanted])

    def where(self, where: Where) -> Expr:
        """The squares that hold contents whose conditions are met."""
        if len(where) == 1 and where[0][0] is None:
            return self.squares(where[0][1])
        return self._possible.setdefault(where, Name(f"possible_{len(self._possible)}"))

    def once(self, found: Call) -> Name:
        """The name of the result of a call, which is made once, before everything else."""
        return self._once.setdefault(found, Name(f"{found.function}_now"))

    def known(self, found: Expr | None) -> Name | None:
        """The name of the result of a call, if it has been requested."""
        return None if found is None else self._once.get(found)

    def attacked_squares(self, block: str) -> Name:
        """The squares on which an attack would hit, computed when first needed; ALL before."""
        return self._feared.setdefault(block, Name(f"{block}__fear"))

    def find(self, statements: Iterable[Stmt]) -> None:
        """Adds statements before the body."""
        self._found += statements

    def preamble(self) -> Iterator[Stmt]:
        """The definitions before everything else."""
        return (Let(name.name, found) for found, name in self._once.items())

    def begin(self, body: list[Stmt]) -> Iterator[Stmt]:
        """The sets that a body uses."""
        possible = [Let(name.name, self._sum_of(where)) for where, name in self._possible.items()]
        used = names((*possible, *self._found, *body))
        yield from self._sets(used)
        yield from possible
        yield from self._found
        for block, name in self._feared.items():
            yield Comment(f"The squares on which {block} would hit: all of them until computed.")
            yield Let(name.name, ALL, "bits")

    def _sum_of(self, where: Where) -> Expr:
        found = ((condition, self.squares(held)) for condition, held in where)
        return union(*(held if c is None else Either(c, held, NONE) for c, held in found))

    def _sets(self, used: set[str]) -> Iterator[Stmt]:
        """The definitions, smaller sets first."""
        known: dict[int, str] = {}
        for contents in sorted((each for each in self._names if not each & EMPTY), key=int.bit_count):
            yield Let(self._names[contents], self._sum(contents, known))
            known[contents] = self._names[contents]
        others = [contents for contents in self._names if contents & EMPTY]
        if others or used & {"occupied", "empty"}:
            yield Let("occupied", self._sum(self.everything & ~self.layout.whole, known))
        if "empty" in used:
            yield Let("empty", ALL & ~OCCUPIED)
        for contents in others:
            rest = self.everything & ~contents
            if rest in known or self.layout.plain(contents):
                value = ALL & ~(Name(known[rest]) if rest in known else self._sum(rest, known))
            else:
                value = self.layout.squares(contents, self.absent)
            yield Let(self._names[contents], value)

    def _sum(self, contents: int, known: dict[int, str]) -> Expr:
        """A set as the union of known ones and the rest."""
        parts: list[Expr] = []
        for part, name in sorted(known.items(), key=lambda item: -item[0].bit_count()):
            if part & ~contents == 0:
                parts.append(Name(name))
                contents &= ~part
        return union(*parts, *([self.layout.squares(contents, self.absent)] if contents else []))
