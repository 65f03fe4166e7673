"""The loose tree written as text again, so that a program can change rules and hand them on as rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from typing import Any

from lasker.syntax import tree as t

NUMBER_OR_WORD = re.compile(r"[0-9]+|[A-Za-z_À-ÖØ-öø-ɏͰ-Ͽ][A-Za-z0-9_À-ÖØ-öø-ɏͰ-Ͽ]*")
SHORT = 4  # letters that a product of directions is likely to have less of
Piece = str | t.Node  # of a text that is being written


def unparse(node: t.Node) -> str:
    """A text that parses to this tree. Brackets are nodes of the tree, so none are added.

    >>> from lasker.kernel.source import Source
    >>> from lasker.syntax.parse import parse_lines
    >>> [line] = parse_lines(Source("%♙: (step(u) | march)+ ![% in far rank of white]"))
    >>> unparse(line.sides[0])
    '%♙: (step(u) | march)+ ![% in far rank of white]'
    """
    return placed(node, 0)[0]


def placed(node: t.Node, start: int) -> tuple[str, t.Node]:
    """The text of a tree, and the tree with the places that its parts have where this text begins."""
    texts: list[str] = []
    inside: list[t.Node] = []
    at = start
    for piece in _pieces(node):
        text = piece
        if not isinstance(piece, str):
            text, inner = placed(piece, at)
            inside.append(inner)
        texts.append(text)  # type: ignore[arg-type]  # a text by now
        at += len(texts[-1])
    parts = iter(inside)
    changed: dict[str, Any] = {
        field.name: _with(getattr(node, field.name), parts) for field in fields(node) if field.name != "at"
    }
    return "".join(texts), replace(node, at=(start, at), **changed)


def _with(value: Any, parts: Iterator[t.Node]) -> Any:
    """What a field holds, with the next parts in place of its nodes: fields stand in the order of writing."""
    if isinstance(value, tuple):
        return tuple(_with(item, parts) for item in value)
    return next(parts) if is_dataclass(value) else value


def _pieces(node: t.Node) -> Iterator[Piece]:
    """A text and the nodes in it, one after the other."""
    match node:
        case t.Word(text) | t.Digits(text) | t.Constant(text):
            yield text
        case t.Symbol(text):
            yield text if text in {".", "#"} or not (text.isascii() or text.isalnum()) else f"'{text}'"
        case t.Cursor(name, carries):
            yield ("%" if carries else "@") + ("" if name == "%" else name)
        case t.MostOf(counter, owner):
            yield f"most {counter}{of(owner)}"
        case t.EachOf():
            yield "each"
        case t.Owned(counter, owner):
            yield f"{counter}{of(owner)}"
        case t.Update(counter, owner, operator, amount):
            yield f"{counter}{of(owner)} {operator} {counted(amount)}"
        case t.Group(items):
            yield from ("(", *_joined(items, ", "), ")")
        case t.Asked(body, relation, other, wanted):
            compared: tuple[Piece, ...] = () if other is None else (f" {relation} ", other)
            yield from ("[" if wanted else "![", body, *compared, "]")
        case t.Repeated(body, low, high):
            yield from (body, _times(low, high))
        case t.Power(body, exponent):
            yield from (body, f"^{exponent}")
        case t.Marked(body, mark, has):
            yield from (body, f"^{'' if has else '-'}{mark}")
        case t.Inside(body, region, owner, wanted):
            yield from (body, f" {'' if wanted else 'not '}in {region}{of(owner)}")
        case t.Narrowed(body, contents, wanted):
            yield from (body, f" is {'' if wanted else 'not '}", contents)
        case t.Row(items):
            for before, item in zip((None, *items), items, strict=False):
                yield from (_between(before, item), item)
        case t.Joined(operator, items):
            yield from _joined(items, f" {operator} ")
        case t.Arrow(sides):
            yield from _joined(sides, " -> ")
        case t.Bound(head, body):
            yield from (head, ": ", body)
        case t.AnyOf(name, choices, body):
            yield from (f"any {name} in ", choices, ": ", body)
        case t.IfElse(condition, yes, no):
            yield from ("if ", condition, " then ", yes, " else ", no)
        case t.Given():
            raise ValueError("a value that is already known has no text")


def _joined(items: tuple[t.Node, ...], between: str) -> Iterator[Piece]:
    yield from chain.from_iterable((item, between) for item in items[:-1])
    yield items[-1]


def _between(before: t.Node | None, item: t.Node) -> str:
    """Nothing before arguments, and between a short word or a cursor and the sign behind it; else a blank."""
    match before, item:
        case (t.Word(), t.Group((t.AnyOf() | t.Bound(),))):
            return " "  # most likely no argument
        case (None, _) | (t.Word(), t.Group()):
            return ""
        case (t.Word(word), t.Symbol() | t.Cursor() | t.Marked(t.Symbol() | t.Cursor())) if len(word) < SHORT:
            return ""
        case (t.Cursor(), t.Symbol() | t.Marked(t.Symbol()) | t.Inside(t.Symbol() | t.Marked(t.Symbol()))):
            return ""
    return " "


def _times(low: t.Count, high: t.Count | None) -> str:
    known = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    if (low, high) in known:
        return known[low, high]  # type: ignore[index]  # numbers, as these are
    if low == high:
        return f"{{{counted(low)}}}"
    return f"{{{counted(low)},{'' if high is None else counted(high)}}}"


def counted(count: t.Count) -> str:
    """A number, or the name of one."""
    return f"{count[0]}{of(count[1])}" if isinstance(count, tuple) else str(count)


def of(owner: str | None) -> str:
    """Whose it is, behind a name."""
    return "" if owner is None else f" of {owner}"


def name(text: str) -> str:
    """The name of a square, in quotes where it needs them."""
    return text if NUMBER_OR_WORD.fullmatch(text) else f"'{text}'"
