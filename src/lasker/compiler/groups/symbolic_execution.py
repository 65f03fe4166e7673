"""Symbolic execution: every path through a block, as conditions on an unknown board and writes.

The board is unknown. Where a block reads a square, the path records what the square must have held at the
start; where it writes, the path records the new content: a constant, or what some square held at the start
with its marks changed. Tests that cannot be decided symbolically are deferred as questions, with the writes
made so far.

The base square of a path is unknown too: squares are offsets from it, and a path has a set of bases. Wherever
the geometry is read, the set is split into bases with the same geometry.

Long because the symbolic executor is one class, whose steps share its bounds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import product

from lasker.compiler.groups.effects import Places, Single, effects_of, single_of
from lasker.compiler.groups.moves import image
from lasker.compiler.groups.path import (
    Conditional,
    CursorTrace,
    Effect,
    NotClassified,
    Path,
    Question,
    SymbolicContent,
    Value,
    Writes,
    atoms,
    effect_reads,
    effect_targets,
    merge_bases,
    rebased,
    shifted,
    state_key,
    translated_effects,
    unconditional,
    union,
    weaker,
    with_bases,
    with_conditions,
    with_cursors,
)
from lasker.compiler.groups.path_budget import FEW, WorkBudget, check_budget, number_of_paths
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Each,
    Fork,
    Go,
    Most,
    NoteEnd,
    Op,
    Program,
    Require,
    Star,
    free,
)
from lasker.compiler.ir.sizes import settled_contents
from lasker.kernel import cancel

MOST_ROUNDS = 200
MOST_PLACED = 2_000  # paths with a test about the square of a cursor
MOST_WAYS = 1_000  # simultaneous paths of a star
VOID = -1 << 30  # beyond every offset: no such square on the board
Row = tuple[int, ...]  # offsets of squares
Contents = tuple[tuple[int, int], ...]  # sites, and their contents


def paths(program: Program, body: Body, effects: bool = True, work: WorkBudget | None = None) -> list[Path]:
    """Every path through a body from any board; without `effects`, no write is conditional."""
    if program.frames > 1:
        raise NotClassified("the board turns the compass over")
    check_budget(
        found := SymbolicExecutor(program, effects, work).body(body, Path())
    )  # includes the last write
    return merge_bases(map(rebased, found))


def unfolded(
    program: Program,
    found: Iterable[Path],
    carries: Callable[[Path], bool],
    few: Callable[[list[Path]], list[Path]],
    work: WorkBudget,
) -> list[Path]:
    """The paths that have no effects or can carry them; the others are split into cases for their effects and
    simplified by `few`."""
    carried, others, walk = list[Path](), list[Path](), SymbolicExecutor(program, work=work)
    for path in found:
        if not path.effects or carries(path):
            carried.append(path)
        else:
            others += walk.unfolded(path)
    return [*carried, *few(others)]


def _within_budget(more: Iterable[Iterable[Path]]) -> list[Path]:
    """All these paths; refuses as soon as there are too many."""
    found, due = list[Path](), FEW
    for each in more:
        cancel.check()
        found += each
        if len(found) >= due:
            check_budget(found)
            due = 2 * len(found)
    return found


def _with(path: Path, site: int, content: int) -> Path:
    """The path with a content written on a square."""
    return with_cursors(path, path.cursors, _over(path.writes, ((site, content),)))


def _asked_after(path: Path, done: tuple[Contents, ...]) -> tuple[Question, ...]:
    """The tests of a path, where the effects that have happened are known."""
    return tuple(
        q._replace(writes=_over(q.writes, sum(done[: len(q.effects)], ())), effects=())
        for q in path.questions
    )


def _over(writes: Writes, contents: Contents) -> Writes:
    """Writes, followed by contents on some squares."""
    written = dict(contents)
    others = (each for each in writes if each[0] not in written)
    return (*others, *((site, Value(None, 0, content)) for site, content in written.items()))


class SymbolicExecutor:
    """The rules of symbolic execution, one per operation. With `effects`, a conditional rewrite makes one
    path with a value that depends on the board, not two paths."""

    def __init__(self, program: Program, effects: bool = False, work: WorkBudget | None = None) -> None:
        self.program, self.effects, self.work = program, effects, work or WorkBudget()
        self.anything = settled_contents(program)
        self.marks = (1 << program.marks) - 1
        self._sources: dict[tuple[int, int, int], int] = {}
        self._rides: dict[tuple[Star, Path], list[Path]] = {}
        self._laid: dict[tuple[int, int], list[tuple[Row, int]]] = {}
        self._placed = 0  # deferred tests about squares so far
        self._near: dict[str, bool] = {}  # whether a block reads only squares reachable from its cursors
        self._deferred: dict[tuple[int, Places], list[tuple[int, Effect]] | None] = {}
        self._forks: dict[int, tuple[Fork, list[str] | None]] = {}  # by identity: cursors of local ones
        self._repeats: dict[int, tuple[Body, int]] = {}  # by identity: number of repetitions
        self._stars = 0  # depth of nested stars

    def body(self, body: Body, path: Path) -> list[Path]:
        """Every path through a body, each once."""
        found = [path]
        for op in body:
            found = self.after(op, found)
        return found

    def after(self, op: Op, before: list[Path]) -> list[Path]:
        """Every continuation of some paths through an operation, each once."""
        cancel.check()
        if isinstance(op, (Fork, Star)):  # only these can make two paths equal
            found = list(dict.fromkeys(self._continuations(op, before)))
        else:
            rule = self._rules[type(op)]
            found = _within_budget(rule(self, op, path) for path in before)
        self.work.add(len(found) + 1)
        if len(found) > len(before):
            check_budget(found)
        return found

    def _continuations(self, op: Fork | Star, before: list[Path]) -> Iterator[Path]:
        """The continuations of some paths; computed once for paths that differ only in their initial
        tests."""
        rule, alike = self._rules[type(op)], defaultdict[Path, list[Path]](list)
        for path in before:
            if len(before) > 1 and path.questions and all(q.first for q in path.questions):
                alike[path._replace(questions=())].append(path)
            else:
                yield from rule(self, op, path)
        for path, alternatives in alike.items():
            for after in rule(self, op, path):
                for each in alternatives:
                    yield after._replace(questions=(*each.questions, *after.questions))

    def _repeated(self, op: Star, path: Path) -> list[Path]:
        """Every path through a repeated block; memoized, because several alternatives begin with the same
        ride."""
        key = (op, path)
        if key not in self._rides:
            self._stars += 1
            self._rides[key] = list(self._star(op, path))
            self._stars -= 1
        return self._rides[key]

    def first(self, site: int) -> int:
        """The possible initial contents of a square."""
        return self.anything

    @cached_property
    def _firsts(self) -> list[tuple[int, int]]:
        """Possible initial contents, each with the squares that have them."""
        found: dict[int, int] = defaultdict(int)
        for site in range(self.program.sites):
            found[self.first(site)] |= 1 << site
        return list(found.items())

    def restrict(self, path: Path, site: int, allowed: int) -> list[Path]:
        """The paths on which a square now holds one of some contents."""
        value = self.at(path, site)
        if isinstance(value, Conditional) or (path.effects and site in effect_targets(path.effects)):
            return [
                fit
                for each in self._with_decided_content(path, site)
                for fit in self.restrict(each, site, allowed)
            ]
        if value.site is None:
            return [path] if allowed >> value.adds & 1 else []
        if value.adds or value.keeps != -1:
            allowed = self._before(allowed, value)
        for number, (other, held) in enumerate(path.known):
            if other == value.site:
                left = held & allowed
                if not left:
                    return []
                if left == held:
                    return [path]
                return [
                    with_conditions(path, (*path.known[:number], (other, left), *path.known[number + 1 :]))
                ]
        found = []
        for held, sites in self._firsts:
            bases, left = path.bases & shifted(sites, value.site), held & allowed
            if bases and left:
                known = path.known if left == held else (*path.known, (value.site, left))
                found.append(with_conditions(path, known, bases))
        return found

    def _before(self, allowed: int, value: Value) -> int:
        """The initial contents for which a square now holds one of some contents."""
        key = (allowed, value.keeps, value.adds)
        if key not in self._sources:
            contents = range(len(self.program.contents))
            found = sum(1 << c for c in contents if allowed >> (c & value.keeps | value.adds) & 1)
            self._sources[key] = found
        return self._sources[key]

    def at(self, path: Path, site: int) -> SymbolicContent:
        """The current symbolic content of a square."""
        for other, value in path.writes:
            if other == site:
                return value
        return Value(site, -1, 0)

    def _with_decided_content(self, path: Path, site: int) -> list[Path]:
        """The path split so that the content of a square is not conditional."""
        if path.effects and site in effect_targets(path.effects):
            return [each for part in self.unfolded(path) for each in self._with_decided_content(part, site)]
        value = self.at(path, site)
        if not isinstance(value, Conditional):
            return [path]
        before = with_cursors(path, path.cursors, tuple(each for each in path.writes if each[0] != site))
        changed = (_with(each, site, value.becomes) for each in self.restrict(before, site, value.contents))
        return [*changed, *self.restrict(before, site, ~value.contents)]

    def unfolded(self, path: Path) -> list[Path]:
        """The path split into cases for its effects."""
        found: list[tuple[Path, tuple[Contents, ...]]] = [(path._replace(effects=()), ())]
        for effect in path.effects:
            after: list[tuple[Path, tuple[Contents, ...]]] = []
            for part, done in found:
                left = [part]
                for case in effect:
                    fitting, left = self._split_by_contents(left, case.needs)
                    made = (
                        with_cursors(each, each.cursors, _over(each.writes, case.writes)) for each in fitting
                    )
                    after += ((each, (*done, case.writes)) for each in made)
                after += ((each, (*done, ())) for each in left)
                self.work.add(len(effect) + len(left))
            found = after
            check_budget([part for part, _ in found])
        return [part._replace(questions=_asked_after(part, done)) for part, done in found]

    def _split_by_contents(self, some: list[Path], needs: Contents) -> tuple[list[Path], list[Path]]:
        """The paths split by whether squares hold the required contents."""
        others: list[Path] = []
        for site, held in needs:
            others += (fit for each in some for fit in self.restrict(each, site, ~held))
            some = [fit for each in some for fit in self.restrict(each, site, held)]
        return some, others

    def _lay(self, op: Apply, path: Path) -> list[Path]:
        cursors, found = dict(path.cursors), []
        changes = op.writes or op.carries or op.walks
        for row, bases in self._rows(op, path, cursors):
            if op.standing and any(cursors[name] != row[column] for column, name in op.standing):
                continue
            fitted = [with_bases(path, bases)]
            for column, allowed in op.checks:
                if row[column] != VOID:
                    fitted = [fit for each in fitted for fit in self.restrict(each, row[column], allowed)]
            for carry in op.carries:
                site = row[carry.column] if carry.source is None else cursors[carry.source]
                fitted = [each for fit in fitted for each in self._with_decided_content(fit, site)]
            if path.effects:
                columns = [*(column for column, _ in op.writes), *(carry.column for carry in op.carries)]
                fitted = [part for fit in fitted for part in self._before_writing(fit, row, columns)]
            found += [after for each in fitted for after in self._write(op, row, each)] if changes else fitted
        return found

    def _before_writing(self, path: Path, row: Row, columns: Iterable[int]) -> list[Path]:
        """The paths after resolving deferred effects on squares that are to be written."""
        about = effect_reads(path.effects) | effect_targets(path.effects)
        return self.unfolded(path) if any(row[column] in about for column in columns) else [path]

    def _rows(self, op: Apply, path: Path, cursors: dict[str, int]) -> list[tuple[Row, int]]:
        """Where a rewrite may be laid, and from which bases."""
        (table,) = op.tables
        if op.anchor is not None:
            rows = self._rows_at(table, cursors[op.anchor])
        else:
            strange = next((column for column, allowed in op.checks if not allowed & self.anything), None)
            if strange is None:
                rows = [row for place in self._reach(path) for row in self._rows_at(table, place)]
            else:  # only where it was written, since no settled square holds it
                written = [site for site, _ in path.writes]
                places = {site - row[strange] for site in written for row, _ in self._rows_at(table, 0)}
                found = (each for place in sorted(places) for each in self._rows_at(table, place))
                rows = [(row, sites) for row, sites in found if row[strange] in written]
        return [(row, path.bases & sites) for row, sites in rows if path.bases & sites]

    def _rows_at(self, table: int, place: int) -> list[tuple[Row, int]]:
        """The different rows of a table at an offset from the base, and the bases of each."""
        if (table, place) not in self._laid:
            found: dict[Row, int] = defaultdict(int)
            if place:
                for seen, sites in self._rows_at(table, 0):
                    found[tuple(far if far == VOID else far + place for far in seen)] = shifted(sites, place)
            else:
                for site, row in enumerate(self.program.tables[table].rows):
                    if row is not None:
                        found[tuple(to - site if to >= 0 else VOID for to in row)] |= 1 << site
            self._laid[table, place] = list(found.items())
        return self._laid[table, place]

    def _reach(self, path: Path) -> range:
        """The range of possible offsets."""
        lowest = (path.bases & -path.bases).bit_length() - 1
        return range(1 - path.bases.bit_length(), self.program.sites - lowest)

    def _write(self, op: Apply, row: Row, path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        carried = {}
        for carry in op.carries:
            site = row[carry.column]
            origin = site if carry.source is None else cursors[carry.source]
            value = unconditional(self.at(path, origin))
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
            yield with_cursors(path, cursors.items(), changed)

    def _marked(self, value: Value, gains: int, loses: int) -> Value:
        return Value(value.site, value.keeps & ~(loses | gains), (value.adds | gains) & ~loses)

    def _choose(self, op: Choose, path: Path) -> Iterator[Path]:
        if path.blank:  # the chosen squares become the bases
            path, places = path._replace(bases=op.sites), range(1)
        else:
            places = self._reach(path)
        for place in places:
            bases = path.bases & shifted(op.sites, place)
            there = path._replace(
                bases=bases,
                origin=place if path.origin is None else path.origin,
                cursors=tuple((dict(path.cursors) | {op.cursor: place}).items()),
            )
            for fit in self.restrict(there, place, op.contents) if bases else ():
                noted = (
                    (*fit.notes, CursorTrace(place, unconditional(self.at(fit, place))))
                    if op.noted
                    else fit.notes
                )
                yield fit._replace(notes=noted)

    def _stand(self, op: Alias, path: Path) -> Iterator[Path]:
        cursors = dict(path.cursors)
        place, *others = {cursors[name] for name in op.others}
        bases = path.bases & shifted(op.sites, place)
        if bases and not others:
            there = with_cursors(with_bases(path, bases), (cursors | {op.cursor: place}).items())
            yield from self.restrict(there, place, op.contents)

    def _leave(self, op: NoteEnd, path: Path) -> Iterator[Path]:
        at = max(number for number, note in enumerate(path.notes) if note.value is None)
        site = dict(path.cursors)[op.cursor]
        for each in self._with_decided_content(path, site):
            left = each.notes[at]._replace(end=site, value=unconditional(self.at(each, site)))
            yield each._replace(notes=(*each.notes[:at], left, *each.notes[at + 1 :]))

    def _fork(self, op: Fork, path: Path) -> Iterator[Path]:
        effect = single_of(self.program, op) if self.effects else None
        if effect is None and (deferred := self._defer(op, path)) is not None:
            yield from deferred
            return
        rows = self._rows(effect.lay, path, dict(path.cursors)) if effect else []
        if effect is None or any(row[effect.column] == VOID for row, _ in rows):
            yield from self.alternatives(op, path)
            return
        elsewhere = path.bases & ~union(bases for _, bases in rows)
        if elsewhere:  # the board has no such square
            yield with_bases(path, elsewhere)
        for row, bases in rows:
            for part in self._before_writing(with_bases(path, bases), row, (effect.column,)):
                for each in self._with_decided_content(part, row[effect.column]):
                    yield from self._changed_there(effect, each, row[effect.column])

    def alternatives(self, op: Fork, path: Path) -> Iterator[Path]:
        """Every path through the alternatives of a fork. Those with few repetitions are followed first: if
        one of them is refused, nothing is wasted on the others."""
        found = dict[int, list[Path]]()
        for number in sorted(range(len(op.options)), key=lambda n: self._repetitions(op.options[n])):
            found[number] = self.body(op.options[number], path)
        for number in range(len(op.options)):
            yield from found[number]

    def _repetitions(self, body: Body) -> int:
        """The number of repetitions in a body, without those inside tests."""
        if id(body) not in self._repeats:
            nested = (self._repetitions(way) for op in body if isinstance(op, Fork) for way in op.options)
            self._repeats[id(body)] = body, sum(isinstance(op, Star) for op in body) + sum(nested)
        return self._repeats[id(body)][1]

    def _defer(self, op: Fork, path: Path) -> list[Path] | None:
        """The path with a deferred effect, if the fork is one."""
        named = self._cursors(op) if self.effects and not self._stars else None
        if named is None:
            return None
        places = dict(path.cursors)
        first = places[named[0]] if named else 0
        offsets = tuple((cursor, places[cursor] - first) for cursor in named)
        key = id(op), offsets
        if key not in self._deferred:
            self._deferred[key] = effects_of(self.program, op, offsets, self.body, self.anything)
        found = self._deferred[key]
        if found is None or not all(self._holds_settled_contents(path, site) for site, _ in path.writes):
            return None
        elsewhere = path.bases & ~union(shifted(sites, first) for sites, _ in found)
        after = [with_bases(path, elsewhere)] if elsewhere else []
        for sites, effect in found:
            if bases := path.bases & shifted(sites, first):
                there = translated_effects((effect,), first)
                after.append(with_bases(path, bases)._replace(effects=(*path.effects, *there)))
        return after

    def _cursors(self, op: Fork) -> list[str] | None:
        """The cursors that a fork reads; None if it reads squares that cannot be reached from them."""
        if id(op) not in self._forks:
            self._forks[id(op)] = op, sorted(free((op,))) if self._local((op,)) else None
        return self._forks[id(op)][1]

    def _holds_settled_contents(self, path: Path, site: int) -> bool:
        """Does a square currently hold contents that are possible between moves?"""
        value = self.at(path, site)
        if isinstance(value, Conditional):
            return bool(self.anything >> value.becomes & 1)
        there = image(self.anything if value.site is None else self._stood(path, value.site), value)
        return not there & ~self.anything

    def _changed_there(self, effect: Single, path: Path, site: int) -> Iterator[Path]:
        """An effect on a square that is known to be changed before, or not."""
        if self.at(path, site) == (site, -1, 0):
            held = self._stood(path, site)
            if held & effect.contents and held & ~effect.contents:
                maybe = Conditional(effect.contents, effect.becomes)
                yield with_cursors(path, path.cursors, (*path.writes, (site, maybe)))
                return
        for each in self.restrict(path, site, effect.contents):
            yield _with(each, site, effect.becomes)
        yield from self.restrict(path, site, ~effect.contents)

    def _each(self, op: Each, path: Path) -> list[Path]:
        """An `each` over contents that no settled square holds: they are only where they were written. If
        that is one square, and the block is always possible there, the path continues."""
        block = self.program.blocks[op.block]
        if not self.effects or op.contents & self.anything or op.others or op.cursors:
            return self._never(op, path)
        if path.effects:
            return [end for part in self.unfolded(path) for end in self._each(op, part)]
        places = [site for site, value in path.writes if self._among(path, value, op.contents)]
        if not places:
            return [path]
        at, *others = places
        ends = self.body(block.body, with_cursors(path, ((block.cursors[0], at),)))
        again = (
            site != at and self._among(end, value, op.contents) for end in ends for site, value in end.writes
        )
        sure = all((end.known, end.questions) == (path.known, path.questions) for end in ends)
        once = sum(end.bases for end in ends) == path.bases == union(end.bases for end in ends)
        if others or path.bases & ~shifted(op.sites, at) or not (sure and once) or any(again):
            return self._never(op, path)
        return [with_cursors(end, path.cursors) for end in ends]

    def _among(self, path: Path, value: SymbolicContent, contents: int) -> bool:
        """Is the written content one of some contents? NotClassified if that depends on the board."""
        if isinstance(value, Conditional):
            after = 1 << value.becomes | 1
        else:
            after = image(self.anything if value.site is None else self._stood(path, value.site), value)
        if after & contents and after & ~contents:
            raise NotClassified("it depends on the board where something is done")
        return bool(after & contents)

    def _stood(self, path: Path, site: int) -> int:
        return dict(path.known).get(site, self.anything)

    def _ask(self, op: Require, path: Path) -> Iterable[Path]:
        op = self.direct(op)
        block = self.program.blocks[op.block]
        if self.is_local(op.block):
            places = dict(path.cursors)
            given = zip(block.cursors, (places[name] for name in op.cursors), strict=True)
            ends = self.body(block.body, with_cursors(path, given))
            if not ends:  # the common case
                return [] if op.wanted else [path]
            found: list[Path] = []
            different = {end.bases for end in ends}
            for bases in different if different == {path.bases} else atoms([path.bases, *different]):
                part = with_bases(path, bases)
                here = {end.known: end for end in ends if end.bases & bases}
                decided = all(end.questions == path.questions for end in here.values())
                answer = self._answer(list(here.values()), part, op.wanted) if decided else None
                found += self.left(op, part) if answer is None else answer
            return found
        return self.left(op, path)

    def direct(self, op: Require) -> Require:
        """The same test with tests that only ask another one skipped."""
        block = self.program.blocks[op.block]
        match block.body:
            case (Require(inner, cursors, wanted),):
                outer = dict(zip(block.cursors, op.cursors, strict=True))
                given = tuple(map(outer.__getitem__, cursors))
                return self.direct(Require(inner, given, wanted == op.wanted))
        return op

    def is_local(self, name: str) -> bool:
        """Does a block read only squares reachable from its cursors?"""
        if name not in self._near:
            self._near[name] = self._local(self.program.blocks[name].body)
        return self._near[name]

    def left(self, op: Require, path: Path) -> Iterable[Path]:
        """The path with a test deferred."""
        places = dict(path.cursors)
        cursors = tuple(places[name] for name in op.cursors)
        self._placed += bool(cursors)
        if self._placed > MOST_PLACED:
            raise NotClassified(f"more than {MOST_PLACED} paths ask about a square")
        question = Question(op.block, op.wanted, path.writes, path.counters, cursors, path.effects)
        return [path._replace(questions=(*path.questions, question))]

    def _local(self, body: Body) -> bool:
        """Does a body read only squares reachable from its cursors?"""
        for op in body:
            match op:
                case Apply(anchor=str()) | Alias():
                    pass
                case Fork(options) if all(map(self._local, options)):
                    pass
                case Star(block) | Require(block) if self._local(self.program.blocks[block].body):
                    pass
                case _:
                    return False
        return True

    def _answer(self, ends: list[Path], path: Path, wanted: bool) -> list[Path] | None:
        """The path after a test of fixed squares; None if the result has no simple form."""
        if not ends:
            return [] if wanted else [path]
        if any(end.known == path.known for end in ends):
            return [path] if wanted else []
        if wanted and len(ends) == 1:
            return [path._replace(known=ends[0].known)]
        before, base = dict(path.known), path.bases.bit_length() - 1
        changed = [self._changed(before, dict(end.known), base) for end in ends]
        if any(len(each) > 1 for each in changed):
            return None
        sites = dict.fromkeys(site for each in changed for site in each)
        if wanted and len(sites) > 1:
            return None
        after = dict(before)
        for site in sites:
            held = before[site] if site in before else self.first(base + site)
            found = 0
            for each in changed:
                found |= each.get(site, 0)
            after[site] = found if wanted else held & ~found
        return [path._replace(known=tuple(after.items()))] if all(after.values()) else []

    def _changed(self, before: dict[int, int], after: dict[int, int], base: int) -> dict[int, int]:
        """The squares about which more is known afterwards, and what."""
        return {
            site: held
            for site, held in after.items()
            if held != (before[site] if site in before else self.first(base + site))
        }

    def _count(self, op: Adjust | Compare, path: Path) -> Iterator[Path]:
        yield path._replace(counters=(*path.counters, op))

    def _star(self, op: Star, path: Path) -> Iterator[Path]:
        block = self.program.blocks[op.block]
        if op.block in self.work.endless:
            raise NotClassified(self.work.endless[op.block])
        outside = dict(path.cursors)
        names = dict(zip(block.cursors, op.cursors, strict=True))
        inside = tuple((name, outside[outer]) for name, outer in names.items())
        now: list[Path] = [with_cursors(path, inside)]
        seen: dict[object, list[tuple[dict[int, int], int]]] = defaultdict(list)  # earlier conditions
        for rounds in range(MOST_ROUNDS):
            if rounds >= op.low:
                for each in now:
                    back = {names[name]: site for name, site in each.cursors if name in names}
                    yield with_cursors(each, (outside | back).items())
            if not now or rounds == op.high:
                return
            following = []
            for each in now:
                for end in self.body(block.body, each):
                    kept = with_cursors(end, [each for each in end.cursors if each[0] in names])
                    ways, known = seen[state_key(kept)], dict(kept.known)
                    old = 0 if rounds < op.low else union(b for way, b in ways if weaker(way, known))
                    if kept.bases & ~old:
                        if rounds + 1 >= op.low:  # else it is not yet a complete path, and may become one
                            ways.append((known, kept.bases & ~old))
                        following.append(with_bases(kept, kept.bases & ~old))
            now = following
            if len(now) > MOST_WAYS or number_of_paths(now) > MOST_WAYS * path.bases.bit_count():
                self.work.refuse(op.block, f"{op.block} goes more than {MOST_WAYS} ways")
        self.work.refuse(op.block, f"{op.block} may be repeated without end")

    def _never(self, op: Op, path: Path) -> list[Path]:
        raise NotClassified(f"`{type(op).__name__.lower()}` has no paths that could be listed")

    _rules: dict[type, Callable[..., Iterable[Path]]] = {  # noqa: RUF012  # a table of the class
        Apply: _lay,
        Choose: _choose,
        Alias: _stand,
        NoteEnd: _leave,
        Fork: _fork,
        ChooseDirection: _never,
        Require: _ask,
        Adjust: _count,
        Compare: _count,
        Star: _repeated,
        Each: _each,
        Most: _never,
        Go: _never,
    }
