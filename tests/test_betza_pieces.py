"""Pieces that rules declare with Betza notation."""

from __future__ import annotations

import pytest

import lasker
from lasker.kernel.errors import LaskerError
from lasker.model.meaning_hash import meaning_hash
from lasker.syntax.declarations import declarations

CHESS = """lasker 1
game   "Chess in Betza notation"
start  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1"
fen    "board side castling:unmoved:king:rook passing:jumped:pawn number"
players white black
board  8x8
mark   unmoved until moved
mark   jumped until next turn
piece  king ♔ ♚ 'K' 'k' = KisO2
piece  queen ♕ ♛ 'Q' 'q' = Q
piece  rook ♖ ♜ 'R' 'r' = R
piece  bishop ♗ ♝ 'B' 'b' = B
piece  knight ♘ ♞ 'N' 'n' = N
piece  pawn ♙ ♟ 'P' 'p' = fmWfceFifmnD
region pawn home of white = rank 2
region pawn home of black = rank 7
region far rank of white = rank 8
region far rank of black = rank 1
view    = flipped
strikes(t) = %friend: way(t)
check   = [view strikes(♚)]
safe    = ![view strikes(♚)]
promote = try([% is ♙] (% in far rank -> ♕ | ♖ | ♗ | ♘))
move    = %friend: (way(.) | way(enemy)) promote safe
end "checkmate" lost:  check ![move]
end "stalemate" drawn: ![move]
"""
CHILD = 'lasker 1\nextends "chess"\ngame "A child"\n{}'


def child(*lines: str, start: str = "") -> lasker.Game:
    """A variant of chess with some lines more."""
    return lasker.load(CHILD.format("\n".join([*lines, *([f'start "{start}"'] if start else [])])))


@pytest.mark.parametrize(
    ("fen", "depth", "count"),
    [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1", 1, 48),
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 1", 2, 2039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 1", 3, 2812),
    ],
)
def test_chess_in_betza_notation_counts_as_chess(fen: str, depth: int, count: int) -> None:
    assert lasker.load(CHESS).position(fen).perft(depth) == count


def test_a_piece_is_added_to_those_of_the_parent() -> None:
    start = "6k1/8/8/8/3G4/8/8/R3K3 w - - 0 1"
    game = child("piece griffin 'G' 'g' = FyafsF  -- a comment", start=start)
    moves = {str(move) for move in game.start().moves}
    assert {"d4e5", "d4e8", "a1a8", "d4h3"} <= moves
    assert "d4d5" not in moves


def test_a_piece_of_the_parent_moves_as_the_child_says() -> None:
    game = child("piece queen ♕ ♛ 'Q' 'q' = N", start="4k3/8/8/8/3Q4/8/8/4K3 w - - 0 1")
    moves = {str(move) for move in game.start().moves if str(move).startswith("d4")}
    assert moves == {"d4b3", "d4b5", "d4c2", "d4c6", "d4e2", "d4e6", "d4f3", "d4f5"}


def test_a_capture_on_the_way_gives_check() -> None:
    """A locust takes a king behind which there is an empty square, and no other."""
    game = child("piece locust 'L' 'l' = cafmQ")
    assert game.position("8/4k3/8/4L3/8/8/8/4K3 b - - 0 1").in_check
    assert not game.position("4k3/8/8/4L3/8/8/8/4K3 b - - 0 1").in_check


@pytest.mark.parametrize(
    ("line", "column", "complaint"),
    [
        ("piece griffin 'G' 'g' = FyafwF", 29, "w is not supported"),
        ("piece griffin 'G' 'g' = iN", 25, "first squares"),
        ("piece griffin 'G' 'g' = tN", 25, "royal"),
        ("piece griffin 'G' 'g' =", 23, "does not fit"),
        ("piece griffin 'G' 'g' = ufW", 27, "nothing is"),
    ],
)
def test_mistakes_have_their_place(line: str, column: int, complaint: str) -> None:
    with pytest.raises(LaskerError, match=complaint) as raised:
        child(line).start()
    span = raised.value.span
    assert span is not None
    assert (span.line, span.column) == (4, column)


def test_boards_without_squares_refuse_it() -> None:
    with pytest.raises(LaskerError, match="boards of squares"):
        lasker.load(
            "lasker 1\nplayers a b\nboard hexagon 3\npiece x 'X' 'x' = W\nmove = %friend: way(.)"
        ).start()


def test_printed_and_read_back_it_is_the_same_game() -> None:
    game = child("piece griffin 'G' 'g' = [F?R]").model
    again = declarations(game.rules).game("again")
    assert meaning_hash(again) == meaning_hash(game)
