"""Residuals: alternatives of a block whose paths cannot be enumerated. The walk runs them; the rest is on
bitboards.

One rule that cannot be enumerated, an unbounded chain of steps or an `each`, does not exclude a whole game
from bitboards: a body is split fork by fork, and only the alternatives that fail become residuals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from lasker.compiler.groups.moves import EMPTY, Conditions, Residual, Written
from lasker.compiler.groups.path import NotClassified, Path, Value, union
from lasker.compiler.groups.path_budget import WorkBudget
from lasker.compiler.ir.ops import Apply, Block, Body, Carry, Choose, Fork, Op, Program, Require
from lasker.compiler.ir.passes.drop_unreached import every

WHOLE = 200_000  # bound on path steps for a whole game: two seconds
SPARE = 25_000  # bound on path steps wasted after the first failure, for a whole game
LEAST = 500  # steps that are always tried


class Splitting:
    """Bodies split into alternatives with and without paths, with a bound on wasted work."""

    def __init__(self, listed: Callable[[Body], list[Path]], work: WorkBudget) -> None:
        self.listed, self.work = listed, work
        self.left = SPARE
        self.share = 1.0  # of the steps for whole bodies that may be made up to now

    def split(self, body: Body) -> tuple[list[Path], tuple[Body, ...], str]:
        """The enumerable paths of a body, the alternatives that have none, and the reason why."""
        try:
            return self.whole(body), (), ""
        except NotClassified as reason:
            return *self._split_fork(body), str(reason)

    def whole(self, body: Body) -> list[Path]:
        """All paths of a body, or NotClassified; it may be a test of an alternative under trial, which has a
        tighter bound of its own."""
        with self.work.at_most(max(int(WHOLE * self.share) - self.work.done, LEAST)):
            return self.listed(body)

    def is_spent(self, refused: bool) -> bool:
        """Can a body be listed neither as a whole, which is `refused` or too much work, nor split?"""
        return self.left <= 0 and (refused or self.work.done >= WHOLE - LEAST)

    def _split_fork(self, body: Body) -> tuple[list[Path], tuple[Body, ...]]:
        """The paths and the alternatives without paths of a body that cannot be enumerated as a whole."""
        found, left = list[Path](), list[Body]()
        for way in _alternatives(body) if self.left > 0 else ():
            paths, others = self._part(way)
            found += paths
            left += others
        return (found, tuple(left)) if found else ([], (body,))

    def _part(self, body: Body) -> tuple[list[Path], tuple[Body, ...]]:
        before = self.work.done
        try:
            with self.work.at_most(max(self.left, LEAST)):
                return self.listed(body), ()
        except NotClassified:
            self.left -= self.work.done - before
            return self._split_fork(body)


def _alternatives(body: Body) -> Iterator[Body]:
    """The alternatives of a body at its first fork, each with everything before and after it."""
    for at, op in enumerate(body):
        if isinstance(op, Fork):
            yield from ((*body[:at], *option, *body[at + 1 :]) for option in op.options)
            return


def residual_of(
    program: Program, block: Block, name: str, ways: tuple[Body, ...], alphabet: int, why: str
) -> Residual:
    """Some alternatives of a block as a residual with a name of its own."""
    body = ways[0] if len(ways) == 1 else (Fork(ways),)
    done = list(_rewrites(program, body))
    return Residual(
        replace(block, name=name, body=body),
        _needs(body, alphabet),
        tuple(dict.fromkeys(value for lay in done for value in _values(program, lay, alphabet))),
        tuple(dict.fromkeys(_changed(program, lay, alphabet) for lay in done)),
        (1 << program.sites) - 1,
        why,
    )


def with_residuals(program: Program, residuals: Iterable[Residual]) -> Program:
    """The program with the blocks of residuals added.

    >>> from lasker.compiler.ir.reader import read
    >>> program = read("program sites 1 frames 1 marks 0 moved 0 ended 0\\ncontents empty")
    >>> found = residual_of(program, Block("go", (), (), arrives=True), "rest", ((Fork(()),),), 1, "")
    >>> with_residuals(program, [found]).residuals
    ('rest',)
    """
    blocks = {each.block.name: each.block for each in residuals}
    return replace(program, blocks=program.blocks | blocks, residuals=tuple(blocks))


def _needs(body: Body, alphabet: int) -> Conditions:
    """Contents required somewhere for a body to be possible at all: those of its first chosen square."""
    for op in body:
        if isinstance(op, Choose):
            return ((op.contents & alphabet, op.sites),)
        if not isinstance(op, Require):
            break
    return ()


def _rewrites(program: Program, body: Body) -> Iterator[Apply]:
    """Every rewrite that a body may carry out, without those inside tests."""
    seen, todo = set[str](), [body]
    while todo:
        ops: list[Op] = list(every(todo.pop()))
        yield from (op for op in ops if isinstance(op, Apply))
        for op in ops:
            block = getattr(op, "block", None)
            if block is not None and not isinstance(op, Require) and block not in seen:
                seen.add(block)
                todo.append(program.blocks[block].body)


def _values(program: Program, lay: Apply, alphabet: int) -> Iterator[Written]:
    """The values that a rewrite may write."""
    for _, contents in lay.writes:
        yield from ((EMPTY, Value(None, 0, content)) for content in contents)
    for carry in lay.carries:
        moved = program.moved if carry.source is not None and not _may_stay(program, lay, carry) else 0
        loses = carry.loses | moved
        yield alphabet, Value(0, ~(loses | carry.gains), carry.gains & ~loses)


def _may_stay(program: Program, lay: Apply, carry: Carry) -> bool:
    """May a piece be carried to its own square?"""
    if lay.anchor != carry.source:
        return True  # unknown
    return any(_at_anchor(program, lay, carry.column))


def _changed(program: Program, lay: Apply, alphabet: int) -> tuple[tuple[int, int], ...]:
    """Contents before and after of the squares of a rewrite, except for a piece that is carried from the
    anchor square to another one and replaced there."""
    checked = dict(lay.checks)
    written = {column: union(1 << content for content in contents) for column, contents in lay.writes}
    home = next((column for column in written if _is_anchor(program, lay, column)), None)
    found = [(checked.get(column, alphabet) & alphabet, after) for column, after in written.items()]
    carried = [carry for carry in lay.carries if carry.source is not None]
    if home is not None and [carry.source for carry in carried] == [lay.anchor]:
        (carry,) = carried
        found = [(checked.get(c, alphabet) & alphabet, after) for c, after in written.items() if c != home]
        found += [(alphabet, written[home]), (checked.get(carry.column, alphabet) & alphabet, 0)]
        return tuple(found)
    return (*found, *((alphabet, alphabet) for _ in carried))


def _is_anchor(program: Program, lay: Apply, column: int) -> bool:
    """Is a column of a rewrite its anchor square at every place?"""
    return all(_at_anchor(program, lay, column))


def _at_anchor(program: Program, lay: Apply, column: int) -> Iterator[bool]:
    """For every place of a rewrite: is a column the anchor square there?"""
    rows = (enumerate(program.tables[table].rows) for table in lay.tables)
    sites = ((row[column], place) for each in rows for place, row in each if row is not None)
    return (to // program.frames == place // program.frames for to, place in sites)
