"""Words for sets of squares in C: what stands there, by the names that the rules give it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from lasker.algebra.contents import members
from lasker.ir.classes.asked_marks import asked_marks
from lasker.ir.classes.kinds import Classes
from lasker.ir.names import distinct, together
from lasker.ir.ops import Program

EMPTY = 1  # the set of contents that holds the empty square alone
WORD = 64  # bits


class Words:
    """How contents and sets of them are called and computed on a board of sets.

    A board has a field for every kind of piece, and one for every mark that something asks about: the
    squares of pieces that bear it, and no others.
    """

    def __init__(self, program: Program, classes: Classes) -> None:
        self.program = program
        self.variants = 1 << program.marks
        self._normal: dict[tuple[int, tuple[int, ...] | None], int] = {}
        self.whole = (1 << self.variants) - 1
        self.asked = asked_marks(program, classes)
        self.symbols_in_all = len(program.contents) // self.variants
        marks = [program.contents[1 << mark].removeprefix("empty_") for mark in range(program.marks)]
        kinds = [program.contents[symbol * self.variants] for symbol in range(self.symbols_in_all)]
        # Two words joined are never a word of C's own; those that are alone get another.
        names = distinct(name if "_" in name else f"{name}_piece" for name in kinds[1:])
        self.kinds = ("empty", *names)
        self.marks = distinct((*names, *(f"{name}_mark" for name in marks)))[len(names) :]

    def these(self, sites: int) -> str:
        """A set of squares as a C constant."""
        return constant(sites, self.program.sites)

    def table(self, sets: Iterable[int]) -> str:
        """Sets of squares as a C array."""
        return constants(sets, self.program.sites)

    def kept(self) -> list[int]:
        """The marks that something asks about."""
        return [mark for mark in range(self.program.marks) if any(asks >> mark & 1 for asks in self.asked)]

    def fields(self) -> Iterator[str]:
        """The fields of a board."""
        yield from self.kinds[1:]
        yield from (self.marks[mark] for mark in self.kept())

    def symbols(self, contents: int) -> list[int]:
        """The symbols of a set, 0 being the empty square."""
        return sorted({content >> self.program.marks for content in members(contents)})

    def apart(self, contents: int) -> list[int]:
        """A set of contents, taken apart by symbols."""
        return [contents & self.whole << symbol * self.variants for symbol in self.symbols(contents)]

    def normal(self, contents: int, absent: tuple[int, ...] | None = None) -> int:
        """The set with everything added that differs only in marks nobody asks about, or that are absent."""
        if (contents, absent) not in self._normal:
            found = contents & EMPTY
            for symbol in filter(None, self.symbols(contents)):
                asks = self._live(symbol, absent)
                told = {variant & asks for variant in self._variants(contents, symbol, absent)}
                alike = sum(1 << v for v in range(self.variants) if v & asks in told)
                found |= alike << symbol * self.variants
            self._normal[contents, absent] = found
        return self._normal[contents, absent]

    def _live(self, symbol: int, absent: tuple[int, ...] | None) -> int:
        return self.asked[symbol] & ~(absent[symbol] if absent else 0)

    def _variants(self, contents: int, symbol: int, absent: tuple[int, ...] | None) -> list[int]:
        """The combinations of marks with which a set holds a symbol, those that cannot be left out."""
        gone = absent[symbol] if absent else 0
        held = members(contents >> symbol * self.variants & self.whole)
        return [variant for variant in held if not variant & gone]

    def squares(self, contents: int, board: str, absent: tuple[int, ...] | None = None) -> str:
        """The squares that hold one of the contents."""
        found = []
        for symbol in self.symbols(contents):
            asks = self._live(symbol, absent)
            told = {variant & asks for variant in self._variants(contents, symbol, absent)}
            if symbol == 0:
                found.append("(ALL & ~occupied)")
                continue
            kind = f"{board}->{self.kinds[symbol]}"
            marks = _bearing(told, [m for m in range(self.program.marks) if asks >> m & 1])
            if marks is None:
                found.append(kind)
            elif marks:
                found.append(f"({kind} & {self._sum(marks, board)})")
        return " | ".join(found) or "NONE"

    def _sum(self, terms: list[list[tuple[int, bool]]], board: str) -> str:
        products = [
            " & ".join(f"{'' if has else '~'}{board}->{self.marks[mark]}" for mark, has in term)
            for term in terms
        ]
        return products[0] if len(products) == 1 else f"(({') | ('.join(products)}))"

    def called(self, contents: int) -> str | None:
        """What a set of contents may be called, if there is a short name."""
        symbols = [symbol for symbol in self.symbols(contents) if symbol]
        if not all(self._full(contents, symbol) for symbol in symbols):
            return self._marked(contents) if len(symbols) == 1 and not contents & EMPTY else None
        if not symbols:
            return "empty" if contents else None
        name = together([self.kinds[symbol] for symbol in symbols], self.kinds[1:])
        return f"{name}_or_empty" if name and contents & EMPTY else name

    def _marked(self, contents: int) -> str | None:
        """A piece of one kind with one mark, or without it."""
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
        """May a piece of the set bear a mark that is asked about, and may it not?"""
        return frozenset(
            bool(self._live(symbol, absent) >> mark & variant >> mark & 1)
            for symbol in self.symbols(contents)
            for variant in self._variants(contents, symbol, absent)
        )

    def plain(self, contents: int) -> bool:
        """Is the set one of whole kinds, whatever their marks?"""
        return all(self._full(contents, symbol) for symbol in self.symbols(contents) if symbol)


def constant(sites: int, board: int) -> str:
    """A set of squares as a C constant, on a board of so many squares.

    >>> constant(5, 64), constant(5 << 64, 100), constant(5 << 64, 200)
    ('0x5u', 'WIDE(0x0u, 0x5u)', 'WIDE(0x0u, 0x5u)')
    """
    if sites < 1 << WORD and board <= 2 * WORD:
        return f"{sites:#x}u"
    words = (sites >> shift & (1 << WORD) - 1 for shift in range(0, max(sites.bit_length(), 1), WORD))
    return f"WIDE({', '.join(f'{word:#x}u' for word in words)})"


def constants(sets: Iterable[int], board: int) -> str:
    """Sets of squares as a C array; vectors are told by their words, which is sooner read than constants.

    >>> constants([5, 6], 64), constants([5, 6 << 64], 200)
    ('{0x5u, 0x6u}', '{{0x5u}, {0x0u, 0x6u}}')
    """
    found = ", ".join(constant(each, board) for each in sets)
    return f"{{{found}}}" if board <= 2 * WORD else f"{{{found.replace('WIDE(', '{').replace(')', '}')}}}"


def _bearing(told: set[int], marks: list[int]) -> list[list[tuple[int, bool]]] | None:
    """Combinations of marks as a sum of products: with a mark or without it; None if all are told."""
    if len(told) == 1 << len(marks):
        return None
    for size in range(1, len(marks)):  # the fewest marks that say it in one product
        for few in combinations(marks, size):
            (first, *_) = told or {0}
            term = [(mark, bool(first >> mark & 1)) for mark in few]
            fitting = {v for v in _every(marks) if all(bool(v >> m & 1) == has for m, has in term)}
            if fitting == told:
                return [term]
    return [[(mark, bool(variant >> mark & 1)) for mark in marks] for variant in sorted(told)]


def _every(marks: Iterable[int]) -> list[int]:
    """Every combination of some marks."""
    found = [0]
    for mark in marks:
        found += [variant | 1 << mark for variant in found]
    return found
