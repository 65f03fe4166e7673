"""CECP's edit mode: setting up a position piece by piece (protocol version 1)."""

from __future__ import annotations

import re

from lasker.kernel.errors import NotationError
from lasker.notation.fen.fen import board_rows
from lasker.play.game import Position

PIECE = re.compile(r"(\+?[A-Za-z])@?([a-z][0-9]{1,2})")


class Edit:
    """A position in edit mode; the side to move is unchanged.

    >>> from lasker.play.game import load
    >>> edit = Edit(load("tictactoe").start())
    >>> for line in ("Xa1", "c", "Ob2", "xa1"):
    ...     edit.line(line)
    >>> edit.fen()
    '3/1O1/3 x 1'
    """

    def __init__(self, position: Position) -> None:
        self.position, self._owner = position, 0
        vocabulary, board = position.game.model.rules.vocabulary, position.node.configuration.board
        self._pieces = {  # letters by site
            site: vocabulary.pieces[vocabulary.symbol(content) - 1].letter
            for site, content in enumerate(board)
            if vocabulary.symbol(content)
        }

    def line(self, text: str) -> None:
        """One line: a piece and its square, `c` for the other colour, `#` for an empty board."""
        if text == "#":
            self._pieces.clear()
        elif text == "c":
            self._owner = 1 - self._owner
        elif text[:1] == "x" and text[1:] in self._squares:
            self._pieces.pop(self._squares[text[1:]], None)
        elif (found := PIECE.fullmatch(text)) and found[2] in self._squares and self._letter(found[1]):
            self._pieces[self._squares[found[2]]] = self._letter(found[1])
        else:
            raise NotationError(f"{text[:40]!r} sets up nothing", remedy="end with a line that is a dot")

    @property
    def _squares(self) -> dict[str, int]:
        space = self.position.game.model.space
        return {space.label(site): site for site in range(len(space.sites))}

    def _letter(self, text: str) -> str:
        """The letter of this kind for the player whose pieces are being placed."""
        pieces = self.position.game.model.rules.vocabulary.pieces
        names = {piece.name for piece in pieces if piece.letter.upper() == text.upper()}
        own = (piece.letter for piece in pieces if piece.name in names and piece.owner == self._owner)
        exact = (piece.letter for piece in pieces if piece.letter == text and piece.owner == self._owner)
        return next(exact, next(own, ""))

    def fen(self) -> str:
        """The FEN; castling rights are granted where the pieces of the start stand in place."""
        rows = []
        for row in board_rows(self.position.game.model.space):
            cells = "".join("*" if site is None else self._pieces.get(site, ".") for site in row)
            rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
        words = self.position.fen.split()
        hand = re.search(r"\[.*\]", words[0])
        words[0] = "/".join(rows) + (hand[0] if hand else "")
        fields = [field.split(":")[0] for field in self.position.game.model.fen_fields]
        fields = [field for field in fields if field not in ("hand", "promoted")]
        for name in ("passing", "castling"):
            if name in fields:
                at = fields.index(name)
                start = self.position.game.start().fen.split()
                usual = start[at] if name == "castling" else ""
                words[at] = "".join(right for right in usual if self._holds(start, at, right)) or "-"
        return " ".join(words)

    def _holds(self, start: list[str], at: int, right: str) -> bool:
        """Do the pieces that have a castling right at the start stand in place?"""
        game = self.position.game
        vocabulary = game.model.rules.vocabulary
        board = game.position(" ".join([*start[:at], right, *start[at + 1 :]])).node.configuration.board
        return all(
            self._pieces.get(site) == vocabulary.pieces[symbol - 1].letter
            for site, content in enumerate(board)
            if (symbol := vocabulary.symbol(content))
            and content != vocabulary.content(vocabulary.glyph(content))
        )
