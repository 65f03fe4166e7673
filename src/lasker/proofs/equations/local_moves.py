"""Moves that act around one square, or around squares where cursors stand, and look nowhere else."""

from __future__ import annotations

from dataclasses import replace

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Fragment, RegionTest
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
from lasker.proofs.equations.settings import subterms

ANCHOR = "anchor of a rule"  # the cursor of a rule that has none; no text can name it


class NotLocalError(ValueError):
    """A move that does more than act around one square."""


@dataclass(frozen=True)
class Around:
    """A move around one square: its cursor, the contents that the square may have, and what is done."""

    cursor: str
    contents: int
    body: Move
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
        case Rewrite(before) if not before.cursors:
            rule, contents = anchored(move, ANCHOR, vocabulary)
            return [Around(ANCHOR, contents, rule)]
        case _:
            raise NotLocalError("this is no move around one square")


def anchored(rule: Rewrite, anchor: str, vocabulary: Vocabulary) -> tuple[Rewrite, int]:
    """A rule that is made where a cursor stands, the square at its origin, and what that square may hold."""
    cells = dict(rule.before.cells)
    origin = next((at for at in cells if not any(at)), None)
    if origin is None or cells[origin].contents & vocabulary.void:
        raise NotLocalError("a rule has no square of its own")
    cells[origin] = replace(cells[origin], here=frozenset({anchor}))
    return replace(rule, before=Fragment(tuple(cells.items()))), cells[origin].contents


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


def is_local(move: Move, cursors: frozenset[str], counters: tuple[type[Move], ...] = ()) -> bool:
    """Does a move look nowhere else than around its cursors?"""
    try:
        check_local(move, cursors, counters=counters)
    except NotLocalError:
        return False
    return True


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
