"""Pass: merges alternatives of a fork that differ only in what one square may hold.

"A queen that goes as …, or a free king that goes as …" is one alternative for a queen or a free king, if what
follows is the same. That is seen where continuations and rides have names.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from lasker.compiler.ir.ops import Apply, Body, Fork, Program


def unite_contents(program: Program) -> Program:
    """The same program with fewer alternatives."""
    blocks = {name: replace(block, body=_body(block.body)) for name, block in program.blocks.items()}
    return replace(program, blocks=blocks)


def _body(body: Body) -> Body:
    """A body, the alternatives of its forks united from the inside out."""
    return tuple(one for op in body for one in (_fork(op) if isinstance(op, Fork) else (op,)))


def _fork(fork: Fork) -> Body:
    options = united(map(_body, fork.options))
    return options[0] if len(options) == 1 else (Fork(options),)


def united(options: Iterable[Body]) -> tuple[Body, ...]:
    """Alternatives of which no two that begin with a rewrite differ only in one of its checks.

    >>> found = united((Apply((0,), "here_0", ((0, contents),)),) for contents in (0b10, 0b100))
    >>> [lay.checks for (lay,) in found]
    [((0, 6),)]
    """
    found, before = tuple(options), 0
    while len(found) != before:
        before = len(found)
        for at in range(max((len(_checks(option)) for option in found), default=0)):
            found = _united_at(found, at)
    return found


def _united_at(options: Iterable[Body], at: int) -> tuple[Body, ...]:
    """The alternatives, one for all that differ only in a check at one place of their first rewrite."""
    found: dict[object, Body] = {}
    for option in options:
        checks = _checks(option)
        if at >= len(checks):
            found[option] = option
            continue
        lay, rest = option[0], option[1:]
        assert isinstance(lay, Apply)
        column, contents = checks[at]
        key = (replace(lay, checks=(*checks[:at], (column, 0), *checks[at + 1 :])), rest)
        if key in found:
            contents |= _checks(found[key])[at][1]
        found[key] = (replace(lay, checks=(*checks[:at], (column, contents), *checks[at + 1 :])), *rest)
    return tuple(found.values())


def _checks(option: Body) -> tuple[tuple[int, int], ...]:
    """The checks of the rewrite with which an alternative begins, if it begins with one."""
    return option[0].checks if option and isinstance(option[0], Apply) else ()
