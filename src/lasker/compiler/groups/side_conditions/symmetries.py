"""Symmetry between blocks: the paths of one block are the images of another's under a symmetry.

A symmetry permutes squares, symbols and counters. Two blocks are compared operation by operation; the
permutation of squares is guessed, that of symbols follows from the sets that contain them, and everything is
verified. Where no guess fits, the second block is executed symbolically like the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from itertools import islice

from lasker.algebra.contents import members
from lasker.compiler.groups.path import (
    Branch,
    Case,
    Conditional,
    CursorTrace,
    Effects,
    Path,
    Question,
    SymbolicContent,
    Value,
    Writes,
    effect_reads,
    effect_targets,
    source_site,
)
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    Choose,
    Compare,
    Fork,
    NoteEnd,
    Op,
    Program,
    Require,
    Star,
)
from lasker.compiler.ir.sizes import settled_contents
from lasker.kernel.dataclass import dataclass

Sets = list[tuple[int, int]]  # sets as bits, and their images
Counted = tuple[Adjust | Compare, ...]


@dataclass(frozen=True)
class Symmetry:
    """A symmetry: the images of squares, symbols, counters and blocks."""

    sites: tuple[int, ...]
    symbols: tuple[int, ...]
    slots: dict[int, int]
    blocks: dict[str, str]
    marks: int  # number of mark bits in a content

    def image(self, path: Path) -> list[Path]:
        """The image of a path; several paths, if squares with one offset get different offsets from some
        bases."""
        if path.origin is None:  # its squares are absolute
            return [self._mapped(path, path.bases, dict(enumerate(self.sites)))]
        found: list[tuple[int, dict[int, int]]] = [(path.bases, {})]
        for far in _named(path):
            found = [
                (bases & those, to | {far: away})
                for bases, to in found
                for away, those in self._offset_images(far)
                if bases & those
            ]
        return [self._mapped(path, self._site_images(bases), to) for bases, to in found]

    def _offset_images(self, far: int) -> list[tuple[int, int]]:
        """The images of an offset, each with the bases that have it."""
        if far not in self._distances:
            found: dict[int, int] = {}
            for base in range(max(0, -far), min(len(self.sites), len(self.sites) - far)):
                away = self.sites[base + far] - self.sites[base]
                found[away] = found.get(away, 0) | 1 << base
            self._distances[far] = list(found.items())
        return self._distances[far]

    def _site_images(self, sites: int) -> int:
        """The image of a set of squares."""
        if sites not in self._places:
            self._places[sites] = permuted(sites, self.sites)
        return self._places[sites]

    def _mapped(self, path: Path, bases: int, to: dict[int, int]) -> Path:
        def writes(each: Writes) -> Writes:
            return tuple((to[site], became(there)) for site, there in each)

        def became(there: SymbolicContent) -> SymbolicContent:
            if isinstance(there, Conditional):
                return Conditional(self.contents(there.contents), self._content(there.becomes))
            return value(there)

        def effects(each: Effects) -> Effects:
            return tuple(tuple(map(case, effect)) for effect in each)

        def case(each: Case) -> Case:
            needs = ((to[site], self.contents(held)) for site, held in each.needs)
            written = ((to[site], self._content(content)) for site, content in each.writes)
            return Case(tuple(sorted(needs)), tuple(sorted(written)))

        def value(there: Value) -> Value:
            if there.site is None:
                return Value(None, there.keeps, self._content(there.adds))
            return Value(to[there.site], there.keeps, there.adds)

        return Path(
            bases,
            None if path.origin is None else to[path.origin],
            tuple((to[site], self.contents(held)) for site, held in path.known),
            writes(path.writes),
            (),
            self._counters(path.counters),
            tuple(
                Question(
                    self.blocks[q.block],
                    q.wanted,
                    writes(q.writes),
                    self._counters(q.counters),
                    tuple(to[site] for site in q.cursors),
                    effects(q.effects),
                )
                for q in path.questions
            ),
            path.branch and self._branch(path.branch),
            tuple(
                CursorTrace(to[start], value(was), to[end], left if left is None else value(left))
                for start, was, end, left in path.notes
            ),
            effects(path.effects),
        )

    def _branch(self, branch: Branch) -> Branch:
        return Branch(self.blocks[branch.block], self._counters(branch.yes), self._counters(branch.no))

    def _counters(self, ops: Counted) -> Counted:
        return tuple(_counted(op, self.slots) for op in ops)

    def _content(self, content: int) -> int:
        symbol, borne = divmod(content, 1 << self.marks)
        return self.symbols[symbol] << self.marks | borne

    def contents(self, held: int) -> int:
        """The image of a set of contents."""
        if held not in self._known:
            self._known[held] = sum(1 << self._content(content) for content in members(held))
        return self._known[held]

    # Memoized images of sets of contents, offsets, and sets of squares.

    @cached_property
    def _known(self) -> dict[int, int]:
        return {}

    @cached_property
    def _distances(self) -> dict[int, list[tuple[int, int]]]:
        return {}

    @cached_property
    def _places(self) -> dict[int, int]:
        return {}


def find_symmetry(program: Program, one: str, other: str) -> Symmetry | None:
    """A symmetry that maps the block `one` to `other`, if one is found."""
    pairs = _Pairs(program)
    if one == other or not pairs.blocks(one, other):
        return None
    for sites in _permutations(program.sites):
        found = _Candidate(program, sites)
        if all(found.fits(*pair) for pair in pairs.leaves) and (symbols := found.symbols()):
            return Symmetry(sites, symbols, found.slots, pairs.to, program.marks)
    return None


def mirrored_blocks(program: Program) -> dict[str, tuple[str, Symmetry]]:
    """The blocks of turns that are symmetric images of earlier turns, each with its original."""
    moves, mirrors = [turn.move for turn in program.turns], dict[str, tuple[str, Symmetry]]()
    for number, move in enumerate(moves):
        found = filter(None, (find_symmetry(program, before, move) for before in moves[:number]))
        for by in islice(found, 1):
            mirrors |= {image: (block, by) for block, image in by.blocks.items()}
    return mirrors


def _permutations(sites: int) -> Iterator[tuple[int, ...]]:
    """Candidate permutations of the squares: the board reversed, or reversed row by row for some row
    length."""
    yield tuple(reversed(range(sites)))
    for width in (width for width in range(2, sites) if sites % width == 0):
        rows = range(sites - width, -1, -width)
        yield tuple(first + column for first in rows for column in range(width))
    yield tuple(range(sites))


class _Pairs:
    """Two blocks in parallel: the blocks that they call, and their operations that name squares."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.to: dict[str, str] = {}
        self.leaves: list[tuple[Op, Op]] = []
        self._back: dict[str, str] = {}
        self._mapped: set[tuple[int, int]] = set()

    def blocks(self, one: str, other: str) -> bool:
        """Have two blocks the same structure?"""
        if one in self.to or other in self._back:
            return self.to.get(one) == other and self._back.get(other) == one
        self.to[one], self._back[other] = other, one
        a, b = self.program.blocks[one], self.program.blocks[other]
        alike = (a.cursors, a.keeps, a.arrives) == (b.cursors, b.keeps, b.arrives)
        return alike and self._bodies(a.body, b.body)

    def _bodies(self, one: Body, other: Body) -> bool:
        if (id(one), id(other)) in self._mapped:
            return True
        self._mapped.add((id(one), id(other)))
        return len(one) == len(other) and all(map(self._ops, one, other))

    def _ops(self, one: Op, other: Op) -> bool:
        match one, other:
            case Fork(ways), Fork(others):
                return len(ways) == len(others) and all(map(self._bodies, ways, others))
            case Require(), Require():
                same = (one.cursors, one.wanted) == (other.cursors, other.wanted)
                return same and self.blocks(one.block, other.block)
            case Star(), Star():
                same = (one.cursors, one.low, one.high) == (other.cursors, other.low, other.high)
                return same and self.blocks(one.block, other.block)
            case NoteEnd(), NoteEnd():
                return one == other
        self.leaves.append((one, other))
        return type(one) is type(other)


class _Candidate:
    """A candidate permutation of squares under test: the images of symbols and counters that it would
    require."""

    def __init__(self, program: Program, sites: tuple[int, ...]) -> None:
        self.program, self.sites = program, sites
        self.slots: dict[int, int] = {}
        anything = settled_contents(program)
        self._sets: dict[tuple[int, int], None] = {(anything, anything): None}
        self._columns: dict[tuple[int, int], dict[int, int] | None] = {}

    def fits(self, one: Op, other: Op) -> bool:
        """May one operation be the image of the other?"""
        match one, other:
            case Choose(), Choose():
                self._sets[one.contents, other.contents] = None
                same = (one.cursor, one.noted) == (other.cursor, other.noted)
                return same and permuted(one.sites, self.sites) == other.sites
            case Alias(), Alias():
                self._sets[one.contents, other.contents] = None
                same = (one.cursor, one.others) == (other.cursor, other.others)
                return same and permuted(one.sites, self.sites) == other.sites
            case Apply(), Apply():
                return self._lays(one, other)
            case ((Adjust() | Compare()), (Adjust() | Compare())):
                return self._counts(one, other)
        return False

    def _lays(self, one: Apply, other: Apply) -> bool:
        if one.anchor != other.anchor or len(one.tables) != 1 or len(other.tables) != 1:
            return False
        pair = one.tables[0], other.tables[0]
        if pair not in self._columns:
            self._columns[pair] = self._column_permutation(*pair)
        to = self._columns[pair]
        if to is None:
            return False
        checks, others = {to[column]: held for column, held in one.checks}, dict(other.checks)
        writes, written = (
            {to[column]: _bits(each) for column, each in one.writes},
            {column: _bits(each) for column, each in other.writes},
        )
        for these, those in ((checks, others), (writes, written)):
            if these.keys() != those.keys():
                return False
            self._sets |= {(held, those[column]): None for column, held in these.items()}
        return (
            {(to[column], name) for column, name in one.standing} == set(other.standing)
            and {(to[c.column], c.source, c.gains, c.loses) for c in one.carries}
            == {(c.column, c.source, c.gains, c.loses) for c in other.carries}
            and {(name, to[column]) for name, column in one.walks} == set(other.walks)
        )

    def _column_permutation(self, one: int, other: int) -> dict[int, int] | None:
        """The permutation of columns that maps one table to the other, if there is one."""
        rows, others, sites = (
            self.program.tables[one].rows,
            self.program.tables[other].rows,
            (*self.sites, -1),
        )
        seen = {self.sites[at]: tuple(sites[site] for site in row) for at, row in enumerate(rows) if row}
        if seen.keys() != {at for at, row in enumerate(others) if row}:
            return None
        best = max(seen, key=lambda at: len(set(seen[at]) - {-1}))
        there = others[best] or ()
        if (
            len(seen[best]) != len(there)
            or len(set(seen[best])) != len(there)
            or set(seen[best]) != set(there)
        ):
            return None
        order = [there.index(site) for site in seen[best]]
        if any((row := others[at]) is None or tuple(row[c] for c in order) != seen[at] for at in seen):
            return None
        return dict(enumerate(order))

    def _counts(self, one: Adjust | Compare, other: Adjust | Compare) -> bool:
        if len(_slots(one)) != len(_slots(other)):  # one compares with a counter, the other with a number
            return False
        for slot, image in zip(_slots(one), _slots(other), strict=True):
            a, b = self.program.counters[slot], self.program.counters[image]
            same = (a.low, a.high, a.start, a.keyed, a.scratch) == (
                b.low,
                b.high,
                b.start,
                b.keyed,
                b.scratch,
            )
            if not same or self.slots.setdefault(slot, image) != image:
                return False
        return len(set(self.slots.values())) == len(self.slots) and _counted(one, self.slots) == other

    def symbols(self) -> tuple[int, ...]:
        """The permutation of symbols that maps every set to its image; empty if there is none."""
        variants = 1 << self.program.marks
        whole, count = (1 << variants) - 1, len(self.program.contents) >> self.program.marks
        here, there = zip(*self._sets, strict=True)
        left: dict[tuple[int, ...], list[int]] = {}
        for symbol in reversed(range(count)):
            shift = symbol * variants
            left.setdefault(tuple([held >> shift & whole for held in there]), []).append(symbol)
        found = []
        for shift in range(0, count * variants, variants):
            alike = left.get(tuple([held >> shift & whole for held in here]))
            if not alike:
                return ()
            found.append(alike.pop())
        return tuple(found)


def permuted(sites: int, to: tuple[int, ...]) -> int:
    """The image of a set of squares under a permutation."""
    found = 0
    for site in members(sites):
        found |= 1 << to[site]
    return found


def _bits(contents: tuple[int, ...]) -> int:
    return sum(1 << content for content in set(contents))


def _slots(op: Adjust | Compare) -> tuple[int, ...]:
    return (op.slot, op.other) if isinstance(op, Compare) and op.other_is_slot else (op.slot,)


def _counted(op: Adjust | Compare, slots: dict[int, int]) -> Adjust | Compare:
    if isinstance(op, Adjust):
        return Adjust(slots[op.slot], op.relative, op.amount)
    other = slots[op.other] if op.other_is_slot else op.other
    return Compare(slots[op.slot], op.relation, other, op.other_is_slot)


def _named(path: Path) -> set[int]:
    """The squares that a path names."""
    written = [path.writes, *(question.writes for question in path.questions)]
    found = {site for site, _ in path.known} | {site for each in written for site, _ in each}
    found |= {site for each in written for _, value in each if (site := source_site(value)) is not None}
    found |= {site for question in path.questions for site in question.cursors}
    found |= {site for note in path.notes for site in (note.start, note.end)}
    values = (value for note in path.notes for value in (note.was, note.value) if value)
    found |= {value.site for value in values if value.site is not None}
    return found | effect_reads(path.effects) | effect_targets(path.effects) | {path.origin or 0}
