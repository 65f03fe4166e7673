"""What follows from pieces that tell how they move: the rules that every such game has."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field, replace
from typing import Any

from lasker.builder.expressions import expression
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.syntax import tree as t
from lasker.syntax.betza import Betza, Surroundings, ways
from lasker.syntax.betza.layer import TARGET, WAY, surroundings
from lasker.syntax.compose import NOWHERE, PIECE, asked, bound, bracketed, called, either, row
from lasker.syntax.declarations import Declarations, defined

FRIEND = t.Cursor("friend", True, NOWHERE)
SIZE = re.compile(r"(\d+)[x×](\d+)")
HEXAGONAL = {"hexagon", "hex", "rhombus", "star"}  # words of boards that have no squares


@dataclass(frozen=True)
class Promotion:
    """A piece that becomes another one in a region."""

    piece: str
    region: str
    into: tuple[str, ...]
    optional: bool


@dataclass
class Completion:
    """How pieces move, which one is royal, what pieces become: and the definitions that this makes.

    >>> from lasker.syntax.betza import read
    >>> piece = t.Declaration("piece", ("wazir", (), ("W", "w")), NOWHERE)
    >>> Completion({"wazir": read("W")}).added(Declarations().having(piece)).names("definition")
    ['way', 'move', 'view']
    """

    moves: dict[str, Betza | t.Node] = field(default_factory=dict)
    royal: str | None = None
    stalemate: str = "drawn"
    promotions: list[Promotion] = field(default_factory=list)

    def added(self, declared: Declarations) -> Declarations:
        """The declarations with the definitions that they need and do not have."""
        if not self.moves and (self.royal or self.promotions):
            raise DeclarationError(
                "no piece says how it moves", remedy='give pieces their moves: piece("rook", "♖♜", betza="R")'
            )
        return declared.added(*self._lines(declared)) if self.moves else declared

    def _lines(self, declared: Declarations) -> Iterator[t.Line]:
        words = {word.lower() for word in parts_of(declared, "board")}
        if any(isinstance(how, Betza) for how in self.moves.values()) and (
            words & HEXAGONAL or declared.names("link")
        ):
            raise DeclarationError(
                "Betza notation is for boards of squares, and this board has none",
                remedy="say in the language how pieces go: moves=…",
            )
        game = around(declared)
        ways = [way_of(sign(declared, name), name, how, game=game) for name, how in self.moves.items()]
        yield defined(WAY, either(ways), (TARGET,))
        players = parts_of(declared, "players")
        own = {"move", *players}
        moves = either([called(WAY, expression(target, "<target>")) for target in (".", "enemy")])
        parts = [t.Group((moves,), NOWHERE), *map(self._promoted, self.promotions)]
        body = bound([FRIEND], row(*parts))
        if not declared.names("state") and not own & set(declared.names("definition")):
            yield defined("move", row(body, called("safe")) if self.royal else body)
        yield defined("view", called("flipped" if len(players) == 2 else "C"))
        if self.royal is not None:
            yield from self._royal(declared, self.royal, players)

    def _promoted(self, promotion: Promotion) -> t.Node:
        into = " | ".join(promotion.into)
        change = f"([% is {promotion.piece}] (% in {promotion.region} -> {into}))"
        return expression(f"({change} | nil)" if promotion.optional else f"try{change}", "<promotion>")

    def _royal(self, declared: Declarations, name: str, players: tuple[str, ...]) -> Iterator[t.Line]:
        if ("piece", name) not in declared or len(players) != 2:
            raise DeclarationError(
                f"the {name} of {len(players)} players cannot be royal",
                remedy=did_you_mean(name, declared.names("piece"), "a royal piece is one of a game of two"),
            )
        yield defined("strikes", bound([FRIEND], called(WAY, called(TARGET))), (TARGET,))
        struck = row(called("view"), called("strikes", sign(declared, name, -1)))
        yield defined("check", asked(struck))
        yield defined("safe", asked(struck, False))
        yield t.Declaration("because", ("safe", f"the {name} would be attacked"), NOWHERE)
        none_left = asked(called("move"), False)
        yield t.Declaration("end", ("checkmate", "lost", row(called("check"), none_left)), NOWHERE)
        yield t.Declaration("end", ("stalemate", self.stalemate, none_left), NOWHERE)
        reason = "the player who has just moved is in check"
        yield t.Declaration("invalid", (reason, row(called("view"), called("check"))), NOWHERE)


def parts_of(declared: Declarations, keyword: str, name: object = "") -> tuple[Any, ...]:
    """What a declaration says; nothing if there is none."""
    line = declared.lines.get((keyword, name))
    return line.parts if isinstance(line, t.Declaration) else ()


def sign(declared: Declarations, name: str, player: int = 0) -> t.Node:
    """The sign of a player's piece."""
    found = parts_of(declared, "piece", name)
    if not found:
        raise NameProblem(
            f"no piece is called {name}",
            remedy=did_you_mean(
                name, declared.names("piece"), f"pieces: {', '.join(declared.names('piece'))}"
            ),
        )
    _, glyphs, letters = found
    return t.Symbol((glyphs or letters)[player], NOWHERE)


def around(declared: Declarations) -> Surroundings:
    """What pieces in Betza notation find in a game."""
    _, texts = parts_of(declared, "fact", "fen") or ("fen", ())
    sizes = [found for word in parts_of(declared, "board") if (found := SIZE.fullmatch(str(word)))]
    game = surroundings(None, " ".join(texts))
    if not sizes:
        return game
    files, ranks = map(int, sizes[-1].groups())
    return replace(game, files=files, longest=max(files, ranks))


def way_of(
    piece: t.Node, name: str, how: Betza | t.Node, target: str = TARGET, game: Surroundings | None = None
) -> t.Node:
    """How a piece goes to a square that holds the target."""
    if isinstance(how, Betza):
        home = f"{name} home" if how.initial else None
        how = either([expression(text, "<betza>") for text in ways(how, target, home, game)])
    return row(asked(t.Narrowed(PIECE, piece, True, NOWHERE)), bracketed(how))
