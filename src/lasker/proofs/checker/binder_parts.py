"""The parts of a binder's body, as the checker of rankings follows them one by one."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, product

from lasker.algebra.fragments import Cell
from lasker.algebra.moves import (
    NIL,
    Adjust,
    Bind,
    Choice,
    Compare,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    choice,
    rebuild,
    sequence,
)
from lasker.algebra.subterms import free_cursors
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.local_moves import is_local

MOST_OPTIONS = 16  # of a body, when its choices are written out


def written_out(body: Move) -> list[Move]:
    """A body without choices in its sequences, as several; tests that look elsewhere succeed."""
    match body:
        case Choice(options):
            found = [each for option in options for each in written_out(option)]
        case Sequence(parts):
            rows = product(*map(written_out, parts))
            found = [sequence(row) for row in islice(rows, MOST_OPTIONS + 1)]
        case Test() if not is_local(body, free_cursors(body)):
            found = [NIL]
        case Compare():
            found = [NIL]
        case Repeat(inner):
            found = [replace(body, body=choice(written_out(inner)))]
        case Bind():
            found = [rebuild(body, lambda part: choice(written_out(part)))]
        case _:
            found = [body]
    if len(found) > MOST_OPTIONS:
        raise LimitError(f"a move has more than {MOST_OPTIONS} options")
    return found


def untested(move: Move, cursor: str) -> Move:
    """A move without its tests that ask for a cursor: then there are more ways."""
    if isinstance(move, Test | Compare):
        return NIL if cursor in free_cursors(move) else move
    return rebuild(move, lambda part: untested(part, cursor))


def narrowed(move: Bind, asked: Move) -> Cell:
    """The square of a binder with what a test asks of its content alone, or with more.

    >>> from lasker.calculator import rules
    >>> move = rules("piece rook ♖ ♜ 'R' 'r'").evaluate("%(♖ | ♜): [% is ♖ + u.] nil")
    >>> asked, _ = move.body.parts
    >>> move.cell.contents.bit_count(), narrowed(move, asked).contents.bit_count()
    (2, 1)
    """
    contents = move.cell.contents
    if isinstance(asked, Test) and asked.wanted and isinstance(asked.body, Rewrite):
        for _, cell in asked.body.before.cells:
            if move.cursor in cell.cursors:
                contents &= cell.contents
    return replace(move.cell, contents=contents)


def carries(move: Move, cursor: str) -> bool:
    """Does a cursor certainly stand on the same piece after a move as before?

    >>> from lasker.calculator import rules
    >>> words = rules("piece rook ♖ ♜ 'R' 'r'")
    >>> [carries(words.evaluate(f"%♖: {body}").body, "%") for body in ("step(u)*", "% -> ♜")]
    [True, False]
    """
    match move:
        case Nil() | Fail() | Test() | Compare() | Adjust():
            return True
        case Sequence(parts) | Choice(parts):
            return all(carries(part, cursor) for part in parts)
        case Repeat(body) | Most(_, body):
            return carries(body, cursor)
        case Rewrite(_, after):
            return any(cell.piece == cursor for _, cell in after.cells)
    return False


def apart(body: Move, cursor: str) -> tuple[Move, Move]:
    """A body as what is done around its cursor, and what is done after it without one."""
    parts = list(body.parts) if isinstance(body, Sequence) else [body]
    at = len(parts)
    while at and not free_cursors(parts[at - 1]) and not isinstance(parts[at - 1], Adjust):
        at -= 1
    return sequence(parts[:at]), sequence(parts[at:])
