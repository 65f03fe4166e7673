"""Priority without double evaluation: whether the first alternative succeeded is recorded while it runs.

`A // B` is a fork: A, or else B if a test says that A is impossible. The test takes the same paths as A, from
the same position, so its work is done twice. Where the two are equivalent, the first alternative records that
it has passed the point that the test asks for, and then the second is skipped.

The same holds for "as long as possible" (`A* ![A]`), a star followed by a test that its block is impossible:
as a loop it is a fork of one more round, or else of what follows; and a star itself detects where its block
is impossible (`Exhaust`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from lasker.compiler.emit.c.walk.equal_bodies import Likeness, Names
from lasker.compiler.ir.names import distinct
from lasker.compiler.ir.ops import Block, Body, Fork, Go, NoteEnd, Op, Program, Require, Star
from lasker.compiler.ir.passes.drop_unreached import drop_unreached, every
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Watch:
    """Starts watching whether a point is passed."""

    flag: int


@dataclass(frozen=True)
class Passed:
    """The watched point."""

    flag: int


@dataclass(frozen=True)
class Unless:
    """Continues if the point was not passed; with the test that would be needed otherwise."""

    flag: int
    ask: Require


@dataclass(frozen=True)
class KnownImpossible:
    """A block is known to be impossible here; with the test that would be needed otherwise."""

    ask: Require


@dataclass(frozen=True)
class Exhaust(Star):
    """A star that continues only where its block is impossible once more."""


Watched = Watch | Passed | Unless | KnownImpossible


def most_priorities(program: Program) -> int:
    """The number of points that may have to be watched."""
    program = with_rounds_first(program)
    forks = (op for block in program.blocks.values() for op in every(block.body) if isinstance(op, Fork))
    return sum(_refusal(option) is not None for fork in forks for option in fork.options)


def with_priorities(program: Program) -> Program:
    """The same program with watched points instead of tests; only C is generated from it.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> program = compiled(model("nine_mens_morris")).program
    >>> blocks = with_priorities(program).blocks
    >>> sum(isinstance(op, Unless) for op in every(blocks["white"].body)), most_priorities(program) > 0
    (8, True)
    """
    marking = _Marking(with_rounds_first(program))
    for name in marking.program.blocks:
        marking.block(name)
    return drop_unreached(replace(program, blocks=marking.blocks))


def with_rounds_first(program: Program) -> Program:
    """The same program in which loops that are left only where no round is possible try a round first.

    >>> from lasker.compiler.pipeline import compiled
    >>> from lasker.play.library import model
    >>> loop = Block("loop", ("at",), (Fork(((Go("rest", ("at",)),), (NoteEnd("at"), Go("loop", ("at",))))),))
    >>> rest = Block("rest", ("there",), (Require("test", ("there",), False), NoteEnd("there")))
    >>> program = replace(compiled(model("tictactoe")).program, blocks={"loop": loop, "rest": rest})
    >>> more, last = with_rounds_first(program).blocks["loop"].body[0].options
    >>> last
    (Require(block='test', cursors=('at',), wanted=False), Go(block='rest_left', cursors=('at',)))
    """
    blocks = dict(program.blocks)
    for block in program.blocks.values():
        match block.body:
            case (*before, Fork(((Go() as go,), more))) if (
                _refusal(program.blocks[go.block].body) is not None
            ):
                rest = program.blocks[go.block]
                ask, *after = rest.body
                assert isinstance(ask, Require)
                given = dict(zip(rest.cursors, go.cursors, strict=True))
                own = distinct((*blocks, f"{rest.name}_left"))[-1]
                blocks[own] = replace(rest, name=own, body=tuple(after))
                asked = replace(ask, cursors=tuple(given[cursor] for cursor in ask.cursors))
                last = (asked, replace(go, block=own))
                blocks[block.name] = replace(block, body=(*before, Fork((more, last))))
    return replace(program, blocks=blocks)


def _refusal(way: Body) -> Require | None:
    """The test that must fail for an alternative, if it begins with one."""
    return way[0] if way and isinstance(way[0], Require) and not way[0].wanted else None


class _Marking:
    """State of the search for points in a program."""

    def __init__(self, program: Program) -> None:
        self.program, self.likeness = program, Likeness(program)
        self.blocks = dict(program.blocks)
        self.done: set[str] = set()
        self.spent: dict[str, str] = {}  # blocks, and their versions whose first test is known to fail
        self.flags = 0

    def block(self, name: str) -> Block:
        """A block with its points."""
        if name not in self.done:
            self.done.add(name)
            self.blocks[name] = replace(self.blocks[name], body=self.body(self.blocks[name].body))
        return self.blocks[name]

    def body(self, body: Body) -> Body:
        """A body with its points, those of inner forks first."""
        match body:
            case (*before, Star() as star, Go() as go):
                return (*before, *(self.exhausted(star, go) or (star, go)))
        if not body or not isinstance(body[-1], Fork):
            return body
        ways = [self.body(option) for option in body[-1].options]
        watched = list(self.watched(ways))
        return cast(Body, (*body[:-1], *map(Watch, watched), Fork(tuple(ways))))

    def exhausted(self, star: Star, go: Go) -> Body | None:
        """A star and what follows, if that begins with a test that the star's block is impossible."""
        rest, again = self.program.blocks[go.block], self.program.blocks[star.block]
        ask = _refusal(rest.body)
        if ask is None or star.high is not None or again.keeps != again.cursors:
            return None
        kept = dict(zip(star.cursors, again.cursors, strict=True))
        given = dict(zip(rest.cursors, go.cursors, strict=True))
        asked = zip(self.program.blocks[ask.block].cursors, ask.cursors, strict=True)
        names = {own: kept[given[cursor]] for own, cursor in asked if given[cursor] in kept}
        if not self.likeness.alike(ask.block, star.block, names):
            return None
        if go.block not in self.spent:
            own = self.spent[go.block] = distinct((*self.blocks, f"{go.block}_spent"))[-1]
            body = cast(Body, (KnownImpossible(ask), *self.block(go.block).body[1:]))
            self.blocks[own] = replace(rest, name=own, body=body)
            self.done.add(own)
        return Exhaust(star.block, star.cursors, star.low, None), replace(go, block=self.spent[go.block])

    def watched(self, ways: list[Body]) -> Iterator[int]:
        """The points that alternatives of a fork must pass for others to be skipped; the alternatives are
        modified."""
        for number, way in enumerate(ways):
            ask = _refusal(way)
            if ask is None:
                continue
            asked = self.program.blocks[ask.block]
            names = dict(zip(asked.cursors, ask.cursors, strict=True))
            only = asked.body[0] if len(asked.body) == 1 else None
            tests = only.options if isinstance(only, Fork) else (asked.body,)
            first = number - len(tests)
            point = _Point(self, self.flags)
            self.flags += 1
            found = None if first < 0 else point.all_ways(tests, ways[first:number], names)
            if found is not None:
                self.blocks |= {block.name: block for block in point.own.values()}
                self.done |= {block.name for block in point.own.values()}
                ways[first:number] = found
                ways[number] = cast(Body, (Unless(point.flag, ask), *way[1:]))
                yield point.flag


class _Point:
    """A watched point, while the alternatives that must pass it are compared.

    Where a test and an alternative continue in other blocks, the alternative gets such blocks of its own,
    with points in them.
    """

    def __init__(self, marking: _Marking, flag: int) -> None:
        self.marking, self.flag = marking, flag
        self.program, self.likeness = marking.program, marking.likeness
        self.own: dict[tuple[object, ...], Block] = {}

    def all_ways(self, tests: Sequence[Body], ways: Sequence[Body], names: Names) -> list[Body] | None:
        """Alternatives with the points of tests, if each is equivalent to its test."""
        found = []
        for test, way in zip(tests, ways, strict=True):
            passing = self.way(test, way, names)
            if passing is None:
                return None
            found.append(passing)
        return found

    def way(self, test: Body, way: Body, names: Names) -> Body | None:
        """An alternative with the points at which a test would have held, if it is equivalent to the test."""
        if self.likeness.is_sure(test):
            return cast(Body, (Passed(self.flag), *way))
        if not way:
            return None
        op, rest = cast("Op | Watched", way[0]), way[1:]
        if isinstance(op, Go) and not isinstance(test[0], Go):
            own = self.entered(test, op, names)
            return None if own is None else (replace(op, block=own.name),)
        if isinstance(op, NoteEnd | Watch | Passed):  # nothing that a test could observe
            after = self.way(test, rest, names)
            return None if after is None else (way[0], *after)
        match test[0], op:
            case Fork(tests), Fork(options) if len(tests) == len(options):
                found = self.all_ways(tests, options, names)
                return None if found is None else (Fork(tuple(found)),)
            case Go() as asked, Go():
                own = self.block(asked, op, names)
                return None if own is None else (replace(op, block=own.name),)
            case asked, _:
                now = self.likeness.after(
                    asked, op.ask if isinstance(op, Unless | KnownImpossible) else op, names
                )
                after = None if now is None else self.way(test[1:], rest, now)
                return None if after is None else (way[0], *after)

    def block(self, asked: Go, go: Go, names: Names) -> Block | None:
        """A block of its own for an alternative that continues as a test does."""
        there = self.marking.block(go.block)
        inside = self.likeness.received(asked, go, names, there.cursors)
        return self._block(self.program.blocks[asked.block].body, there, inside)

    def entered(self, test: Body, go: Go, names: Names) -> Block | None:
        """The same for an alternative that continues in a block of its own, where the test does not."""
        there = self.marking.block(go.block)
        given = dict(zip(go.cursors, there.cursors, strict=True))
        return self._block(test, there, {own: given[to] for own, to in names.items() if to in given})

    def _block(self, test: Body, there: Block, inside: Names) -> Block | None:
        key = (test, there.name, tuple(sorted(inside.items())))
        if key not in self.own:
            known = (*self.marking.blocks, *(block.name for block in self.own.values()))
            name = distinct((*known, f"{there.name}_watched"))[-1]
            self.own[key] = replace(there, name=name)  # the result in case of recursion
            body = self.way(test, there.body, inside)
            if body is None:
                return None
            self.own[key] = replace(there, name=name, body=body)
        return self.own[key]
