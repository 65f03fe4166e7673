"""One way through a block on an unknown board: what must hold, what is written, what is asked and counted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.groups import NotFlat as NotFlat
from lasker.compiler.ir.ops import Adjust, Compare


class Value(NamedTuple):
    """What stands on a square: (what `site` held at the start & `keeps`) | `adds`; a content if no site."""

    site: int | None
    keeps: int
    adds: int


class Maybe(NamedTuple):
    """What stands on a square that has become a content if it held one of `contents` at the start, and else
    is as it was."""

    contents: int
    becomes: int


Becomes = Value | Maybe
Writes = tuple[tuple[int, Becomes], ...]


class Case(NamedTuple):
    """A way in which an effect may come about: what squares must hold by then, and what is written."""

    needs: tuple[tuple[int, int], ...]  # site, contents
    writes: tuple[tuple[int, int], ...]  # site, content


Effect = tuple[Case, ...]  # that case is carried out which fits, if there is one
Effects = tuple[Effect, ...]  # one after the other


def certain(value: Becomes) -> Value:
    """A value that does not depend on what stood there; NotFlat if it does.

    >>> certain(Value(None, 0, 5))
    Value(site=None, keeps=0, adds=5)
    """
    if isinstance(value, Maybe):
        raise NotFlat("what is written depends on what stands there")
    return value


class Question(NamedTuple):
    """A test that is left: its block, the answer wanted, what was written and counted before it, and where
    its cursors stand."""

    block: str
    wanted: bool
    writes: Writes
    counters: tuple[Adjust | Compare, ...] = ()
    cursors: tuple[int, ...] = ()
    effects: Effects = ()  # what has come about before it, after the writes

    @property
    def first(self) -> bool:
        """Is it asked before anything is done, and of the board as a whole?"""
        return not (self.writes or self.effects or self.cursors)


class Branch(NamedTuple):
    """A test at the end of a path that decides no more than what is counted."""

    block: str
    yes: tuple[Adjust | Compare, ...]
    no: tuple[Adjust | Compare, ...]


class CursorTrace(NamedTuple):
    """A noted cursor: where it was chosen and what stood there then, where it was left and what stood there
    then; None if not yet."""

    start: int
    was: Value
    end: int = 0
    value: Value | None = None


class Path(NamedTuple):
    """One way through a block, from each of its bases: squares are told by how far they are from there.

    The squares of a path whose only base is square 0 are what they are.
    """

    bases: int = 1  # as bits
    origin: int | None = None  # the first square that was chosen
    known: tuple[tuple[int, int], ...] = ()  # site, what it must have held at the start
    writes: Writes = ()  # site, what stands there now
    cursors: tuple[tuple[str, int], ...] = ()
    counters: tuple[Adjust | Compare, ...] = ()
    questions: tuple[Question, ...] = ()
    branch: Branch | None = None
    notes: tuple[CursorTrace, ...] = ()  # what becomes the label
    effects: Effects = ()  # what comes about after the writes, where it can

    @property
    def blank(self) -> bool:
        """Has it not named any square yet?"""
        named = self.known or self.writes or self.effects or self.cursors or self.notes
        return self.bases == 1 and not named and all(question.first for question in self.questions)


def shifted(sites: int, by: int) -> int:
    """The bases from which squares that are `by` further on are among some sites; all as bits.

    >>> f"{shifted(0b1100, 1):b} {shifted(0b1100, -1):b}"
    '110 11000'
    """
    return sites >> by if by >= 0 else sites << -by


def union(sets: Iterable[int]) -> int:
    """All members of sets of bits."""
    found = 0
    for each in sets:
        found |= each
    return found


def atoms(sets: list[int]) -> list[int]:
    """The union of sets of bits, parted so that every set holds a part wholly or not at all.

    >>> [f"{part:b}" for part in atoms([0b1111, 0b0110, 0b0011])]
    ['10', '100', '1', '1000']
    """
    found: list[int] = []
    for each in sets:
        parts = [part for whole in found for part in (whole & each, whole & ~each)]
        found = [part for part in (*parts, each & ~union(found)) if part]
    return found


def based(path: Path) -> Path:
    """The same path with its origin as its base, and nothing that only its making needed."""
    path = path._replace(cursors=())
    if not path.origin:
        return path
    return moved(path, -path.origin)._replace(bases=shifted(path.bases, -path.origin))


def gathered(found: Iterable[Path]) -> list[Path]:
    """Paths that differ only in their bases as one, each base once."""
    bases: dict[Path, int] = {}
    for path in found:
        alike = path._replace(bases=0)
        bases[alike] = bases.get(alike, 0) | path.bases
    return [path._replace(bases=sites) for path, sites in bases.items()]


def reached(path: Path) -> object:
    """What a way has come to, but for what it had to know."""
    return path.writes, path.cursors, path.counters, path.notes, path.questions, path.effects


def weaker(one: dict[int, int], other: dict[int, int]) -> bool:
    """Does one condition hold wherever the other does?

    >>> weaker({3: 0b111}, {3: 0b101, 4: 0b1}), weaker({3: 0b1}, {3: 0b101})
    (True, False)
    """
    return all(site in other and not other[site] & ~held for site, held in one.items())


def spread(path: Path) -> list[Path]:
    """A path from each of its bases, with squares that are what they are."""
    return [moved(path, base)._replace(bases=1) for base in members(path.bases)]


def narrowed(path: Path, bases: int) -> Path:
    """The path from some of its bases."""
    return path if bases == path.bases else Path(bases, *path[1:])


def walked(path: Path, cursors: Iterable[tuple[str, int]], writes: Writes | None = None) -> Path:
    """The path with its cursors elsewhere, and perhaps with other writes."""
    return Path(
        path.bases,
        path.origin,
        path.known,
        path.writes if writes is None else writes,
        tuple(cursors),
        path.counters,
        path.questions,
        None,
        path.notes,
        path.effects,
    )


def learnt(path: Path, known: tuple[tuple[int, int], ...], bases: int | None = None) -> Path:
    """The path on which more is known, perhaps from fewer bases."""
    return Path(
        path.bases if bases is None else bases,
        path.origin,
        known,
        path.writes,
        path.cursors,
        path.counters,
        path.questions,
        None,
        path.notes,
        path.effects,
    )


def written_sites(path: Path) -> list[int]:
    """The squares on which a path writes, or takes from what it writes, also where it asks on its way.

    >>> written_sites(Path(writes=((8, Value(3, -1, 0)), (3, Value(None, 0, 0)))))
    [8, 3]
    """
    writes = (write for each in (path.writes, *(q.writes for q in path.questions)) for write in each)
    sites = (each for site, value in writes for each in (site, source(value)))
    return list(dict.fromkeys(site for site in sites if site is not None))


def source(value: Becomes) -> int | None:
    """The square that a value is made of; None for a content, whether or not it is sure to be written."""
    return None if isinstance(value, Maybe) else value.site


def moved(path: Path, by: int) -> Path:
    """The path as it is from squares that are `by` further on."""
    asked = (
        question._replace(
            writes=_moved_writes(question.writes, by),
            cursors=tuple(site + by for site in question.cursors),
            effects=moved_effects(question.effects, by),
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
        effects=moved_effects(path.effects, by),
    )


def moved_effects(effects: Effects, by: int) -> Effects:
    """Effects as they are on squares that are `by` further on.

    >>> moved_effects(((Case(((1, 6),), ((1, 0),)),),), 8)
    ((Case(needs=((9, 6),), writes=((9, 0),)),),)
    """
    return tuple(
        tuple(
            Case(tuple((s + by, held) for s, held in case.needs), tuple((s + by, c) for s, c in case.writes))
            for case in effect
        )
        for effect in effects
    )


def looks_at(effects: Effects) -> set[int]:
    """The squares on which it depends what comes about."""
    return {site for effect in effects for case in effect for site, _ in case.needs}


def may_write(effects: Effects) -> set[int]:
    """The squares on which something may come about."""
    return {site for effect in effects for case in effect for site, _ in case.writes}


def _moved_note(note: CursorTrace, by: int) -> CursorTrace:
    value = note.value if note.value is None else _moved_value(note.value, by)
    return CursorTrace(note.start + by, _moved_value(note.was, by), note.end + by, value)


def _moved_writes(writes: Writes, by: int) -> Writes:
    return tuple(
        (site + by, value if isinstance(value, Maybe) else _moved_value(value, by)) for site, value in writes
    )


def _moved_value(value: Value, by: int) -> Value:
    return value if value.site is None else Value(value.site + by, value.keeps, value.adds)
