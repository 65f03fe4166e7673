"""Symbolic execution: every way through a block, as conditions on the board and what is written there.

The board is unknown. Where a block looks at a square, the path remembers what the square must have held
at the start; where it writes, the path remembers what stands there now: a content, or what some square
held at the start with its marks changed. Tests that cannot be decided so are remembered as questions, with
the writes made so far.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from lasker.algebra.contents import members
from lasker.ir.alike import NEVER, Look, same_looks
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
from lasker.ir.path import NotFlat, Path, Question, Told, Value, moved

MOST_PATHS = 100_000
MOST_RULES = 3_000  # paths that change more than two squares: no class can take them
MOST_ROUNDS = 200
MOST_WAYS = 2_000  # that a star goes on at the same time
MOST_MODELS = 16  # squares with which others are compared
MOST_IN_VAIN = 100  # comparisons without success after which no more are made


def paths(program: Program, block: str) -> list[Path]:
    """Every way through a block from any board."""
    if program.frames > 1:
        raise NotFlat("the board turns the compass over")
    return Walk(program).body(program.blocks[block].body, Path())


class Walk:
    """The rules of symbolic execution, one an operation."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.anything = settled_contents(program)
        self.marks = (1 << program.marks) - 1
        self._sources: dict[tuple[int, int, int], int] = {}
        self._looks: dict[Look, None] = {}  # at the geometry, since a square was chosen
        self._rides: dict[tuple[Star, Path], tuple[list[Path], dict[Look, None]]] = {}
        self._laid: dict[tuple[int, int | None], dict[int, list[tuple[int, ...]]]] = {}
        self._near: dict[str, bool] = {}  # which blocks look only at squares that their cursors lead to

    def body(self, body: Body, path: Path) -> list[Path]:
        """Every way through a body, each once."""
        found = [path]
        for number, op in enumerate(body):
            rule = self._rules[type(op)]
            found = [after for before in found for after in rule(self, op, before)]
            if len(found) > MOST_PATHS:
                raise NotFlat(f"there are more than {MOST_PATHS} paths")
            if isinstance(op, Choose):
                return self._from_each(body[number + 1 :], found)
            if isinstance(op, (Fork, Star)):  # nothing else makes one path of two
                found = list(dict.fromkeys(found))
        return found

    def _from_each(self, body: Body, starts: list[Path]) -> list[Path]:
        """Every way through a body from some squares, found once for squares from which it looks alike."""
        found: list[Path] = []
        models: list[tuple[Path, tuple[Look, ...], list[Path]]] = []
        noted, vain, rules = self._looks, 0, 0
        for start in starts:
            for model, looks, ends in models if vain < MOST_IN_VAIN else ():
                by = start.cursors[-1][1] - model.cursors[-1][1]
                if moved(model, by) == start and same_looks(looks, by, self.program.tables, self.first):
                    found += (moved(end, by) for end in ends)
                    vain = 0
                    break
                vain += 1
            else:
                self._looks = {}
                ends = self.body(body, start)
                if len(models) < MOST_MODELS:
                    models.append((start, tuple(self._looks), ends))
                found += ends
                rules += sum(_changed(end) > 2 for end in ends)
                if rules > MOST_RULES:
                    raise NotFlat(f"more than {MOST_RULES} paths change three squares or more")
        self._looks = {**noted, NEVER: None}
        return found

    def _repeated(self, op: Star, path: Path) -> list[Path]:
        """Every way to repeat a block; found once, for different ends begin with the same ride."""
        key = (op, path)
        if key not in self._rides:
            noted, self._looks = self._looks, {}
            self._rides[key] = (list(self._star(op, path)), self._looks)
            self._looks = noted
        self._looks |= self._rides[key][1]
        return self._rides[key][0]

    def first(self, site: int) -> int:
        """What a square may hold before anything is known of it."""
        return self.anything

    def restrict(self, path: Path, site: int, allowed: int) -> Path | None:
        """The path on which a square now holds one of some contents, if that can be."""
        value = self.at(path, site)
        if value.site is None:
            return path if allowed >> value.adds & 1 else None
        if value.adds or value.keeps != -1:
            allowed = self._before(allowed, value)
        for number, (other, held) in enumerate(path.known):
            if other == value.site:
                left = held & allowed
                if not left:
                    return None
                if left == held:
                    return path
                return _learnt(path, (*path.known[:number], (other, left), *path.known[number + 1 :]))
        held = self.first(value.site)
        self._looks["first", held, value.site] = None
        left = held & allowed
        if not left:
            return None
        return path if left == held else _learnt(path, (*path.known, (value.site, left)))

    def _before(self, allowed: int, value: Value) -> int:
        """What must have stood on a square so that it is now among some contents."""
        key = (allowed, value.keeps, value.adds)
        if key not in self._sources:
            contents = range(len(self.program.contents))
            found = sum(1 << c for c in contents if allowed >> (c & value.keeps | value.adds) & 1)
            self._sources[key] = found
        return self._sources[key]

    def at(self, path: Path, site: int) -> Value:
        """What stands on a square now."""
        for other, value in path.writes:
            if other == site:
                return value
        return Value(site, -1, 0)

    def _lay(self, op: Lay, path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        for row in self._rows(op, path) if op.anchor is None else (self._row(op, cursors[op.anchor]),):
            if row is None or any(cursors[name] != row[column] for column, name in op.standing):
                continue
            fitted: Path | None = path
            for column, allowed in op.checks:
                if fitted is not None and row[column] >= 0:
                    fitted = self.restrict(fitted, row[column], allowed)
            if fitted is not None:
                yield from self._write(op, row, fitted)

    def _row(self, op: Lay, place: int) -> tuple[int, ...] | None:
        self._looks["row", op.tables[0], place] = None
        return self.program.tables[op.tables[0]].rows[place]

    def _rows(self, op: Lay, path: Path) -> list[tuple[int, ...]]:
        """Where a rewrite without an anchor may be laid. What no settled square holds has been written."""
        table = op.tables[0]
        strange = next((column for column, allowed in op.checks if not allowed & self.anything), None)
        if (table, strange) not in self._laid:
            self._laid[table, strange] = defaultdict(list)
            for row in filter(None, self.program.tables[table].rows):
                self._laid[table, strange][-1 if strange is None else row[strange]].append(row)
        by_site = self._laid[table, strange]
        if strange is None:
            self._looks[NEVER] = None
            return by_site[-1]
        written = [site for site, _ in path.writes]
        self._looks |= {("rows", table, strange, site): None for site in written}
        return [row for site in written for row in by_site[site]]

    def _write(self, op: Lay, row: tuple[int, ...], path: Path) -> Iterator[Path]:
        if not (op.writes or op.carries or op.walks):
            yield path
            return
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
            changed = tuple((site, value) for site, value in writes.items() if value != (site, -1, 0))
            walked = tuple(cursors.items())
            yield Path(
                path.origin, path.known, changed, walked, path.counters, path.questions, None, path.notes
            )

    def _marked(self, value: Value, gains: int, loses: int) -> Value:
        return Value(value.site, value.keeps & ~(loses | gains), (value.adds | gains) & ~loses)

    def _choose(self, op: Choose, path: Path) -> Iterator[Path]:
        for site in members(op.sites):
            chosen = self.restrict(path, site, op.contents)
            if chosen is not None:
                cursors = dict(chosen.cursors) | {op.cursor: site}
                first = site if path.origin is None else path.origin
                notes = (*path.notes, Told(site)) if op.noted else path.notes
                yield chosen._replace(origin=first, cursors=tuple(cursors.items()), notes=notes)

    def _stand(self, op: Stand, path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        sites = {cursors[name] for name in op.others}
        site = min(sites)
        self._looks["in", op.sites, site] = None
        if len(sites) == 1 and op.sites >> site & 1:
            fitted = self.restrict(path, site, op.contents)
            if fitted is not None:
                yield fitted._replace(cursors=tuple((cursors | {op.cursor: site}).items()))

    def _leave(self, op: Leave, path: Path) -> Iterator[Path]:
        at = max(number for number, note in enumerate(path.notes) if note.end < 0)
        site = dict(path.cursors)[op.cursor]
        left = path.notes[at]._replace(end=site, value=self.at(path, site))
        yield path._replace(notes=(*path.notes[:at], left, *path.notes[at + 1 :]))

    def _fork(self, op: Fork, path: Path) -> Iterator[Path]:
        for option in op.options:
            yield from self.body(option, path)

    def _ask(self, op: Ask, path: Path) -> Iterator[Path]:
        block = self.program.blocks[op.block]
        if op.block not in self._near:
            self._near[op.block] = self._local(block.body)
        if self._near[op.block]:
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
        now: list[Path] = [path._replace(cursors=inside)]
        seen: dict[object, list[dict[int, int]]] = defaultdict(list)  # what other ways there had to know
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
                    ways, known = (
                        seen[kept.writes, kept.cursors, kept.notes, kept.questions],
                        dict(kept.known),
                    )
                    if rounds < op.low or not any(_weaker(way, known) for way in ways):
                        ways.append(known)
                        following.append(kept)
                if len(following) > MOST_WAYS:
                    raise NotFlat(f"{op.block} goes more than {MOST_WAYS} ways")
            now = following
        raise NotFlat(f"{op.block} may be repeated without end")

    def _never(self, op: Op, path: Path) -> Iterator[Path]:
        raise NotFlat(f"`{type(op).__name__.lower()}` has no paths that could be listed")

    _rules: dict[type, Callable[..., Iterable[Path]]] = {  # noqa: RUF012  # a table of the class
        Lay: _lay,
        Choose: _choose,
        Stand: _stand,
        Leave: _leave,
        Fork: _fork,
        Spin: _never,
        Ask: _ask,
        Adjust: _count,
        Compare: _count,
        Star: _repeated,
        Each: _never,
        Most: _never,
        Go: _never,
    }


def _learnt(path: Path, known: tuple[tuple[int, int], ...]) -> Path:
    """The path on which more is known."""
    return Path(
        path.origin, known, path.writes, path.cursors, path.counters, path.questions, None, path.notes
    )


def _weaker(one: dict[int, int], other: dict[int, int]) -> bool:
    """Does one condition hold wherever the other does?"""
    return all(site in other and not other[site] & ~held for site, held in one.items())


def _changed(path: Path) -> int:
    """How many squares a path changes: those that a ride has only passed are as they were."""
    known = dict(path.known)
    return sum(value.site is not None or known.get(site) != 1 << value.adds for site, value in path.writes)


def settled_contents(program: Program) -> int:
    """What squares of settled positions may hold: no scratch marks, and no marks on empty squares."""
    variants = 1 << program.marks
    return sum(
        1 << content
        for content in range(len(program.contents))
        if not content & program.ended and (content == 0 or content >= variants)
    )
