"""Local names: definitions that a text keeps to itself; a text that extends it cannot replace them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from lasker.kernel.errors import DeclarationError
from lasker.kernel.source import Source, Span
from lasker.syntax import tree as t
from lasker.syntax.compose import rebuilt
from lasker.syntax.definitions import definition_of


def local_names(lines: Iterable[t.Line], source: Source) -> dict[str, t.Range]:
    """The names that a text declares local, and where it does.

    >>> from lasker.syntax.parse import parse_lines
    >>> text = Source("local two = %♙: nil\\nmove = two")
    >>> list(local_names(parse_lines(text), text))
    ['two']
    """
    found: dict[str, t.Range] = {}
    for line in lines:
        if isinstance(line, t.Statement) and line.local:
            definition = definition_of(line, source)
            if definition is None or len(definition.name) == 1:
                raise DeclarationError(
                    "only a definition with a name of two letters and more is local",
                    span=Span(source, *line.at),
                    remedy="write: local name = …",
                )
            found[definition.name] = definition.left.at
    return found


def hidden(lines: tuple[t.Line, ...], source: Source, names: Iterable[str]) -> tuple[t.Line, ...]:
    """The lines of an extended text with other names for its local ones, which nobody defines by accident.

    >>> from lasker.syntax.parse import parse_lines
    >>> text = Source("local two = %♙: nil\\nmove = two", "coins.rules")
    >>> hidden(parse_lines(text), text, ["two"])[1].sides[1].text
    'two_local_to_coins'
    """
    stem = re.sub(r"\W", "_", re.sub(r".*/|\.\w+$", "", source.name))
    called = {name: f"{name}_local_to_{stem}" for name in names}

    def change(node: Any) -> Any:
        match node:
            case t.Word(text) if text in called:
                return replace(node, text=called[text])
            case t.Cursor(name, True) if name in called:  # %name: any square that holds one
                return replace(node, name=called[name])
            case t.Declaration("because", (name, reason)) if name in called:
                return replace(node, parts=(called[name], reason))
        return node

    return tuple(rebuilt(line, change) for line in lines)
