"""Definitions and claims: what a line with `=` is."""

from __future__ import annotations

from dataclasses import dataclass

from lasker.kernel.source import Source
from lasker.syntax import tree as t


@dataclass(frozen=True)
class Definition:
    """`name = body` or `name(parameters) = body`."""

    name: str
    parameters: tuple[str, ...]
    body: t.Node
    at: t.Range
    source: Source
    left: t.Node
    super: Definition | None = None  # the definition of the same name in the text under this one


@dataclass(frozen=True)
class Claim:
    """An equation that defines nothing but says that two things are equal."""

    left: t.Node
    right: t.Node
    at: t.Range
    source: Source


def definition_of(line: t.Statement, source: Source) -> Definition | None:
    """The definition that a line with `=` is; None for an equation, whose left side is no name."""
    if len(line.sides) != 2:
        return None
    left, body = line.sides
    match left:
        case t.Word(name):
            return Definition(name, (), body, line.at, source, left)
        case t.Row((t.Word(name), t.Group(items))) if all(isinstance(item, t.Word) for item in items):
            parameters = tuple(item.text for item in items if isinstance(item, t.Word))
            if len(set(parameters)) == len(parameters) and all(_may_use(body, p) for p in parameters):
                return Definition(name, parameters, body, line.at, source, left)
    return None


def _may_use(body: t.Node, parameter: str) -> bool:
    """Can the body mean this parameter? A parameter of several letters must stand there as it is."""
    return len(parameter) == 1 or parameter in t.words(body)
