"""Move terms, the abstract syntax of the algebra: a closed set that all rules elaborate to.

    nil                 Nil            do nothing
    fail                Fail           the impossible move
        f -> g              Rewrite        replace an occurrence of f by g
        M N                 Sequence       M and then N
        M | N               Choice         M or N
        M{i,j} M* M+ M?     Repeat         M repeated i to j times
        %x p: M             Bind           choose a square, name it x, do M
        each %x p: M        Each           for every such square in order, M if possible
        [M]  ![M]           Test           M is possible, M is impossible (no change)
    n += 1  n := 0      Adjust         change a counter within its bounds
        [n >= 2]            Compare        compare a counter
    most n M            Most           those results of M in which n is greatest
        M                   Variable       any move, in a law

`M // N`, `exhaust(M)`, `if … then … else …`, `any t in S: M` are abbreviations of these.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import ZERO, Cell, Fragment, Pattern, fragment, order
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SortError
from lasker.space.movement import Movement, Offset
from lasker.space.space import Owner

CounterName = tuple[str, Owner]


@dataclass(frozen=True)
class Nil:
    """The identity: the move that changes nothing and is always possible."""


@dataclass(frozen=True)
class Fail:
    """The empty relation: the move that is never possible."""


@dataclass(frozen=True)
class Rewrite:
    """Replace an occurrence of `before` by `after`; squares not in `after` are unchanged."""

    before: Fragment
    after: Fragment


@dataclass(frozen=True)
class Sequence:
    """Relational composition: one move after the other."""

    parts: tuple[Move, ...]


@dataclass(frozen=True)
class Choice:
    """Union: any one of several moves."""

    options: tuple[Move, ...]


@dataclass(frozen=True)
class Repeat:
    """A move repeated at least `low` times, and at most `high` times unless that is None."""

    body: Move
    low: int
    high: int | None


@dataclass(frozen=True)
class Bind:
    """Choose any square that matches `cell` as the cursor's place during `body`."""

    cursor: str
    cell: Cell
    body: Move

    @property
    def named(self) -> bool:
        """Is the choice part of a move's name? Not if the cursor stands with another, or begins with `_`."""
        return not self.cell.here and not self.cursor.startswith("_")


@dataclass(frozen=True)
class Each:
    """For every square in the order of the sites that matches `cell`: `body`, if it is possible."""

    cursor: str
    cell: Cell
    body: Move


@dataclass(frozen=True)
class Test:
    """Continue if `body` is possible (or, not `wanted`, impossible); nothing changes."""

    __test__ = False  # not a test case of pytest

    body: Move
    wanted: bool


@dataclass(frozen=True)
class Adjust:
    """Set a counter, or add to it; impossible beyond a bound."""

    counter: CounterName
    relative: bool
    amount: int


@dataclass(frozen=True)
class Compare:
    """Continue if a relation holds between a counter and a number or another counter."""

    counter: CounterName
    relation: str
    other: int | CounterName


@dataclass(frozen=True)
class Most:
    """The results of `body` in which the counter is greatest."""

    counter: CounterName
    body: Move


@dataclass(frozen=True)
class Variable:
    """Any move: a letter in a law. A movement may act on it; translations change no move of a lattice."""

    name: str
    movement: Movement | None = None


Move = (
    Nil
    | Fail
    | Rewrite
    | Sequence
    | Choice
    | Repeat
    | Bind
    | Each
    | Test
    | Adjust
    | Compare
    | Most
    | Variable
)

NIL, FAIL = Nil(), Fail()


def sequence(parts: Iterable[Move]) -> Move:
    """The sequence of some moves; nested sequences are flattened, the empty one is nil."""
    flat: list[Move] = []
    for part in parts:
        flat += part.parts if isinstance(part, Sequence) else (part,)
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat)) if flat else NIL


def choice(options: Iterable[Move]) -> Move:
    """The choice of some moves; nested choices are flattened, the empty one is fail."""
    flat: list[Move] = []
    for option in options:
        flat += option.options if isinstance(option, Choice) else (option,)
    return flat[0] if len(flat) == 1 else Choice(tuple(flat)) if flat else FAIL


def prefer(first: Move, second: Move) -> Move:
    """Priority, `M // N`: M if it is possible, else N."""
    return choice([first, sequence([Test(first, False), second])])


def exhaust(body: Move) -> Move:
    """Repeat M until it is impossible."""
    return sequence([Repeat(body, 0, None), Test(body, False)])


def rewrites(before: Pattern, after: Pattern, vocabulary: Vocabulary) -> Move:
    """`f -> g` for patterns: any fragment of f becomes any fragment of g."""
    return choice(rewrite(f, g, vocabulary) for f in before.options for g in after.options)


def identity_rewrite(before: Pattern, vocabulary: Vocabulary) -> Move:
    """The rewrite that finds a pattern and changes nothing: the body of a test on a fragment."""
    for f in before.options:
        _check_cursors(f, ZERO, vocabulary)
    return choice(settled(f, ZERO, vocabulary) for f in before.options)


def rewrite(before: Fragment, after: Fragment, vocabulary: Vocabulary) -> Rewrite:
    """`f -> g` in normal form: squares that keep their content are removed from the right side."""
    left = dict(before.cells)
    written = []
    _check_cursors(before, after, vocabulary)
    for offset, cell in after.cells:
        there = left.get(offset)
        if cell.contents & vocabulary.void:
            if there is None or there.contents != vocabulary.void or cell.contents != vocabulary.void:
                raise SortError(
                    "# cannot be written: a move does not break squares off the board",
                    remedy="write on the right only squares that exist",
                )
        elif cell.regions:
            raise SortError(
                "`in` asks a question, and the right side gives orders",
                remedy="ask on the left, or in a test",
            )
        elif not _keeps(there, cell, vocabulary):
            written.append((offset, cell))
    return settled(before, Fragment(tuple(written)), vocabulary)


def _check_cursors(before: Fragment, after: Fragment, vocabulary: Vocabulary) -> None:
    if any(cell.cursors and cell.contents & vocabulary.void for _, cell in before.cells):
        raise SortError("a cursor cannot stand off the board")
    placed = [name for _, cell in after.cells for name in cell.cursors]
    for name in placed:
        if name not in before.cursors:
            raise SortError(
                f"{_cursor_text(name)} is on the right but not on the left",
                remedy="say on the left where the cursor stands",
            )
        if placed.count(name) > 1:
            raise SortError(
                f"{_cursor_text(name)} is on the right twice, and a cursor is in one place",
                remedy="write the piece itself where a second one appears",
            )


def _keeps(there: Cell | None, cell: Cell, vocabulary: Vocabulary) -> bool:
    """Does the right side write exactly the symbol that the left side matched?"""
    if cell.here:
        return (
            there is not None
            and cell.here <= there.cursors
            and _keeps(there, replace(cell, here=frozenset()), vocabulary)
        )
    if cell.bare:
        return not (cell.gains or cell.loses)
    if there is None:
        return False
    if cell.piece:
        return there.piece == cell.piece and not (cell.gains or cell.loses)
    return (
        not there.piece
        and not there.bare
        and there.contents == cell.contents
        and vocabulary.symbols_in(cell.contents) == 1
    )


def settled(before: Fragment, after: Fragment, vocabulary: Vocabulary) -> Rewrite:
    """The canonical translate of a rule, since rules apply at every translation: the first cursor at the
    centre, or else the first square that must exist."""
    if not before.cells and not after.cells:
        return Rewrite(before, after)
    anchor = _anchor(before, vocabulary)
    if anchor is None:
        anchor = _anchor(after, vocabulary)
    if anchor is None:
        raise SortError(
            "this pattern may lie wholly off the board",
            remedy="name at least one square that exists, or a cursor",
        )
    if not anchor or not isinstance(anchor[0], int):  # words on a graph have no translations
        return Rewrite(before, after)
    return Rewrite(_shifted(before, anchor), _shifted(after, anchor))


def _anchor(f: Fragment, vocabulary: Vocabulary) -> Offset | None:
    pinned = [(min(cell.cursors), offset) for offset, cell in f.cells if cell.cursors]
    if pinned:
        return min(pinned, key=lambda pin: (pin[0], order(pin[1])))[1]
    return next((offset for offset, cell in f.cells if not cell.contents & vocabulary.void), None)


def _shifted(f: Fragment, anchor: Offset) -> Fragment:
    return fragment(
        {tuple(a - b for a, b in zip(offset, anchor, strict=True)): cell for offset, cell in f.cells}
    )


def _cursor_text(name: str) -> str:
    return name if name == "%" else f"%{name}"


def unbound_cursor(cursor: str) -> SortError:
    """The error for a cursor that no binder has placed."""
    shown = _cursor_text(cursor)
    return SortError(
        f"{shown} is used but no square was chosen for it",
        remedy=f"bind it first, for example {shown} ♖: …",
    )


def children(move: Move) -> tuple[Move, ...]:
    """The immediate subterms of a move."""
    match move:
        case Sequence(parts):
            return parts
        case Choice(options):
            return options
        case Repeat(body) | Bind(_, _, body) | Each(_, _, body) | Test(body) | Most(_, body):
            return (body,)
        case _:
            return ()


def measure(move: Move) -> tuple[int, int]:
    """The depth of a term and its number of nodes, shared parts counted as often as they occur."""
    known: tuple[int, int] | None = move.__dict__.get("_measure")
    if known is None:
        below = [measure(child) for child in children(move)]
        known = (1 + max((depth for depth, _ in below), default=0), 1 + sum(size for _, size in below))
        object.__setattr__(move, "_measure", known)  # terms are immutable, so it is cached on the term
    return known


def rebuild(move: Move, change: Callable[[Move], Move]) -> Move:
    """The same term with a function applied to each immediate subterm."""
    match move:
        case Sequence(parts):
            return sequence(map(change, parts))
        case Choice(options):
            return choice(map(change, options))
        case Repeat(body) | Bind(_, _, body) | Each(_, _, body) | Test(body) | Most(_, body):
            return replace(move, body=change(body))
        case _:
            return move
