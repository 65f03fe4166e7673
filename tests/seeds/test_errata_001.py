"""The errata of seed 001, E-B1 to E-B11: what was decided where the essay is wrong or silent."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from formulas import START, WORDS, drawn, ends, holds, squares

import lasker
from lasker.formulations.errata.algebra import CLAIMS
from lasker.kernel.errors import GlueError, SortError

STEP, STEP_TWICE = "(% + u. -> . + u%)", "(% + u. + uu. -> . + u. + uu%)"
FIDE_START = START.replace("♔♕", "♕♔").replace("♚♛", "♛♚")


def test_E_B1_both_starting_positions_can_be_written() -> None:
    seed, fide = lasker.board(START), lasker.board(FIDE_START)
    assert [seed["d1"], seed["e1"], seed["d8"], seed["e8"]] == ["♔", "♕", "♚", "♛"]
    assert [fide["d1"], fide["e1"], fide["d8"], fide["e8"]] == ["♕", "♔", "♛", "♚"]
    rows = ";".join(reversed(FIDE_START.splitlines()))
    assert holds(f"r^8 F({rows})", ";".join(reversed(START.splitlines()))) is True
    assert str(lasker.board(rows)) == FIDE_START


def test_E_B1_no_start_is_wired_into_the_algebra() -> None:
    words = lasker.rules()
    assert words.space is None
    assert not {name for name in words.names() if "start" in name or "board" in name}


def test_E_B2_R_is_counter_clockwise() -> None:
    picture = drawn("""
        +-+-+
        |♟| |
        +-+-+

          @
        """)
    assert lasker.parse("R(r♟ + rd.)").picture() == picture
    assert lasker.parse("R⁻¹(r♟ + rd.)").picture() != picture  # what clockwise would be
    assert squares("Rr♟") == {(-1, 1): "♟"}
    assert squares("R⁻¹r♟") == {(0, -2): "♟"}


def test_E_B3_the_expression_counts_and_not_the_picture() -> None:
    with_knights, with_rooks = "♙ + r. + rr♗ + ur♟ + urr♞", "♙ + r. + rr♗ + ur♟ + urr♜"
    printed = drawn("""
          +-+-+
          |♟|♜|
        +-+-+-+
        |♙| |♗|
        @-+-+-+
        """)
    printed_swapped = drawn("""
          +-+-+
          |♙|♖|
        +-+-+-+
        |♟| |♝|
        @-+-+-+
        """)
    assert lasker.parse(with_knights).picture() == printed.replace("♜", "♞")
    assert lasker.parse(f"C({with_knights})").picture() == printed_swapped.replace("♖", "♘")
    assert lasker.parse(with_knights).picture() != printed
    assert lasker.parse(f"C({with_knights})").picture() != printed_swapped
    assert lasker.parse(with_rooks).picture() == printed
    assert lasker.parse(f"C({with_rooks})").picture() == printed_swapped


def test_E_B4_flips_colours_rows_and_columns_are_in_the_grammar() -> None:
    assert lasker.parse("F").sort == lasker.parse("C").sort == "movement"
    assert squares("♙♟") == {(0, 0): "♙", (1, 0): "♟"}
    assert squares("♙;♟") == {(0, 0): "♙", (0, 1): "♟"}
    for n, m in product(("1", "u", "d", "l", "r", "C", "uuC", "ld"), repeat=2):
        assert holds("nm", "mn", n=n, m=m) is True
    assert holds("Fr", "lF") is True
    assert holds("Fr", "rF") is False
    assert squares("Fr.") == {(-2, 0): "."}
    assert squares("rF.") == {(0, 0): "."}
    assert holds("RF", "FR") is False


def test_E_B5_glue_is_partial_and_has_no_inverses() -> None:
    """Movements are a group that acts on a partial commutative monoid; there is no ring."""
    fragments = ["0", ".", "♟", "r.", "♙ + u."]
    for f, g in product(fragments, repeat=2):
        if squares(f).keys() & squares(g).keys():
            with pytest.raises(GlueError):
                lasker.parse(f"{f} + {g}")
        else:
            assert len(squares(f"{f} + {g}")) == len(squares(f)) + len(squares(g))  # so only 0 + 0 is 0
            assert holds("f + g", "g + f", f=f, g=g) is True
    movements = ["1", "u", "R", "F", "C", "urRF"]
    for m, n in product(movements, repeat=2):
        assert holds("(mn)(mn)⁻¹", "1", m=m, n=n) is True
        assert holds("m(n f)", "(mn)f", m=m, n=n, f="♙ + u.") is True


def test_E_B6_one_king_is_not_enough() -> None:
    up_then_right, at_once = "(♔ + u. -> . + u♔)(♔ + r. -> . + r♔)", "(♔ + ur. -> . + ur♔)"
    board = "♟./♔."
    assert ends(up_then_right, board) == set()
    assert ends(at_once, board) == {"♟♔/.."}
    verdict = lasker.equal(up_then_right, at_once)
    assert verdict.equal is False
    assert verdict.witness is not None
    assert str(lasker.Board(verdict.witness.arena, verdict.witness.start)).count("♔") == 1
    # What it is equal to names the square it passes, and one king:
    assert holds("%♔: step(u) step(r)", "%♔: % + u. + ur. -> . + ur%") is True


def test_E_B7_writing_off_the_board_is_impossible() -> None:
    printed = "♙ + u# -> . + u♕"
    for board in ("♙", "♙/.", "./♙", ".♙./...", "♙#"):
        assert ends(printed, board) == set()
    assert holds(printed, "fail") is True


def test_E_B7_promotion_repaired() -> None:
    assert ends("♙;.;# -> .;♕;#", "../♙.") == {"♕./.."}
    assert ends("♙;.;# -> .;♕;#", "../../♙.") == set()
    assert ends("♙;.;# -> .;♕;#", "♟./♙.") == set()
    under = "♙;.;# -> .;(♕ | ♖ | ♗ | ♘);#"
    assert ends(under, "../♙.") == {"♕./..", "♖./..", "♗./..", "♘./.."}
    taking = "♙ + ur enemy + uur# -> . + ur(♕ | ♖ | ♗ | ♘)"
    assert ends(taking, "♟♜/♙.") == {"♟♕/..", "♟♖/..", "♟♗/..", "♟♘/.."}
    assert ends(taking, "../♟♜/♙.") == set()


def test_E_B8_rows_and_columns_lean_to_the_right() -> None:
    assert holds("♖(♘♗)", "♖♘♗") is True
    assert squares("♖♘♗") == {(0, 0): "♖", (1, 0): "♘", (2, 0): "♗"}
    assert holds("♖;(♘;♗)", "♖;♘;♗") is True
    for overlap in ("(♖♘)♗", "(♖;♘);♗"):
        with pytest.raises(GlueError):
            lasker.parse(overlap)


@pytest.mark.parametrize(
    ("written", "read", "not_read"),
    [  # loosest first: -> // | + ; \ juxtaposition, postfix
        ("M // N | P", "M // (N | P)", "(M // N) | P"),
        ("♙ -> ♖ | ♕", "♙ -> (♖ | ♕)", "♙ -> ♖"),
        ("♙ | ♟ + u.", "♙ | (♟ + u.)", "(♙ | ♟) + u."),
        ("♙;. + r♟", "(♙;.) + r♟", "♙;(. + r♟)"),
        ("♙;piece\\♟", "♙;(piece\\♟)", "♙;piece"),
        ("M N | P", "(M N) | P", "M (N | P)"),
        ("M N*", "M (N*)", "(M N)*"),
        ("M | N*", "M | (N*)", "(M | N)*"),
        ("%♖: M | N", "%♖: (M | N)", "(%♖: M) | N"),
    ],
)
def test_E_B8_precedence(written: str, read: str, not_read: str) -> None:
    letters = "M = ♙ -> .\nN = ♖ -> ♙\nP = . -> ♖\n"
    one, two, three = (lasker.parse(letters + text, WORDS) for text in (written, read, not_read))
    assert one == two
    assert one != three


def test_E_B8_an_arrow_is_the_loosest() -> None:
    for text in ("♙ -> . // nil", "♙ -> . | ♟ -> .", "(♙♟)\\♙"):
        with pytest.raises(SortError):
            lasker.parse(text)


def test_E_B8_a_plus_repeats_or_glues() -> None:
    for repeated in ("M+", "(M)+", "(M+)", "M+ | fail", "M+| fail", "fail | M+", "nil M+", "M+ nil"):
        assert holds(repeated, "M M*") is True
    for glued in ("♙ + r♙", "♙+r♙", "♙ +r♙"):
        assert squares(glued) == {(0, 0): "♙", (1, 0): "♙"}
    for neither in ("♙+ r♙", "M + N", "M +N"):
        with pytest.raises(SortError):
            lasker.parse(neither, WORDS)


def test_E_B9_twice_means_twice() -> None:
    twice, greedy = f"%♖: {STEP}{{2}}", f"%♖: {STEP} try({STEP})"
    assert ends(twice, "./♖") == set()
    assert ends(greedy, "./♖") == {"♖/."}
    assert ends(twice, "././♖") == ends(greedy, "././♖") == {"♖/./."}
    assert holds(twice, f"%♖: {STEP_TWICE}") is True
    assert holds(twice, greedy) is False
    assert holds(greedy, f"%♖: {STEP} | {STEP_TWICE}") is False  # nor is it the choice
    assert ends(f"%♖: {STEP} | {STEP_TWICE}", "././♖") == {"♖/./.", "./♖/."}
    assert holds(f"%♖: {STEP} {STEP}?", f"%♖: {STEP} | {STEP_TWICE}") is True


def test_E_B10_the_pictures_are_those_of_r_and_not_of_u() -> None:
    printed = drawn("""
        +-+
        |♟|
        +-+

          @
        """)
    printed_twice = drawn("""
        +-+ @
        |♟|
        +-+
        """)
    assert lasker.parse("Rr♟").picture() == printed
    assert lasker.parse("R²r♟").picture() == printed_twice
    assert lasker.parse("Ru♟").picture() == "+-+\n|♟|\n+-+ @"
    assert lasker.parse("R²u♟").picture() == "  @\n\n+-+\n|♟|\n+-+"
    assert squares("Ru♟") == {(-2, 0): "♟"}
    assert squares("R²u♟") == {(-1, -2): "♟"}


def test_E_B11_a_rule_without_its_empty_square_places_by_force() -> None:
    printed, meant = "(♙ -> . + u♙)", "(♙ + u. -> . + u♙)"
    assert ends(printed, "......./..♙.♙..") == ends(meant, "......./..♙.♙..")
    assert ends(printed, "♟/♙") == {"♙/."}
    assert ends(meant, "♟/♙") == set()
    assert ends(printed, "♙") == set()
    assert holds(printed, meant) is False


def test_E_B9_the_pages_mean_the_same_by_again_if_you_can() -> None:
    """Appendix A: "and then move forward again if you can", which is no choice, as `M?` would be."""
    again_if_possible, both = CLAIMS["E-B9"]
    assert lasker.equal(again_if_possible, "%♖: step(u) try(step(u))")
    assert lasker.equal(both, "%♖: step(u){2}")
    assert not lasker.equal(again_if_possible, "%♖: step(u) step(u)?")
    docs = Path(__file__).parents[2] / "docs"
    about = (docs / "explanation" / "texts" / "bayersglassey-2025.md").read_text("utf-8")
    assert "%♖: step(u) try(step(u))" in about
    assert "what is printed is M try(M), and M M? is a third thing" in (
        docs / "reference" / "errata.md"
    ).read_text("utf-8")
    assert "That is `M try(M)`" in (docs / "reference" / "language.md").read_text("utf-8")
