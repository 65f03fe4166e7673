"""The paths of a game's moves, kept for other games in which the same alternatives are possible.

A text that is edited keeps most of its alternatives: those of the edited piece change, and with them the
tests of the whole board that all the others ask last. What an alternative does is fixed by its operations,
tables and blocks, but not by what such a test says. So each alternative is listed once; for other games only
the names of its tests are put in anew.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, count
from typing import NamedTuple

from lasker.compiler.groups.path import Path, merge_bases, rebased
from lasker.compiler.groups.path_budget import check_budget
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor, paths
from lasker.compiler.ir.ops import Apply, Body, Each, Fork, Op, Program, Require, Star

WORTH = 20  # steps of an alternative that is kept
DEEPEST = 4  # forks in one another
MOST_KEPT = 1_000  # alternatives
MOST_PATHS = 20_000  # of one that is kept
MOST_NUMBERS = 100_000  # of different operations and bodies

Tests = tuple[str, ...]  # names of blocks, in the order in which operations mention them


class Kept(NamedTuple):
    """The paths of an alternative, whose tests are named by their places in the order, and their cost."""

    paths: tuple[Path, ...]
    steps: int
    placed: int


_numbers: dict[Hashable, int] = {}
_fresh = count()
_kept: dict[Hashable, Kept] = {}


def kept_paths(program: Program, body: Body) -> list[Path]:
    """Every path through a body, as the symbolic execution lists them.

    >>> from lasker.compiler.ir.lower import lower
    >>> from lasker.play.library import model
    >>> game = lower(model("breakthrough"))
    >>> white = game.blocks[game.turns[0].move].body
    >>> kept_paths(game, white) == kept_paths(game, white) == paths(game, white)
    True
    """
    if program.frames > 1:
        return paths(program, body)  # it says why it has none
    check_budget(found := KeepingExecutor(program).body(body, Path()))
    return merge_bases(map(rebased, found))


class KeepingExecutor(SymbolicExecutor):
    """Symbolic execution that keeps the paths of alternatives, each with what follows it, wherever one path
    alone leads to them."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, effects=True)
        self._shapes = Shapes(program, self)
        self._board = program.sites, len(program.contents), program.marks, program.moved, program.ended
        self._alone, self._depth = True, 0
        self._rest: Body = ()  # what follows the present operation
        self._finished = False  # has the present operation done that, too?

    def body(self, body: Body, path: Path) -> list[Path]:
        """Every path through a body, each once."""
        if not self._alone:
            return super().body(body, path)
        found, outer = [path], (self._rest, self._finished)
        for at, op in enumerate(body):
            self._rest, self._finished = body[at + 1 :], False
            self._alone = len(found) == 1 and not isinstance(op, (Require, Star, Each))
            found = self.after(op, found)
            self._alone = True
            if self._finished:
                break
        self._rest, self._finished = outer
        return found

    def alternatives(self, op: Fork, path: Path) -> Iterator[Path]:
        """Every path through the alternatives of a fork."""
        if not self._alone or self._depth == DEEPEST or path.questions:
            self._alone = False
            yield from super().alternatives(op, path)
            return
        rest = self._rest
        self._depth += 1
        found = [each for option in op.options for each in self._kept((*option, *rest), path)]
        self._depth -= 1
        self._finished = True
        yield from found

    def _kept(self, body: Body, path: Path) -> list[Path]:
        """The paths through a body, listed now or before."""
        number, tests = self._shapes.of_body(body)
        key = self._board, number, tuple(map(tests.index, tests)), path
        if (kept := _kept.get(key)) is None:
            steps, placed = self.work.done, self._placed
            found = self.body(body, path)
            if self.work.done - steps >= WORTH and len(found) <= MOST_PATHS:
                places = {name: str(tests.index(name)) for name in tests}
                renamed = tuple(_with_tests(found, places))
                if len(_kept) >= MOST_KEPT:
                    _kept.clear()
                _kept[key] = Kept(renamed, self.work.done - steps, self._placed - placed)
            return found
        self.work.add(kept.steps)
        self._placed += kept.placed
        return list(_with_tests(kept.paths, {str(at): name for at, name in enumerate(tests)}))


def _with_tests(found: Iterable[Path], names: Mapping[str, str]) -> Iterator[Path]:
    """Paths whose tests are called otherwise."""
    for path in found:
        if path.questions:
            path = path._replace(questions=tuple(q._replace(block=names[q.block]) for q in path.questions))
        yield path


class Shapes:
    """What the bodies of a program do, as numbers that are the same in all programs, and the tests that they
    name. What tests of the whole board do is left out."""

    def __init__(self, program: Program, executor: SymbolicExecutor) -> None:
        self.program, self.executor = program, executor
        self._bodies: dict[int, tuple[Body, tuple[int, Tests]]] = {}  # by identity

    def of_body(self, body: Body) -> tuple[int, Tests]:
        """The number of a body, and the tests that it names."""
        if id(body) not in self._bodies:
            shapes = [self._of_operation(op) for op in body]
            number = _number((None, *(each for each, _ in shapes)))
            self._bodies[id(body)] = body, (number, tuple(chain.from_iterable(tests for _, tests in shapes)))
        return self._bodies[id(body)][1]

    def _of_operation(self, op: Op) -> tuple[int, Tests]:
        match op:
            case Apply():
                tables = tuple(_number(self.program.tables[table]) for table in op.tables)
                return _number((tables, replace(op, tables=()))), ()
            case Fork(options):
                shapes = [self.of_body(option) for option in options]
                tests = tuple(chain.from_iterable(named for _, named in shapes))
                return _number((Fork, *(each for each, _ in shapes))), tests
            case Require():
                op = self.executor.direct(op)
                far = not self.executor.is_local(op.block)
                number, tests = (-1, ()) if far else self._of_block(op.block)
                return _number((number, replace(op, block=""))), (op.block, *tests)
            case Star() | Each():
                number, tests = self._of_block(op.block)
                return _number((number, replace(op, block=""))), tests
        return _number(op), ()

    def _of_block(self, name: str) -> tuple[int, Tests]:
        block = self.program.blocks[name]
        number, tests = self.of_body(block.body)
        return _number((number, block.cursors, block.keeps, block.arrives)), tests


def _number(what: Hashable) -> int:
    """The number of a value: no other value ever has the same."""
    if what not in _numbers:
        if len(_numbers) > MOST_NUMBERS:
            _numbers.clear()
        _numbers[what] = next(_fresh)
    return _numbers[what]
