"""Move diagrams: the moves of a piece from one square, as data, as words, and as a text picture."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from lasker.algebra.contents import PieceType
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.movement.betza import betza_movement
from lasker.movement.description import (
    MarkedMove,
    MoveDescription,
    has_unexplained_capture,
    marked_moves,
    moves_from,
)
from lasker.movement.movement import Destinations, Movement, movement_of
from lasker.movement.piece_context import MOST_SITES, kinds
from lasker.space import layout
from lasker.space.plane import cropped
from lasker.space.space import Space

# The sign of each kind of move in a text picture, and its description.
SIGNS = {
    "leap": "*", "ride": "+", "lame": "-", "hop": "^", "jump": "^", "helped": "h", "aside": "a", "shot": "s",
    "shift": "m",
}  # fmt: skip
KINDS = {
    "leap": "there",
    "ride": "there along a line, up to the first piece in the way",
    "lame": "there, unless a piece beside the way hinders it",
    "hop": "there over another piece",
    "jump": "by jumping there over an enemy",
    "helped": "there with another piece on the right square",
    "aside": "an enemy on another square by going there",
    "shot": "what stands there without moving",
    "shift": "there and moves or changes another piece",
}


@dataclass(frozen=True)
class Diagram:
    """How a piece moves on the otherwise empty board of its game."""

    game: Game
    piece: PieceType
    site: int | None  # its square; None if it is only ever dropped
    moves: tuple[MoveDescription, ...]
    marked_moves: tuple[MarkedMove, ...]
    becomes: tuple[tuple[tuple[str, ...], frozenset[int]], ...]  # other pieces, and the squares
    placed: frozenset[int]  # where it may be dropped
    within: str  # the region that confines it, if there is one
    ground: frozenset[int]  # the squares where any piece may stand
    more: bool = False  # are there captures that are not shown?

    def words(self, signs: bool = True) -> list[str]:
        """What the picture shows and what it cannot show, a line each, with the signs of the picture.

        >>> from lasker.play.library import model
        >>> from lasker.movement.piece_context import piece_called
        >>> game = model("chess")
        >>> print("\\n".join(diagram(game, piece_called(game, "pawn")).words()))
        o   only moves there along a line, up to the first piece in the way: d3
        o?  only moves there along a line, up to the first piece in the way; only from some squares: d4
        x   only takes there: c3, e3
        c3: takes pawn on c2 if it is jumped
        e3: takes pawn on e2 if it is jumped
        becomes queen, rook, bishop or knight on far rank
        """
        lines = []
        for shown, what, sites in self._kinds():
            lines.append((f"{shown:<3} " if signs else "") + f"{what}: {self._some(sites)}")
        lines += [special.words(self.game) for special in self.marked_moves]
        if self.more:
            lines.append("also takes in ways that are not shown here")
        for names, squares in self.becomes:
            where = self._region(squares) or self._some(sorted(squares))
            lines.append(f"becomes {_either(names)} on {where}")
        if self.within:
            lines.append(f"never leaves: {self.within}")
        if self.placed:
            lines.append(self._placing())
        if not lines:
            lines.append("does not move by itself")
        return lines

    @property
    def betza(self) -> str:
        """How the piece moves in Betza notation; empty if that cannot say it."""
        found = betza_movement(self.game, self.piece)
        return "" if found is None else found.notation

    def _kinds(self) -> list[tuple[str, str, list[int]]]:
        found: dict[tuple[str, str], list[int]] = {}
        for move in self.moves:
            found.setdefault(sign(move), []).append(move.to)
        order = "*+-ox^vhasm"
        return sorted(
            ((shown, what, sites) for (shown, what), sites in found.items()),
            key=lambda kind: (order.index(kind[0][0]), kind[0], kind[1]),
        )

    def _placing(self) -> str:
        missing = sorted(set(range(len(self.game.space.sites))) - self.placed)
        if not missing:
            return "may be put on any empty square"
        if len(missing) <= len(self.placed):
            return f"may be put on any empty square but {self._region(missing) or self._some(missing)}"
        return f"may be put on {self._region(self.placed) or self._some(sorted(self.placed))}"

    def _region(self, sites: Iterable[int]) -> str:
        """The name of the region of the piece's owner that has exactly these squares."""
        return region_of(self.game.space, frozenset(sites), self.piece.owner, self.ground)

    def _some(self, sites: list[int]) -> str:
        names = [self.game.space.label(site) for site in sites]
        return ", ".join(names) if len(names) <= 8 else f"{len(names)} squares"

    def text(self) -> str:
        """The picture and the words below it.

        >>> from lasker.play.library import model
        >>> from lasker.movement.piece_context import piece_called
        >>> game = model("xiangqi")
        >>> print(diagram(game, piece_called(game, "advisor")).text().replace(".", "·"))
        ·········
        ·········
        ·········
        ·········
        ·········
        ·········
        ·········
        ···*·*···
        ····仕····
        ···*·*···
        <BLANKLINE>
        *   moves or takes there: d1, f1, d3, f3
        never leaves: palace
        Betza notation: F
        """
        notation = self.betza
        said = [f"Betza notation: {notation}"] if notation else []
        return "\n".join([self.picture(), "", *self.words(), *said])

    def facts(self) -> dict[str, Any]:
        """The diagram as JSON data, with names of squares."""
        label = self.game.space.label

        def named(sites: Iterable[int]) -> list[str]:
            return [label(site) for site in sorted(sites)]

        return {
            "piece": self.piece.name,
            "from": None if self.site is None else label(self.site),
            "ways": [
                {
                    "to": label(move.to),
                    "kind": move.kind,
                    "moves": move.moves,
                    "takes": move.takes,
                    "blockers": named(move.blockers),
                    "over": named(move.over),
                    "vanishes": move.vanishes,
                    "conditional": move.conditional,
                }
                for move in self.moves
            ],
            "more": self.more,
            "becomes": [{"pieces": list(names), "on": named(sites)} for names, sites in self.becomes],
            "placed": named(self.placed),
            "picture": self.picture(),
            "words": self.words(),
            "betza": self.betza or None,
        }

    def picture(self) -> str:
        """The board as text, with a sign on every destination of the piece."""
        space = self.game.space
        marks = dict.fromkeys(self.placed, "o") if self.site is None else {}
        for move in self.moves:
            shown = sign(move)[0]
            if shown not in marks.get(move.to, ""):
                marks[move.to] = marks.get(move.to, "") + shown
        if self.site is not None:
            marks[self.site] = self.piece.glyph
        if not layout.drawable(space.compass):
            return "\n".join(f"{space.label(site)}: {mark}" for site, mark in sorted(marks.items()))
        shown_space = cropped(space, marks)
        return layout.draw(
            space.compass, ((site, marks.get(i, ".")) for i, site in enumerate(shown_space.sites))
        )


def sign(move: MoveDescription) -> tuple[str, str]:
    """The sign of a move in a text picture, and its description."""
    does = "moves or takes" if move.moves and move.takes else "only moves" if move.moves else "only takes"
    if move.kind in ("jump", "aside", "shot"):
        does = "takes"
    if move.kind == "shift":
        does = "goes"
    shown, what = SIGNS[move.kind], f"{does} {KINDS[move.kind]}"
    if move.kind in ("leap", "ride", "lame") and not (move.moves and move.takes):
        shown = "o" if move.moves else "x"
    elif move.kind == "hop" and not move.moves:
        shown = "v"
    if move.vanishes:
        what += ", and vanishes when it takes"
    return (shown + "?", what + "; only from some squares") if move.conditional else (shown, what)


def region_of(space: Space, sites: frozenset[int], owner: int | None, ground: frozenset[int]) -> str:
    """The name of a region, neutral or of this player, that has exactly these squares of the board."""
    for (name, whose), region in space.regions.items():
        if region & ground == sites and whose in (None, owner):
            return name
    return ""


@lru_cache(maxsize=512)
def diagram(game: Game, piece: PieceType) -> Diagram:
    """The diagram of a piece on a central square with many moves."""
    movement = movement_of(game, piece)
    places = frozenset(movement.places)
    reached = {site: movement.destinations(site) for site in movement.compared}
    if not any(reached.values()):
        placed = movement.placed() or movement.placed(movement.opening)
        middle = min(movement.standing, key=movement.by_middle.index)
        if placed or next(movement.plain_paths(middle), None) is None:
            return Diagram(game, piece, None, (), (), (), placed, "", places)
    site = _central(movement, {s: len(found) for s, found in reached.items()})
    found = moves_from(movement, site)
    everywhere = len(movement.compared) == len(movement.standing)
    return Diagram(
        game,
        piece,
        site,
        found,
        marked_moves(movement, site, found),
        _promotions(movement, reached.values()),
        movement.placed(),
        region_of(game.space, movement.reached_in_one_move, piece.owner, places) if everywhere else "",
        places,
        has_unexplained_capture(movement, site, found),
    )


def _promotions(
    movement: Movement, reached: Iterable[Destinations]
) -> tuple[tuple[tuple[str, ...], frozenset[int]], ...]:
    """What a piece may become, and where."""
    symbol, pieces = movement.vocabulary.symbol, movement.vocabulary.pieces
    becomes: dict[tuple[str, ...], set[int]] = {}
    for to, arrivals in (each for destinations in reached for each in destinations.items()):
        kinds = sorted({symbol(how.content) for how in arrivals} - {0, symbol(movement.content)})
        if kinds:
            becomes.setdefault(tuple(dict.fromkeys(pieces[kind - 1].name for kind in kinds)), set()).add(to)
    return tuple((names, frozenset(sites)) for names, sites in becomes.items())


def diagrams(game: Game) -> tuple[Diagram, ...]:
    """A diagram for every kind of piece; empty if the board is too large for movement."""
    if len(game.space.sites) > MOST_SITES:
        return ()
    return tuple(diagram(game, piece) for piece in kinds(game))


def _central(movement: Movement, goings: dict[int, int]) -> int:
    """The square with most moves, and among those the nearest to the centre."""
    return min(
        goings,
        key=lambda site: (site not in movement.reachable, -goings[site], movement.by_middle.index(site)),
    )


def _either(names: tuple[str, ...]) -> str:
    words = [name.replace("_", " ") for name in names]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"
