"""Residuals: alternatives of a block that have no paths. They are walked where the rest is on bitboards.

One rule that cannot be listed, a chain of steps without end or an `each`, does not take a whole game from the
bitboards: a body is opened fork by fork, and only the ways that fail are left to the walk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from lasker.compiler.groups.moves import EMPTY, Conditions, Residual, Written
from lasker.compiler.groups.path import NotFlat, Path, Value, union
from lasker.compiler.groups.path_budget import Work
from lasker.compiler.ir.ops import Ask, Block, Body, Carry, Choose, Fork, Lay, Op, Program
from lasker.compiler.ir.passes.drop_unreached import every

WHOLE = 250_000  # steps of paths that may be taken for a whole game: some seconds
SPARE = 25_000  # steps of paths that may be taken in vain after the first failure, for a whole game
LEAST = 500  # steps that are always tried


class Splitting:
    """Bodies taken apart into what has paths and what has none, with a bound on what is tried in vain."""

    def __init__(self, listed: Callable[[Body], list[Path]], work: Work) -> None:
        self.listed, self.work = listed, work
        self.left = SPARE
        self.why = ""  # something has no paths: the reason that was told first

    def split(self, body: Body) -> tuple[list[Path], tuple[Body, ...]]:
        """The paths of a body, as far as it has any; and the ways that have none."""
        self.why = ""
        try:
            return self.whole(body), ()
        except NotFlat as reason:
            return self._opened(body, str(reason))

    def whole(self, body: Body) -> list[Path]:
        """All paths of a body, or NotFlat; it may be a test of a part that is tried, which has a closer bound
        of its own."""
        with self.work.at_most(max(WHOLE - self.work.done, LEAST)):
            return self.listed(body)

    def _opened(self, body: Body, why: str) -> tuple[list[Path], tuple[Body, ...]]:
        """The same of a body that has no paths as a whole."""
        self.why = self.why or why
        found, left = list[Path](), list[Body]()
        for way in _ways(body) if self.left > 0 else ():
            paths, others = self._part(way)
            found += paths
            left += others
        return (found, tuple(left)) if found else ([], (body,))

    def _part(self, body: Body) -> tuple[list[Path], tuple[Body, ...]]:
        before = self.work.done
        try:
            with self.work.at_most(max(self.left, LEAST)):
                return self.listed(body), ()
        except NotFlat as reason:
            self.left -= self.work.done - before
            return self._opened(body, str(reason))


def _ways(body: Body) -> Iterator[Body]:
    """The ways of a body at its first fork, each with all that comes before and after it."""
    for at, op in enumerate(body):
        if isinstance(op, Fork):
            yield from ((*body[:at], *option, *body[at + 1 :]) for option in op.options)
            return


def residual_of(
    program: Program, block: Block, name: str, ways: tuple[Body, ...], alphabet: int, why: str
) -> Residual:
    """Some ways of a block, to be walked under another name."""
    body = ways[0] if len(ways) == 1 else (Fork(ways),)
    done = list(_done(program, body))
    return Residual(
        replace(block, name=name, body=body),
        _needs(body, alphabet),
        tuple(dict.fromkeys(value for lay in done for value in _values(program, lay, alphabet))),
        tuple(dict.fromkeys(_changed(program, lay, alphabet) for lay in done)),
        (1 << program.sites) - 1,
        why,
    )


def with_residuals(program: Program, residuals: Iterable[Residual]) -> Program:
    """The program with the blocks of residuals, which begin something like its own.

    >>> from lasker.compiler.ir.reader import read
    >>> program = read("program sites 1 frames 1 marks 0 moved 0 ended 0\\ncontents empty")
    >>> found = residual_of(program, Block("go", (), (), arrives=True), "rest", ((Fork(()),),), 1, "")
    >>> with_residuals(program, [found]).residuals
    ('rest',)
    """
    blocks = {each.block.name: each.block for each in residuals}
    return replace(program, blocks=program.blocks | blocks, residuals=tuple(blocks))


def _needs(body: Body, alphabet: int) -> Conditions:
    """What must stand somewhere for a body to be done at all: what its first cursor is put on."""
    for op in body:
        if isinstance(op, Choose):
            return ((op.contents & alphabet, op.sites),)
        if not isinstance(op, Ask):
            break
    return ()


def _done(program: Program, body: Body) -> Iterator[Lay]:
    """Every rewrite that a body may carry out; what it only asks is taken back."""
    seen, todo = set[str](), [body]
    while todo:
        ops: list[Op] = list(every(todo.pop()))
        yield from (op for op in ops if isinstance(op, Lay))
        for op in ops:
            block = getattr(op, "block", None)
            if block is not None and not isinstance(op, Ask) and block not in seen:
                seen.add(block)
                todo.append(program.blocks[block].body)


def _values(program: Program, lay: Lay, alphabet: int) -> Iterator[Written]:
    """What a rewrite may write."""
    for _, contents in lay.writes:
        yield from ((EMPTY, Value(None, 0, content)) for content in contents)
    for carry in lay.carries:
        moved = program.moved if carry.source is not None and not _stays(program, lay, carry) else 0
        loses = carry.loses | moved
        yield alphabet, Value(0, ~(loses | carry.gains), carry.gains & ~loses)


def _stays(program: Program, lay: Lay, carry: Carry) -> bool:
    """May a piece be carried to the square on which it stands?"""
    if lay.anchor != carry.source:
        return True  # not known
    return any(_at_anchor(program, lay, carry.column))


def _changed(program: Program, lay: Lay, alphabet: int) -> tuple[tuple[int, int], ...]:
    """What the squares of a rewrite held, and what they may hold then; but for a piece that is carried from
    the square of the anchor to another one, for which something else is written there."""
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


def _is_anchor(program: Program, lay: Lay, column: int) -> bool:
    """Is a column of a rewrite the square of its anchor, wherever that is?"""
    return all(_at_anchor(program, lay, column))


def _at_anchor(program: Program, lay: Lay, column: int) -> Iterator[bool]:
    """For every place of a rewrite: is a column the square of its anchor there?"""
    rows = (enumerate(program.tables[table].rows) for table in lay.tables)
    sites = ((row[column], place) for each in rows for place, row in each if row is not None)
    return (to // program.frames == place // program.frames for to, place in sites)
