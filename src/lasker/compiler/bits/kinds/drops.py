"""Code generation for drops: the squares on which a piece may be placed, all at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lasker.compiler.bits.language import (
    NONE,
    Assign,
    ConstantTable,
    Either,
    Expr,
    If,
    Let,
    Name,
    Number,
    Numbers,
    Stmt,
    any_of,
    meet,
    no,
    shifted,
    union,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.bits.royal_safety.safety import GOALS
from lasker.compiler.bits.scope import Scope
from lasker.compiler.groups.moves import Conditions, Drop

FEW = 3  # number of squares with different conditions up to which each has a line of its own


class Places:
    """Finds the squares of drops; conditions on other squares are looked up in small tables."""

    def __init__(self, alphabet: int, layout: Layout) -> None:
        self.alphabet, self.layout = alphabet, layout
        self.tables: dict[tuple[int, ...], ConstantTable] = {}

    def found(self, drop: Drop, allowed: Expr, scope: Scope) -> Iterator[Stmt]:
        """The squares of a drop, as `goals`."""
        alike: dict[tuple[int, ...], list[tuple[tuple[int, ...], int]]] = defaultdict(list)
        for conditions, sites in merged(drop):
            alike[tuple(c for c, _ in conditions)].append((tuple(m for _, m in conditions), sites))
        always = sum(sites for _, sites in alike.pop((), []))
        these = self.layout.constant
        yield Let("goals", these(always), "bits")
        for contents, places in alike.items():
            if len(places) <= FEW:
                for masks, sites in places:
                    broken = self._broken(contents, [these(mask) for mask in masks], scope)
                    yield If(no(any_of(broken)), (Assign(GOALS, "|=", these(sites)),))
            elif (patterns := _patterns(places)) is not None:
                for apart, sites in patterns:
                    held = [shifted(scope.squares(c), by) for c, by in zip(contents, apart, strict=True)]
                    yield Assign(GOALS, "|=", meet(these(sites), *held))
            else:
                columns = [self._table(each) for each in zip(*(masks for masks, _ in places), strict=True)]
                broken = self._broken(contents, [column[Name("i")] for column in columns], scope)
                to = self._table(tuple(sites for _, sites in places))
                found = Either(any_of(broken), NONE, to[Name("i")])
                yield Numbers("i", Number(0), Number(len(places)), (Assign(GOALS, "|=", found),))
        yield Assign(GOALS, "&=", Name("empty") & allowed)

    def _broken(self, contents: tuple[int, ...], masks: list[Expr], scope: Scope) -> Expr:
        """The squares that violate their conditions."""
        found = []
        for held, mask in zip(contents, masks, strict=True):
            others = self.alphabet & ~held
            few = others.bit_count() <= held.bit_count()
            found.append(mask & (scope.squares(others) if few else ~scope.squares(held)))
        return union(*found)

    def _table(self, values: tuple[int, ...]) -> ConstantTable:
        return self.tables.setdefault(values, self.layout.table(f"PLACES_{len(self.tables)}", values))


def _patterns(places: list[tuple[tuple[int, ...], int]]) -> list[tuple[tuple[int, ...], int]] | None:
    """Offsets of single conditioned squares from the squares that depend on them, and these; None if there
    are many."""
    found: dict[tuple[int, ...], int] = defaultdict(int)
    for masks, sites in places:
        if any(each.bit_count() != 1 for each in (*masks, sites)):
            return None
        found[tuple(sites.bit_length() - mask.bit_length() for mask in masks)] |= sites
    return list(found.items()) if len(found) <= FEW else None


def merged(drop: Drop) -> list[tuple[Conditions, int]]:
    """The entries of a drop; since its square is empty, it may be added to conditions that admit empty
    squares."""
    found: dict[Conditions, int] = defaultdict(int)
    for conditions, sites in drop.entries:
        site = 0
        while sites >> site:
            here = sites & 1 << site
            if here:
                wider = tuple((held, mask | (here if held & EMPTY else 0)) for held, mask in conditions)
                found[wider] |= here
            site += 1
    return list(found.items())


def alike(drops: tuple[Drop, ...]) -> list[list[Drop]]:
    """Drops that differ in nothing but the piece and its counters; those with tests stay separate."""
    found: dict[object, list[Drop]] = defaultdict(list)
    for drop in drops:
        key = (drop.terms.question, drop.entries, (drop.content, drop.terms) if drop.terms.asks else None)
        found[key].append(drop)
    return list(found.values())
