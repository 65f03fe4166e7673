"""Moves around one square, compared by the reference evaluator on boards of which only what is read is known.

The evaluator runs on a board of a few known squares. If it walks to a square that is not known, that square
is given every content in turn, or taken off the board. So every run of one move is followed to its end on
the squares that it reads; and there the other move must have the same result, whatever the rest is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Fragment, RegionTest
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    Fail,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
)
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.settings import Classes, counter_values, subterms
from lasker.space.compass import Compass
from lasker.space.movement import Offset
from lasker.space.space import LatticeSpace, Place

ANCHOR = "anchor of a rule"  # the cursor of a rule that has none; no text can name it
Values = tuple[int, ...]  # of the counters
Squares = dict[Offset, int | None]  # known squares: their content, or None where there is none


class UnknownSquare(Exception):
    """The evaluator walks to a square that is not known."""

    def __init__(self, at: Offset) -> None:
        super().__init__()
        self.at = at


class NotLocalError(ValueError):
    """A move that does more than act around one square."""


class PartialBoard(LatticeSpace):
    """A board of which some squares are known to exist, some are known not to, and no others are known."""

    def __init__(self, compass: Compass, squares: Squares) -> None:
        super().__init__(compass, [at for at, content in squares.items() if content is not None])
        self.known = squares

    def _walk(self, place: Place, offset: Offset) -> Place | None:
        at = tuple(a + b for a, b in zip(self.sites[place[0]], offset, strict=True))
        if at not in self.known:
            raise UnknownSquare(at)
        return super()._walk(place, offset)


@dataclass(frozen=True)
class Around:
    """A move around one square: its cursor, the contents that the square may have, and what is done."""

    cursor: str
    contents: int
    body: Move
    keeps: bool = False  # is the final place of the cursor part of the result?
    regions: frozenset[RegionTest] = frozenset()  # where the square must lie


def pieces(move: Move, vocabulary: Vocabulary, on_board: bool = False) -> list[Around]:
    """A move as moves around one square, one of which it does; on a board it may lie in regions."""
    match move:
        case Fail():
            return []
        case Choice(options):
            return [each for option in options for each in pieces(option, vocabulary, on_board)]
        case Bind(cursor, cell, body) if not cell.here and (on_board or not cell.regions):
            return [Around(cursor, cell.contents, each, regions=cell.regions) for each in _options(body)]
        case Test(Choice(options), True):
            return [each for option in options for each in pieces(Test(option, True), vocabulary, on_board)]
        case Test(Bind() | Rewrite() | Test() as asked, True):
            return [replace(each, body=Test(each.body, True)) for each in pieces(asked, vocabulary, on_board)]
        case Sequence(parts) if len(doing := [part for part in parts if not _counts(part)]) == 1:
            at = parts.index(doing[0])
            return [
                replace(each, body=Sequence((*parts[:at], each.body, *parts[at + 1 :])))
                for each in pieces(doing[0], vocabulary, on_board)
            ]
        case Rewrite(before, after) if not before.cursors:
            cells = dict(before.cells)
            origin = next((at for at in cells if not any(at)), None)
            if origin is None or cells[origin].contents & vocabulary.void:
                raise NotLocalError("a rule has no square of its own")
            cells[origin] = replace(cells[origin], here=frozenset({ANCHOR}))
            rule = Rewrite(Fragment(tuple(cells.items())), after)
            return [Around(ANCHOR, cells[origin].contents, rule)]
        case _:
            raise NotLocalError("this is no move around one square")


def _counts(move: Move) -> bool:
    """Does a move look at counters alone?"""
    kinds = (Nil, Fail, Sequence, Choice, Repeat, Test, Adjust, Compare)
    return all(isinstance(part, kinds) for part in subterms(move))


def _options(body: Move) -> list[Move]:
    """Choices at the beginning of a body, one by one."""
    match body:
        case Choice(options):
            return [each for option in options for each in _options(option)]
        case Sequence((Choice(options), *rest)):
            return [each for option in options for each in _options(Sequence((option, *rest)))]
        case _:
            return [body]


def check_local(
    move: Move,
    cursors: frozenset[str],
    on_board: bool = False,
    counters: tuple[type[Move], ...] = (),
) -> None:
    """Refuse what looks anywhere else than around its cursors. On a board there may be regions. What may be
    done with counters, such as to change them, is named."""
    match move:
        case Nil() | Fail():
            return
        case Sequence(parts) | Choice(parts):
            for part in parts:
                check_local(part, cursors, on_board, counters)
        case Test(body) | Repeat(body):
            check_local(body, cursors, on_board, counters)
        case Adjust() | Compare() if isinstance(move, counters):
            return
        case Bind(cursor, cell, body) if (
            cell.here and cell.here <= cursors and (on_board or not cell.regions)
        ):
            check_local(body, cursors | {cursor}, on_board, counters)
        case Rewrite(before) if on_board or not any(cell.regions for _, cell in before.cells):
            centre = [cell for at, cell in before.cells if not any(at)]
            if not centre or not centre[0].cursors or not before.cursors <= cursors:
                raise NotLocalError("a rule is not bound to a cursor")
        case _:
            raise NotLocalError("this is no move around one square")


class LocalComparison:
    """Two moves around one square, compared in both directions."""

    def __init__(
        self, left: Move, right: Move, compass: Compass, vocabulary: Vocabulary, budget: int
    ) -> None:
        self.compass, self.vocabulary, self.left = compass, vocabulary, budget
        self.classes = Classes([left, right], vocabulary)
        self.boards = 0
        self.sides = left, right

    def agree(self, cursor: str | None = None) -> bool:
        """Have they the same results on every board? With a cursor: from every place of it."""
        left, right = (
            pieces(side, self.vocabulary)
            if cursor is None
            else [Around(cursor, self.vocabulary.squares, each, True) for each in _options(side)]
            for side in self.sides
        )
        for each in (*left, *right):
            check_local(each.body, frozenset({each.cursor}), counters=(Adjust, Compare))
        origin = self.compass.origin
        return all(
            self._included(one, others, {origin: content}, values)
            for values in counter_values(list(self.sides), self.vocabulary)
            for one_side, others in ((left, right), (right, left))
            for one in one_side
            for content in self.classes.contents(())
            if one.contents >> content & 1
        )

    def _included(self, one: Around, others: list[Around], known: Squares, values: Values) -> bool:
        """Is every result of a move at the origin one of the others'?"""
        self.boards += 1
        self.left -= 1
        if self.left < 0:
            raise LimitError("more boards would have to be tried than the budget allows")
        arena = Arena(PartialBoard(self.compass, known), self.vocabulary)
        origin = arena.space.index[self.compass.origin]
        try:
            ends = self._results(arena, one, origin, values)
        except UnknownSquare as unknown:
            return all(self._included(one, others, more, values) for more in self._more(known, unknown.at))
        ask: Offset | None = None
        missing = set(ends)
        for other in others:
            for site in [origin] if other.keeps else range(len(arena.space.sites)):
                if not missing:
                    return True
                try:
                    missing -= self._results(arena, other, site, values)
                except UnknownSquare as unknown:
                    ask = ask or unknown.at
        if not missing:
            return True
        return ask is not None and all(
            self._included(one, others, more, values) for more in self._more(known, ask)
        )

    def _more(self, known: Squares, at: Offset) -> Iterator[Squares]:
        used = tuple(content for content in known.values() if content is not None)
        yield {**known, at: None}
        for content in self.classes.contents(used):
            yield {**known, at: content}

    def _results(self, arena: Arena, move: Around, site: int, values: Values) -> frozenset[Configuration]:
        """The results of a move around a site; without the cursor, unless it is kept."""
        board = tuple(
            content
            for content in (arena.space.known[at] for at in arena.space.sites)  # type: ignore[attr-defined]
        )
        if not move.contents >> board[site] & 1:
            return frozenset()
        start = Configuration(board, ((move.cursor, (site, 0)),), values)
        ends = arena.results(move.body, start)
        return ends if move.keeps else frozenset(end._replace(cursors=()) for end in ends)
