"""The names that may be written in a text: its own, those of the texts it extends, and those of the board."""

from __future__ import annotations

from dataclasses import field, replace
from functools import lru_cache

from lasker.algebra.contents import CHESSMEN
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.language.scan import parts
from lasker.language.symbols import Symbol, symbols_of
from lasker.language.texts import in_rules, parents
from lasker.language.words import BOARD
from lasker.space.compass import CUBE, SQUARE, Compass
from lasker.syntax.betza.layer import TARGET, WAY
from lasker.syntax.board import boards
from lasker.syntax.builtin_names import prelude_source

LIMITS = Limits(sites=10_000)  # of a board that only lends its directions


@dataclass(frozen=True)
class Names:
    """The names that a text may use, by kind; of two declarations the nearest."""

    source: Source
    texts: tuple[Source, ...]  # that it extends, the nearest first
    compass: Compass
    prelude: dict[str, Symbol]
    found: dict[str, dict[str, list[Symbol]]] = field(default_factory=dict)
    signs: dict[str, str] = field(default_factory=dict)  # glyphs and letters of pieces, and their names

    def of(self, kind: str) -> dict[str, list[Symbol]]:
        """The names of one kind with their declarations, the nearest first."""
        return self.found.get(kind, {})

    def all(self, kind: str, name: str) -> list[Symbol]:
        """The declarations of a name, the nearest first; a piece may be named by its sign."""
        if kind == "prelude":
            return [self.prelude[name]] if name in self.prelude else []
        return self.of(kind).get(name, [])

    @property
    def directions(self) -> set[str]:
        """The words for directions and turns of the board."""
        return {*self.compass.directions, *self.compass.turns, "C", *self.of("direction")}

    @property
    def board_words(self) -> set[str]:
        """The words that the board knows besides: sets of contents, and what is done with counted pieces."""
        return {*BOARD, *self.of("counted")}

    def kind_of(self, word: str) -> str:
        """What a word of an expression names; empty if nothing does."""
        if word in self.of("definition"):
            return "definition"
        if word in self.directions:
            return "direction"
        if word in self.board_words:
            return "board word"
        for kind in ("counter", "region"):
            if word in self.of(kind):
                return kind
        if word in self.prelude:
            return "prelude"
        return "piece" if word in self.of("piece") else ""

    def is_product(self, word: str) -> bool:
        """Is a word a product of single letters that have a meaning?"""
        return len(word) > 1 and all(self.kind_of(letter) or letter in "01" for letter in word)


@lru_cache(maxsize=32)
def names(source: Source) -> Names:
    """The names that may be written in a rules text.

    >>> known = names(Source('lasker 1\\nextends "three_check"\\nsafe = nil', "mine.rules"))
    >>> [each.source.name for each in known.all("definition", "safe")], known.signs["♖"]
    (['mine.rules', 'chess.rules'], 'rook')
    """
    texts = tuple(text for text in parents(source) if in_rules(text))
    compass = _compass((source, *texts))
    prelude = {each.name: each for each in symbols_of(prelude_source(compass.name))}
    known = Names(source, texts, compass, prelude)
    for text in (source, *texts):
        for symbol in symbols_of(text):
            known.found.setdefault(symbol.kind, {}).setdefault(symbol.name, []).append(symbol)
            if symbol.kind == "piece":
                for sign in symbol.detail.split():
                    known.signs.setdefault(_plain(sign), symbol.name)
    if not known.of("piece"):
        known.signs.update(
            {sign: piece.name for piece in CHESSMEN.pieces for sign in (piece.glyph, piece.letter)}
        )
    _leave_out_equations(known)
    noted = [each for several in known.of("piece").values() for each in several[:1] if each.notation]
    if noted:  # pieces with a notation are added to this definition
        way = known.found.setdefault("definition", {}).setdefault(WAY, [])
        way += [replace(each, kind="definition", name=WAY, detail=f"({TARGET})") for each in noted]
    return known


def _plain(sign: str) -> str:
    return sign.strip("'").rstrip("\ufe0e\ufe0f")


def _leave_out_equations(known: Names) -> None:
    """`ur = ru` and `step(u) = …` define nothing: their left sides mean something already."""
    defined = known.of("definition")
    for name, several in list(defined.items()):
        kept = [each for each in several if not (known.is_product(name) or _given(each, known.directions))]
        if kept:
            defined[name] = kept
        else:
            del defined[name]


def _given(symbol: Symbol, directions: set[str]) -> bool:
    return any(name.strip() in directions for name in symbol.detail.strip("()").split(","))


def _compass(texts: tuple[Source, ...]) -> Compass:
    """The compass of the nearest board; of squares where none can be read."""
    for text in texts:
        for part in parts(text.text):
            words = [token.text for token in part.tokens[1:]]
            if part.keyword == "board" and words and words != ["graph"]:
                return _of_board(tuple(words))
    return SQUARE


@lru_cache(maxsize=64)
def _of_board(words: tuple[str, ...]) -> Compass:
    try:
        found: Compass = boards.lattice(list(words), LIMITS).compass
    except (LaskerError, ValueError, IndexError):
        return CUBE if any(word.count("x") > 1 for word in words) else SQUARE
    return found
