"""The bitboard layout of a position: a set of squares for each kind of piece, and one for each live mark."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import combinations

from lasker.algebra.contents import members
from lasker.compiler.bits.language import (
    ALL,
    BOARD,
    NONE,
    OCCUPIED,
    WORD,
    ConstantTable,
    Expr,
    Field,
    Squares,
    meet,
    union,
    words,
)
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Screens
from lasker.compiler.groups.side_conditions.live_marks import live_marks
from lasker.compiler.ir.names import common_name, distinct
from lasker.compiler.ir.ops import Program

EMPTY = 1  # the set of contents that holds the empty square alone


class Layout:
    """The names and expressions of contents and sets of contents on a board.

    A board has a field for every kind of piece, and one for every mark that is tested: the squares of pieces
    that have it, and no others.
    """

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program = program
        self.variants = 1 << program.marks
        self.pieces = classes.alphabet & ~EMPTY
        self._normal: dict[tuple[int, tuple[int, ...] | None], int] = {}
        self.whole = (1 << self.variants) - 1
        self.asked = live_marks(program, classes)
        self.symbols_in_all = len(program.contents) // self.variants
        marks = [program.contents[1 << mark].removeprefix("empty_") for mark in range(program.marks)]
        kinds = [program.contents[symbol * self.variants] for symbol in range(self.symbols_in_all)]
        # Two words joined are never a C keyword; single words get another.
        names = distinct(name if "_" in name else f"{name}_piece" for name in kinds[1:])
        self.kinds = ("empty", *names)
        self.marks = distinct((*names, *(f"{name}_mark" for name in marks)))[len(names) :]

    def constant(self, sites: int) -> Expr:
        """A set of squares as a constant; the set of all squares has a name."""
        everything = (1 << self.program.sites) - 1
        return NONE if not sites else ALL if sites == everything else Squares(sites, self.program.sites)

    def table(self, name: str, sets: Iterable[int]) -> ConstantTable:
        """Sets of squares as an array."""
        listed = tuple(sets)
        return ConstantTable(name, "bits", listed, constants(listed, self.program.sites))

    def kept(self) -> list[int]:
        """The marks that are tested by something."""
        return [mark for mark in range(self.program.marks) if any(asks >> mark & 1 for asks in self.asked)]

    def fields(self) -> Iterator[str]:
        """The fields of a board."""
        yield from self.kinds[1:]
        yield from (self.marks[mark] for mark in self.kept())

    def symbols(self, contents: int) -> list[int]:
        """The symbols of a set, 0 being the empty square."""
        return sorted({content >> self.program.marks for content in members(contents)})

    def apart(self, contents: int) -> list[int]:
        """A set of contents, split by symbol."""
        return [contents & self.whole << symbol * self.variants for symbol in self.symbols(contents)]

    def normal(self, contents: int, absent: tuple[int, ...] | None = None) -> int:
        """The set closed under marks that are never tested, or that are absent."""
        if (contents, absent) not in self._normal:
            found = contents & EMPTY
            for symbol in filter(None, self.symbols(contents)):
                asks = self._live(symbol, absent)
                variants = {variant & asks for variant in self._variants(contents, symbol, absent)}
                alike = sum(1 << v for v in range(self.variants) if v & asks in variants)
                found |= alike << symbol * self.variants
            self._normal[contents, absent] = found
        return self._normal[contents, absent]

    def _live(self, symbol: int, absent: tuple[int, ...] | None) -> int:
        return self.asked[symbol] & ~(absent[symbol] if absent else 0)

    def _variants(self, contents: int, symbol: int, absent: tuple[int, ...] | None) -> list[int]:
        """The combinations of marks with which a set holds a symbol, without impossible ones."""
        gone = absent[symbol] if absent else 0
        held = members(contents >> symbol * self.variants & self.whole)
        return [variant for variant in held if not variant & gone]

    def squares(self, contents: int, absent: tuple[int, ...] | None = None) -> Expr:
        """The squares that hold one of the contents."""
        found = []
        for symbol in self.symbols(contents):
            asks = self._live(symbol, absent)
            variants = {variant & asks for variant in self._variants(contents, symbol, absent)}
            if symbol == 0:
                found.append(ALL & ~OCCUPIED)
                continue
            marks = _sum_of_products(variants, [m for m in range(self.program.marks) if asks >> m & 1])
            if marks is None:
                found.append(self.kind(symbol))
            elif marks:
                products = [
                    meet(*(self.mark(mark) if has else ~self.mark(mark) for mark, has in term))
                    for term in marks
                ]
                found.append(self.kind(symbol) & union(*products))
        return union(*found)

    def barred(self, screens: Screens) -> int:
        """The contents of pieces that may not be among screens."""
        return self.pieces & ~screens.held if screens.number else 0

    def kind(self, symbol: int, board: Expr = BOARD) -> Expr:
        """The squares of pieces of a kind."""
        return Field(board, self.kinds[symbol])

    def mark(self, mark: int, board: Expr = BOARD) -> Expr:
        """The squares of pieces that have a mark."""
        return Field(board, self.marks[mark])

    @cached_property
    def occupied(self) -> Expr:
        """The squares that are not empty."""
        return union(*(self.kind(symbol) for symbol in range(1, len(self.kinds))))

    def called(self, contents: int) -> str | None:
        """A short name for a set of contents, if there is one."""
        symbols = [symbol for symbol in self.symbols(contents) if symbol]
        if not all(self._full(contents, symbol) for symbol in symbols):
            return self._marked(contents) if len(symbols) == 1 and not contents & EMPTY else None
        if not symbols:
            return "empty" if contents else None
        name = common_name([self.kinds[symbol] for symbol in symbols], self.kinds[1:])
        return f"{name}_or_empty" if name and contents & EMPTY else name

    def _marked(self, contents: int) -> str | None:
        """The name of a single kind with, or without, one mark."""
        (symbol,) = self.symbols(contents)
        held = self.normal(contents) >> symbol * self.variants & self.whole
        for mark, has in ((m, h) for m in range(self.program.marks) for h in (True, False)):
            if held == sum(1 << v for v in range(self.variants) if bool(v >> mark & 1) == has):
                name = self.program.contents[symbol * self.variants + (1 << mark)]
                return name if has else f"{self.kinds[symbol]}_without_{self.marks[mark]}"
        return None

    def _full(self, contents: int, symbol: int) -> bool:
        settled = sum(1 << v for v in range(self.variants) if not v & self.program.ended)
        return not settled & ~(self.normal(contents) >> symbol * self.variants & self.whole)

    def bears(self, contents: int, mark: int, absent: tuple[int, ...] | None) -> frozenset[bool]:
        """May a piece of the set have a mark that is tested, and may it lack it?"""
        return frozenset(
            bool(self._live(symbol, absent) >> mark & variant >> mark & 1)
            for symbol in self.symbols(contents)
            for variant in self._variants(contents, symbol, absent)
        )

    def plain(self, contents: int) -> bool:
        """Does the set consist of whole kinds, with any marks?"""
        return all(self._full(contents, symbol) for symbol in self.symbols(contents) if symbol)


def constants(sets: Iterable[int], board: int) -> str:
    """Sets of squares as a C array; vectors are initialized by words, which compiles faster.

    >>> constants([5, 6], 64), constants([5, 6 << 64], 200)
    ('{0x5u, 0x6u}', '{{0x5u}, {0x0u, 0x6u}}')
    """
    if board <= 2 * WORD:
        return f"{{{', '.join(str(Squares(each, board)) for each in sets)}}}"
    rows = (f"{{{', '.join(words(each))}}}" for each in sets)
    return f"{{{', '.join(rows)}}}"


def _sum_of_products(variants: set[int], marks: list[int]) -> list[list[tuple[int, bool]]] | None:
    """Combinations of marks as a sum of products of literals; None if all of them occur."""
    if len(variants) == 1 << len(marks):
        return None
    for size in range(1, len(marks)):  # the fewest marks that suffice for one product
        for few in combinations(marks, size):
            (first, *_) = variants or {0}
            term = [(mark, bool(first >> mark & 1)) for mark in few]
            fitting = {v for v in _every(marks) if all(bool(v >> m & 1) == has for m, has in term)}
            if fitting == variants:
                return [term]
    return [[(mark, bool(variant >> mark & 1)) for mark in marks] for variant in sorted(variants)]


def _every(marks: Iterable[int]) -> list[int]:
    """Every combination of some marks."""
    found = [0]
    for mark in marks:
        found += [variant | 1 << mark for variant in found]
    return found
