"""The abstract syntax of bit programs: expressions over sets of squares, statements, functions, tables.

The language is small and closed: sets (constants, fields of a board, shifts, look-ups, unions, differences),
loops over the squares of a set, conditions, assignments to a board, calls. It is printed as C that needs
nothing but the headers of the runtime; `evaluator.py` defines its semantics over Python's integers.

Long because the whole language is here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, fields
from functools import cache
from typing import Any, Protocol

from lasker.kernel.dataclass import dataclass

WORD = 64  # bits of a machine word

# --- expressions ------------------------------------------------------------------------------------------


class Expr:
    """A value: a set of squares, a number, a truth value, a board, a row of a table."""

    tight = True  # does it never need parentheses?

    def __and__(self, other: Expr) -> Expr:
        return meet(self, other)

    def __or__(self, other: Expr) -> Expr:
        return union(self, other)

    def __xor__(self, other: Expr) -> Expr:
        return Chained("^", (self, other))

    def __invert__(self) -> Expr:
        return Unary("~", self)

    def __getitem__(self, at: Expr | int) -> Expr:
        return Index(self, expr(at))

    def __iter__(self) -> Iterator[Expr]:
        raise TypeError("an expression has no members")


@dataclass(frozen=True)
class Name(Expr):
    """A variable, a parameter, or a constant of the runtime."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Pointer(Name):
    """A variable through which a board or a row is reached."""


@dataclass(frozen=True)
class Number(Expr):
    """A whole number."""

    value: int

    def __str__(self) -> str:
        return str(self.value)


@dataclass(frozen=True)
class Squares(Expr):
    """A constant set of squares, and the size of the board.

    >>> str(Squares(5, 64)), str(Squares(5 << 64, 100)), str(Squares(5 << 64, 200))
    ('0x5u', 'WIDE(0x0u, 0x5u)', 'WIDE(0x0u, 0x5u)')
    """

    sites: int
    board: int

    def __str__(self) -> str:
        if self.sites < 1 << WORD and self.board <= 2 * WORD:
            return f"{self.sites:#x}u"
        return f"WIDE({', '.join(words(self.sites))})"


def words(sites: int) -> list[str]:
    """The words of a set of squares, without trailing empty ones."""
    return [f"{sites >> shift & (1 << WORD) - 1:#x}u" for shift in range(0, max(sites.bit_length(), 1), WORD)]


@dataclass(frozen=True)
class Chained(Expr):
    """An operator between two or more values: `&`, `|`, `^`, `&&`, `||`, `+`."""

    sign: str
    parts: tuple[Expr, ...]
    tight = False

    def __str__(self) -> str:
        return f" {self.sign} ".join(_within(self.sign, part) for part in self.parts)


@dataclass(frozen=True)
class Unary(Expr):
    """`~` of a set, `!` of a truth value, `*` and `&` of a board, `-` of a number."""

    sign: str
    part: Expr

    def __str__(self) -> str:
        return f"{self.sign}{_inside(self.part)}"


@dataclass(frozen=True)
class Compared(Expr):
    """A comparison or a difference of two numbers."""

    left: Expr
    sign: str
    right: Expr
    tight = False

    def __str__(self) -> str:
        return f"{_within(self.sign, self.left)} {self.sign} {_within(self.sign, self.right)}"


@dataclass(frozen=True)
class Either(Expr):
    """The conditional expression."""

    condition: Expr
    yes: Expr
    no: Expr
    tight = False

    def __str__(self) -> str:
        return f"{self.condition} ? {self.yes} : {self.no}"


@dataclass(frozen=True)
class Call(Expr):
    """A call of a function of the program or of the runtime."""

    function: str
    arguments: tuple[Expr, ...]

    def __str__(self) -> str:
        return f"{self.function}({', '.join(map(str, self.arguments))})"


@dataclass(frozen=True)
class Index(Expr):
    """An element of an array."""

    array: Expr
    at: Expr

    def __str__(self) -> str:
        return f"{_inside(self.array)}[{self.at}]"


@dataclass(frozen=True)
class Field(Expr):
    """A field of a board or of a row."""

    of: Expr
    name: str

    def __str__(self) -> str:
        return f"{_inside(self.of)}{'->' if isinstance(self.of, Pointer) else '.'}{self.name}"


@dataclass(frozen=True)
class TableRow(Expr):
    """A pointer to a row of a table, by its number."""

    table: ConstantTable
    at: Expr
    tight = False

    def __str__(self) -> str:
        return f"{self.table.name} + {self.at}"


@dataclass(frozen=True)
class Literal(Expr):
    """An array or structure literal."""

    parts: tuple[Expr, ...]
    type: str = ""

    def __str__(self) -> str:
        return f"{f'({self.type})' if self.type else ''}{{{', '.join(map(str, self.parts))}}}"


class Reach(Protocol):
    """A table of the squares reachable from every square."""

    def found(self, site: int, occupied: int | None) -> int:
        """The squares reached from a square, given the occupied squares; without them, on an empty board."""

    def between(self, site: int, other: int) -> int:
        """The squares between a square and one reachable from it."""

    def text(self, site: Expr, occupied: Expr | None) -> str:
        """C text of `found`."""

    def between_text(self, site: Expr, other: Expr) -> str:
        """C text of `between`."""


@dataclass(frozen=True)
class Reached(Expr):
    """The squares reachable from a square; without `occupied`, on an empty board."""

    reach: Reach
    site: Expr
    occupied: Expr | None = None

    def __str__(self) -> str:
        return self.reach.text(self.site, self.occupied)


@dataclass(frozen=True)
class Between(Expr):
    """The squares between a square and one reachable from it."""

    reach: Reach
    site: Expr
    other: Expr

    def __str__(self) -> str:
        return self.reach.between_text(self.site, self.other)


@dataclass(frozen=True)
class ConstantTable(Expr):
    """A constant array: of sets, of numbers, of rows of squares, or of rows with named fields."""

    name: str
    type: str = field(compare=False)
    values: Sequence[Any] = field(compare=False, repr=False)  # of rows with fields: each a dictionary
    text: str = field(compare=False, repr=False, default="")  # of the values, if it differs from theirs

    def __str__(self) -> str:
        return self.name


NONE, ALL, OCCUPIED, GROUND = Name("NONE"), Name("ALL"), Name("occupied"), Name("g")
BOARD, AFTER = Pointer("b"), Name("after")  # a position, and the position after a move
ANYWHERE = Name("ANYWHERE")  # no condition on squares: the neutral element of intersection
TRUE, FALSE = Name("true"), Name("false")
BITWISE = ("&", "|", "^")


def _within(sign: str, part: Expr) -> str:
    """An operand, in parentheses where C or its readers need them."""
    loose = not part.tight and not (
        isinstance(part, Chained) and part.sign == sign and sign in (*BITWISE, "&&", "||", "+")
    )
    if loose and isinstance(part, Compared | Chained) and sign in ("&&", "||"):
        loose = part.sign in ("&&", "||", *BITWISE)
    if loose and isinstance(part, Chained) and part.sign == "+" and sign in ("<", "<=", ">", ">=", "=="):
        loose = False
    return f"({part})" if loose else str(part)


def _inside(part: Expr) -> str:
    return str(part) if part.tight else f"({part})"


def expr(value: Expr | int) -> Expr:
    """A number as an expression."""
    return Number(value) if isinstance(value, int) else value


def union(*parts: Expr) -> Expr:
    """The union of some sets.

    >>> str(union(Name("a"), union(Name("b"), meet(Name("c"), ~Name("d")))))
    'a | b | (c & ~d)'
    """
    return _chained("|", parts, NONE)


def meet(*parts: Expr) -> Expr:
    """The intersection of some sets. A complement has bits beyond the board, which only `& ALL` removes.

    >>> str(meet(Name("a"), ANYWHERE)), str(meet(ALL, ~Name("a")))
    ('a', 'ALL & ~a')
    """
    return _chained("&", parts, ANYWHERE)


def both(*parts: Expr | None) -> Expr | None:
    """The conjunction of conditions; None if there is none."""
    there = tuple(part for part in parts if part is not None)
    return _chained("&&", there, TRUE) if there else None


def either(*parts: Expr) -> Expr:
    """The disjunction of conditions."""
    return _chained("||", parts, FALSE)


def _chained(sign: str, parts: Iterable[Expr], neutral: Expr) -> Expr:
    flat: list[Expr] = []
    for part in parts:
        flat += part.parts if isinstance(part, Chained) and part.sign == sign else (part,)
    left = [part for part in flat if part != neutral]
    return left[0] if len(left) == 1 else Chained(sign, tuple(left)) if left else neutral


def call(function: str, *arguments: Expr | int) -> Expr:
    """A call.

    >>> str(call("shifted", Name("b") | Name("c"), -8))
    'shifted(b | c, -8)'
    """
    return Call(function, tuple(map(expr, arguments)))


def any_of(squares: Expr) -> Expr:
    """Is a set not empty?"""
    return call("any", squares)


def no(condition: Expr) -> Expr:
    """The negation of a condition."""
    double = isinstance(condition, Unary) and condition.sign == "!"
    return condition.part if isinstance(condition, Unary) and double else Unary("!", condition)


def first(squares: Expr) -> Expr:
    """The first square of a set, as a number."""
    return call("first", squares)


def lowest(squares: Expr) -> Expr:
    """The first square of a set, as a set."""
    return call("LOWEST", squares)


def has(squares: Expr, site: Expr | int) -> Expr:
    """Is a square in a set?"""
    return call("has", squares, site)


def bit(site: Expr | int) -> Expr:
    """A set of one square."""
    return call("BIT", site)


def shifted(squares: Expr, by: int) -> Expr:
    """Squares shifted by an offset."""
    return call("shifted", squares, by)


def address(board: Expr) -> Expr:
    """The address of a board that is a variable."""
    return Unary("&", board)


# --- statements -------------------------------------------------------------------------------------------


class Stmt:
    """A statement."""


Block = tuple[Stmt, ...]


@dataclass(frozen=True)
class Let(Stmt):
    """A variable with a value; `type` is C's, without `const` if it may change."""

    name: str
    value: Expr | None
    type: str = "const bits"


@dataclass(frozen=True)
class Assign(Stmt):
    """An assignment to a variable, a field or an element; `sign` may be a compound operator."""

    target: Expr
    sign: str
    value: Expr


@dataclass(frozen=True)
class Do(Stmt):
    """A call for its effect."""

    call: Expr


@dataclass(frozen=True)
class If(Stmt):
    """One block or another, by a condition; `note` becomes a comment."""

    condition: Expr
    then: Block
    otherwise: Block = ()
    note: str = ""


@dataclass(frozen=True)
class Each(Stmt):
    """For every square of a set: the variable is the set of the remaining ones, the current one its
    lowest."""

    name: str
    squares: Expr
    body: Block


@dataclass(frozen=True)
class Numbers(Stmt):
    """For every number from one up to another, exclusive."""

    name: str
    begin: Expr
    end: Expr
    body: Block


@dataclass(frozen=True)
class While(Stmt):
    """As long as a condition holds."""

    condition: Expr
    body: Block


@dataclass(frozen=True)
class Switch(Stmt):
    """The block of a number; no fall-through."""

    value: Expr
    cases: tuple[tuple[int, Block], ...]


@dataclass(frozen=True)
class Scoped(Stmt):
    """A block with variables of its own."""

    body: Block


@dataclass(frozen=True)
class Return(Stmt):
    """Return, with a value if the function has one."""

    value: Expr | None = None


@dataclass(frozen=True)
class Continue(Stmt):
    """The next round of the loop."""


@dataclass(frozen=True)
class Comment(Stmt):
    """A comment in the printed C."""

    text: str


Parameters = tuple[tuple[str, str], ...]  # types of C, with names


@dataclass(frozen=True)
class CFunction:
    """A function: `head` is what C writes before its name; parameters are types with names."""

    head: str
    name: str
    parameters: Parameters
    body: Block
    note: str = ""

    @property
    def signature(self) -> str:
        """Its declaration."""
        given = ", ".join(
            f"{kind}{'' if kind.endswith('*') else ' '}{name}" for kind, name in self.parameters
        )
        return f"{self.head} {self.name}({given})"


@dataclass(frozen=True)
class Declared:
    """A forward declaration."""

    function: CFunction


def under(condition: Expr | None, body: Iterable[Stmt]) -> list[Stmt]:
    """Statements under a condition, if there is one."""
    inside = tuple(body)
    return list(inside) if condition is None or not inside else [If(condition, inside)]


# --- traversal --------------------------------------------------------------------------------------------

Node = Expr | Stmt | CFunction


def parts(node: object) -> Iterator[object]:
    """A node and all its descendants."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting += reversed(node)
            continue
        kind: Any = type(node)
        inner = _inner(kind)
        if inner is not None:
            yield node
            waiting += [getattr(node, name) for name in inner]


@cache
def _inner(kind: Any) -> tuple[str, ...] | None:
    """The fields of a node class that may hold other nodes, the last first; None for another class."""
    if not issubclass(kind, Node):
        return None
    inner = [each.name for each in fields(kind) if each.name != "reach"]
    return () if issubclass(kind, ConstantTable) else tuple(reversed(inner))


def names(body: object) -> set[str]:
    """The variables that occur in a body.

    >>> sorted(names((If(any_of(Name("b") & ~Name("c")), (Return(Name("n")),)),)))
    ['b', 'c', 'n']
    """
    return {each.name for each in parts(body) if isinstance(each, Name)}
