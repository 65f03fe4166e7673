"""Gödel numbers factorised: every prime power beside what it says of the board that the number encodes."""

from __future__ import annotations

from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.boards.text import draw_squares
from lasker.drawing.style import words
from lasker.formulations.arithmetic import boards
from lasker.formulations.arithmetic.numbers import Number, Pair, as_sequence, at_most_bits
from lasker.formulations.arithmetic.primes import prime
from lasker.formulations.arithmetic.show import number as shown
from lasker.formulations.godel.encoding import PLACES, Numbering
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, NotationError
from lasker.play.game import Game, load
from lasker.space.plane import PlaneLayout

MOST_FACTORED = 100_000  # bits of a number that is factorised by trial division
MOST_EXPONENT = 40  # characters of an exponent
_UP = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


@dataclass(frozen=True)
class Factor:
    """A prime power, and the square and content that it encodes, if it does."""

    prime: int
    exponent: Number
    place: str = ""
    content: str = ""

    @property
    def power(self) -> str:
        """The power as text.

        >>> Factor(5, 12).power, Factor(7, 1).power
        ('5¹²', '7')
        """
        if self.exponent == 1:
            return str(self.prime)
        text = shown(self.exponent, MOST_EXPONENT)
        return f"{self.prime}{text.translate(_UP)}" if text.isdigit() else f"{self.prime}^{text}"


@dataclass(frozen=True)
class Factorisation:
    """A number as a product of prime powers, and the board that it encodes."""

    factors: tuple[Factor, ...]
    game: Game | None = None
    board: tuple[int, ...] | None = None  # the content of each site

    @property
    def product(self) -> str:
        """The prime powers as one product."""
        return " · ".join(factor.power for factor in self.factors) or "1"

    def picture(self) -> str:
        """The board that the number encodes, drawn in characters."""
        assert self.game is not None
        assert self.board is not None
        return draw_squares(self.game.model.space, self.game.model.rules.vocabulary, self.board)

    def svg(self) -> str:
        """The board with the prime power of each square on it."""
        assert self.game is not None
        assert self.board is not None
        space = self.game.model.space
        powers = {factor.place: factor.power for factor in self.factors if factor.place}

        def under(drawn: PlaneLayout) -> list[str]:
            return [
                words((x - 0.46, y - 0.38), powers.get(space.label(site), ""), 0.16, "start", "#4a463d")
                for site, (x, y) in enumerate(drawn.centres)
            ]

        return board_svg(space, self.game.model.rules.vocabulary, self.board, under=[under])


def factorised(number: Number, game: Game | None = None) -> Factorisation:
    """A number as prime powers; with the board of a game, if it encodes one, or else of a chess board as the
    paper numbers it.

    >>> from lasker.play.game import load
    >>> found = factorised(9816086280, load("tictactoe"))
    >>> found.product
    '2³ · 3 · 5 · 7 · 11² · 13 · 17 · 19 · 23'
    >>> found.factors[0]
    Factor(prime=2, exponent=3, place='a1', content='◯')
    >>> factorised(540).product
    '2² · 3³ · 5'
    """
    if number == 0:
        raise NotationError("0 is no product of primes", remedy="factorise a number from 1 on")
    if number == 1:
        return Factorisation(())
    if isinstance(number, Pair) and not at_most_bits(number, MOST_FACTORED):
        raise LimitError("a pair that is too large to be factorised", remedy="l(…) and r(…) are its parts")
    powers = [(prime(index), item) for index, item in enumerate(as_sequence(number).items, 1)]
    return (_of_game(number, powers, game) if game else _of_chess(number, powers)) or Factorisation(
        tuple(Factor(base, item) for base, item in powers if item != 0)
    )


def _of_game(number: Number, powers: list[tuple[int, Number]], game: Game) -> Factorisation | None:
    numbering = Numbering(game)
    space, vocabulary = game.model.space, game.model.rules.vocabulary
    try:
        board = numbering.read_contents(number)
    except NotationError:
        return _of_position(powers, numbering)
    factors = [
        Factor(base, item, space.label(site), vocabulary.show(content))
        for site, ((base, item), content) in enumerate(zip(powers, board, strict=True))
    ]
    return Factorisation(tuple(factors), game, board)


def _of_position(powers: list[tuple[int, Number]], numbering: Numbering) -> Factorisation | None:
    """A position is a sequence whose third entry is a board."""
    counters = [name for name, _ in numbering.words.counters]
    names = ["state", "ply", "board", *counters]
    if len(powers) != PLACES + len(counters):
        return None
    try:
        board = numbering.read_contents(powers[PLACES - 1][1])
    except NotationError:
        return None
    factors = [Factor(base, item, "", name) for (base, item), name in zip(powers, names, strict=True)]
    return Factorisation(tuple(factors), numbering.play, board)


def _of_chess(number: Number, powers: list[tuple[int, Number]]) -> Factorisation | None:
    try:
        boards.decode(number)
    except NotationError:
        return None
    rights = ["right K", "right Q", "right k", "right q", "en passant"]
    squares = {boards.square(place): boards.letter(item) for place, (_, item) in enumerate(powers[:64], 1)}
    factors = [
        Factor(base, item, square, squares[square] or ".")
        for (base, item), square in zip(powers, squares, strict=False)
    ] + [Factor(base, item, "", name) for (base, item), name in zip(powers[64:], rights, strict=False)]
    game = load("chess")
    vocabulary, space = game.model.rules.vocabulary, game.model.space
    glyphs = {piece.letter: piece.glyph for piece in vocabulary.pieces}
    names = map(space.label, range(len(space.sites)))
    board = tuple(vocabulary.content(glyphs.get(squares[name], ".")) for name in names)
    return Factorisation(tuple(factors), game, board)
