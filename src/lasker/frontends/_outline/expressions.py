"""S-expressions with their places: words, texts in quotation marks, and lists in brackets.

Files of Zillions have round brackets, those of Ludii curly ones, too. Macros of Zillions, `(define name …)`,
are expanded here: `$1` in a macro is its first argument.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, ParseError
from lasker.kernel.source import Source, Span

DEEPEST = 200  # brackets within brackets
MOST = 200_000  # words and lists of a file, also after macros are expanded
TOKEN = re.compile(
    r'\s+|;[^\n]*|//[^\n]*|(?P<text>"[^"]*")|(?P<open>[({])|(?P<close>[)}])|(?P<word>[^\s(){}";]+)'
)
CLOSING = {"(": ")", "{": "}"}


@dataclass(frozen=True)
class Expression:
    """A word, a text, or a list of expressions."""

    word: str  # the word, or the text without its quotation marks; empty for a list
    items: tuple[Expression, ...]
    place: Span
    bracket: str = ""  # `(`, `{`, or `"` for a text

    @property
    def head(self) -> str:
        """The word with which a list begins, in lower case."""
        return self.items[0].word.lower() if self.items and not self.items[0].bracket else ""

    @property
    def rest(self) -> tuple[Expression, ...]:
        """What follows the head."""
        return self.items[1:]

    @property
    def is_list(self) -> bool:
        """Is it in brackets?"""
        return self.bracket in ("(", "{")

    def find(self, head: str) -> Iterator[Expression]:
        """The lists in this one that begin with a word."""
        return (item for item in self.items if item.head == head)

    def words(self) -> list[str]:
        """The words and texts of a list, those in brackets too."""
        if not self.is_list:
            return [self.word]
        return [word for item in self.items for word in item.words()]

    def __str__(self) -> str:
        if not self.is_list:
            return f'"{self.word}"' if self.bracket else self.word
        return self.bracket + " ".join(map(str, self.items)) + CLOSING[self.bracket]


def read(source: Source) -> list[Expression]:
    """The expressions of a text.

    >>> [found] = read(Source("(a (b 1) ; and a comment\\n c)"))
    >>> found.head, str(found)
    ('a', '(a (b 1) c)')
    """
    stack: list[tuple[Span, str, list[Expression]]] = []
    found: list[Expression] = []
    at = count = 0
    while at < len(source.text):
        token = TOKEN.match(source.text, at)
        if token is None:
            raise ParseError("this text is not closed", span=Span(source, at, at + 1), remedy='write "')
        place = Span(source, at, token.end())
        at = token.end()
        into = stack[-1][2] if stack else found
        if token["open"]:
            if len(stack) >= DEEPEST:
                raise LimitError(f"brackets are nested more than {DEEPEST} deep", span=place)
            stack.append((place, token["open"], []))
        elif token["close"]:
            if not stack or CLOSING[stack[-1][1]] != token["close"]:
                raise ParseError(f"nothing is open that {token['close']} could close", span=place)
            begin, bracket, items = stack.pop()
            whole = Expression("", tuple(items), Span(source, begin.start, at), bracket)
            (stack[-1][2] if stack else found).append(whole)
        elif token["text"]:
            into.append(Expression(token["text"][1:-1], (), place, '"'))
        elif token["word"]:
            into.append(Expression(token["word"], (), place))
        count += 1
        if count > MOST:
            raise LimitError(f"the file has more than {MOST} words", span=place)
    if stack:
        raise ParseError(
            "this bracket is not closed", span=stack[-1][0], remedy=f"write {CLOSING[stack[-1][1]]}"
        )
    return found


class Macros:
    """The macros of a file, and expressions with them expanded."""

    def __init__(self, expressions: list[Expression]) -> None:
        self.defined = {
            each.items[1].word.lower(): each.items[2:]
            for each in expressions
            if each.head == "define" and len(each.items) > 1
        }
        self._count = 0

    def expanded(self, items: tuple[Expression, ...], depth: int = 0) -> tuple[Expression, ...]:
        """Items in which every use of a macro is replaced by what it stands for."""
        found: list[Expression] = []
        for item in items:
            self._count += 1
            if depth > DEEPEST or self._count > MOST:
                raise LimitError("macros are expanded without end", span=item.place)
            if not item.is_list:
                found.append(item)
            elif item.head in self.defined:
                given = {f"${n}": each for n, each in enumerate(item.rest, start=1)}
                body = tuple(filled(each, given, item.place) for each in self.defined[item.head])
                found += self.expanded(body, depth + 1)
            else:
                inner = self.expanded(item.items, depth + 1)
                found.append(Expression("", inner, item.place, item.bracket))
        return tuple(found)


def filled(item: Expression, given: dict[str, Expression], place: Span) -> Expression:
    """A part of a macro with its arguments put in, which keep their places; the rest has the place where the
    macro is used."""
    if not item.is_list:
        return given.get(item.word) or Expression(item.word, (), place, item.bracket)
    return Expression("", tuple(filled(each, given, place) for each in item.items), place, item.bracket)
