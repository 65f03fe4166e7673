"""The `settle` rule on bitboards: mark changes, square by square; then changes of counters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from lasker.algebra.contents import members
from lasker.compiler.groups.game import CountStep, CountWay, PieceCounter, SettleStep, Test
from lasker.compiler.groups.kinds.path_classification import GONE
from lasker.compiler.groups.moves import image
from lasker.compiler.groups.path import NotClassified, Path, unconditional
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Adjust, Body, Compare, Each, Fork, Op, Program, Require


def settle_steps(
    program: Program, test: Callable[[str], Test], simple: Callable[[Path], Path | None]
) -> tuple[SettleStep, ...]:
    """Every `each` of `settle`, if all of them only change marks; `test` classifies the tests that they use,
    and `simple` restricts a path to settled boards."""
    return tuple(_settle_step(program, op, test, simple) for op in _parts(program)[0])


def count_steps(
    program: Program, alphabet: int, test: Callable[[str], Test], read: Mapping[str, Iterable[int]]
) -> tuple[CountStep, ...]:
    """What `settle` does to counters after it has changed marks, a step for each choice in it; `test`
    classifies the tests that it uses, and `read` says which counters these read."""
    steps = [CountStep(tuple(_ways(program, op, alphabet))) for op in _parts(program)[1]]
    for block, _ in (asked for step in steps for way in step.ways for asked in way.questions):
        test(block)
        if not all(program.counters[slot].scratch for slot in read[block]):
            raise NotClassified("`settle` asks a counter within a test")
    return tuple(steps)


def _ways(program: Program, op: Op, alphabet: int) -> Iterator[CountWay]:
    """The ways through a step of `settle` that changes counters."""
    match op:
        case Fork(options):
            for option in options:
                yield from _sequences(program, option, alphabet)
        case Require(block, (), wanted):
            match program.blocks[block].body:
                case (Compare() as compared,):
                    yield CountWay((), (compared if wanted else _negated(compared),))
                case _:
                    yield CountWay(((block, wanted),), ())
        case Adjust() | Compare():
            yield CountWay((), (op,))
        case Each() if (slot := _counts(program, op)) is not None:
            yield CountWay((), (PieceCounter(slot, op.contents & alphabet, op.sites),))
        case _:
            raise NotClassified("`settle` does more than change single squares")


def _sequences(program: Program, body: Body, alphabet: int) -> Iterator[CountWay]:
    """The ways through operations one after the other."""
    if not body:
        yield CountWay((), ())
        return
    for first in _ways(program, body[0], alphabet):
        for rest in _sequences(program, body[1:], alphabet):
            steps = (*first.steps, *rest.steps)
            tallied = {step.slot for step in first.steps if isinstance(step, PieceCounter)}
            if tallied & {step.slot for step in rest.steps if not isinstance(step, PieceCounter)}:
                raise NotClassified("`settle` goes on with a count of pieces")
            yield CountWay((*first.questions, *rest.questions), steps)


def _negated(op: Compare) -> Compare:
    """The comparison that holds where this one does not."""
    opposite = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
    return replace(op, relation=opposite[op.relation])


def _counts(program: Program, op: Each) -> int | None:
    """The counter that an `each` adds to for every square; None if it does anything else."""
    match program.blocks[op.block].body:
        case (Adjust(slot, True, 1),) if not op.others and not op.cursors:
            return slot
    return None


def _parts(program: Program) -> tuple[list[Each], list[Op]]:
    """The operations of `settle` that change marks, and those after them."""
    body = () if program.settle is None else program.blocks[program.settle].body
    marking, counting = list[Each](), list[Op]()
    for op in body:
        if isinstance(op, Each) and _counts(program, op) is None and not counting:
            if op.others or op.cursors:
                raise NotClassified("`settle` does more than change single squares")
            marking.append(op)
        else:
            counting.append(op)
    return marking, counting


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
