"""The `settle` rule on bitboards: mark changes, square by square."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lasker.algebra.contents import members
from lasker.compiler.groups.game import SettleStep, Test
from lasker.compiler.groups.moves import image
from lasker.compiler.groups.path import NotClassified, Path, unconditional
from lasker.compiler.groups.path_classification import GONE
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Each, Program


def settle_steps(
    program: Program, test: Callable[[str], Test], simple: Callable[[Path], Path | None]
) -> tuple[SettleStep, ...]:
    """Every `each` of `settle`, if all of them only change marks; `test` classifies the tests that they use,
    and `simple` restricts a path to settled boards."""
    return tuple(_settle_step(program, op, test, simple) for op in _eaches(program))


def _eaches(program: Program) -> Iterator[Each]:
    body = () if program.settle is None else program.blocks[program.settle].body
    for op in body:
        if not isinstance(op, Each) or op.others or op.cursors:
            raise NotClassified("`settle` does more than change single squares")
        yield op


def _settle_step(
    program: Program, op: Each, test: Callable[[str], Test], simple: Callable[[Path], Path | None]
) -> SettleStep:
    """A single `each` of `settle`, if it changes only the square that it visits."""
    block, walk = program.blocks[op.block], SymbolicExecutor(program)
    seen, done = set(), 0
    starts = walk.restrict(Path(op.sites, 0, cursors=((block.cursors[0], 0),)), 0, op.contents)
    ends = [end for start in starts for end in walk.body(block.body, start)]
    for path in filter(None, map(simple, ends)):
        value = unconditional(dict(path.writes).get(0, GONE))
        if done & path.bases or set(dict(path.writes)) != {0} or path.counters:
            raise NotClassified("`settle` does more than change single squares")
        if set(dict(path.known)) - {0} or not all(q.first for q in path.questions):
            raise NotClassified("`settle` looks at more than a square before it asks")
        for question in path.questions:
            test(question.block)
        asked = tuple((q.block, q.wanted) for q in path.questions)
        seen.add((dict(path.known)[0], value, asked))
        done |= path.bases
    if len(seen) != 1:
        raise NotClassified("`settle` does different things on different squares")
    holds, value, asked = seen.pop()
    symbols = {c >> program.marks for c in members(holds | image(holds, value))}
    if len(symbols) != 1:
        raise NotClassified("`settle` changes pieces, not only marks")
    return SettleStep(holds, op.sites, value, asked)
