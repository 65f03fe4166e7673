"""What may be written at a place in a rules text: keywords, names, games to extend."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Source
from lasker.language.answers import Completion
from lasker.language.names import Names, names
from lasker.language.positions import Lines
from lasker.language.scan import Statement, Token, comments, parts
from lasker.language.symbols import RULES, Symbol
from lasker.language.texts import games
from lasker.language.words import DECLARATIONS, IN_TERMS, OPTIONS, meaning
from lasker.lint.warnings import KINDS
from lasker.model import CHANCE
from lasker.syntax.board.boards import SHAPES
from lasker.syntax.declaration_reader import MANNERS, RESULTS
from lasker.syntax.statements import WORD

PREFIX = re.compile(rf"{WORD}\Z")
STUB = "x"  # stands where something is to be written
ASKED = {  # definitions that a game asks for, if it has them
    "move": "how every player moves",
    "view": "how the next player sees the board",
    "settle": "what is tidied up after every move",
    "check": "is the player to move in check?",
}
LINES = {
    "file": "a file of squares",
    "rank": "a rank of squares",
    "layer": "a layer of squares",
    "shade": "the squares of one colour",
    "board": "all squares",
    "without": "… without some squares",
}
RANKS = {"own": 0, "inherited": 1, "prelude": 2, "word": 3}


@dataclass(frozen=True)
class Place:
    """Where something is to be written: the statement up to there, the names, and what is replaced."""

    known: Names
    part: Statement  # with a stub as its last token
    start: int
    end: int

    @property
    def words(self) -> list[str]:
        """The texts of the tokens before the place."""
        return [token.text for token in self.part.tokens[:-1]]


Offer = tuple[str, str, str, str, str]  # label, kind, detail, documentation, rank


def completions(source: Source, offset: int) -> list[Completion]:
    """What may be written at a place, the nearest first.

    >>> [found.label for found in completions(Source("piece rook ♖ ♜\\nx = ste"), 22)][:4]
    ['rook', 'x', '♖', '♜']
    """
    text = source.text
    prefix = PREFIX.search(text, max(0, offset - 80), offset)
    start = prefix.start() if prefix else offset
    end = offset
    while end < len(text) and re.match(r"\w", text[end]):
        end += 1
    head = text[:start]
    line = head[head.rfind("\n") + 1 :]
    known = names(source)
    if any(token.start < offset <= token.end for token in comments(text[:offset])):
        quiet = re.search(r"--.*\bquiet:[ \t]*(?:\w+[, \t]+)*\Z", line)
        offers: Iterable[Offer] = (
            [(kind, "keyword", "", told, "word") for kind, told in KINDS.items()] if quiet else []
        )
    elif line.count('"') % 2:
        part = parts(head + STUB)[-1]
        start = head.rfind('"') + 1
        stop = re.compile(r'[^"\n]*').match(text, offset)
        end = stop.end() if stop else offset
        offers = _texts(part, known)
    else:
        offers = _offers(Place(known, parts(head + STUB)[-1], start, end))
    where = Lines(text).range(start, end)
    found = {
        offer[0]: Completion(offer[0], offer[1], where, offer[0], offer[2], offer[3], RANKS[offer[4]])
        for offer in reversed(list(offers))
    }
    return sorted(found.values(), key=lambda each: (each.rank, each.kind == "glyph", each.label))


def _texts(part: Statement, known: Names) -> Iterator[Offer]:
    """What may stand in double quotes: games to extend, and rules to do without."""
    words = [token.text for token in part.tokens]
    if words[0] == "extends":
        yield from ((name, "game", "", told, "word") for name, told in games().items())
    elif words[:1] == ["without"] and len(words) > 1:
        yield from _named(known, words[1], inherited=True)
    elif words[0] in RULES:
        yield from _named(known, words[0], inherited=True)


def _offers(place: Place) -> Iterator[Offer]:
    part, known, words = place.part, place.known, place.words
    if not words:
        yield from _beginnings(known)
    elif part.keyword in {"players", "mark", "counter", "board", "region", "because", "state", "without"}:
        yield from _in_declaration(place)
    elif part.keyword in RULES and ":" not in words:
        yield from _in_rule(words, known)
    elif part.keyword in {"", *RULES}:
        yield from _expression(place)


def _beginnings(known: Names) -> Iterator[Offer]:
    """What a statement may begin with: a keyword, or a definition that is asked for or replaced."""
    for keyword, (told, _) in DECLARATIONS.items():
        yield keyword, "keyword", "", told, "word"
    own = {name for name, several in known.of("definition").items() if several[0].source == known.source}
    for name, told in ASKED.items():
        if name not in own:
            yield name, "definition", "", told, "own"
    for player in known.of("player"):
        if player not in own:
            yield player, "definition", "", f"how {player} moves", "own"
    for name, several in known.of("definition").items():
        if name not in own:
            yield name, "definition", several[0].detail, _told(several[0]), "inherited"


def _in_declaration(place: Place) -> Iterator[Offer]:
    words, known, keyword = place.words, place.known, place.part.keyword
    last = words[-1]
    if last == "of":
        yield from _named(known, "player")
        if keyword == "state":
            yield CHANCE, "player", "", "the moves are drawn by lot, by their weights", "word"
    elif keyword == "mark" and len(words) > 1:
        yield from _options("lasting", "until end", "until moved", "until next turn")
    elif keyword == "counter" and len(words) > 2:
        yield "from", "keyword", "", IN_TERMS["from"][0], "word"
        yield "each", "keyword", "", "one for each player", "word"
        yield from _options("unkeyed", "until end")
    elif keyword == "board":
        yield from ((shape, "keyword", "", "a shape of boards", "word") for shape in SHAPES)
        yield "graph", "keyword", "", "squares and directions are declared by `link`", "word"
    elif keyword == "region" and "=" in words:
        yield from ((word, "keyword", "", told, "word") for word, told in LINES.items())
        yield from _options("around", "beside", "by")
        yield from _named(known, "region")
    elif keyword == "because" and len(words) == 1:
        yield from _named(known, "definition")
    elif keyword == "state" and "then" in words and last in {"then", ","}:
        yield from _named(known, "state")
    elif keyword == "state" and ":" in words:
        yield from _expression(place)
    elif keyword == "without":
        if len(words) == 1:
            yield from ((kind, "keyword", "", DECLARATIONS[kind][0], "word") for kind in ("piece", *RULES))
        elif words[1] == "piece":
            yield from _named(known, "piece", inherited=True)


def _in_rule(words: list[str], known: Names) -> Iterator[Offer]:
    """Between the name of an end and its colon."""
    if len(words) < 2:
        return
    if "in" in words[2:] and words[-1] in {"in", ","}:
        yield from _named(known, "state" if known.of("state") else "player")
    elif words[-1] == "for":
        yield from _named(known, "player")
    elif len(words) == 2 and words[0] != "invalid":
        yield from _options(*RESULTS)
    else:
        yield from _options(*(MANNERS if words[0] == "adjudicate" and len(words) == 3 else ()))
        yield "for", "keyword", "", IN_TERMS["for"][0], "word"
        yield "in", "keyword", "", IN_TERMS["in"][0], "word"


def _expression(place: Place) -> Iterator[Offer]:
    words, known = place.words, place.known
    last, before = words[-1], words[-2] if len(words) > 1 else ""
    if last == "^" or (last == "-" and before == "^"):
        yield from _named(known, "mark")
    elif last == "of":
        yield from _named(known, "player")
    elif last == "in" and (len(words) < 3 or words[-3] != "any"):
        yield from _named(known, "region")
    elif last in {"%", "is"} or (last.startswith("%") and place.part.tokens[-2].end == place.start):
        yield from _contents(known)
    elif last == "most":
        yield from _named(known, "counter")
    else:
        yield from _parameters(place.part.tokens)
        yield from _contents(known)
        yield from _named(known, "counter")
        yield from _named(known, "region")
        for direction in sorted(known.directions):
            yield direction, "direction", "", "a direction or turn of the board", "word"
        yield from ((word, "keyword", "", told, "word") for word, (told, _) in IN_TERMS.items())


def _contents(known: Names) -> Iterator[Offer]:
    """What may stand for the content of a square, or for a move: definitions, pieces, words of the board."""
    yield from _named(known, "definition")
    yield from _named(known, "piece")
    for sign, piece in known.signs.items():
        if not sign.isascii():
            yield sign, "glyph", piece, f"the {piece}", "own"
    yield from (
        (name, "prelude", each.detail, _told(each), "prelude") for name, each in known.prelude.items()
    )
    yield from ((word, "board word", "", meaning(word), "word") for word in known.board_words)


def _parameters(tokens: tuple[Token, ...]) -> Iterator[Offer]:
    """The parameters of the definition around, and what `any` binds in it."""
    words = [token.text for token in tokens[:-1]]
    if "=" in words and "(" in words[: words.index("=")]:
        for token in tokens[: words.index("=")][1:]:
            if token.kind == "word":
                yield token.text, "parameter", "", "a parameter of this definition", "own"
    for number, word in enumerate(words[:-1]):
        if word == "any":
            yield words[number + 1], "parameter", "", "bound by `any`", "own"


def _named(known: Names, kind: str, inherited: bool = False) -> Iterator[Offer]:
    for name, several in known.of(kind).items():
        symbol = several[0]
        own = symbol.source == known.source
        if not (inherited and own and len(several) == 1):
            yield name, kind, symbol.detail, _told(symbol), "own" if own else "inherited"


def _told(symbol: Symbol) -> str:
    """One line about a declaration: its comment, or where it stands."""
    first = symbol.text.splitlines()[0]
    return symbol.comment or (first if len(first) <= 100 else f"{first[:99]}…")


def _options(*words: str) -> Iterator[Offer]:
    yield from ((word, "keyword", "", OPTIONS[word][0], "word") for word in words)
