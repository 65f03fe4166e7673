"""A symbolic path through a block: conditions on an unknown board, writes, deferred tests, counter
updates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.compiler.groups import NotClassified as NotClassified
from lasker.compiler.ir.ops import Adjust, Compare


class Value(NamedTuple):
    """The symbolic content of a square: (what `site` held at the start & `keeps`) | `adds`; a constant
    without a site."""

    site: int | None
    keeps: int
    adds: int


class Conditional(NamedTuple):
    """A conditional write: the square becomes a content if it held one of `contents` at the start, and is
    else unchanged."""

    contents: int
    becomes: int


SymbolicContent = Value | Conditional
Writes = tuple[tuple[int, SymbolicContent], ...]


class Case(NamedTuple):
    """One case of an effect: required contents of squares, and what is written."""

    needs: tuple[tuple[int, int], ...]  # site, contents
    writes: tuple[tuple[int, int], ...]  # site, content


Effect = tuple[Case, ...]  # the case that applies is carried out, if there is one
Effects = tuple[Effect, ...]  # one after the other


def unconditional(value: SymbolicContent) -> Value:
    """The value, if it is not a conditional write; NotClassified if it is.

    >>> unconditional(Value(None, 0, 5))
    Value(site=None, keeps=0, adds=5)
    """
    if isinstance(value, Conditional):
        raise NotClassified("what is written depends on what stands there")
    return value


class Question(NamedTuple):
    """A deferred test: its block, the required answer, the writes and counter updates before it, and the
    squares of its cursors."""

    block: str
    wanted: bool
    writes: Writes
    counters: tuple[Adjust | Compare, ...] = ()
    cursors: tuple[int, ...] = ()
    effects: Effects = ()  # effects before it, after the writes

    @property
    def first(self) -> bool:
        """Is it evaluated before anything is written, and about the whole board?"""
        return not (self.writes or self.effects or self.cursors)


class Branch(NamedTuple):
    """A test at the end of a path that only selects counter updates."""

    block: str
    yes: tuple[Adjust | Compare, ...]
    no: tuple[Adjust | Compare, ...]


class CursorTrace(NamedTuple):
    """The record of a labelled cursor: square and content where it was chosen, and where it ended; None if
    not yet."""

    start: int
    was: Value
    end: int = 0
    value: Value | None = None


class Path(NamedTuple):
    """A path through a block from each of its bases; squares are offsets from the base.

    If the only base is square 0, offsets are absolute squares.
    """

    bases: int = 1  # as bits
    origin: int | None = None  # the first chosen square
    known: tuple[tuple[int, int], ...] = ()  # site, contents that it held at the start
    writes: Writes = ()  # site, its content now
    cursors: tuple[tuple[str, int], ...] = ()
    counters: tuple[Adjust | Compare, ...] = ()
    questions: tuple[Question, ...] = ()
    branch: Branch | None = None
    notes: tuple[CursorTrace, ...] = ()  # for the label
    effects: Effects = ()  # deferred effects, after the writes

    @property
    def blank(self) -> bool:
        """Has it not named any square yet?"""
        named = self.known or self.writes or self.effects or self.cursors or self.notes
        return self.bases == 1 and not named and all(question.first for question in self.questions)


def shifted(sites: int, by: int) -> int:
    """The bases whose squares at offset `by` are among some sites; all as bits.

    >>> f"{shifted(0b1100, 1):b} {shifted(0b1100, -1):b}"
    '110 11000'
    """
    return sites >> by if by >= 0 else sites << -by


def union(sets: Iterable[int]) -> int:
    """The union of bit sets."""
    found = 0
    for each in sets:
        found |= each
    return found


def intersection(whole: int, sets: Iterable[int]) -> int:
    """The intersection of bit sets; no more of them are made once it is empty."""
    for each in sets:
        whole &= each
        if not whole:
            break
    return whole


class SquaresFrom:
    """Squares at fixed offsets from a variable base."""

    def __init__(self, squares: Collection[int]) -> None:
        self._first = min(squares, default=0)
        self._bits = union(1 << far - self._first for far in squares)

    def at(self, base: int) -> int:
        """The squares for a base, as bits."""
        return self._bits << base + self._first if self._bits else 0


def at_bases(row: tuple[int, ...], bases: int) -> Iterable[tuple[int, ...]]:
    """A row of offsets at each of some bases.

    >>> list(at_bases((0, 8), 0b110)), list(at_bases((), 0b110))
    ([(1, 9), (2, 10)], [()])
    """
    there = list(members(bases))
    return zip(*([site + base for base in there] for site in row), strict=True) if row else [()]


def atoms(sets: list[int]) -> list[int]:
    """The atoms of the Boolean algebra generated by bit sets, below their union.

    >>> [f"{part:b}" for part in atoms([0b1111, 0b0110, 0b0011])]
    ['10', '100', '1', '1000']
    """
    found: list[int] = []
    for each in sets:
        parts = [part for whole in found for part in (whole & each, whole & ~each)]
        found = [part for part in (*parts, each & ~union(found)) if part]
    return found


def rebased(path: Path) -> Path:
    """The same path relative to its origin, without what only its construction needed."""
    path = path._replace(cursors=())
    if not path.origin:
        return path
    return translated(path, -path.origin)._replace(bases=shifted(path.bases, -path.origin))


def merge_bases(found: Iterable[Path]) -> list[Path]:
    """Merges paths that differ only in their bases, each base once."""
    bases: dict[Path, int] = {}
    for path in found:
        alike = path._replace(bases=0)
        bases[alike] = bases.get(alike, 0) | path.bases
    return [path._replace(bases=sites) for path, sites in bases.items()]


def state_key(path: Path) -> object:
    """The state of a path without its conditions."""
    return path.writes, path.cursors, path.counters, path.notes, path.questions, path.effects


def weaker(one: dict[int, int], other: dict[int, int]) -> bool:
    """Does one condition follow from the other?

    >>> weaker({3: 0b111}, {3: 0b101, 4: 0b1}), weaker({3: 0b1}, {3: 0b101})
    (True, False)
    """
    return all(site in other and not other[site] & ~held for site, held in one.items())


def from_each_base(path: Path) -> list[Path]:
    """A path from each of its bases, with absolute squares."""
    return [translated(path, base)._replace(bases=1) for base in members(path.bases)]


def with_bases(path: Path, bases: int) -> Path:
    """The path from some of its bases."""
    return path if bases == path.bases else Path(bases, *path[1:])


def with_cursors(path: Path, cursors: Iterable[tuple[str, int]], writes: Writes | None = None) -> Path:
    """The path with its cursors moved, and possibly with other writes."""
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


def with_conditions(path: Path, known: tuple[tuple[int, int], ...], bases: int | None = None) -> Path:
    """The path with added conditions, possibly from fewer bases."""
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
    """The squares that a path writes, or reads for what it writes, also before deferred tests.

    >>> written_sites(Path(writes=((8, Value(3, -1, 0)), (3, Value(None, 0, 0)))))
    [8, 3]
    """
    writes = (write for each in (path.writes, *(q.writes for q in path.questions)) for write in each)
    sites = (each for site, value in writes for each in (site, source_site(value)))
    return list(dict.fromkeys(site for site in sites if site is not None))


def source_site(value: SymbolicContent) -> int | None:
    """The square that a value is derived from; None for a constant, whether written conditionally or not."""
    return None if isinstance(value, Conditional) else value.site


def translated(path: Path, by: int) -> Path:
    """The path translated by an offset."""
    asked = (
        question._replace(
            writes=_translated_writes(question.writes, by),
            cursors=tuple(site + by for site in question.cursors),
            effects=translated_effects(question.effects, by),
        )
        for question in path.questions
    )
    return path._replace(
        origin=None if path.origin is None else path.origin + by,
        known=tuple((site + by, held) for site, held in path.known),
        writes=_translated_writes(path.writes, by),
        cursors=tuple((name, site + by) for name, site in path.cursors),
        questions=tuple(asked),
        notes=tuple(_translated_note(note, by) for note in path.notes),
        effects=translated_effects(path.effects, by),
    )


def translated_effects(effects: Effects, by: int) -> Effects:
    """Effects translated by an offset.

    >>> translated_effects(((Case(((1, 6),), ((1, 0),)),),), 8)
    ((Case(needs=((9, 6),), writes=((9, 0),)),),)
    """
    return tuple(
        tuple(
            Case(tuple((s + by, held) for s, held in case.needs), tuple((s + by, c) for s, c in case.writes))
            for case in effect
        )
        for effect in effects
    )


def effect_reads(effects: Effects) -> set[int]:
    """The squares that effects read."""
    return {site for effect in effects for case in effect for site, _ in case.needs}


def effect_targets(effects: Effects) -> set[int]:
    """The squares that effects may write."""
    return {site for effect in effects for case in effect for site, _ in case.writes}


def _translated_note(note: CursorTrace, by: int) -> CursorTrace:
    value = note.value if note.value is None else _translated_value(note.value, by)
    return CursorTrace(note.start + by, _translated_value(note.was, by), note.end + by, value)


def _translated_writes(writes: Writes, by: int) -> Writes:
    return tuple(
        (site + by, value if isinstance(value, Conditional) else _translated_value(value, by))
        for site, value in writes
    )


def _translated_value(value: Value, by: int) -> Value:
    return value if value.site is None else Value(value.site + by, value.keeps, value.adds)
