"""Passes over bit programs: unused constants are removed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace
from typing import Any

from lasker.compiler.bits.language import Block, CFunction, Let, Stmt, names
from lasker.compiler.bits.printer import Item


def simplified(items: Iterable[Item]) -> Iterator[Item]:
    """A program after all passes."""
    return (drop_unused(each) if isinstance(each, CFunction) else each for each in items)


def drop_unused(made: CFunction) -> CFunction:
    """Removes constants that are not used.

    >>> from lasker.compiler.bits.language import ALL, OCCUPIED, Name, Return
    >>> from lasker.compiler.bits.printer import function
    >>> lets = (Let("occupied", Name("men")), Let("empty", ALL & ~OCCUPIED), Let("moved", Name("men")))
    >>> made = CFunction("static bits", "moves", (("bits", "men"),), (*lets, Return(Name("moved"))))
    >>> print(*function(drop_unused(made)), sep="\\n")
    static bits moves(bits men) {
        const bits moved = men;
        return moved;
    }
    <BLANKLINE>
    """
    while True:
        used = names(made.body)
        body = _without(made.body, used)
        if body == made.body:
            return made
        made = replace(made, body=body)


def _without(body: Block, used: set[str]) -> Block:
    return tuple(_inside(each, used) for each in body if not _idle(each, used))


def _idle(stmt: Stmt, used: set[str]) -> bool:
    return isinstance(stmt, Let) and stmt.type.startswith("const") and stmt.name not in used


def _inside(stmt: Stmt, used: set[str]) -> Stmt:
    """The same in the blocks of a statement."""
    changed: dict[str, Any] = {}
    for each in fields(stmt):  # type: ignore[arg-type]
        value = getattr(stmt, each.name)
        if isinstance(value, tuple) and value and isinstance(value[0], Stmt):
            changed[each.name] = _without(value, used)
        elif each.name == "cases":
            changed[each.name] = tuple((number, _without(body, used)) for number, body in value)
    return replace(stmt, **changed) if changed else stmt  # type: ignore[type-var]
