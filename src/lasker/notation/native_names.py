"""What native code needs to write moves: letters, names of squares and roles of pieces as a table.

Texts that are equal have equal numbers, and number 0 is the empty text. Native code compares numbers where
`notation.san` compares texts, so it may only be asked where texts cannot be joined in two ways: squares are
named by one letter and a number, and no letter of a piece could be part of that.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import field

from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.notation.coordinates import may_be_called
from lasker.notation.san import SQUARE, castlers
from lasker.space.space import file_number

NAME = re.compile("[a-z][0-9]+")
UNCLEAR = re.compile("[a-z0-9@=,-]")
ROYAL, PARTNER = 1, 2


@dataclass
class Texts:
    """Texts by number."""

    numbers: dict[str, int] = field(default_factory=lambda: {"": 0})

    def __call__(self, text: str) -> int:
        return self.numbers.setdefault(text, len(self.numbers))


@dataclass(frozen=True)
class NotationTable:
    """The table: numbers by piece and by square, and the texts that they mean."""

    numbers: array[int]
    offsets: array[int]
    texts: bytes


def notation_table(game: Game) -> NotationTable | None:
    """The table of a game; None where texts could be joined in two ways, or rules name moves of players.

    >>> from lasker.play.library import model
    >>> table = notation_table(model("tictactoe"))
    >>> table.texts.decode(), len(table.numbers)
    ('XxOoa1a1b1bc1ca22b2c2a33b3c3', 59)
    """
    if any(may_be_called(game, state) for state in game.states.values() if not state.by_chance):
        return None
    vocabulary, space = game.rules.vocabulary, game.space
    names = [space.label(site) for site in range(len(space.sites))]
    if not all(map(NAME.fullmatch, names)) or any(
        UNCLEAR.search(p.letter.upper()) for p in vocabulary.pieces if not p.count
    ):
        return None
    texts, (mark, royal, partner) = Texts(), castlers(game)
    several = len({piece.name for piece in vocabulary.pieces}) > 1
    numbers = [int(several), vocabulary.mark_bit(mark) if mark else 0, *[0] * 7]
    symbols = {piece.letter: number for number, piece in enumerate(vocabulary.pieces, start=1)}
    for piece in vocabulary.pieces:
        letter = "" if piece.count else piece.letter  # counted pieces are told by their squares alone
        upper, pawn = letter.upper(), piece.name == "pawn" or piece.count > 0
        numbers += [
            0 if pawn else texts(upper),
            texts(upper),
            texts(letter.lower()),
            int(pawn),
            0 if piece.owner is None else piece.owner + 1,
            ROYAL if piece.name == royal else PARTNER if piece.name == partner else 0,
            symbols.get(piece.letter[1:], 0) if piece.letter.startswith("+") else 0,
        ]
    for name in names:
        square = SQUARE.fullmatch(name)
        assert square is not None
        numbers += [texts(name), texts(square[1]), texts(square[2]), file_number(square[1])]
    encoded = [text.encode() for text in texts.numbers]
    offsets = array("I", [0])
    for text in encoded:
        offsets.append(offsets[-1] + len(text))
    return NotationTable(array("H", numbers), offsets, b"".join(encoded))
