"""What a rules text declares, read from the heads of its statements: also of those that do not parse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.language.scan import Statement, Token, parts
from lasker.language.words import COUNTED

RULES = ("end", "adjudicate", "invalid", "called")  # statements that are named by a text


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name that a text declares: a definition, piece, region, counter, mark, player, state, or rule."""

    kind: str
    name: str
    source: Source
    at: tuple[int, int]  # the statement
    name_at: tuple[int, int]
    detail: str = ""  # parameters, owner, signs
    notation: str = ""  # of a piece: its movement as Betza writes it, if that is declared

    @property
    def text(self) -> str:
        """The statement as it is written."""
        return self.source.text[slice(*self.at)]

    @property
    def comment(self) -> str:
        """What a comment says about it: beside it, or else in the lines above it."""
        text, (start, end) = self.source.text, self.at
        for line in (start, end):  # its first, and its last
            stop = text.find("\n", line)
            stop = len(text) if stop < 0 else stop
            found = re.search(r"--[ \t]*(.*)\Z", _bare(text[start:stop], text[start:stop]))
            if found and (beside := text[start:stop][found.start(1) :].strip()):
                return beside
        return " ".join(reversed([*_comments_above(text, start)]))


def _comments_above(text: str, start: int) -> Iterator[str]:
    """The lines of a comment above a statement, from the nearest one upward."""
    end = text.rfind("\n", 0, start) + 1
    while end and not text[end:start].strip():
        start = text.rfind("\n", 0, end - 1) + 1
        line = text[start:end].strip()
        if not line.startswith("--"):
            return
        yield line.lstrip("-").strip()
        end = start


def _bare(text: str, otherwise: str) -> str:
    """A text whose quotes are emptied, so that no dash in them looks like a comment."""
    return re.sub(r'"[^"\n]*"', lambda quoted: '"' * len(quoted.group()), text) or otherwise


@lru_cache(maxsize=256)
def symbols_of(source: Source) -> tuple[Symbol, ...]:
    """What a text declares, in its order.

    >>> text = "piece rook ♖ ♜\\nregion far rank of white = rank 8\\nway(t) = (take(u, t)"
    >>> found = symbols_of(Source(text))
    >>> [(each.kind, each.name, each.detail) for each in found]
    [('piece', 'rook', '♖ ♜'), ('region', 'far rank', 'of white'), ('definition', 'way', '(t)')]
    """
    found: list[Symbol] = []
    directions: set[str] = set()
    for part in parts(source.text):
        for symbol in _declared(part, source):
            if symbol.kind != "direction" or symbol.name not in directions:  # links repeat them
                found.append(symbol)
                directions |= {symbol.name} if symbol.kind == "direction" else set()
    return tuple(found)


def _declared(part: Statement, source: Source) -> Iterator[Symbol]:
    tokens = part.tokens
    if part.keyword == "":
        yield from _defined(part, source)
    elif part.keyword == "players":
        yield from (_symbol("player", [token], part, source) for token in tokens[1:] if token.kind == "word")
    elif part.keyword == "piece":
        named = _run(tokens[1:])
        signs = [token.text for token in tokens if token.kind in {"glyph", "quoted"}]
        notation = next((token.text for token in tokens if token.kind == "betza"), "")
        if named:
            yield _symbol("piece", named, part, source, " ".join(signs), notation)
        if any(token.text == ".." for token in tokens):
            yield from (Symbol("counted", word, source, (part.start, part.end), (0, 0)) for word in COUNTED)
    elif part.keyword in {"mark", "counter", "state", "turn"} and len(tokens) > 1:
        detail = source.text[tokens[1].end : part.end].strip() if part.keyword != "state" else ""
        kind = "direction" if part.keyword == "turn" else part.keyword
        yield _symbol(kind, tokens[1:2], part, source, detail)
    elif part.keyword == "link":
        yield from (_symbol("direction", [token], part, source) for token in steps(tokens))
    elif part.keyword == "region":
        named = _run(tokens[1:])
        words = [token.text for token in named]
        owned = "of" in words
        name = named[: words.index("of")] if owned else named
        if name:
            yield _symbol("region", name, part, source, " ".join(words[words.index("of") :]) if owned else "")
    elif part.keyword in RULES and len(tokens) > 1:
        result = tokens[2].text if len(tokens) > 2 and tokens[2].kind == "word" else ""
        yield _symbol(part.keyword, tokens[1:2], part, source, result)
    elif part.keyword in {"game", "board", "start"} and len(tokens) > 1:
        yield _symbol(part.keyword, tokens[1:], part, source)


def _defined(part: Statement, source: Source) -> Iterator[Symbol]:
    tokens = part.tokens[1:] if part.tokens[0].text == "local" else part.tokens
    if len(tokens) < 2 or tokens[0].kind != "word":
        return
    end = 1
    if tokens[1].text == "(":
        end = next((n + 1 for n, token in enumerate(tokens) if token.text == ")"), len(tokens))
        if any(token.kind != "word" and token.text != "," for token in tokens[2 : end - 1]):
            return
    if end < len(tokens) and tokens[end].text == "=":
        detail = source.text[tokens[0].end : tokens[end - 1].end] if end > 1 else ""
        yield _symbol("definition", tokens[:1], part, source, detail)


def steps(tokens: Sequence[Token]) -> Iterator[Token]:
    """The directions of a link: `link a1 u/d a2 u/d a3`."""
    at = 2
    while at < len(tokens):
        yield tokens[at]
        if at + 2 < len(tokens) and tokens[at + 1].text == "/":
            yield tokens[at + 2]
            at += 2
        at += 2


def _run(tokens: Sequence[Token]) -> list[Token]:
    """The words at the beginning of some tokens."""
    found = []
    for token in tokens:
        if token.kind != "word":
            break
        found.append(token)
    return found


def _symbol(
    kind: str,
    named: Sequence[Token],
    part: Statement,
    source: Source,
    detail: str = "",
    notation: str = "",
) -> Symbol:
    name = " ".join(token.text.strip('"') for token in named)
    place = (named[0].start, named[-1].end)
    return Symbol(kind, name, source, (part.start, part.end), place, detail, notation)
