"""Seed 001, the algebra made rigorous: items B28 to B38, every production, every law, every definition."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest
from formulas import WORDS, answers, ends, holds, squares

import lasker

UNFILLED, FILLED = "♙♔♕♗♘♖", "♟♚♛♝♞♜"

ROOK_MOVE = """
    rook_move_u = (% + u. -> . + u%)+

    rook_move = %♖: (rook_move_u | R rook_move_u | R² rook_move_u | R³ rook_move_u)
"""
ROOK_MOVE_OR_TAKE = """
    rook_move_u = (% + u. -> . + u%)+

    rook_take_u = (% + u. -> . + u%)* (% + u♟ -> . + u%)

    rook_move_or_take_u = rook_move_u | rook_take_u

    rook_move_or_take = %♖: rook_move_or_take_u | R rook_move_or_take_u | R² rook_move_or_take_u | R³ rook_move_or_take_u
"""  # noqa: E501  # as it stands in the essay
FUNCTION = """
    rook_move_or_take_u = (% + u. -> . + u%)+ | (% + u. -> . + u%)* (% + u♟ -> . + u%)

    in_any_direction(M) = M | R M | R² M | R³ M

    rook_move_or_take = %♖: in_any_direction(rook_move_or_take_u)
"""
PAWN_TAKES = """
    unfilled = ♙ | ♔ | ♕ | ♗ | ♘ | ♖

    filled = ♟ | ♚ | ♛ | ♝ | ♞ | ♜

    pawn_takes = (♙ + ur filled -> . + ur ♙) | (♙ + ul filled -> . + ul ♙)
"""
# The letters of these equations are defined first; the equations stand as in the essay.
SWAPPED = """
    f = ♙ + u. + r♛
    g = ddr♟
    m = urR

    colour_swapped(♙) = ♟
    colour_swapped(♔) = ♚
    colour_swapped(f + g) = colour_swapped(f) + colour_swapped(g)
    colour_swapped(f | g) = colour_swapped(f) | colour_swapped(g)
    colour_swapped(mf) = m colour_swapped(f)
"""
FLIPPED = """
    flipped(f) = R² colour_swapped(f)

    f = ♙ + u. + r♛
    g = ♟
    M = ♙ + u. -> . + u♙
    N = ♔ + ur♟ -> . + ur♔

    flipped(f -> g) = flipped(f) -> flipped(g)
    flipped(M N) = flipped(M) flipped(N)
"""

# Small moves, and boards on which they do something, to try a law on.
INSTANCES = [
    "nil",
    "fail",
    "♙ + u. -> . + u♙",
    "♙ -> ♖ | .",
    "%♖: step(u) | step(r)",
    "(♙ -> .)* (♖ + r. -> . + r♖)",
]
BOARDS = [".", "♙", "../♙♖", ".../.../♙♖♙", "♙♙♙", "././♙/♖"]

LAWS = [
    ("nil M", "M"),
    ("M nil", "M"),
    ("M{0}", "nil"),
    ("M{2}", "MM"),
    ("M{3}", "MMM"),
    ("M{2, 4}", "M{2} | M{3} | M{4}"),
    ("M{2, 4}", "MM | MMM | MMMM"),
    ("M*", "nil | M+"),
    ("M+", "M M*"),
    ("M?", "nil | M"),
    ("M?", "M{0, 1}"),
]


def test_B28_movements() -> None:
    for basic in "1udlrR":
        assert lasker.parse(basic).sort == "movement"
        assert holds("1m", "m", m=basic) is True
        assert holds("m1", "m", m=basic) is True
    for n in ("u", "R", "ur", "uR", "Rll"):
        assert holds("nn⁻¹", "1", n=n) is True
        assert holds("n²", "nn", n=n) is True
        assert holds("n³", "nnn", n=n) is True
        assert holds("n^4", "nnnn", n=n) is True
        assert holds("n^0", "1", n=n) is True
        assert holds("n^-2", "n⁻¹n⁻¹", n=n) is True
    assert holds("R^4", "1") is True
    for n, m in product(("u", "d", "l", "r", "uul", "C"), repeat=2):
        assert holds("nm", "mn", n=n, m=m) is True
    assert holds("Ru", "uR") is False


def test_B29_pieces_and_basic_fragments() -> None:
    for basic in (*UNFILLED, *FILLED, "0", ".", "%", "#"):
        assert lasker.parse(basic).sort == "fragment"
        assert lasker.parse(f"ur{basic}").sort == "fragment"
    assert squares("♙ + u# + r.") == {(0, 0): "♙", (0, 1): "#", (1, 0): "."}
    assert len({str(lasker.parse(piece)) for piece in UNFILLED + FILLED}) == 12


def test_B30_patterns() -> None:
    assert ends("(♙ | ♟) -> .", "♙♟♖") == {".♟♖", "♙.♖"}
    assert ends("♙ + u. | ♟ + d. -> ♕", "♟♙/..") == {"♕♙/.."}  # patterns of different shapes
    assert ends("♙ + u. | ♟ + d. -> ♕", "../♙♟") == {"../♕♟"}
    assert holds("ur (♟ | ♚)", "ur♟ | ur♚") is True
    assert holds("f + (g | h)", "(f + g) | (f + h)", f="♙", g="u.", h="u♟ + r.") is True
    assert holds("f | g", "g | f", f="♙ + u.", g="♟") is True
    assert holds("f | g", "f", f="♙ + u.", g="♟") is False


@pytest.mark.parametrize(
    "move", ["nil", "f -> g", "%♖: M", "MN", "M | N", "M{3}", "M{2, 4}", "M*", "M+", "M?"]
)
def test_B31_every_kind_of_move(move: str) -> None:
    letters = "f = ♙ + u.\ng = . + u♙\n"
    term = lasker.parse(letters + move, WORDS)
    assert term.sort == "move"
    assert lasker.parse(str(term), WORDS) == term


@pytest.mark.parametrize(("left", "right"), LAWS)
def test_B32_laws(left: str, right: str) -> None:
    assert lasker.equal(left, right, WORDS).equal is True
    for M, board in product(INSTANCES, BOARDS):
        assert ends(f"M = {M}\n{left}", board, WORDS) == ends(f"M = {M}\n{right}", board, WORDS)


def test_B32_laws_as_they_stand() -> None:
    assert (
        answers("""
        nil M = M = M nil
        M{3} = MMM
        M{0} = nil
        M{2, 4} = M{2} | M{3} | M{4} = MM | MMM | MMMM
        M* = nil | M+
        M? = nil | M
        M? = M{0, 1}
        """)
        == ["true"] * 9
    )


def test_B32_a_rule_with_a_choice_is_a_choice_of_rules() -> None:
    fragments = ("♙", "♙ + u.", "dd# + ♙ + u♟", "♖ + r. + u.")
    for f, g, h in product(fragments, (".", ". + u♙", "♖"), ("♕", ". + u♕", "0")):
        assert holds("f -> (g | h)", "(f -> g) | (f -> h)", f=f, g=g, h=h) is True
        letters = f"f = {f}\ng = {g}\nh = {h}\n"
        for board in BOARDS:
            one = ends(letters + "f -> (g | h)", board, WORDS)
            assert one == ends(letters + "(f -> g) | (f -> h)", board, WORDS)
    assert holds("f -> (g | h)", "f -> g", f="♙", g=".", h="♖") is False


def test_B33_off_the_board() -> None:
    double_step = "dd# + ♙ + u. + uu. -> dd# + . + u. + uu♙"
    assert ends(double_step, "..../..../..../♙.♙♟/....") == {
        "..../♙.../..../..♙♟/....",
        "..../..♙./..../♙..♟/....",
    }
    assert ends(double_step, "..../..../♙.../..../....") == set()  # a third rank is none to start from
    assert ends(double_step, "./♟/♙/.") == set()
    assert ends("♙ + u# -> ♕", "♙./.♙") == {"♕./.♙"}
    assert ends("♙ + r. -> ♕", "♙") == set()  # off the board is no empty square
    assert ends("♙ + r# -> ♕", "♙#.") == {"♕ ."}  # a hole in a board is off it as well


def test_B34_rook_moves() -> None:
    words = lasker.rules(ROOK_MOVE)
    words.check()
    empty = ["." * 8] * 8
    for x, y in ((0, 0), (3, 4), (7, 7)):
        rows = [*empty]
        rows[7 - y] = "." * x + "♖" + "." * (7 - x)
        assert len(ends("rook_move", "/".join(rows), words)) == 14
    assert ends("rook_move", "♟♟♟/♟♖./♟♟♟", words) == {"♟♟♟/♟.♖/♟♟♟"}
    assert ends("R rook_move", "♟.♟/.♖♟/♟♟♟", words) == ends("rook_move", "♟.♟/.♖♟/♟♟♟", words)


@pytest.mark.parametrize("text", [ROOK_MOVE_OR_TAKE, FUNCTION])
def test_B35_rook_takes(text: str) -> None:
    words = lasker.rules(text)
    words.check()
    board = "♟.../..../♖.♙./♟..."
    assert ends("rook_move_or_take", board, words) == {
        "♟.../♖.../..♙./♟...",
        "♖.../..../..♙./♟...",
        "♟.../..../.♖♙./♟...",
        "♟.../..../..♙./♖...",
    }
    assert ends("%♖: rook_move_or_take_u", board, words) == {"♟.../♖.../..♙./♟...", "♖.../..../..♙./♟..."}


def test_B36_both_definitions_of_the_rook_agree() -> None:
    long, short = (lasker.parse("rook_move_or_take", lasker.rules(t)) for t in (ROOK_MOVE_OR_TAKE, FUNCTION))
    assert lasker.equal(long, short).equal is True
    assert holds("in_any_direction(step(u))", "step(u) | step(l) | step(d) | step(r)") is True


def test_B37_pawns_take_any_enemy_piece() -> None:
    words = lasker.rules(PAWN_TAKES)
    words.check()
    assert squares("filled", words) == {(0, 0): "♟|♞|♝|♜|♛|♚"}
    assert squares("unfilled", words) == {(0, 0): "♙|♘|♗|♖|♕|♔"}
    for piece in FILLED:
        assert ends("pawn_takes", f"{piece}.♖/.♙.", words) == {"♙.♖/..."}
        assert ends("pawn_takes", f"♖.{piece}/.♙.", words) == {"♖.♙/..."}
    for piece in (*UNFILLED, "."):
        assert ends("pawn_takes", f"{piece}♟{piece}/.♙.", words) == set()
    assert holds("filled", "enemy", filled="♟ | ♚ | ♛ | ♝ | ♞ | ♜") is True
    assert holds("C unfilled", "filled", unfilled="♙|♔|♕|♗|♘|♖", filled="♟|♚|♛|♝|♞|♜") is True


def test_B38_the_equations_as_they_stand() -> None:
    assert answers(SWAPPED) == ["true"] * 5
    assert answers(FLIPPED) == ["true"] * 2
    assert answers("colour_swapped(♙) = ♙\nC♙ = ♚") == ["false"] * 2


def mirrored(board: str) -> str:
    """A board from the other side by a mirror: ranks turned over, colours swapped."""
    return "/".join(reversed(board.split("/"))).translate(str.maketrans(UNFILLED + FILLED, FILLED + UNFILLED))


def turned(board: str) -> str:
    """A board from the other side by half a turn."""
    return "/".join(row[::-1] for row in mirrored(board).split("/"))


@pytest.mark.parametrize(("word", "image"), [("flipped", mirrored), ("rotated", turned)])
def test_B38_black_moves_as_white_does_on_the_flipped_board(word: str, image: Callable[[str], str]) -> None:
    white = "(♙ + u. -> . + u♙) | (♙ + ur enemy -> . + ur♙) | (%♔: step(r)) | %♖: slide(u)"
    boards = ["♜♟.♚/.♙♟./♖.♙♔", "♚..♜/♟.♟./.♙../♖♔..", "♟♟♟♟/♙.../..♚."]
    for board in boards:
        other = {image(end) for end in ends(white, image(board))}
        assert ends(f"M = {white}\n{word}(M)", board, WORDS) == other
        assert other
    assert holds(f"{word}({word}(M))", "M", M=white) is True
    assert holds(f"{word}(M)", "M", M=white) is False
