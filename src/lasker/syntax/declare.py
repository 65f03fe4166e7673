"""Declarations: from lines such as `board 8x8` and `piece pawn ♙ ♟` to a space and a vocabulary."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from lasker.algebra.contents import CHESSMEN, Counter, Life, Mark, Piece, Vocabulary
from lasker.kernel.errors import DeclarationError
from lasker.kernel.limits import Limits
from lasker.space import layout, shapes
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE, Compass
from lasker.space.space import SQUARE_NAME, LatticeSpace, Space, file_number
from lasker.syntax.tree import Declaration

LANGUAGE_VERSION = 1
Areas = list[tuple[Any, ...]]


@dataclass
class Declared:
    """What the declarations of a text say, gathered line by line."""

    limits: Limits
    version: int | None = None
    players: tuple[str, ...] = ()
    pieces: list[tuple[str, list[str], list[str]]] = field(default_factory=list)  # name, glyphs, letters
    marks: list[Mark] = field(default_factory=list)
    counters: list[tuple[str, int, int, int, list[str]]] = field(default_factory=list)
    shape: list[str] | None = None
    regions: list[tuple[str, str | None, Areas]] = field(default_factory=list)
    links: list[tuple[str, str, str | None, str]] = field(default_factory=list)
    turns: dict[str, dict[str, str]] = field(default_factory=dict)

    def add(self, line: Declaration) -> None:
        """Take note of one declaration."""
        getattr(self, f"_{line.keyword}")(*line.parts)

    def _version(self, number: str) -> None:
        if int(number[:9]) != LANGUAGE_VERSION:
            raise DeclarationError(
                f"this text is written in version {number[:9]} of the language",
                remedy=f"this Lasker reads version {LANGUAGE_VERSION}: lasker {LANGUAGE_VERSION}",
            )
        self.version = LANGUAGE_VERSION

    def _players(self, *names: str) -> None:
        self._once(not self.players, "the players")
        self._once(len(set(names)) == len(names), "a player")
        self.players = tuple(map(str, names))

    def _piece(self, *parts: Any) -> None:
        words = [str(p) for p in parts if p.type == "WORD"]
        glyphs = [str(p).rstrip("\ufe0e\ufe0f") for p in parts if p.type == "GLYPH"]
        letters = [str(p).strip("'") for p in parts if p.type == "QUOTED"]
        self.pieces.append((" ".join(words), glyphs or letters, letters))

    def _mark(self, name: str, life: str) -> None:
        try:
            self.marks.append(Mark(str(name), Life(life)))
        except ValueError:
            lives = ", ".join(f"`{known.value}`" for known in Life)
            raise DeclarationError(
                f"a mark does not live {life}", remedy=f"its life is one of {lives}"
            ) from None
        self._once([mark.name for mark in self.marks].count(str(name)) == 1, f"the mark {name}")

    def _counter(self, name: str, bounds: tuple[int, int, int | None], *flags: str) -> None:
        flags = tuple(" ".join(flags).replace("until end", "until_end").split())
        unknown = set(flags) - {"each", "unkeyed", "until_end"}
        if unknown:
            raise DeclarationError(
                f"a counter is not {min(unknown)}",
                remedy="`each` gives one to every player, `unkeyed` leaves it out of positions, "
                "`until end` sets it back after each move",
            )
        low, high, start = bounds
        start = low if start is None else start
        if not low <= start <= high:
            raise DeclarationError(f"the counter {name} starts outside its bounds {low}..{high}")
        self._once(name not in [counter[0] for counter in self.counters], f"the counter {name}")
        self.counters.append((str(name), low, high, start, [str(flag) for flag in flags]))

    def _board(self, words: list[str]) -> None:
        self._once(self.shape is None, "the board")
        self.shape = [str(word) for word in words]

    def _region_of(self, *parts: Any) -> None:
        at = next(i for i, part in enumerate(parts) if getattr(part, "type", "") == "EQUAL")
        *words, of, owner = parts[:at]
        self.regions.append(
            (" ".join(map(str, words)), None if of is None else str(owner), list(parts[at + 1 :]))
        )

    def _link(self, start: str, *steps: Any) -> None:
        for direction, back, end in zip(steps[::3], steps[1::3], steps[2::3], strict=True):
            self.links.append((start, str(direction), None if back is None else str(back), end))
            start = end

    def _turn(self, name: str, *words: str) -> None:
        self._once(str(name) not in self.turns, f"the turn {name}")
        self.turns[str(name)] = dict(zip(map(str, words[::2]), map(str, words[1::2]), strict=True))

    def _once(self, fine: bool, what: str) -> None:
        if not fine:
            raise DeclarationError(f"{what} is declared twice")

    # --- what the declarations amount to ------------------------------------------------------

    def vocabulary(self) -> Vocabulary:
        """The vocabulary; the twelve chessmen where no piece is declared."""
        players = self.players or CHESSMEN.players
        pieces = list(self._declared_pieces(players)) if self.pieces else list(CHESSMEN.pieces)
        counters = [
            Counter(name, low, high, owner, start, "unkeyed" not in flags, "until_end" in flags)
            for name, low, high, start, flags in self.counters
            for owner in (range(len(players)) if "each" in flags else (None,))
        ]
        return Vocabulary(players, pieces, self.marks, counters)

    def _declared_pieces(self, players: tuple[str, ...]) -> Iterator[Piece]:
        for name, glyphs, letters in self.pieces:
            if len(glyphs) not in {1, len(players)} or len(letters) not in {0, len(glyphs)}:
                raise DeclarationError(
                    f"the {name} has {len(glyphs)} glyphs and {len(letters)} letters for "
                    f"{len(players)} players",
                    remedy="give one glyph to each player, or a single one to nobody's piece",
                )
            shared = len(glyphs) == 1 and len(players) > 1
            for number, glyph in enumerate(glyphs):
                letter = letters[number] if letters else self._initial(name, glyph, number)
                yield Piece(glyph, letter, name, None if shared else number)

    def _initial(self, name: str, glyph: str, number: int) -> str:
        initial = name[0].upper() if number == 0 else name[0].lower() if number == 1 else ""
        taken = [letter for _, glyphs, letters in self.pieces for letter in (letters or glyphs)]
        others = [
            other for other, _, letters in self.pieces if not letters and other[0].lower() == name[0].lower()
        ]
        return glyph if not initial or initial in taken or len(others) > 1 else initial

    def space(self) -> Space | None:
        """The board, with its regions, if one is declared."""
        if self.shape is None and not self.links:
            return None
        space = self._graph() if self.shape in (None, ["graph"]) else self._lattice(self.shape or [])
        players = self.players or CHESSMEN.players
        for name, owner, areas in self.regions:
            if owner is not None and owner not in players:
                raise DeclarationError(
                    f"the region {name} belongs to {owner}, who does not play",
                    remedy=f"the players are {', '.join(players)}",
                )
            sites = {site for area in areas for site in _sites(space, area)}
            space.add_region(name, sites, None if owner is None else players.index(owner))
        return space

    def _graph(self) -> Space:
        links = [(a, there, b) for a, there, _, b in self.links]
        links += [(b, back, a) for a, _, back, b in self.links if back is not None]
        return shapes.graph(links, self.turns, self.limits)

    def _lattice(self, shape: list[str]) -> Space:
        kinds = [word.lower() for word in shape if word[0].isalpha()]
        sizes = [int(size[:9]) for word in shape if word[0].isdigit() for size in re.split("[x×]", word)]
        rows = [word.strip("'") for word in shape if word[0] == "'"]
        kind = " ".join(kinds) or "box"
        if rows:
            return picture_space(kind, "\n".join(rows), self.limits)
        builder, wanted = SHAPES.get(kind, (None, None))
        if builder is None:
            raise DeclarationError(
                f"no board is called {kind}", remedy=f"boards are called {', '.join(SHAPES)}"
            )
        if wanted is not None and len(sizes) != wanted:
            raise DeclarationError(
                f"a {kind} board has {wanted} size{'s' * (wanted > 1)}, not {len(sizes)}",
                remedy="for example: board cylinder 8x8, board hexagon 5, board 5x5x5",
            )
        return builder(*sizes, limits=self.limits)


def _files(side: int, limits: Limits) -> LatticeSpace:
    return shapes.hexagon(side, files=True, limits=limits)


SHAPES: dict[str, tuple[Callable[..., Space], int | None]] = {
    "box": (shapes.box, None),
    "square": (shapes.rectangle, 2),
    "rectangle": (shapes.rectangle, 2),
    "cylinder": (shapes.cylinder, 2),
    "torus": (shapes.torus, 2),
    "moebius": (shapes.moebius, 2),
    "möbius": (shapes.moebius, 2),
    "hexagon": (shapes.hexagon, 1),
    "hexagon files": (_files, 1),
    "rhombus": (shapes.rhombus, 2),
    "star": (shapes.star, 1),
}

PICTURED: dict[str, Compass] = {
    "box": SQUARE,
    "square": SQUARE,
    "hex": HEX,
    "hex files": HEXFILES,
    "cube": CUBE,
}


def picture_space(kind: str, picture: str, limits: Limits) -> LatticeSpace:
    """A board of the shape that a picture shows: `square`, `hex`, `hex files`, `cube`."""
    if kind not in PICTURED:
        raise DeclarationError(
            f"a {kind} board is not drawn", remedy=f"drawn boards are {', '.join(PICTURED)}"
        )
    compass = PICTURED[kind]
    return LatticeSpace(compass, layout.read(compass, picture), limits=limits)


def _sites(space: Space, area: tuple[Any, ...]) -> Iterator[int]:
    """The sites of `e4`, `a1..h1`, `rank 8`, `file a`, `(0,1,2)`."""
    match area:
        case ("stretch", start, None):
            yield space.site(start)
        case ("stretch", start, end):
            yield from _stretch(space, space.site(start), space.site(end))
        case ("line", kind, name):
            yield from _line(space, kind, name)
        case ("point", coordinates):
            yield space.site("(" + ",".join(map(str, coordinates)) + ")")


def _stretch(space: Space, start: int, end: int) -> Iterator[int]:
    a, b = space.sites[start], space.sites[end]
    if isinstance(a, str):
        raise DeclarationError("a graph has no rectangles", remedy="list the squares one by one")
    for site in product(*(range(min(x, y), max(x, y) + 1) for x, y in zip(a, b, strict=True))):
        if site in space.index:
            yield space.index[site]


def _line(space: Space, kind: str, name: str) -> Iterator[int]:
    axis = {"file": 0, "rank": 1, "layer": 2}.get(kind)
    if axis is None or not isinstance(space, LatticeSpace) or axis >= space.dimension:
        raise DeclarationError(
            f"this board has no {kind}s", remedy="regions are made of squares, files and ranks"
        )
    wanted = (
        file_number(name)
        if name.isalpha() and name.islower() and name.isascii()
        else (int(name) - 1 if name.isdigit() and len(name) < 9 else -1)
    )
    found = [i for i, site in enumerate(space.sites) if site[axis] - space.low[axis] == wanted]
    if not found:
        raise DeclarationError(f"this board has no {kind} {name}")
    yield from found


__all__ = ["LANGUAGE_VERSION", "PICTURED", "SHAPES", "SQUARE_NAME", "Declared", "picture_space"]
