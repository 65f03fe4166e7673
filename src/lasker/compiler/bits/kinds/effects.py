"""Code generation for effects around the target of a move: conditional changes of neighbouring squares,
applied in order, each on the board that those before have left."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from lasker.compiler.bits.language import (
    AFTER,
    ALL,
    Assign,
    Block,
    CFunction,
    Chained,
    ConstantTable,
    Do,
    Expr,
    If,
    Name,
    Number,
    Stmt,
    address,
    any_of,
    bit,
    both,
    call,
    has,
    under,
    union,
)
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.groups.moves import Around
from lasker.compiler.groups.path import Case, Effect, NotClassified
from lasker.compiler.groups.path import union as together

AT = Name("at")
GIVEN = (("Board *", "b"), ("int", "at"))


class EffectFunctions:
    """The functions that apply effects around a square; each is generated once."""

    def __init__(self, layout: Layout, sites: int) -> None:
        self.layout, self.sites = layout, sites
        self.functions: list[CFunction] = []
        self.tables: list[ConstantTable] = []
        self._names: dict[Around, str] = {}

    def brought_about(self, around: Around, goal: Expr) -> Iterator[Stmt]:
        """The effects on `after` around the target of a move."""
        if around:
            if around not in self._names:
                self._names[around] = name = f"around_{len(self._names)}"
                note = "The effects around a square."
                self.functions.append(CFunction("static void", name, GIVEN, tuple(self._body(around)), note))
            yield Do(call(self._names[around], address(AFTER), goal))

    def _body(self, around: Around) -> Iterator[Stmt]:
        """All effects in their order, where one of the squares that they change holds what is changed."""
        goals, near, changing = together(sites for sites, _ in around), [0] * self.sites, 0
        body: list[Stmt] = []
        for effect, sites in effect_order(around):
            there = None if sites == goals else has(self.layout.constant(sites), AT)
            body += under(there, self._cases(effect))
            for far, held in {(case.writes[0][0], dict(case.needs)[case.writes[0][0]]) for case in effect}:
                changing |= held
                for site in (site for site in range(self.sites) if sites >> site & 1):
                    near[site] |= 1 << site + far
        table = self.layout.table(f"NEAR_{len(self.tables)}", near)
        self.tables.append(table)
        yield If(any_of(table[AT] & self._squares(changing)), tuple(body))

    def _cases(self, effect: Effect) -> Block:
        """The case of an effect that applies."""
        found: Block = ()
        for case in reversed(effect):
            condition = both(*(has(self._squares(held), _far(site)) for site, held in _writes_first(case)))
            made = tuple(self._made(case))
            found = made if condition is None else (If(condition, made, found),)
        return found

    def _made(self, case: Case) -> Iterator[Stmt]:
        """The changes of a case."""
        layout, needs = self.layout, dict(case.needs)
        for site, content in case.writes:
            to, old, new = bit(_far(site)), layout.symbols(needs[site]), content >> layout.program.marks
            yield from (Assign(layout.kind(symbol), "&=", ~to) for symbol in old if symbol)
            for mark in layout.kept():
                if any(layout.asked[symbol] >> mark & 1 for symbol in old):
                    yield Assign(layout.mark(mark), "&=", ~to)
            if new:
                yield Assign(layout.kind(new), "|=", to)
            for mark in layout.kept():
                if layout.asked[new] >> mark & content >> mark & 1:
                    yield Assign(layout.mark(mark), "|=", to)

    def _squares(self, contents: int) -> Expr:
        """The squares that hold one of some contents, on the current board."""
        empty = (ALL & ~self.layout.occupied,) if contents & EMPTY else ()
        return union(self.layout.squares(contents & ~EMPTY), *empty)


def effect_order(around: Around) -> list[tuple[Effect, int]]:
    """Every effect with the target squares to which it applies, in an order that preserves the order for each
    square; NotClassified if there is none.

    >>> taken, turned = (Case(((1, 2),), ((1, 0),)),), (Case(((1, 2),), ((1, 3),)),)
    >>> effect_order(((0b01, (taken,)), (0b10, (turned, taken)))) == [(turned, 0b10), (taken, 0b11)]
    True
    """
    before = TopologicalSorter[tuple[Effect, int]]()
    found: dict[tuple[Effect, int], int] = {}
    for sites, effects in around:
        numbered = [(effect, effects[:number].count(effect)) for number, effect in enumerate(effects)]
        for number, each in enumerate(numbered):
            before.add(each, *numbered[max(number - 1, 0) : number])
            found[each] = found.get(each, 0) | sites
    try:
        return [(effect, found[effect, number]) for effect, number in before.static_order()]
    except CycleError:
        raise NotClassified("effects come about in different orders on different squares") from None


def _writes_first(case: Case) -> list[tuple[int, int]]:
    """The conditions of a case, those of changed squares first."""
    changed = dict(case.writes)
    return sorted(case.needs, key=lambda need: need[0] not in changed)


def _far(far: int) -> Expr:
    return Chained("+", (AT, Number(far)))
