"""What every word and sign of a rules text means: the names, where they are used and where declared.

The text may have mistakes: a word is read by what stands beside it, not by a tree. Long because each kind of
declaration has its own order of words.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache

from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.language.names import Names, names
from lasker.language.scan import Statement, Token, comments, parts
from lasker.language.symbols import RULES, steps
from lasker.language.words import IN_TERMS, OPTIONS

UPDATES = ("+=", "-=", ":=")
OPTION_WORDS = frozenset(word for option in OPTIONS for word in option.split())
AREA_WORDS = frozenset(
    {"file", "rank", "layer", "shade", "by", "without", "in", "beside", "around", "board", "of"}
)
NAMED_IN_FEN = ("mark", "counter", "piece", "region")


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A stretch of a text and what it is: of names the kind and the name, of other things the kind."""

    kind: str
    name: str
    start: int
    end: int
    declares: bool = False
    scope: int = -1  # of a name that means something in one statement only: where that begins


@lru_cache(maxsize=32)
def occurrences(source: Source) -> tuple[Occurrence, ...]:
    """What the words and signs of a rules text are, in its order.

    >>> text = "piece rook ♖ ♜\\nway(t) = %rook: take(u, t)"
    >>> [text[each.start : each.end] for each in occurrences(Source(text)) if each.name == "rook"]
    ['rook', '♖', '♜', 'rook']
    """
    reader = OccurrenceReader(source, names(source))
    found = [Occurrence("comment", "", token.start, token.end) for token in comments(source.text)]
    for part in parts(source.text):
        found += reader.statement(part)
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))


def at(source: Source, offset: int) -> Occurrence | None:
    """What stands at a place: the shortest of what reaches over it, names before signs."""
    found = occurrences(source)
    last = bisect_right([each.start for each in found], offset)
    near = [each for each in found[max(0, last - 8) : last] if each.start <= offset <= each.end]
    inside = [each for each in near if offset < each.end] or near
    plain = {"operator", "text", "number", "comment"}
    return min(inside, key=lambda each: (each.kind in plain, each.end - each.start), default=None)


class OccurrenceReader:
    """Reads statements with the names of a text."""

    def __init__(self, source: Source, known: Names) -> None:
        self.source, self.known = source, known

    def statement(self, part: Statement) -> Iterator[Occurrence]:
        """The occurrences in a statement."""
        tokens = part.tokens
        if not part.keyword:
            yield from self._definition(part)
            return
        yield Occurrence("keyword", part.keyword, tokens[0].start, tokens[0].end)
        reader = getattr(self, f"_{part.keyword}", None)
        if reader is not None:
            yield from reader(part)
        elif part.keyword in RULES:
            yield from self._rule(part)
        else:
            yield from self._plain(tokens[1:])

    def _definition(self, part: Statement) -> Iterator[Occurrence]:
        tokens = list(part.tokens)
        if len(tokens) > 2 and tokens[0].text == "local" and tokens[1].kind == "word":
            yield Occurrence("keyword", "local", tokens[0].start, tokens[0].end)
            del tokens[0]
        name = tokens[0]
        own = [each for each in self.known.all("definition", name.text) if each.source == self.source]
        if not any(each.name_at == (name.start, name.end) for each in own):
            yield from self.expression(tokens, part.start, frozenset())
            return
        yield Occurrence("definition", name.text, name.start, name.end, True)
        equal = next(number for number, token in enumerate(tokens) if token.text == "=")
        parameters = frozenset(token.text for token in tokens[1:equal] if token.kind == "word")
        for token in tokens[1:equal]:
            if token.kind == "word":
                yield Occurrence("parameter", token.text, token.start, token.end, True, part.start)
            else:
                yield _of(token)
        yield from self.expression(tokens[equal:], part.start, parameters)

    # --- declarations -------------------------------------------------------------------------

    def _plain(self, tokens: Sequence[Token]) -> Iterator[Occurrence]:
        for token in tokens:
            word = token.kind == "word"
            known = word and (token.text in OPTION_WORDS or token.text in IN_TERMS)
            yield _of(token, "keyword" if known else "square" if word else token.kind)

    def _players(self, part: Statement) -> Iterator[Occurrence]:
        for token in part.tokens[1:]:
            yield _of(token, "player", True) if token.kind == "word" else _of(token)

    def _piece(self, part: Statement) -> Iterator[Occurrence]:
        yield from self._named("piece", part, 1)
        piece = " ".join(token.text for token in part.tokens[1:] if token.kind == "word")
        for token in part.tokens[1:]:
            if token.kind in {"glyph", "quoted"}:
                yield Occurrence("piece", piece, token.start, token.end)
            elif token.kind != "word":
                yield _of(token)

    def _without(self, part: Statement) -> Iterator[Occurrence]:
        if len(part.tokens) < 2:
            return
        yield _of(part.tokens[1], "keyword")
        rest = list(part.tokens[2:])
        while rest:
            token = rest[0]
            length = self._phrase("piece", rest) if token.kind == "word" else 0
            if length:
                yield self._phrased("piece", rest[:length])
            else:
                yield _of(token, "piece" if token.kind == "word" else token.kind)
            del rest[: max(length, 1)]

    def _mark(self, part: Statement) -> Iterator[Occurrence]:
        yield from (_of(token, "mark", True) for token in part.tokens[1:2])
        yield from self._plain(part.tokens[2:])

    def _counter(self, part: Statement) -> Iterator[Occurrence]:
        yield from (_of(token, "counter", True) for token in part.tokens[1:2])
        yield from self._plain(part.tokens[2:])

    def _board(self, part: Statement) -> Iterator[Occurrence]:
        for token in part.tokens[1:]:
            yield _of(token, "keyword" if token.kind == "word" else token.kind)

    def _region(self, part: Statement) -> Iterator[Occurrence]:
        words = [token.text for token in part.tokens]
        equal = words.index("=") if "=" in words else len(words)
        of = words.index("of") if "of" in words[:equal] else equal
        if of > 1:
            yield self._phrased("region", part.tokens[1:of], True)
        for token in part.tokens[of:equal]:
            yield _of(token, "keyword" if token.text == "of" else "player")
        rest = list(part.tokens[equal:])
        while rest:
            length = self._phrase("region", rest)
            before = rest[0].text
            if length:
                yield self._phrased("region", rest[:length])
            elif rest[0].kind == "word" and before in self.known.of("player"):
                yield _of(rest[0], "player")
            else:
                kind = "keyword" if before in AREA_WORDS else "square"
                yield _of(rest[0], kind if rest[0].kind == "word" else rest[0].kind)
            del rest[: max(length, 1)]

    def _link(self, part: Statement) -> Iterator[Occurrence]:
        ways = set(steps(part.tokens))
        for token in part.tokens[1:]:
            yield _of(
                token, "direction" if token in ways else "square" if token.kind == "word" else token.kind
            )

    def _turn(self, part: Statement) -> Iterator[Occurrence]:
        for number, token in enumerate(part.tokens[1:]):
            yield _of(token, "direction", number == 0) if token.kind == "word" else _of(token)

    def _because(self, part: Statement) -> Iterator[Occurrence]:
        yield from (_of(token, "definition") for token in part.tokens[1:2])
        yield from map(_of, part.tokens[2:])

    def _extends(self, part: Statement) -> Iterator[Occurrence]:
        for token in part.tokens[1:]:
            yield Occurrence("game", token.text.strip('"'), token.start, token.end)

    def _fen(self, part: Statement) -> Iterator[Occurrence]:
        """The fields of FEN name marks, counters, pieces and regions."""
        for token in part.tokens[1:]:
            yield _of(token)
            for found in re.finditer(r"(?<=[:,=])\w+", token.text):
                kind = next((kind for kind in NAMED_IN_FEN if found.group() in self.known.of(kind)), "")
                if kind:
                    start = token.start + found.start()
                    yield Occurrence(kind, found.group(), start, start + len(found.group()))

    def _rule(self, part: Statement) -> Iterator[Occurrence]:
        words = [token.text for token in part.tokens]
        colon = words.index(":") if ":" in words else len(words)
        before = ""
        for token in part.tokens[1:colon]:
            if token.kind == "word" and token.text in {"for", "in"}:
                before = token.text
                yield _of(token, "keyword")
            elif token.kind == "word":
                yield _of(token, {"for": "player", "in": "state"}.get(before, "keyword"))
            else:
                yield _of(token)
        yield from self.expression(part.tokens[colon:], part.start, frozenset())

    def _state(self, part: Statement) -> Iterator[Occurrence]:
        tokens, words = part.tokens, [token.text for token in part.tokens]
        yield from (_of(token, "state", True) for token in tokens[1:2])
        colon = words.index(":") if ":" in words else len(words)
        for token in tokens[2:colon]:
            yield _of(token, "keyword" if token.text == "of" else "player")
        then = len(words) - words[::-1].index("then") - 1 if "then" in words else len(words)
        yield from self.expression(tokens[colon:then], part.start, frozenset())
        rest = tokens[then:]
        inside: list[Token] = []
        for number, token in enumerate(rest):
            following = rest[number + 1].text if number + 1 < len(rest) else ""
            leads = (
                token.kind == "word" and rest[number - 1].text in {"then", ","} and following in {"if", ""}
            )
            if number and leads:
                yield from self.expression(inside, part.start, frozenset())
                inside = []
                yield _of(token, "state")
            else:
                inside.append(token)
        yield from self.expression(inside, part.start, frozenset())

    # --- expressions --------------------------------------------------------------------------

    def expression(
        self, tokens: Sequence[Token], scope: int, parameters: frozenset[str]
    ) -> Iterator[Occurrence]:
        """The occurrences in an expression, in which the parameters of a definition have a meaning."""
        tokens = list(tokens)
        bound = {tokens[n + 1].text for n, token in enumerate(tokens[:-1]) if token.text == "any"}
        parameters = parameters | bound
        number = 0
        while number < len(tokens):
            token = tokens[number]
            length = 1
            if token.kind == "word":
                length = self._region_length(tokens, number)
                if length:
                    yield self._phrased("region", tokens[number : number + length])
                else:
                    length = 1
                    yield from self._word(tokens, number, scope, parameters)
            elif token.kind in {"glyph", "quoted"}:
                sign = token.text.strip("'").rstrip("\ufe0e\ufe0f")
                yield Occurrence("piece", self.known.signs.get(sign, ""), token.start, token.end)
            elif token.kind == "cursor" and len(token.text) > 1:
                yield Occurrence("cursor", token.text, token.start, token.start + 1)
                yield self._cursor(token, scope, parameters)
            else:
                yield _of(token)
            number += length

    def _cursor(self, token: Token, scope: int, parameters: frozenset[str]) -> Occurrence:
        name = token.text[1:]
        if name in parameters:
            return Occurrence("parameter", name, token.start + 1, token.end, False, scope)
        kind = self.known.kind_of(name)
        found = (
            kind if token.text[0] == "%" and kind in {"definition", "board word", "prelude", "piece"} else ""
        )
        return Occurrence(found or "cursor", name, token.start + 1, token.end, False, -1 if found else scope)

    def _word(
        self, tokens: list[Token], number: int, scope: int, parameters: frozenset[str]
    ) -> Iterator[Occurrence]:
        token, known = tokens[number], self.known
        before = tokens[number - 1].text if number else ""
        after = tokens[number + 1].text if number + 1 < len(tokens) else ""
        marked = before == "^" or (before == "-" and number > 1 and tokens[number - 2].text == "^")
        if marked:
            yield _of(token, "mark" if token.text not in parameters else "parameter")
        elif token.text in parameters:
            declares = before == "any"
            yield Occurrence("parameter", token.text, token.start, token.end, declares, scope)
        elif before == "of":
            yield _of(token, "player")
        elif after in UPDATES or (token.text in known.of("counter") and (after == "of" or before == "most")):
            yield _of(token, "counter")
        elif token.text in IN_TERMS or token.text == "super":
            yield _of(token, "keyword")
        elif kind := known.kind_of(token.text):
            yield _of(token, kind)
        elif known.is_product(token.text) or all(
            letter in parameters or known.kind_of(letter) for letter in token.text
        ):
            yield from self._product(token, scope, parameters)
        else:
            yield _of(token, "unknown")

    def _product(self, token: Token, scope: int, parameters: frozenset[str]) -> Iterator[Occurrence]:
        for offset, letter in enumerate(token.text):
            start = token.start + offset
            if letter in parameters:
                yield Occurrence("parameter", letter, start, start + 1, False, scope)
            else:
                yield Occurrence(self.known.kind_of(letter) or "number", letter, start, start + 1)

    def _region_length(self, tokens: list[Token], number: int) -> int:
        """How many words from here on are the name of a region: after `in`, or of several words."""
        length = self._phrase("region", tokens[number:])
        if length > 1:
            return length
        after_in = number > 0 and tokens[number - 1].text == "in"
        chosen = number > 2 and tokens[number - 3].text == "any"
        return length if after_in and not chosen else 0

    def _phrase(self, kind: str, tokens: Sequence[Token]) -> int:
        """How many words at the beginning are a name of that kind, the longest one; 0 if none is."""
        words: list[str] = []
        found = 0
        for token in tokens:
            if token.kind != "word":
                break
            words.append(token.text)
            if " ".join(words) in self.known.of(kind):
                found = len(words)
        return found

    def _phrased(self, kind: str, tokens: Sequence[Token], declares: bool = False) -> Occurrence:
        name = " ".join(token.text for token in tokens)
        return Occurrence(kind, name, tokens[0].start, tokens[-1].end, declares)

    def _named(self, kind: str, part: Statement, first: int) -> Iterator[Occurrence]:
        words = [token for token in part.tokens[first:] if token.kind == "word"]
        if words:
            yield self._phrased(kind, words, True)


def _of(token: Token, kind: str = "", declares: bool = False) -> Occurrence:
    kind = kind or {"open": "operator", "close": "operator", "glyph": "unknown"}.get(token.kind, token.kind)
    named = token.text if token.kind in {"word", "cursor"} else ""
    return Occurrence(kind, named, token.start, token.end, declares)
