"""A rules text cut into statements and tokens, whatever is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lasker.kernel.dataclass import dataclass
from lasker.syntax.statements import KEYWORDS, TEXTS, WORD, statements

TOKEN = re.compile(
    rf"""(?P<blank>\s+)|(?P<comment>--[^\n]*)|(?P<text>"[^"\n]*"?)|(?P<quoted>'[^'\n]+')"""
    rf"""|(?P<number>[0-9]+(?:[x×][0-9]+)*)|(?P<cursor>[%@][A-Za-z_]*)|(?P<word>{WORD})"""
    r"""|(?P<open>!?[ \t]*\[|[({])|(?P<close>[\])}])"""
    r"""|(?P<operator>->|→|//|\.\.|[-+:]=|!=|<=|>=|[-+|;\\,=:*?^<>.#!/&~≠≤≥∅⁰¹²³⁴⁵⁶⁷⁸⁹⁻])"""
    r"""|(?P<glyph>.[\uFE0E\uFE0F]?)""",
    re.DOTALL,
)
BETZA = re.compile(r"((?!--)[^\s=])+")
NOT_NAMES = ("in", "is", "not", "of")  # after a keyword they make it a word of an expression


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a text that belongs together: a word, a sign, a text, a comment."""

    kind: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Statement:
    """The tokens of a statement without comments, and the keyword that it begins with, if it declares."""

    keyword: str  # empty for definitions, equations and expressions
    tokens: tuple[Token, ...]

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.tokens[-1].end


def scan(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The tokens of a stretch of a text, comments among them.

    >>> [(token.kind, token.text) for token in scan("step(u) -- one")]
    [('word', 'step'), ('open', '('), ('word', 'u'), ('close', ')'), ('comment', '-- one')]
    """
    for found in TOKEN.finditer(text, start, len(text) if end is None else end):
        kind = found.lastgroup or ""
        if kind != "blank":
            yield Token(kind, found.start(), found.end(), found.group())


@lru_cache(maxsize=64)
def parts(text: str) -> tuple[Statement, ...]:
    """The statements of a text.

    >>> [(part.keyword, part.tokens[0].text) for part in parts("board 8x8\\nx = (u\\ny = r")]
    [('board', 'board'), ('', 'x'), ('', 'y')]
    """
    found = []
    for each in statements(text):
        tokens = [token for token in scan(text, each.start, each.end) if token.kind != "comment"]
        if tokens:
            keyword = _keyword(tokens)
            found.append(Statement(keyword, tuple(_notation(text, tokens) if keyword == "piece" else tokens)))
    return tuple(found)


def comments(text: str) -> list[Token]:
    """The comments of a text."""
    return [token for token in scan(text) if token.kind == "comment"]


def _keyword(tokens: Sequence[Token]) -> str:
    first = tokens[0].text
    if tokens[0].kind != "word" or first not in KEYWORDS:
        return ""
    if len(tokens) == 1:
        return first
    follows = tokens[1]
    if first in TEXTS:
        return first if follows.kind == "text" else ""
    named = follows.kind in {"word", "number", "quoted"} and follows.text not in NOT_NAMES
    return first if named else ""


def _notation(text: str, tokens: list[Token]) -> list[Token]:
    """The tokens of a piece's declaration, in which what stands after `=` is one token."""
    for number, token in enumerate(tokens):
        if token.text == "=" and number + 1 < len(tokens):
            found = BETZA.match(text, tokens[number + 1].start)
            if found:
                rest = [each for each in tokens[number + 1 :] if each.start >= found.end()]
                return [*tokens[: number + 1], Token("betza", *found.span(), found.group()), *rest]
    return tokens
