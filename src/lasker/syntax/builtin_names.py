"""Words that nobody needs to define: those of the board, of the pieces, and of the prelude."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Pattern, pattern, square
from lasker.algebra.images import moved
from lasker.algebra.moves import NIL, Choice, choice, prefer, sequence
from lasker.kernel.errors import SortError
from lasker.kernel.package_data import files
from lasker.kernel.source import Source
from lasker.space.compass import Compass
from lasker.space.space import Space
from lasker.syntax.counted_pieces import CountedPieces
from lasker.syntax.definitions import definition_of
from lasker.syntax.parse import parse_lines
from lasker.syntax.tree import Line, Statement
from lasker.syntax.values import CounterRef, Function, RegionRef, Value, is_move, is_movement, sort


def builtin_words(compass: Compass, vocabulary: Vocabulary, space: Space | None) -> dict[str, Any]:
    """Directions, turns, C, sets of contents, counters, regions, and what turns moves in all directions."""
    words: dict[str, Any] = {**compass.directions, **compass.turns}
    players = len(vocabulary.players)
    if players > 1:
        words["C"] = replace(compass.identity, players=(*range(1, players), 0))  # type: ignore[type-var]
    for name, contents in named_sets(vocabulary).items():
        words[name] = Pattern((square(contents, compass.origin),))
    for counter, owner in vocabulary.counters:
        words.setdefault(counter, CounterRef((counter, owner)))
    for region, owner in space.regions if space else ():
        words.setdefault(region, RegionRef(region, owner))
    words["every"] = Function("every", ("m", "M"), Turner(compass, vocabulary).every)
    if vocabulary.heaps:
        heaps = CountedPieces(compass, vocabulary)
        for name, move in (("add", heaps.add), ("remove", heaps.remove), ("lift", heaps.lift)):
            words[name] = Function(name, ("s", "n"), move, raw=True)
    words["around"] = Function("around", ("m", "M"), Turner(compass, vocabulary).around)
    return words


def named_sets(vocabulary: Vocabulary) -> dict[str, int]:
    """The sets of contents that have a name: any square, any piece, one's own, the others'."""
    everybody = range(len(vocabulary.players))
    return {
        "square": vocabulary.squares,
        "piece": vocabulary.owned(None, *everybody),
        "friend": vocabulary.owned(0),
        "enemy": vocabulary.owned(*everybody[1:]),
    }


def piece_names(compass: Compass, vocabulary: Vocabulary) -> dict[str, Pattern]:
    """The names of pieces: `rook` is the first player's rook, or nobody's; nothing is an absent one. The name
    of a counted piece means any number of them."""
    found = dict.fromkeys(vocabulary.absent, 0)
    for piece in reversed(vocabulary.pieces):
        if piece.owner in {0, None}:
            known = found.get(piece.kind, 0) if piece.count else 0
            found[piece.kind or piece.name] = known | vocabulary.named(piece.glyph)
    return {name: Pattern((square(contents, compass.origin),)) for name, contents in found.items()}


class Turner:
    """`every` and `around`: a move or a fragment in each direction that a word can be turned into."""

    def __init__(self, compass: Compass, vocabulary: Vocabulary) -> None:
        self.compass, self.vocabulary = compass, vocabulary

    def _turned(self, word: Value, body: Value) -> list[Any]:
        if not is_movement(word):
            raise SortError("a movement is needed first", remedy="for example every(u, slide(u))")
        if not (is_move(body) or isinstance(body, Pattern)):
            raise SortError(f"only moves and fragments can be turned, and this is a {sort(body)}")
        found: dict[Any, None] = {}
        for symmetry in self.compass.orbit(word):
            turn = symmetry.turn
            if isinstance(body, Pattern):
                found[body.moved(turn, self.vocabulary)] = None
            else:
                found[moved(body, turn, self.vocabulary)] = None
        return list(found)

    def every(self, word: Value, body: Value) -> Value:
        """`every(m, M)`: M in any of the directions that m can be turned into."""
        parts = self._turned(word, body)
        if isinstance(body, Pattern):
            return pattern(f for part in parts for f in part.options)
        options = [
            option for part in parts for option in (part.options if isinstance(part, Choice) else (part,))
        ]
        return choice(dict.fromkeys(options))

    def around(self, word: Value, body: Value) -> Value:
        """`around(m, M)`: M in all the directions that m can be turned into, wherever it can be done."""
        if sort(body) != "move":
            raise SortError("around(m, M) does a move all around")
        return sequence(prefer(part, NIL) for part in self._turned(word, body))


PRELUDES = {
    "square": ("all", "square"),
    "cube": ("all", "square"),
    "hex": ("all", "hex"),
    "hexfiles": ("all", "hex"),
}


@cache
def prelude_source(compass: str) -> Source:
    """The text of the prelude for boards of one compass."""
    folder = files("lasker.syntax").joinpath("prelude")
    texts = [folder.joinpath(f"{part}.rules").read_text("utf-8") for part in PRELUDES.get(compass, ("all",))]
    return Source("\n".join(texts), f"<prelude of {compass} boards>")


@cache
def prelude_lines(compass: str) -> tuple[Line, ...]:
    """The prelude, parsed once."""
    return parse_lines(prelude_source(compass))


@cache
def prelude_words(compass: str) -> frozenset[str]:
    """The words that the prelude defines.

    >>> sorted(prelude_words("square") - prelude_words("line"))
    ['all4', 'all8', 'both', 'carry_to', 'flipped', 'in_any_direction', 'rotated']
    """
    lines = (line for line in prelude_lines(compass) if isinstance(line, Statement))
    found = (definition_of(line, prelude_source(compass)) for line in lines)
    return frozenset(definition.name for definition in found if definition is not None)
