"""What a caller writes of a game in Python, as parts of its declarations: texts, terms, lists of squares."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import Move
from lasker.kernel.errors import DeclarationError, LaskerError, ParseError, Problems
from lasker.kernel.source import Source, Span
from lasker.space.movement import Movement
from lasker.syntax import tree as t
from lasker.syntax.compose import NOWHERE
from lasker.syntax.declarations import Declarations
from lasker.syntax.parse import parse_lines
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.rules_writer import written

NAME = re.compile(r"[^\W\d]\w*")
GROUND = ("version", "players", "board", "link", "turn", "piece", "mark", "counter", "region")


@runtime_checkable
class TermLike(Protocol):
    """A value of the algebra with the words that it is written in, as `lasker.parse` gives it."""

    @property
    def value(self) -> Any:
        """The value."""

    @property
    def rules(self) -> Any:
        """The words."""


Expression = str | TermLike | Move | Pattern | Movement  # a text of the language, or a value of the algebra


def line(keyword: str, text: str, what: str) -> t.Line:
    """The one line that a keyword and a text make; a mistake is shown in the text.

    >>> line("mark ", "moved lasting", "<mark>").parts
    ('moved', 'lasting')
    """
    try:
        lines = parse_lines(Source(keyword + text, what))
    except LaskerError as error:
        raise _shifted(error, len(keyword), Source(text, what)) from None
    if len(lines) != 1:
        raise ParseError(
            f"{len(lines)} lines stand where one belongs",
            span=Span(Source(text, what), 0, len(text)),
            remedy="give each definition and each declaration by a call of its own",
        )
    if keyword and isinstance(lines[0], t.Statement):
        raise ParseError(
            f"this does not fit behind {keyword.strip()!r}",
            span=Span(Source(text, what), 0, len(text)),
            remedy="names are letters, digits and _, and at least one is needed",
        )
    return lines[0]


def expression(given: Expression, what: str) -> t.Node:
    """The tree of an expression, which is written in the language, or is a value of the algebra.

    >>> type(expression("%♙: step(u)", "<move>")).__name__
    'Bound'
    """
    if not isinstance(given, str):
        return expression(str(given), what) if isinstance(given, TermLike) else t.Given(given, NOWHERE)
    found = line("", given, what)
    if not isinstance(found, t.Statement) or len(found.sides) != 1:
        raise ParseError(
            "an expression belongs here, and this is a line of its own",
            span=Span(Source(given, what), 0, len(given)),
            remedy="leave out what stands before the = or the colon; the name is given beside it",
        )
    return found.sides[0]


def head(text: str) -> tuple[str, tuple[str, ...]]:
    """The name and the parameters of `way(t)`.

    >>> head("way(t)"), head("move")
    (('way', ('t',)), ('move', ()))
    """
    match expression(text, "<name>"):
        case t.Word(name):
            return name, ()
        case t.Row((t.Word(name), t.Group(items))) if all(isinstance(item, t.Word) for item in items):
            return name, tuple(item.text for item in items if isinstance(item, t.Word))
    raise DeclarationError(
        f"{text!r} is no name", span=Span(Source(text, "<name>"), 0, len(text)), remedy="for example way(t)"
    )


def quoted(text: str) -> str:
    """A text that can stand in quotes."""
    if '"' in text or "\n" in text:
        raise DeclarationError(
            f"{text!r} does not fit into quotes", remedy="leave out quotation marks and line ends"
        )
    return text


def word(text: str, what: str) -> str:
    """A name that is one word."""
    if not NAME.fullmatch(text):
        raise DeclarationError(f"{text!r} cannot be the name of a {what}", remedy="letters, digits and _")
    return text


def signs(given: str | Sequence[str]) -> tuple[str, ...]:
    """The signs of a piece, one for each player: a text of single characters, or a list of texts.

    >>> signs("♖♜"), signs(["+R", "+r"])
    (('♖', '♜'), ('+R', '+r'))
    """
    texts: Iterable[str] = given.replace(" ", "") if isinstance(given, str) else given
    return tuple(text for text in texts if text not in "\ufe0e\ufe0f")


def spelled(declarations: Declarations) -> Declarations:
    """The same with every value of the algebra written in the words of the game."""
    known: list[Printer] = []

    def change(node: Any) -> Any:
        if not isinstance(node, t.Given):
            return node
        if not known:
            ground = [each for each in declarations.ordered() if _keyword(each) in GROUND]
            source, lines = written(ground, "<declarations>")
            known.append(Printer(Rules(source, lines={source: lines})))
        return t.Group((expression(known[0].show(node.value), "<term>"),), NOWHERE)

    return declarations.changed(change)


def _keyword(each: t.Line) -> str:
    return each.keyword if isinstance(each, t.Declaration) else ""


def _shifted(error: LaskerError, by: int, source: Source) -> LaskerError:
    problems = Problems()
    for each in error.problems:
        if each.span is not None:
            ends = (max(0, min(at - by, len(source.text))) for at in (each.span.start, each.span.end))
            each.span = Span(source, *ends)
        problems.add(each)
    return problems.joined()
