"""One way through a block on an unknown board: what must hold, what is written, what is asked and counted."""

from __future__ import annotations

from typing import NamedTuple

from lasker.ir.ops import Adjust, Compare


class NotFlat(Exception):  # it is an answer, not an error
    """A block whose paths cannot be listed, and why."""


class Value(NamedTuple):
    """What stands on a square: (what `site` held at the start & `keeps`) | `adds`; a content if no site."""

    site: int | None
    keeps: int
    adds: int


class Question(NamedTuple):
    """A test that is left: its block, the answer wanted, what was written and counted before it, and where
    its cursors stand."""

    block: str
    wanted: bool
    writes: tuple[tuple[int, Value], ...]
    counters: tuple[Adjust | Compare, ...] = ()
    cursors: tuple[int, ...] = ()


class Branch(NamedTuple):
    """A test at the end of a path that decides no more than what is counted."""

    block: str
    yes: tuple[Adjust | Compare, ...]
    no: tuple[Adjust | Compare, ...]


class Told(NamedTuple):
    """A noted cursor: where it was chosen, where it was left (-1 if not yet), and what stood there then."""

    start: int
    end: int = -1
    value: Value | None = None


class Path(NamedTuple):
    """One way through a block."""

    origin: int | None = None  # the first square that was chosen
    known: tuple[tuple[int, int], ...] = ()  # site, what it must have held at the start
    writes: tuple[tuple[int, Value], ...] = ()  # site, what stands there now
    cursors: tuple[tuple[str, int], ...] = ()
    counters: tuple[Adjust | Compare, ...] = ()
    questions: tuple[Question, ...] = ()
    branch: Branch | None = None
    notes: tuple[Told, ...] = ()  # what becomes the label


def moved(path: Path, by: int) -> Path:
    """The path as it is from squares that are `by` further on."""
    asked = (
        question._replace(
            writes=_moved_writes(question.writes, by),
            cursors=tuple(site + by for site in question.cursors),
        )
        for question in path.questions
    )
    return path._replace(
        origin=None if path.origin is None else path.origin + by,
        known=tuple((site + by, held) for site, held in path.known),
        writes=_moved_writes(path.writes, by),
        cursors=tuple((name, site + by) for name, site in path.cursors),
        questions=tuple(asked),
        notes=tuple(_moved_note(note, by) for note in path.notes),
    )


def _moved_note(note: Told, by: int) -> Told:
    value = note.value if note.value is None else _moved_value(note.value, by)
    return Told(note.start + by, note.end if note.end < 0 else note.end + by, value)


def _moved_writes(writes: tuple[tuple[int, Value], ...], by: int) -> tuple[tuple[int, Value], ...]:
    return tuple((site + by, _moved_value(value, by)) for site, value in writes)


def _moved_value(value: Value, by: int) -> Value:
    return value if value.site is None else Value(value.site + by, value.keeps, value.adds)
