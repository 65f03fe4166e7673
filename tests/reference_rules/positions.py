"""Positions for the rules in this folder: from a picture or a FEN to a configuration, and back.

A rules file beside this module is a `Game` here: its words are moves, and moves have results. There is no
turn order yet, so a test says itself who moves, and `turn` lets fall what lives until a player's next turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path

from lasker.algebra.contents import Life, Vocabulary
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.space import layout
from lasker.space.space import Space
from lasker.syntax.rules import Rules
from lasker.syntax.values import sort

FOLDER = Path(__file__).parent


class Game:
    """The words of one rules file, on its own board; read when first used, not while tests are collected."""

    def __init__(self, name: str) -> None:
        self.file = f"{name}.rules"
        self._moves: dict[str, Move] = {}

    @cached_property
    def rules(self) -> Rules:
        path = FOLDER / self.file
        rules = Rules(path.read_text("utf-8"), name=path.name)
        rules.check()
        assert rules.version == 1
        assert not rules.expressions, "a line of the rules defines nothing"
        return rules

    @cached_property
    def space(self) -> Space:
        assert self.rules.space is not None
        return self.rules.space

    @cached_property
    def vocabulary(self) -> Vocabulary:
        return self.rules.vocabulary

    @cached_property
    def arena(self) -> Arena:
        return Arena(self.space, self.vocabulary)

    @cached_property
    def squares(self) -> list[str]:
        return [self.space.label(i) for i in range(len(self.space.sites))]

    # --- from a text to a position ------------------------------------------------------------

    def place(self, pieces: Mapping[str, str], **counters: int) -> Configuration:
        """Pieces on squares: {"e1": "♔^unmoved"}; the rest is empty. Counters: catch=0, pawns_black=2."""
        board = [self.vocabulary.content(".")] * len(self.squares)
        for square, shown in pieces.items():
            symbol, *marks = shown.split("^")
            board[self.space.site(square)] = self.vocabulary.content(symbol, marks)
        values = list(self.arena.start(board).counters)
        for key, value in counters.items():
            name, _, player = key.partition("_")
            values[self._slot(name, player or None)] = value
        return Configuration(tuple(board), (), tuple(values))

    def read(self, picture: str, **counters: int) -> Configuration:
        """A picture of the whole board: rows from the top, layers from the top with an empty line between."""
        lines = picture.strip("\n").split("\n")
        margin = min(len(line) - len(line.lstrip()) for line in lines if line.strip())
        pages = [
            page.split("\n") for page in "\n".join(line[margin:].rstrip() for line in lines).split("\n\n")
        ]
        spots = [layout.spot(self.space.compass, site) for site in self.space.sites]
        first = tuple(min(spot[i] for spot in spots) for i in range(3))
        drawn = {
            (page, line, column): character
            for page, rows in enumerate(pages)
            for line, row in enumerate(rows)
            for column, character in enumerate(row)
            if character != " "
        }
        pieces = {}
        for square, spot in zip(self.squares, spots, strict=True):
            pieces[square] = drawn.pop((spot[0] - first[0], spot[1] - first[1], spot[2] - first[2]))
        assert not drawn, f"not on the board: {drawn}"
        return self.place(pieces, **counters)

    def fen(self, text: str) -> tuple[Configuration, int]:
        """A FEN of the chess family, and who moves. Castling rights and en passant become marks."""
        rows, side, rights, passing, *_ = [*text.split(), "w", "-", "-"]
        pieces: dict[str, str] = {}
        for rank, row in enumerate(reversed(rows.split("/"))):
            file = 0
            for character in row:
                if character.isdigit():
                    file += int(character)
                else:
                    pieces[self.space.label(self.space.index[file, rank])] = character
                    file += 1
        marked: dict[str, str] = {}
        for right in rights.strip("-"):
            marked |= dict.fromkeys(self._castlers(pieces, right), "unmoved")
        if passing != "-":
            marked[passing[0] + {"3": "4", "6": "5"}[passing[1]]] = "jumped"
        return self.place(
            {
                square: shown + (f"^{marked[square]}" if square in marked else "")
                for square, shown in pieces.items()
            }
        ), "wb".index(side)

    def _castlers(self, pieces: Mapping[str, str], right: str) -> list[str]:
        """The king and the outermost rook of one castling right: K, Q, k or q."""
        rank, rook, king = ("1", "R", "K") if right.isupper() else ("8", "r", "k")
        [at] = [square for square, shown in pieces.items() if shown == king]
        rooks = [square for square, shown in pieces.items() if shown == rook and square[1] == rank]
        return [at, max(r for r in rooks if r > at) if right in "Kk" else min(r for r in rooks if r < at)]

    def _slot(self, name: str, player: str | None) -> int:
        return self.arena.slots[name, self.vocabulary.players.index(player) if player else None]

    # --- from a position to a text ------------------------------------------------------------

    def at(self, position: Configuration, square: str) -> str:
        """What stands on a square, with its marks."""
        return self.vocabulary.show(position.board[self.space.site(square)])

    def pieces(self, position: Configuration) -> dict[str, str]:
        """Every square that is not plainly empty."""
        shown = dict(zip(self.squares, map(self.vocabulary.show, position.board), strict=True))
        return {square: content for square, content in shown.items() if content != "."}

    def counter(self, position: Configuration, name: str, player: str | None = None) -> int:
        """The value of a counter."""
        return position.counters[self._slot(name, player)]

    def draw(self, position: Configuration) -> str:
        """The position as a picture, marks left out."""
        return layout.draw(
            self.space.compass, zip(self.space.sites, map(self.vocabulary.glyph, position.board), strict=True)
        )

    def name(self, start: Configuration, end: Configuration) -> str:
        """A move by what left a square and what arrived on one: `e2e4`, `b7b8♕`, `e1g1 h1f1`, `P*e5`."""
        before = dict(zip(self.squares, start.board, strict=True))
        after = dict(zip(self.squares, end.board, strict=True))
        arrived = [
            s
            for s in self.squares
            if before[s] != after[s]
            and self._symbol(after[s]) != "."
            and (self._symbol(before[s]) != self._symbol(after[s]) or self._promoted(before[s], after[s]))
        ]
        movers = {self._owner(after[s]) for s in arrived}
        left = [
            s
            for s in self.squares
            if self._owner(before[s]) in movers
            and self._symbol(before[s]) != "."
            and self._symbol(before[s]) != self._symbol(after[s])
        ]
        words = []
        for goal in arrived:
            same = [s for s in left if self._symbol(before[s]) == self._symbol(after[goal])]
            source = next(iter(same or left), None)
            if source is None:
                words.append(f"{self._symbol(after[goal])}*{goal}")
                continue
            left.remove(source)
            grown = self._symbol(before[source]) != self._symbol(after[goal])
            plus = "+" if self._promoted(before[source], after[goal]) else ""
            words.append(source + goal + (self._symbol(after[goal]) if grown else plus))
        return " ".join(sorted(words))

    def names(self, move: str | Move, position: Configuration) -> list[str]:
        """The names of all moves that a term allows, sorted."""
        return sorted(self.name(position, end) for end in self.after(move, position))

    def _symbol(self, content: int) -> str:
        return self.vocabulary.glyph(content)

    def _owner(self, content: int) -> int | None:
        return next((p.owner for p in self.vocabulary.pieces if p.glyph == self._symbol(content)), None)

    def _promoted(self, before: int, after: int) -> bool:
        marks = [set(self.vocabulary.show(content).split("^")[1:]) for content in (before, after)]
        return "promoted" in marks[1] - marks[0]

    # --- moves --------------------------------------------------------------------------------

    def move(self, text: str) -> Move:
        """An expression in the words of the rules; it is elaborated once."""
        if text not in self._moves:
            value = self.rules.evaluate(text)
            assert sort(value) == "move", f"{text} is a {sort(value)}"
            self._moves[text] = value  # type: ignore[assignment]
        return self._moves[text]

    def swapped(self, text: str, by: str = "flipped") -> Move:
        """The same move as the other player makes it."""
        return self.move(f"{by} ({text})")

    def after(self, move: str | Move, position: Configuration) -> frozenset[Configuration]:
        """Everything a move leads to; a result equal to its source is no move."""
        return self._results(move, position) - {position}

    def can(self, move: str | Move, position: Configuration) -> bool:
        """Can this be done? So is a test asked from outside."""
        return bool(self._results(move, position))

    def _results(self, move: str | Move, position: Configuration) -> frozenset[Configuration]:
        return self.arena.results(self.move(move) if isinstance(move, str) else move, position)

    # --- turns, which the language does not have yet --------------------------------------------

    def turn(self, position: Configuration, player: int) -> Configuration:
        """The position as `player` finds it: the marks on his pieces that lived until now are gone."""
        fallen = sum(
            self.vocabulary.mark_bit(mark.name)
            for mark in self.vocabulary.marks.values()
            if mark.life is Life.TURN
        )
        return position._replace(
            board=tuple(
                self.vocabulary.with_marks(content, 0, fallen) if self._owner(content) == player else content
                for content in position.board
            )
        )

    def perft(
        self, text: str, position: Configuration, depth: int, player: int = 0, by: str = "flipped"
    ) -> int:
        """In how many ways `depth` moves follow each other; player 1 moves by the image of `text`."""
        move = self.swapped(text, by) if player else text
        ends = self.after(move, self.turn(position, player))
        return (
            len(ends) if depth == 1 else sum(self.perft(text, end, depth - 1, 1 - player, by) for end in ends)
        )


@cache
def game(name: str) -> Game:
    """The game of the rules file with this name, read once."""
    return Game(name)
