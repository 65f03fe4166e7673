"""Lines with `=`: definitions of names, and claimed equations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lasker.kernel.dataclass import dataclass
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


def unused(definitions: Mapping[str, Definition], own: Source, asked: set[str]) -> set[str]:
    """The inherited definitions that nothing needs any more, because what used them was replaced.

    What a game asks for, and what its own text defines, is needed; so is what no replaced definition led to,
    which its author may have written for others to use.
    """
    replaced = [old for definition in definitions.values() for old in _replaced(definition)]
    lost = _led_to(set().union(*(t.words(old.body) for old in replaced)), definitions)
    fresh = {name for name, each in definitions.items() if each.source == own or name not in lost}
    return lost - _led_to(fresh | asked, definitions)


def _replaced(definition: Definition) -> Iterator[Definition]:
    """The definitions that one replaces without using them."""
    used = "super" in t.words(definition.body)
    if definition.super is not None:
        yield from () if used else (definition.super,)
        yield from _replaced(definition.super)


def _led_to(names: set[str], definitions: Mapping[str, Definition]) -> set[str]:
    """Those of some names that are defined, and every definition that they need."""
    found, waiting = set[str](), names & set(definitions)
    while waiting:
        definition: Definition | None = definitions[waiting.pop()]
        found.add(definition.name if definition else "")
        while definition is not None:  # with what it uses as super
            waiting |= t.words(definition.body) & set(definitions) - found
            definition = definition.super if "super" in t.words(definition.body) else None
    return found


def _may_use(body: t.Node, parameter: str) -> bool:
    """Can the body mean this parameter? A parameter of several letters must stand there as it is."""
    return len(parameter) == 1 or parameter in t.words(body)
