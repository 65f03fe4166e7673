"""Seed 001, the algebra of positions: items B1 to B17, with the values and the pictures of the essay."""

from __future__ import annotations

from itertools import product

import pytest
from formulas import START, answers, at, beside, drawn, ends, holds, squares
from pictures_001 import PICTURES

import lasker
from lasker.kernel.errors import GlueError

WHOLE_BOARD = """
    uuuuuuu(♜ + r(♞ + r(♝ + r(♚ + r(♛ + r(♝ + r(♞ + r♜))))))) +
     uuuuuu(♟ + r(♟ + r(♟ + r(♟ + r(♟ + r(♟ + r(♟ + r♟))))))) +
      uuuuu(. + r(. + r(. + r(. + r(. + r(. + r(. + r.))))))) +
       uuuu(. + r(. + r(. + r(. + r(. + r(. + r(. + r.))))))) +
        uuu(. + r(. + r(. + r(. + r(. + r(. + r(. + r.))))))) +
         uu(. + r(. + r(. + r(. + r(. + r(. + r(. + r.))))))) +
          u(♙ + r(♙ + r(♙ + r(♙ + r(♙ + r(♙ + r(♙ + r♙))))))) +
           (♖ + r(♘ + r(♗ + r(♔ + r(♕ + r(♗ + r(♘ + r♖)))))))
"""

MOVEMENTS = ("1", "u", "l", "ur", "R", "R²", "F", "C", "CRr", "uuR³l")
FRAGMENTS = ("0", ".", "♙ + r.", "ur♞ + l♔")  # all above the row dd, where the others lie
OTHERS = ("0", "dd(♖♟. + l♚)")


@pytest.mark.parametrize(
    ("item", "formula"), [(item, formula) for item, drawings in PICTURES.items() for formula in drawings]
)
def test_every_picture_comes_out_as_drawn(item: str, formula: str) -> None:
    assert lasker.parse(formula).picture() == drawn(PICTURES[item][formula])


def test_B1_a_rule_replaces_what_it_finds_anywhere() -> None:
    after = START.replace("........\n♙♙♙♙♙♙♙♙", ".....♙..\n♙♙♙♙♙.♙♙")
    found = lasker.evaluate("♙ + u. -> . + u♙", START)
    assert after in map(str, found)
    assert len(found) == 8
    assert ends("♙ + u. -> . + u♙", "./♙") == {"♙/."}
    assert ends("♙ + ur♟ -> . + ur♙", " ♟/♙ ") == {" ♙/."}
    assert ends("(♖ + u. -> . + u♖)+", "./././♖") == {"././♖/.", "./♖/./.", "♖/././."}


def test_B2_a_fragment_is_a_partial_map_with_a_centre() -> None:
    rook = "♖ + u. + d. + l. + r."
    assert squares(f"u({rook})") == {(0, 1): "♖", (0, 2): ".", (0, 0): ".", (-1, 1): ".", (1, 1): "."}
    assert holds(f"u({rook})", f"dl({rook})") is False
    cut_out = drawn("""
        .♛.
        ....
         .♔♙
        """)
    assert str(lasker.board(cut_out)) == cut_out
    assert len(lasker.board(cut_out).squares()) == 10


def test_B3_symbols() -> None:
    assert squares(".") == {(0, 0): "."}
    assert squares("0") == {}
    for piece in "♙♔♕♗♘♖♟♚♛♝♞♜":
        assert squares(piece) == {(0, 0): piece}


def test_B4_slides() -> None:
    assert squares("u.") == {(0, 1): "."}
    assert squares("d.") == {(0, -1): "."}
    assert squares("l♝") == {(-1, 0): "♝"}
    assert squares("r♟") == {(1, 0): "♟"}
    assert squares("ru.") == {(1, 1): "."}
    assert squares("rr♟") == {(2, 0): "♟"}
    for f in FRAGMENTS:
        assert holds("1f", "f", f=f) is True


def test_B5_juxtaposition_composes_from_right_to_left() -> None:
    assert holds("ur", "ru") is True
    assert squares("Rr♟") == {(-1, 1): "♟"}  # right, then turned
    assert squares("rR♟") == {(0, 0): "♟"}  # turned, then right
    assert holds("Rr", "uR") is True
    for m, n in product(MOVEMENTS, repeat=2):
        assert holds("(mn)f", "m(nf)", m=m, n=n, f="ur♞ + l♔") is True


def test_B6_glue() -> None:
    assert squares(". + r.") == {(0, 0): ".", (1, 0): "."}
    assert squares("♟ + r♜") == {(0, 0): "♟", (1, 0): "♜"}
    assert squares(". + rru♘") == {(0, 0): ".", (2, 1): "♘"}
    for overlap in ("♟ + ♜", ". + .", "(. + r♟) + (u. + r♟)"):
        with pytest.raises(GlueError):
            lasker.parse(overlap)


def test_B7_laws_of_glue() -> None:
    for f, g in product(FRAGMENTS, OTHERS):
        assert holds("f + 0", "f", f=f) is True
        assert holds("f + g", "g + f", f=f, g=g) is True
        assert holds("(f + g) + h", "f + (g + h)", f=f, g=g, h="uuu♛") is True


def test_B7_laws_of_movements() -> None:
    for m in MOVEMENTS:
        assert holds("m0", "0", m=m) is True
        assert holds("1m", "m", m=m) is True
        assert holds("m", "m1", m=m) is True
        assert holds("mm⁻¹", "1", m=m) is True
        assert holds("m⁻¹m", "1", m=m) is True
        for f, g in product(FRAGMENTS, OTHERS):
            assert holds("m(f + g)", "mf + mg", m=m, f=f, g=g) is True
    assert holds("mn", "1", m="uR", n="Ru") is False  # the inverse is not any movement
    assert holds("mf", "f", m="u", f=".") is False


def test_B7_laws_as_they_stand() -> None:
    letters = """
        f = ♙ + r.
        g = dd♜
        m = uR
        n = m⁻¹
        """
    laws = """
        1f = f
        ur = ru
        f + 0 = f
        f + g = g + f
        1m = m = m1
        m0 = 0
        mn = 1
        m(f + g) = mf + mg
        """
    assert answers(letters + laws) == ["true"] * 9
    assert answers(letters + "        ur = dl\n        m0 = f\n        mf = f") == ["false"] * 3


def test_B8_a_sum_of_four() -> None:
    parts = ("♘", "u.", "ur.", "uur♚")
    assert squares(" + ".join(parts)) == {(0, 0): "♘", (0, 1): ".", (1, 1): ".", (1, 2): "♚"}
    assert squares(f"r({' + '.join(parts)})") == {(1, 0): "♘", (1, 1): ".", (2, 1): ".", (2, 2): "♚"}
    pictures = [lasker.parse(part).picture() for part in parts]
    assert beside(dict(zip((0, 7, 15, 24), pictures, strict=True))) == drawn("""
                                  +-+
                                  |♚|
               +-+       +-+      +-+
               | |       | |
        +-+    +-+       +-+
        |♘|
        @-+    @       @        @
        """)


def test_B9_the_whole_board() -> None:
    board = lasker.board(WHOLE_BOARD)
    assert str(board) == START
    assert len(board.squares()) == 64
    assert [board[square] for square in ("d1", "e1", "d8", "e8")] == ["♔", "♕", "♚", "♛"]
    assert squares(WHOLE_BOARD) == {
        (x, y): mark for y, row in enumerate(reversed(START.splitlines())) for x, mark in enumerate(row)
    }
    rows = ";".join(reversed(START.splitlines()))
    assert lasker.equal(WHOLE_BOARD, rows).equal is True
    assert str(lasker.board(rows)) == START


def test_B10_rows_and_columns() -> None:
    assert holds("♖..;♙♗♙;.♙.", "(♖ + r. + rr.) + u(♙ + r♗ + rr♙) + uu(. + r♙ + rr.)") is True
    assert str(lasker.board("♖..;♙♗♙;.♙.")) == ".♙.\n♙♗♙\n♖.."
    assert holds("...;♙0♙;r♞", "(. + r. + rr.) + u(♙ + rr♙) + uur♞") is True
    assert str(lasker.board("...;♙0♙;r♞")) == " ♞\n♙ ♙\n..."
    assert (1, 1) not in squares("...;♙0♙;r♞")
    for f, g in product(FRAGMENTS, ("0", "uuu♜", "uuu(♖♟.)")):
        assert holds("fg", "f + rg", f=f, g=g) is True
        assert holds("f;g", "f + ug", f=f, g=g) is True


def test_B11_variables_equations_and_functions() -> None:
    threes = lasker.board("=xxx", lasker.rules("x = ♙;.;♟"))
    assert str(threes) == "♟♟♟\n...\n♙♙♙"
    assert holds("pair(♙)", "♙ + r♙", **{"pair(f)": "ff"}) is True
    assert holds("both(♙, ♟)", "♙;♟", **{"both(f, g)": "f;g"}) is True


def test_B12_rotation_is_counter_clockwise_about_the_centre() -> None:
    assert squares("R(r♟ + rd.)") == {(-1, 1): "♟", (0, 1): "."}
    assert squares("R²(r♟ + rd.)") == {(-2, -1): "♟", (-2, 0): "."}
    assert squares("R.") == {(-1, 0): "."}
    assert holds("R.", ".") is False
    assert holds("R^4", "1") is True
    assert all(holds(f"R^{k}", "1") is False for k in (1, 2, 3))
    for x, y in product(range(-3, 4), repeat=2):
        assert squares(f"R {at(x, y)} ♟") == {(-y - 1, x): "♟"}


def test_B13_flip() -> None:
    assert squares("F(♖♟.)") == {(-1, 0): "♖", (-2, 0): "♟", (-3, 0): "."}
    assert squares("RF(♖♟.)") == {(-1, -1): "♖", (-1, -2): "♟", (-1, -3): "."}
    assert holds("FF", "1") is True
    for x, y in product(range(-3, 4), repeat=2):
        assert squares(f"F {at(x, y)} ♟") == {(-x - 1, y): "♟"}


def test_B14_colours() -> None:
    assert holds("C(♙ + r. + rr♗ + ur♟ + urr♞)", "♟ + r. + rr♝ + ur♙ + urr♘") is True
    for white, black in zip("♙♔♕♗♘♖", "♟♚♛♝♞♜", strict=True):
        assert squares(f"C{white}") == {(0, 0): black}
        assert squares(f"C{black}") == {(0, 0): white}
    assert holds("C(. + u#)", ". + u#") is True


def test_B15_composites() -> None:
    assert squares("CRr♙") == {(-1, 1): "♟"}
    assert holds("CRr", "rRC") is False
    assert holds("CRr", "uRC") is True


def test_B16_distribution() -> None:
    assert holds("r(♖ + r♟ + rr.)", "r♖ + rr♟ + rrr.") is True
    for m in MOVEMENTS:
        assert holds("m(♖ + r♟ + rr.)", "m♖ + mr♟ + mrr.", m=m) is True
    pictures = [lasker.parse(part).picture() for part in ("r♖", "rr♟", "rrr.")]
    assert beside(dict(zip((0, 8, 18), pictures, strict=True))) == drawn("""
          +-+       +-+         +-+
          |♖|       |♟|         | |
        @ +-+   @   +-+   @     +-+
        """)


def test_B17_fragments_are_sets_of_squares_and_glue_is_disjoint_union() -> None:
    for f, g in product(FRAGMENTS, OTHERS):
        assert squares(f"{f} + {g}") == squares(f) | squares(g)
        assert not squares(f).keys() & squares(g).keys()
    assert squares("0") == {}
