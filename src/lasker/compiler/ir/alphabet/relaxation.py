"""The program as the analysis of the alphabet sees it: without what it takes to hold, options that differ in
what one square may hold as one.

Counters and tests that must fail narrow nothing, so they are left out. Then many options of a fork are alike
but for the contents that a rewrite asks for: a capture of each kind of piece, say, where pieces in hand are
counted by kind. What such options lead to together is what one option with all the contents leads to.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lasker.compiler.ir.ops import (
    Adjust,
    Apply,
    Block,
    Body,
    Compare,
    Each,
    Fork,
    Go,
    Most,
    Op,
    Program,
    Require,
    Select,
    Star,
)
from lasker.kernel.hash_consing import HashConsing


def relaxed(program: Program) -> Program:
    """The blocks that moves need, with bodies that lead to the same notes and in which equal parts are one
    object."""
    joining, blocks = _Joining(), dict[str, Block]()
    waiting = [turn.move for turn in program.turns]
    while waiting:
        block = program.blocks[waiting.pop()]
        if block.name not in blocks:
            blocks[block.name] = replace(block, body=joining.body(block.body))
            waiting += _needed(blocks[block.name].body)
    return replace(program, blocks=blocks)


def _needed(body: Body) -> Iterator[str]:
    """The names of the blocks that a body runs."""
    for op in body:
        if isinstance(op, Fork):
            for option in op.options:
                yield from _needed(option)
        elif isinstance(op, Star | Each | Most | Go | Require):
            yield op.block


class _Joining:
    """Joins the options of forks; bodies are told apart by identity, since equal ones are one object."""

    def __init__(self) -> None:
        self._share = HashConsing().of
        self._bare: dict[int, Body] = {}  # by body, the same without contents that rewrites ask for

    def body(self, body: Body) -> Body:
        return self._share(tuple(self._op(op) for op in body if not _idle(op)))

    def _op(self, op: Op) -> Op:
        if not isinstance(op, Fork):
            return op
        alike: dict[int, list[Body]] = {}
        for option in map(self.body, op.options):
            self._join(option, alike.setdefault(id(self._without_checks(option)), []))
        return Fork(tuple(option for several in alike.values() for option in several))

    def _join(self, option: Body, known: list[Body]) -> None:
        """Adds an option to others, as part of one of them if possible."""
        for at, other in enumerate(known):
            joined = _joined(option, other)
            if joined is not None:
                known[at] = self._share(joined)
                return
        known.append(option)

    def _without_checks(self, body: Body) -> Body:
        if id(body) not in self._bare:
            self._bare[id(body)] = self._share(tuple(map(self._bare_op, body)))
        return self._bare[id(body)]

    def _bare_op(self, op: Op) -> Op:
        if isinstance(op, Fork):
            return Fork(tuple(map(self._without_checks, op.options)))
        return (
            replace(op, checks=tuple((column, 0) for column, _ in op.checks)) if isinstance(op, Apply) else op
        )


def _idle(op: Op) -> bool:
    """Does an operation change nothing for the analysis?"""
    match op:
        case Adjust() | Compare() | Require(wanted=False):
            return True
        case Select():
            return not op.rewrites
        case _:
            return False


def _joined(one: Body, other: Body) -> Body | None:
    """A body that leads to what either leads to; None if more than one operation of a sequence differs."""
    differs = [at for at, pair in enumerate(zip(one, other, strict=True)) if pair[0] is not pair[1]]
    if not differs:
        return one
    at, *more = differs
    merged = None if more else _joined_op(one[at], other[at])
    return None if merged is None else (*one[:at], merged, *one[at + 1 :])


def _joined_op(one: Op, other: Op) -> Op | None:
    if isinstance(one, Apply) and isinstance(other, Apply):
        return _joined_lay(one, other)
    if not isinstance(one, Fork) or not isinstance(other, Fork) or len(one.options) != len(other.options):
        return None
    pairs = zip(one.options, other.options, strict=True)
    options = [option for pair in pairs if (option := _joined(*pair)) is not None]
    return Fork(tuple(options)) if len(options) == len(one.options) else None


def _joined_lay(one: Apply, other: Apply) -> Apply | None:
    pairs = list(zip(one.checks, other.checks, strict=True))
    if sum(mine != theirs for mine, theirs in pairs) != 1:
        return None
    return replace(one, checks=tuple((column, mine | theirs) for (column, mine), (_, theirs) in pairs))
