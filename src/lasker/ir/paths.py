"""Symbolic execution: every way through a block, as conditions on the board and what is written there.

The board is unknown. Where a block looks at a square, the path remembers what the square must have held
at the start; where it writes, the path remembers what stands there now: a content, or what some square
held at the start with its marks changed. Tests that cannot be decided so are remembered as questions, with
the writes made so far.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import NamedTuple

from lasker.algebra.contents import members
from lasker.ir.ops import (
    Adjust,
    Ask,
    Body,
    Choose,
    Compare,
    Each,
    Fork,
    Go,
    Lay,
    Leave,
    Most,
    Op,
    Program,
    Spin,
    Stand,
    Star,
)

MOST_PATHS = 100_000
MOST_ROUNDS = 200


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


class Path(NamedTuple):
    """One way through a block."""

    origin: int | None = None  # the first square that was chosen
    known: tuple[tuple[int, int], ...] = ()  # site, what it must have held at the start
    writes: tuple[tuple[int, Value], ...] = ()  # site, what stands there now
    cursors: tuple[tuple[str, int], ...] = ()
    counters: tuple[Adjust | Compare, ...] = ()
    questions: tuple[Question, ...] = ()
    branch: Branch | None = None


def paths(program: Program, block: str) -> list[Path]:
    """Every way through a block from any board."""
    if program.frames > 1:
        raise NotFlat("the board turns the compass over")
    found = []
    for path in Walk(program).body(program.blocks[block].body, Path()):
        found.append(path)
        if len(found) > MOST_PATHS:
            raise NotFlat(f"there are more than {MOST_PATHS} paths")
    return found


class Walk:
    """The rules of symbolic execution, one an operation."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.anything = settled_contents(program)
        self.marks = (1 << program.marks) - 1

    def body(self, body: Body, path: Path) -> Iterator[Path]:
        """Every way through a body."""
        if not body:
            yield path
            return
        for middle in self._rules[type(body[0])](self, body[0], path):
            yield from self.body(body[1:], middle)

    def first(self, site: int) -> int:
        """What a square may hold before anything is known of it."""
        return self.anything

    def restrict(self, path: Path, site: int, allowed: int) -> Path | None:
        """The path on which a square now holds one of some contents, if that can be."""
        value = dict(path.writes).get(site)
        if value is not None:
            if value.site is None:
                return path if allowed >> value.adds & 1 else None
            site, old = value.site, allowed
            allowed = sum(
                1 << c for c in range(len(self.program.contents)) if old >> (c & value.keeps | value.adds) & 1
            )
        known = dict(path.known)
        held = known.get(site, self.first(site))
        if not held & allowed:
            return None
        if held & allowed == held:
            return path
        known[site] = held & allowed
        return path._replace(known=tuple(known.items()))

    def at(self, path: Path, site: int) -> Value:
        """What stands on a square now."""
        return dict(path.writes).get(site, Value(site, -1, 0))

    def _lay(self, op: Lay, path: Path) -> Iterator[Path]:
        rows = self.program.tables[op.tables[0]].rows
        cursors = dict(path.cursors)
        for row in rows if op.anchor is None else (rows[cursors[op.anchor]],):
            if row is None or any(cursors[name] != row[column] for column, name in op.standing):
                continue
            fitted: Path | None = path
            for column, allowed in op.checks:
                if fitted is not None and row[column] >= 0:
                    fitted = self.restrict(fitted, row[column], allowed)
            if fitted is not None:
                yield from self._write(op, row, fitted)

    def _write(self, op: Lay, row: tuple[int, ...], path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        carried = {}
        for carry in op.carries:
            site = row[carry.column]
            origin = site if carry.source is None else cursors[carry.source]
            value = self.at(path, origin)
            if origin != site:
                value = self._marked(value, 0, self.program.moved)
            carried[site] = self._marked(value, carry.gains, carry.loses)
        cursors |= {name: row[column] for name, column in op.walks}
        for written in product(*(contents for _, contents in op.writes)):
            writes = dict(path.writes)
            for (column, _), content in zip(op.writes, written, strict=True):
                writes[row[column]] = Value(None, 0, content)
            writes |= carried
            changed = tuple((site, value) for site, value in writes.items() if value != Value(site, -1, 0))
            yield path._replace(writes=changed, cursors=tuple(cursors.items()))

    def _marked(self, value: Value, gains: int, loses: int) -> Value:
        return Value(value.site, value.keeps & ~(loses | gains), (value.adds | gains) & ~loses)

    def _choose(self, op: Choose, path: Path) -> Iterator[Path]:
        for site in members(op.sites):
            chosen = self.restrict(path, site, op.contents)
            if chosen is not None:
                cursors = dict(chosen.cursors) | {op.cursor: site}
                first = site if path.origin is None else path.origin
                yield chosen._replace(origin=first, cursors=tuple(cursors.items()))

    def _stand(self, op: Stand, path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        sites = {cursors[name] for name in op.others}
        site = min(sites)
        if len(sites) == 1 and op.sites >> site & 1:
            fitted = self.restrict(path, site, op.contents)
            if fitted is not None:
                yield fitted._replace(cursors=tuple((cursors | {op.cursor: site}).items()))

    def _leave(self, op: Leave, path: Path) -> Iterator[Path]:
        yield path

    def _fork(self, op: Fork, path: Path) -> Iterator[Path]:
        for option in op.options:
            yield from self.body(option, path)

    def _ask(self, op: Ask, path: Path) -> Iterator[Path]:
        block = self.program.blocks[op.block]
        if self._local(block.body):
            places = dict(path.cursors)
            given = zip(block.cursors, (places[name] for name in op.cursors), strict=True)
            inside = path._replace(cursors=tuple(given))
            ends = {end.known: end for end in self.body(block.body, inside)}
            decided = all(end.questions == path.questions for end in ends.values())
            answer = self._answer(list(ends.values()), path, op.wanted) if decided else None
            if answer is not None:
                yield from answer
                return
        yield from self.left(op, path)

    def left(self, op: Ask, path: Path) -> Iterator[Path]:
        """The path on which a test is left to be asked."""
        if op.cursors:
            raise NotFlat(f"{op.block} asks about a cursor")
        question = Question(op.block, op.wanted, path.writes, path.counters)
        yield path._replace(questions=(*path.questions, question))

    def _local(self, body: Body) -> bool:
        """Does a body look only at squares that its cursors lead to?"""
        for op in body:
            match op:
                case Lay(anchor=str()) | Stand():
                    pass
                case Fork(options) if all(map(self._local, options)):
                    pass
                case Star(block) | Ask(block) if self._local(self.program.blocks[block].body):
                    pass
                case _:
                    return False
        return True

    def _answer(self, ends: list[Path], path: Path, wanted: bool) -> list[Path] | None:
        """The path after a test that looks at fixed squares; None if that has no simple form."""
        if not ends:
            return [] if wanted else [path]
        if any(end.known == path.known for end in ends):
            return [path] if wanted else []
        if wanted and len(ends) == 1:
            return [path._replace(known=ends[0].known)]
        before = dict(path.known)
        changed = [self._changed(before, dict(end.known)) for end in ends]
        if any(len(each) > 1 for each in changed):
            return None
        sites = {site for each in changed for site in each}
        if wanted and len(sites) > 1:
            return None
        after = dict(before)
        for site in sites:
            held = before.get(site, self.first(site))
            found = 0
            for each in changed:
                found |= each.get(site, 0)
            after[site] = found if wanted else held & ~found
        return [path._replace(known=tuple(after.items()))] if all(after.values()) else []

    def _changed(self, before: dict[int, int], after: dict[int, int]) -> dict[int, int]:
        """The squares of which more is known afterwards, and what."""
        return {site: held for site, held in after.items() if held != before.get(site, self.first(site))}

    def _count(self, op: Adjust | Compare, path: Path) -> Iterator[Path]:
        yield path._replace(counters=(*path.counters, op))

    def _star(self, op: Star, path: Path) -> Iterator[Path]:
        block = self.program.blocks[op.block]
        outside = dict(path.cursors)
        names = dict(zip(block.cursors, op.cursors, strict=True))
        inside = tuple((name, outside[outer]) for name, outer in names.items())
        now, seen = [path._replace(cursors=inside)], set()
        for rounds in range(MOST_ROUNDS):
            if rounds >= op.low:
                for each in now:
                    back = {names[name]: site for name, site in each.cursors if name in names}
                    yield each._replace(cursors=tuple((outside | back).items()))
            if not now or rounds == op.high:
                return
            following = []
            for each in now:
                for end in self.body(block.body, each):
                    kept = end._replace(cursors=tuple((n, s) for n, s in end.cursors if n in names))
                    if rounds < op.low or (kept.writes, kept.cursors) not in seen:
                        seen.add((kept.writes, kept.cursors))
                        following.append(kept)
            now = following
        raise NotFlat(f"{op.block} may be repeated without end")

    def _never(self, op: Op, path: Path) -> Iterator[Path]:
        raise NotFlat(f"`{type(op).__name__.lower()}` has no paths that could be listed")

    _rules: dict[type, Callable[..., Iterator[Path]]] = {  # noqa: RUF012  # a table of the class
        Lay: _lay,
        Choose: _choose,
        Stand: _stand,
        Leave: _leave,
        Fork: _fork,
        Spin: _never,
        Ask: _ask,
        Adjust: _count,
        Compare: _count,
        Star: _star,
        Each: _never,
        Most: _never,
        Go: _never,
    }


def settled_contents(program: Program) -> int:
    """What squares of settled positions may hold: no scratch marks, and no marks on empty squares."""
    variants = 1 << program.marks
    return sum(
        1 << content
        for content in range(len(program.contents))
        if not content & program.ended and (content == 0 or content >= variants)
    )
