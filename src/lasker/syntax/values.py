"""The sorts of values that expressions have, and their names in error messages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from typing import Any, TypeGuard

from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import CounterName, Move
from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.space.movement import Affine, Movement, Rewording
from lasker.space.space import Owner
from lasker.syntax.tree import Node


@dataclass(frozen=True)
class Function:
    """A definition with parameters, or a word of the compass that takes arguments."""

    name: str
    parameters: tuple[str, ...]
    body: Node | Callable[..., Any]
    home: Any = None  # the rules in whose words the body is written
    source: Source | None = None  # the text it stands in
    scope: Mapping[str, Any] = field(default_factory=dict)  # what `super` means in it
    raw: bool = False  # is a word of the board given numbers and cursors as they are?


@dataclass(frozen=True)
class CounterRef:
    """A counter, as a word in an expression."""

    counter: CounterName


@dataclass(frozen=True)
class RegionRef:
    """A region, as a word in an expression."""

    name: str
    owner: Owner


@dataclass(frozen=True)
class CursorRef:
    """A cursor that a function is given: its name, and the fragment that it is as a word."""

    name: str
    pattern: Pattern


@dataclass(frozen=True)
class Number:
    """A number that a function is given, for powers, repetitions and counters."""

    value: int


Value = Movement | Pattern | Move | Function | CounterRef | RegionRef | CursorRef | Number


def is_movement(value: object) -> TypeGuard[Movement]:
    """Is it a movement? For the checker of types, too, who cannot read `sort`."""
    return isinstance(value, Affine | Rewording)


def is_move(value: object) -> TypeGuard[Move]:
    """Is it a move?"""
    return sort(value) == "move"


def sort(value: object) -> str:
    """The sort of a value, as people say it.

    >>> from lasker.space.compass import SQUARE
    >>> sort(SQUARE.identity)
    'movement'
    """
    if is_movement(value):
        return "movement"
    if isinstance(value, Pattern):
        return "fragment"
    kinds = (
        (Function, "function"), (CounterRef, "counter"), (RegionRef, "region"), (CursorRef, "cursor"),
        (Number, "number"),
    )  # fmt: skip
    for kind, name in kinds:
        if isinstance(value, kind):
            return name
    return "move"
