"""Target squares of a test: where a chosen piece could meet what the test searches for.

A test such as "can a rook, a knight … capture the king?" chooses a piece and follows it. Every successful
path passes a rewrite that requires a piece of certain kinds, the target, on some square. All paths are
followed here from every square, without a board; the squares on which the target must stand are recorded by
kind and start. Where no target stands on any of them, the test fails, and the piece need not be followed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import cast

from lasker.algebra.contents import members
from lasker.compiler.emit.c.walk.priorities import KnownImpossible, Passed, Unless, Watch, Watched
from lasker.compiler.ir.ops import (
    Adjust,
    Alias,
    Apply,
    Block,
    Body,
    Choose,
    ChooseDirection,
    Compare,
    Fork,
    Go,
    NoteEnd,
    Op,
    Program,
    Require,
    Select,
    free,
)
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.kernel.dataclass import dataclass

MOST_STEPS = 150_000  # operations that are followed for one test
MOST_BYTES = 1 << 15  # of the tables of one test
Places = Mapping[str, int]


@dataclass(frozen=True)
class Aim:
    """The contents of targets, and by kind and start of a chosen piece where one must stand."""

    targets: int
    goals: Mapping[int, tuple[int, ...]]  # kind, and then for every site a set of sites


class _NoAim(Exception):
    """A path through a test needs no target, or cannot be followed."""


def aim(program: Program, block: Block, choice: Choose, rest: Body) -> Aim | None:
    """The target squares of a test's choice, if every path from there needs a target."""
    if block.keeps is not None or block.arrives or _bytes(program, choice) > MOST_BYTES:
        return None
    if free(rest) - {choice.cursor}:
        return None
    for kinds in sorted(_candidates(program, block, choice), key=len):
        try:
            goals = _Search(program, kinds).goals(choice, rest)
        except _NoAim:
            continue
        return Aim(whole_kinds(program, kinds), goals)
    return None


def whole_kinds(program: Program, kinds: Iterable[int]) -> int:
    """The contents of some kinds, with any marks."""
    variants = 1 << program.marks
    return sum((1 << variants) - 1 << kind * variants for kind in kinds)


def targets(program: Program) -> Iterator[int]:
    """The contents that may be targets of some test."""
    for block in program.blocks.values():
        for op in every(block.body):
            if isinstance(op, Apply):
                yield from (whole_kinds(program, _kinds(program, contents)) for _, contents in op.checks)


def _bytes(program: Program, choice: Choose) -> int:
    return len(_kinds(program, choice.contents)) * program.sites * ((program.sites + 63) // 64) * 8


def _kinds(program: Program, contents: int) -> frozenset[int]:
    return _kinds_of(contents, program.marks)


@lru_cache(maxsize=4096)
def _kinds_of(contents: int, marks: int) -> frozenset[int]:
    return frozenset(content >> marks for content in members(contents))


def _candidates(program: Program, block: Block, choice: Choose) -> set[frozenset[int]]:
    """Kinds of pieces that some rewrite of the test requires, and that the test itself never writes."""
    asked: set[frozenset[int]] = set()
    written = set(_kinds(program, choice.contents))
    for name in reached_from(program, [block.name]):
        for op in every(program.blocks[name].body):
            if isinstance(op, Apply):
                asked |= {_kinds(program, contents) for _, contents in op.checks}
                written |= {content >> program.marks for _, contents in op.writes for content in contents}
    return {kinds for kinds in asked if 0 not in kinds and not kinds & written}


class _Search:
    """Enumerates all paths from a choice, for one kind of piece on one square after the other."""

    def __init__(self, program: Program, targets: frozenset[int]) -> None:
        self.program, self.targets = program, targets
        self.steps = 0
        self.found = 0  # sites on which a target must stand
        self.seen: set[tuple[object, ...]] = set()

    def goals(self, choice: Choose, rest: Body) -> dict[int, tuple[int, ...]]:
        """By kind, for every site as a start, where a target must stand."""
        return {
            kind: tuple(
                self.followed(choice, rest, kind, site) if choice.sites >> site & 1 else 0
                for site in range(self.program.sites)
            )
            for kind in sorted(_kinds(self.program, choice.contents))
        }

    def followed(self, choice: Choose, rest: Body, kind: int, site: int) -> int:
        """The same for one kind on one site."""
        self.found = 0
        self.seen.clear()
        self.follow(rest, {choice.cursor: site * self.program.frames}, {site: kind})
        return self.found

    def follow(self, body: Body, places: Places, held: Mapping[int, int]) -> None:
        """All paths through a body, with cursors at places, and known kinds of pieces on some sites."""
        while True:
            self.steps += 1
            if self.steps > MOST_STEPS or not body:
                raise _NoAim
            op, rest = cast("Op | Watched", body[0]), body[1:]
            match op:
                case Apply():
                    laid = self.laid(op, places, held)
                    if laid is None:
                        return
                    body, (places, held) = rest, laid
                case Select(selector, choices):
                    body = (choices[places[selector]], *rest)
                case Fork(options):
                    for option in options:
                        self.follow((*option, *rest), places, held)
                    return
                case ChooseDirection(cursor, count):
                    for way in range(count):
                        self.follow(rest, {**places, cursor: way}, held)
                    return
                case Go(name, cursors):
                    block, at = self.program.blocks[name], [places[cursor] for cursor in cursors]
                    key = (name, *at, *sorted(held.items()))
                    if key in self.seen:
                        return
                    self.seen.add(key)
                    body, places = block.body, dict(zip(block.cursors, at, strict=True))
                case Alias(cursor, others):
                    body, places = rest, {**places, cursor: places[others[0]]}
                case (
                    Require()
                    | Compare()
                    | Adjust()
                    | NoteEnd()
                    | Watch()
                    | Passed()
                    | Unless()
                    | KnownImpossible()
                ):
                    body = rest
                case _:
                    raise _NoAim

    def laid(
        self, op: Apply, places: Places, held: Mapping[int, int]
    ) -> tuple[dict[str, int], dict[int, int]] | None:
        """The result of a rewrite, if it may be laid and needs no target; what it needs is recorded."""
        if op.anchor is None:
            raise _NoAim
        table = self.program.tables[op.tables[0 if op.direction is None else places[op.direction]]]
        row = table.rows[places[op.anchor]]
        if row is None:
            return None
        frames = self.program.frames
        needed = 0
        for column, contents in op.checks:
            if row[column] < 0:
                continue
            site, kinds = row[column] // frames, _kinds(self.program, contents)
            if site in held:
                if held[site] not in kinds:
                    return None
            elif kinds <= self.targets:
                needed = 1 << site
        if needed:
            self.found |= needed
            return None
        known = dict(held)
        for column, choices in op.writes:
            kinds = frozenset(content >> self.program.marks for content in choices)
            self.note(known, row[column] // frames, kinds)
        for carry in op.carries:
            if carry.source is not None:
                at = places[carry.source] // frames
                self.note(known, row[carry.column] // frames, frozenset((held[at],) if at in held else ()))
        return {**places, **{cursor: row[column] for cursor, column in op.walks}}, known

    def note(self, known: dict[int, int], site: int, kinds: frozenset[int]) -> None:
        """Records that a site holds a piece of one of some kinds; of an unknown one, if there are none."""
        if not kinds:
            raise _NoAim  # what is carried might be a target
        if len(kinds) == 1:
            known[site] = next(iter(kinds))
        else:
            known.pop(site, None)
