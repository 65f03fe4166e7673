"""FEN in the room of laws: reading undoes writing, and bad lines are refused with a place and a remedy."""

from __future__ import annotations

from random import Random

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lasker.formulations.laws import fide, printed
from lasker.formulations.laws.fen import read, write
from lasker.formulations.laws.position import LawsPosition
from lasker.formulations.laws.small import some_position
from lasker.kernel.errors import LaskerError, NotationError

letters = st.text(alphabet="QRBNPqrbnp", max_size=12)


@st.composite
def any_positions(draw: st.DrawFn) -> LawsPosition:
    """Any position of some pieces."""
    return some_position("Kk" + draw(letters), Random(draw(st.integers(0, 2**32))))


@given(any_positions())
def test_reading_undoes_writing(position: LawsPosition) -> None:
    assert read(write(position)) == position
    assert hash(read(write(position))) == hash(position)
    board = chess.Board(write(position))
    assert board.fen(en_passant="fen") == write(position)
    for square, letter in position.pieces.items():
        assert str(board.piece_at(chess.parse_square(square))) == letter


def test_the_counts_may_be_missing() -> None:
    assert write(read("4k3/8/8/8/8/8/8/4K3 b - -")) == "4k3/8/8/8/8/8/8/4K3 b - - 0 1"
    assert read("  4k3/8/8/8/8/8/8/4K3   b  -  -  7 9 ").quiet == 7


def test_rights_are_put_in_order() -> None:
    assert read("r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1").castling == "KQkq"


GOOD = ("4k3/8/8/8/4P3/8/8/4K2R", "b", "K", "e3", "0", "1")


@pytest.mark.parametrize(
    ("field", "text", "message", "column"),
    [
        (0, "4k3/8/8/8/4P3/8/8", "a board has 8 ranks, and this one 7", 1),
        (0, "4k3/8/8/8/4P3/8/8/4K2R/8", "a board has 8 ranks, and this one 9", 1),
        (0, "4k3/8/8/7/4P3/8/8/4K2R", "rank 5 has 7 squares instead of 8", 9),
        (0, "4k3/8/8/8/4P3/8/8/4K2RR", "rank 1 has 9 squares instead of 8", 19),
        (0, "4k3/8/8/8/4X3/8/8/4K2R", "X is no piece", 12),
        (0, "4k3/8/8/8/4♙3/8/8/4K2R", "♙ is no piece", 12),
        (0, "4k3/8/8/9/4P3/8/8/4K2R", "9 is no piece", 9),
        (1, "x", "x is not a side", 24),
        (2, "Z", "castling rights are some of the letters KQkq", 26),
        (2, "KK", "castling rights are some of the letters KQkq", 26),
        (2, "Q", "the right Q needs the white rook on a1", 26),
        (2, "k", "the right k needs the black rook on h8", 26),
        (3, "e9", "e9 is not a square", 28),
        (3, "e6", "no pawn can just have crossed e6", 28),
        (3, "d3", "no pawn can just have crossed d3", 28),
        (4, "-1", "not a number from 0 to 99999", 31),
        (4, "٣", "not a number from 0 to 99999", 31),
        (4, "123456", "not a number from 0 to 99999", 31),
        (5, "0", "not a number from 1 to 99999", 33),
    ],
)
def test_every_field_is_checked(field: int, text: str, message: str, column: int) -> None:
    fields = [*GOOD]
    fields[field] = text
    with pytest.raises(NotationError) as error:
        read(" ".join(fields))
    assert message in str(error.value)
    assert error.value.span is not None
    assert error.value.span.column == column
    assert "^" in error.value.report()


@pytest.mark.parametrize("text", ["", " ", "8", "a b c", "a b c d e", "a b c d e f g", "x" * 1_000_000])
def test_not_a_fen(text: str) -> None:
    with pytest.raises(NotationError) as error:
        read(text)
    assert len(error.value.report()) < 500


@given(st.text(max_size=120) | st.text(alphabet="KQkqRrPp12345678/ -wbe36", max_size=90))
def test_anything_is_read_or_refused(text: str) -> None:
    for laws in (fide, printed):
        try:
            position = laws.read(text)
        except LaskerError:
            continue
        assert read(laws.write(position)) == position


@pytest.mark.parametrize(
    ("fen", "message"),
    [
        ("8/8/8/8/8/8/8/4K3 w - -", "black has 0 kings"),
        ("kk6/8/8/8/8/8/8/4K3 w - -", "black has 2 kings"),
        ("P3k3/8/8/8/8/8/8/4K3 w - -", "a8 is not promoted"),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", "a1 is not promoted"),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", "a1 cannot have got there"),
        ("4k3/8/8/8/8/8/8/K3R3 w - -", "black is in check, and white has the move"),
        ("8/8/8/3kK3/8/8/8/8 w - -", "black is in check, and white has the move"),
    ],
)
def test_illegal_positions_say_why(fen: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        fide.read(fen)


@pytest.mark.parametrize(
    ("fen", "speaks"),
    [
        ("8/8/8/8/8/8/8/4K3 w - -", False),
        ("P3k3/8/8/8/8/8/8/4K3 w - -", True),
        ("4k3/8/8/8/8/8/8/P3K3 w - -", False),
        ("p3k3/8/8/8/8/8/8/4K3 w - -", False),
        ("4k3/8/8/8/8/8/8/K3R3 w - -", True),
    ],
)
def test_what_the_page_speaks_of(fen: str, speaks: bool) -> None:
    assert printed.covers(read(fen)) is speaks
