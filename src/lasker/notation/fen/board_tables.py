"""The board of the usual FEN, read and written by tables.

What is unusual (an error, dots for empty squares, empty layers left out) is left to `fen`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain
from operator import itemgetter
from typing import Any

from lasker.model.game import Game
from lasker.notation.fen.fen import board_rows, fewer_rows
from lasker.notation.fen.fields import modifiers

HOLE, NOTHING = 254, 255  # a hole, and the end of a row or what is no piece, beside the numbers of contents
NO_SQUARE = -1  # the content of a hole, where contents are not bytes
AS_DIGITS = bytes(ord("1") if chr(byte) in "0123456789" else 0 for byte in range(256))
LONG = b"11"  # a number of several digits, if every digit is written as 1, and nothing else
RUN = re.compile(r"[0-9]+|\([0-9]+\)")  # a run of empty squares, or how many of a counted piece stand on one
SPREAD = [(str(size), "." * size) for size in range(1, 10)]

Rows = list[str] | list[list[str]]  # the texts of the squares of each row, from the top


class Unusual(Exception):
    """A text or a position that is left to `fen`."""


class BoardTables:
    """How the squares of one game are written.

    >>> from lasker.play.library import model
    >>> tables = BoardTables(model("tictactoe"))
    >>> tables.read("3/1X1/O2")
    (['...', '.X.', 'O..'], [2, 0, 0, 0, 1, 0, 0, 0, 0])
    >>> tables.write((2, 0, 0, 0, 1, 0, 0, 0, 0))
    '3/1X1/O2'
    """

    def __init__(self, game: Game) -> None:
        vocabulary, sites = game.rules.vocabulary, len(game.space.sites)
        self.rows = board_rows(game.space)
        self._widths = [len(row) for row in self.rows]
        self._layers = bool(fewer_rows(game.space))
        flat = [site for row in self.rows for site in row]
        gaps = [at for at, site in enumerate(flat) if site is None]
        self._gaps, self._at_gaps = bool(gaps), _getter(gaps)
        self._in_order = _getter([flat.index(site) for site in range(sites)])
        self._contents, self._letters = _letters(game)
        self._counted = any(piece.count for piece in vocabulary.pieces)
        count = r"(?:\([0-9]+\))?" if self._counted else ""
        several = any(len(text) > 1 for text in self._contents)
        self._cells = re.compile(rf"\+?[^+~]~?{count}") if several else None
        self._blank = {"."}  # what may stand where the board has a hole
        if gaps and not vocabulary.knows("*"):
            self._blank.add("*")
            self._contents["*"] = NO_SQUARE
        self._codes, self._signs = self._bytes()
        places = [
            place for row in self.rows for place in (*(sites if s is None else s for s in row), sites + 1)
        ]
        self._every = _getter(places[:-1])  # a hole and the end of a row come after all squares
        self._spread = SPREAD[: max(self._widths)]
        self._runs = [("." * size, str(size)) for size in range(max(self._widths), 0, -1)]
        self._texts = [*self._letters, "*"]  # the last is a hole
        self._row_getters = [_getter([-1 if site is None else site for site in row]) for row in self.rows]

    def _bytes(self) -> tuple[bytes | None, bytes | None]:
        """Letters as contents and contents as letters, byte by byte; None where one does not fit."""
        letters = [*self._letters, *[""] * (HOLE - len(self._letters)), "*", "/"]
        if len(self._letters) > HOLE or not all(letter.isascii() and len(letter) < 2 for letter in letters):
            return None, None
        signs = bytes(ord(letter) if letter else 0 for letter in letters)
        codes = bytearray([NOTHING] * 256)
        for letter, content in self._contents.items():
            if letter.isascii():
                codes[ord(letter)] = HOLE if content == NO_SQUARE else content
        return bytes(codes), signs

    def read(self, word: str) -> tuple[Rows, list[int]]:
        """The texts of the squares by row, and the contents of the board."""
        if "." in word or ("(" in word and not self._counted):
            raise Unusual
        if self._counted or LONG in word.encode().translate(AS_DIGITS):
            word = RUN.sub(lambda run: run[0] if run[0][0] == "(" else "." * int(run[0][:3]), word)
        else:
            for digit, run in self._spread:
                if digit in word:
                    word = word.replace(digit, run)
        rows: Rows = word.split("/")
        if self._cells is not None:
            rows = [self._cells.findall(row) for row in word.split("/")]
            if "/".join(map("".join, rows)) != word:
                raise Unusual
        if list(map(len, rows)) != self._widths:
            raise Unusual
        if self._codes is not None and word.isascii():
            coded = "".join(rows).encode().translate(self._codes)  # type: ignore[arg-type]  # rows of single letters
            if NOTHING in coded:
                raise Unusual
            board = list(self._in_order(coded))
            if self._gaps and (HOLE in board or not {0, HOLE}.issuperset(self._at_gaps(coded))):
                raise Unusual
            return rows, board
        standing = list(chain.from_iterable(rows))
        if not self._blank.issuperset(self._at_gaps(standing)):
            raise Unusual
        board = list(self._in_order(list(map(self._contents.__getitem__, standing))))
        if NO_SQUARE in board:
            raise Unusual
        return rows, board

    def write(self, board: tuple[int, ...]) -> str:
        """The text of a board."""
        if self._layers:
            raise Unusual
        if self._signs is not None:
            text = bytes(self._every((*board, HOLE, NOTHING))).translate(self._signs).decode()
        else:
            held, texts = (*board, -1), self._texts
            rows = [row(held) for row in self._row_getters]
            text = "/".join(["".join([texts[content] for content in row]) for row in rows])
        for run, number in self._runs:
            if run in text:
                text = text.replace(run, number)
        return text


def _letters(game: Game) -> tuple[dict[str, int], list[str]]:
    """Contents by the texts of squares, and the texts of all contents."""
    vocabulary = game.rules.vocabulary
    contents, letters = {".": 0}, ["."] * vocabulary.size
    for number, piece in enumerate(vocabulary.pieces, start=1):
        contents[piece.glyph] = contents[piece.letter] = vocabulary.content(piece.letter)
        for content in range(vocabulary.size):
            if vocabulary.symbol(content) == number:
                letters[content] = piece.letter
    _, promoted = modifiers(game)
    if promoted is not None:
        sign, bit = promoted[0], vocabulary.mark_bit(promoted[1])
        for piece in vocabulary.pieces:
            text = sign + piece.letter if sign == "+" else piece.letter + sign
            contents.setdefault(text, vocabulary.content(piece.letter, [promoted[1]]))
        for content in range(vocabulary.size):
            letter = letters[content]
            if content & bit and vocabulary.symbol(content):
                letters[content] = sign + letter if sign == "+" else letter + sign
    return contents, letters


def _getter(places: list[int]) -> Callable[[Any], tuple[Any, ...]]:
    """Items at some places, always as a tuple."""
    if len(places) == 1:
        return lambda values: (values[places[0]],)
    return itemgetter(*places) if places else lambda values: ()
