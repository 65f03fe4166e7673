"""Pass: removes unreachable blocks and unused tables (dead code elimination)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lasker.compiler.ir.ops import Apply, Body, Each, Fork, Most, Op, Program, Select, Star


def drop_unreached(program: Program) -> Program:
    """The same program with only the reachable blocks, and only the tables that they use."""
    reached = reached_from(program, entry_blocks(program))
    blocks = {name: block for name, block in program.blocks.items() if name in reached}
    every_op = [op for block in blocks.values() for op in every(block.body)]
    laid = sorted({table for op in every_op if isinstance(op, Apply) for table in op.tables})
    number = {old: new for new, old in enumerate(laid)}
    return replace(
        program,
        tables=tuple(program.tables[table] for table in laid),
        blocks={name: replace(block, body=_renumbered(block.body, number)) for name, block in blocks.items()},
    )


def move_blocks(program: Program) -> list[str]:
    """The blocks that moves depend on, without those that only decide the outcome of a game."""
    starts = [turn.move for turn in program.turns]
    if program.settle is not None:
        starts.append(program.settle)
    starts += [block for turn in program.turns for _, block in turn.odds]
    starts += [test for turn in program.turns for test, _ in turn.next if test is not None]
    return list(reached_from(program, [*starts, *(end.block for turn in program.turns for end in turn.ends)]))


def repeated(program: Program) -> set[str]:
    """The blocks that may run more than once in one move."""
    found: set[str] = set()
    for name, block in program.blocks.items():
        following = [op for op in every(block.body) if hasattr(op, "block")]
        found |= reached_from(
            program, [op.block for op in following if isinstance(op, Star | Each | Most)]
        ).keys()
        if name in reached_from(program, [op.block for op in following]):
            found.add(name)
    return found


def reached_from(program: Program, starts: Iterable[str]) -> dict[str, None]:
    """Some blocks and everything reachable from them."""
    reached: dict[str, None] = {}
    todo = list(starts)[::-1]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached[name] = None
            todo += [op.block for op in every(program.blocks[name].body) if hasattr(op, "block")]
    return reached


def entry_blocks(program: Program) -> Iterator[str]:
    """The entry blocks of a program."""
    yield from (turn.move for turn in program.turns)
    yield from program.residuals
    yield from outcome_blocks(program)


def outcome_blocks(program: Program) -> Iterator[str]:
    """The entry blocks other than those of moves: after a move, and where the game may end."""
    for turn in program.turns:
        yield from (test for test, _ in turn.next if test is not None)
        yield from (end.block for end in (*turn.ends, *turn.verdicts))
        yield from turn.adjudications
        yield from turn.questions
        yield from (block for _, block in turn.odds)
    if program.settle is not None:
        yield program.settle


def every(body: Body) -> Iterator[Op]:
    """Every operation of a body, including those in forks and selections."""
    for op in body:
        yield op
        if isinstance(op, Fork):
            for option in op.options:
                yield from every(option)
        elif isinstance(op, Select):
            yield from op.options


def _renumbered(body: Body, number: dict[int, int]) -> Body:
    def change(op: Op) -> Op:
        if isinstance(op, Apply):
            return replace(op, tables=tuple(number[table] for table in op.tables))
        if isinstance(op, Fork):
            return Fork(tuple(_renumbered(option, number) for option in op.options))
        if isinstance(op, Select):
            return Select(op.direction, _renumbered(op.options, number))  # type: ignore[arg-type]  # they stay alike
        return op

    return tuple(map(change, body))
