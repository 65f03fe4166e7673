"""The loose tree that parsing yields: shapes with their places, sorts not yet known."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, fields, is_dataclass
from functools import cache
from typing import Any

from lasker.kernel.dataclass import dataclass

Count = int | tuple[str, str | None]  # a number, or the name of one and its owner
Range = tuple[int, int]  # where in the source: first character, and the one after the last


@dataclass(frozen=True, slots=True)
class Word:
    """A declared name, or a product of single letters."""

    text: str
    at: Range


@dataclass(frozen=True, slots=True)
class Symbol:
    """A glyph, a quoted letter, or one of `.` and `#`."""

    text: str
    at: Range


@dataclass(frozen=True, slots=True)
class Digits:
    """`0`, `1`, or a mistake."""

    text: str
    at: Range


@dataclass(frozen=True, slots=True)
class Cursor:
    """`%`, `%x` (the piece of a cursor) or `@`, `@x` (its place)."""

    name: str
    carries: bool
    at: Range


@dataclass(frozen=True, slots=True)
class Constant:
    """`nil`, `fail` or `same`."""

    name: str
    at: Range


@dataclass(frozen=True, slots=True)
class MostOf:
    """`most n`, in front of the move it chooses from."""

    counter: str
    owner: str | None
    at: Range


@dataclass(frozen=True, slots=True)
class EachOf:
    """`each`, in front of a binder that is to take every square in turn."""

    at: Range


@dataclass(frozen=True, slots=True)
class Owned:
    """`n of black`: a counter of a player."""

    counter: str
    owner: str
    at: Range


@dataclass(frozen=True, slots=True)
class Update:
    """`n += 1`."""

    counter: str
    owner: str | None
    operator: str
    amount: Count
    at: Range


@dataclass(frozen=True, slots=True)
class Group:
    """Expressions in round brackets: one, or the arguments of a function."""

    items: tuple[Node, ...]
    at: Range


@dataclass(frozen=True, slots=True)
class Asked:
    """`[M]`, `![M]` or `[n >= 2]`."""

    body: Node
    relation: str | None
    other: Node | None
    wanted: bool
    at: Range


@dataclass(frozen=True, slots=True)
class Repeated:
    """`M*`, `M+`, `M?`, `M{i,j}`, `M{n}`."""

    body: Node
    low: Count
    high: Count | None
    at: Range


@dataclass(frozen=True, slots=True)
class Power:
    """`n^i`, `n²`."""

    body: Node
    exponent: int
    at: Range


@dataclass(frozen=True, slots=True)
class Marked:
    """`♖^m`, `♖^-m`."""

    body: Node
    mark: str
    has: bool
    at: Range


@dataclass(frozen=True, slots=True)
class Inside:
    """`f in region`, `f not in region`."""

    body: Node
    region: str
    owner: str | None
    wanted: bool
    at: Range


@dataclass(frozen=True, slots=True)
class Narrowed:
    """`f is S`, `f is not S`."""

    body: Node
    contents: Node
    wanted: bool
    at: Range


@dataclass(frozen=True, slots=True)
class Row:
    """Things side by side: a product, a row of squares, a sequence of moves, a call."""

    items: tuple[Node, ...]
    at: Range


@dataclass(frozen=True, slots=True)
class Joined:
    """Things joined by one operator: `;`, `+`, `|`, `//`, or a backslash for difference."""

    operator: str
    items: tuple[Node, ...]
    at: Range


@dataclass(frozen=True, slots=True)
class Arrow:
    """`f -> g`; more than two sides are a mistake that elaboration explains."""

    sides: tuple[Node, ...]
    at: Range


@dataclass(frozen=True, slots=True)
class Recurring:
    """`repeated 3 under T`: so often has the position occurred, and T has held whenever the same player was
    to move; or `giving T`: whenever another was."""

    times: int
    test: Node | None
    giving: bool


@dataclass(frozen=True, slots=True)
class Scope:
    """`for gold in opening, middle`: whom an end concerns, and the states in which it is asked."""

    player: str | None
    states: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bound:
    """`… %x p: M`: the head is a row, whose last cursor is what is bound."""

    head: Row
    body: Node
    at: Range


@dataclass(frozen=True, slots=True)
class AnyOf:
    """`any t in S: M`."""

    name: str
    choices: Node
    body: Node
    at: Range


@dataclass(frozen=True, slots=True)
class IfElse:
    """`if A then M else N`."""

    condition: Node
    yes: Node
    no: Node
    at: Range


@dataclass(frozen=True, slots=True)
class Given:
    """A value already known, standing where a bracket stood."""

    value: Any
    at: Range


Node = (
    Given
    | Word
    | Symbol
    | Digits
    | Cursor
    | Constant
    | MostOf
    | EachOf
    | Owned
    | Update
    | Group
    | Asked
    | Repeated
    | Power
    | Marked
    | Inside
    | Narrowed
    | Row
    | Joined
    | Arrow
    | Bound
    | AnyOf
    | IfElse
)


def parts(node: object) -> Iterator[Any]:
    """Everything that a tree is made of, in no particular order: nodes, words, numbers."""
    waiting: list[Any] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += part
            continue
        yield part
        kind: type = type(part)
        waiting += [getattr(part, name) for name in _parts(kind)]


def words(node: object) -> set[str]:
    """Every word that occurs in a tree, the names of counters and regions among them."""
    return {part for part in parts(node) if isinstance(part, str)}


@cache
def _parts(kind: type) -> tuple[str, ...]:
    """The names of the fields of a node of the tree; nothing for a number or the like."""
    return tuple(part.name for part in fields(kind)) if is_dataclass(kind) else ()


@dataclass(frozen=True, slots=True)
class Statement:
    """An expression, a definition, or an equation of two or more sides."""

    sides: tuple[Node, ...]
    at: Range
    local: bool = False  # a definition that texts which extend this one do not see


@dataclass(frozen=True, slots=True)
class Area:
    """Some squares of a region: a square, a rectangle, a line, or coordinates."""

    what: tuple[Any, ...]
    at: Range


@dataclass(frozen=True, slots=True)
class Declaration:
    """A line that declares something: its keyword, and what followed, as plain data that `declare` lists."""

    keyword: str
    parts: tuple[Any, ...]
    at: Range
    places: Mapping[str, Range] = field(default_factory=dict)  # of some of the names in it


Line = Statement | Declaration
