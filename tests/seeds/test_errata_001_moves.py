"""The errata of seed 001, E-B12 to E-B19: what moves mean where the essay leaves it open."""

from __future__ import annotations

from itertools import product

import pytest
from formulas import WORDS, answers, at, ends, holds, squares

import lasker
from lasker.kernel.errors import SortError
from lasker.syntax.rules import Rules

TELEPORT = "♔ + uuuuuu. + uurr♛ -> . + uuuuuu♔ + uurr. + lll♘ + rrr♘"


def marked(board: str, words: Rules) -> lasker.Board:
    """A board with marks, written as a fragment: rows from the bottom."""
    return lasker.board(f"={board}", words)


def drawings(move: str, board: lasker.Board, words: Rules) -> set[str]:
    """What a move leads to: the men alone, without the marks that are listed under the board."""
    height = len({square[1:] for square in board.squares()})
    return {"/".join(str(end).splitlines()[:height]) for end in lasker.evaluate(move, board, words)}


def test_E_B12_new_squares_on_the_right_are_taken_by_force_if_they_exist() -> None:
    above = "......./......./......./......./.....♛./......./"
    after = "...♔.../......./......./......./......./......./♘.....♘"
    assert ends(TELEPORT, above + "...♔...") == {after}
    assert ends(TELEPORT, above + "♟..♔..♙") == {after}  # whoever stood there is gone
    narrow = "....../....../....../....../.....♛/....../...♔.."
    assert ends(TELEPORT, narrow) == set()  # rrr is off this board
    assert holds("♙ -> ♙ + u♖", "♙ + u square -> ♙ + u♖") is True
    assert holds("♙ -> ♙ + u♖", "♙ + u. -> ♙ + u♖") is False
    with pytest.raises(SortError, match="# cannot be written"):
        lasker.parse("♙ -> ♙ + u#")


def test_E_B13_a_binder_reaches_as_far_right_as_it_can() -> None:
    bare, inside, outside = "%♖: M | N", "%♖: (M | N)", "(%♖: M) | N"
    letters = {"M": "step(u)", "N": "♙ -> ♟"}
    assert holds(bare, inside, **letters) is True
    assert holds(bare, outside, **letters) is False  # without a rook, N alone is left
    given = "M = step(u)\nN = ♙ -> ♟\n"
    assert ends(given + bare, "♙", WORDS) == set()
    assert ends(given + outside, "♙", WORDS) == {"♟"}


def test_E_B13_a_second_binder_behind_a_choice_is_refused() -> None:
    for operator in ("|", "//"):
        with pytest.raises(SortError) as refusal:
            lasker.parse(f"%♖: step(u) {operator} %♗: step(ur)")
        assert refusal.value.remedy == "bracket both binders: (%♖: …) | (%♗: …)"
    assert ends("(%♖: step(u)) | (%♗: step(r))", ".../♖♗.") == {"♖../.♗.", ".../♖.♗"}
    assert ends("%♖: %♗: step(u)", "../♖♗") == {".♗/♖."}  # one inside the other is fine


def test_E_B13_inner_binders_hide_outer_ones_and_give_them_back() -> None:
    assert ends("%♖: (%♙: step(u)) step(r)", ".../♖.♙") == {"..♙/.♖."}
    assert ends("%x ♖: %y ♙: (%x + u. -> . + u%x)(%y + u. -> . + u%y)", "../♖♙") == {"♖♙/.."}
    assert ends("(%♖: step(u))(%♖: step(u))", "../../♖♖") == {"♖./../.♖", ".♖/../♖.", "../♖♖/.."}


def test_E_B13_a_cursor_is_a_square_and_outlives_what_stood_on_it() -> None:
    assert ends("%♖: (♖ -> .) (@ + . -> ♕)", "♖") == {"♕"}
    assert ends("%♖: (♖ -> ♟) (% is ♟ -> ♛)", "♖") == {"♛"}
    assert ends("%♟: (%x ♖: (%x + r♟ -> . + r%x)) (% is ♖ -> ♕)", "♖♟") == {".♕"}


def test_E_B14_movements_act_on_moves_and_patterns() -> None:
    letters = {"f": "♙ + u.", "g": ". + u♖", "M": "step(u)", "N": "♙ + ur♟ -> . + ur♙"}
    for m in ("R", "R²", "F", "C", "urRF"):
        assert holds("m(f -> g)", "mf -> mg", m=m, **letters) is True
        assert holds("m(f | g)", "mf | mg", m=m, **letters) is True
        assert holds("m(N N)", "(m N)(m N)", m=m, **letters) is True
        assert holds("m(N | nil)", "(m N) | nil", m=m, **letters) is True
        assert holds("m(N*)", "(m N)*", m=m, **letters) is True
        assert holds("m([N])", "[m N]", m=m, **letters) is True
        assert holds("m nil", "nil", m=m) is True
    for m in ("R", "R²", "F"):
        assert holds("m(%♖: M)", "%♖: m M", m=m, **letters) is True
    assert holds("C(%♖: M)", "%♜: M", **letters) is True
    # Rules apply at every translation, so slides do nothing to them; turns do.
    assert holds("ur N", "N", **letters) is True
    assert holds("R N", "N", **letters) is False
    assert ends("R(♙ + ur♟ -> . + ur♙)", "♟.♟/.♙.") == {"♙.♟/..."}


def test_E_B15_the_impossible_move() -> None:
    assert holds("M | fail", "M") is True
    assert holds("fail M", "fail") is True
    assert holds("M fail", "fail") is True
    assert holds("∅", "fail") is True
    assert holds("nil", "fail") is False
    assert (str(lasker.parse("nil")), str(lasker.parse("∅"))) == ("nil", "fail")
    assert ends("nil", "♖.") == {"♖."}
    assert ends("fail", "♖.") == set()
    assert holds("fail*", "nil") is True


def test_E_B16_two_squares_off_the_board_do_not_make_a_second_rank() -> None:
    printed = "dd# + ♙ + u. + uu. -> dd# + . + u. + uu♙"
    repaired = "dd# + d square + ♙ + u. + uu. -> . + u. + uu♙"
    assert ends(printed, "././././♙") == {"././♙/./."}  # a pawn on the first rank
    assert ends(repaired, "././././♙") == set()
    assert ends(printed, "./././♙/.") == ends(repaired, "./././♙/.") == {"./♙/././."}
    assert ends(printed, "././♙/./.") == ends(repaired, "././♙/./.") == set()


def test_E_B17_repetition_ends_on_cycles() -> None:
    assert ends("(%♖: step(r) | step(l))*", "♖..") == {"♖..", ".♖.", "..♖"}
    assert ends("(%♖: step(r))*", "♖..", space="cylinder") == {"♖..", ".♖.", "..♖"}
    assert ends("(♙ -> ♟ | ♙)+ | (♟ -> ♙)*", "♙") == {"♟", "♙"}
    assert ends("nil*", "♖") == ends("(nil | nil)+", "♖") == {"♖"}


def test_E_B17_castling_en_passant_and_check_can_be_written() -> None:
    words = lasker.rules("""
        mark unmoved until moved
        mark jumped until next turn
        strike(t) = [% is ♖] all4(ride(u, t)) | [% is ♔] all4(take(u, t) | take(ur, t))
        safe      = ![flipped(%friend: strike(♚))]
        may       = [% + r. + rr. + rrr♖^unmoved]
        castle    = %♔^unmoved: safe may step(r) safe step(r) (% + r♖ + l. -> r. + l♖)
        march     = %♙: % + u. + uu. -> . + uu%^jumped
        passing   = %♙: both(% + r♟^jumped + ur. -> . + r. + ur%)
        walk_on   = (%♔: in_any_direction(leap(u) | leap(ur))) safe
    """)
    words.check()
    row = "♔^unmoved..♖^unmoved;....;"
    [castled] = lasker.evaluate("castle", marked(row + "....", words), words)
    assert str(castled) == "....\n....\n.♖♔."  # and both have lost their marks
    assert marked(row + "....", words)["a1"] == "♔^unmoved"
    assert drawings("castle", marked("♔..♖^unmoved;....;....", words), words) == set()  # the king has moved
    assert drawings("castle", marked(row + ".♜..", words), words) == set()  # through check
    assert drawings("castle", marked(row + "♜...", words), words) == set()  # out of check
    [marched] = lasker.evaluate("march", marked("♙;.;.", words), words)
    assert marched["a3"] == "♙^jumped"
    assert drawings("passing", marked("♙♟^jumped;..", words), words) == {".♙/.."}
    assert drawings("passing", marked("♙♟;..", words), words) == set()
    assert drawings("walk_on", marked("♔..;..♜", words), words) == {"..♜/.♔."}


def test_E_B18_the_inverse_reverses_the_order() -> None:
    for m, n in product(("u", "r", "R", "F", "C", "rR", "urRF"), repeat=2):
        assert holds("(mn)⁻¹", "n⁻¹m⁻¹", m=m, n=n) is True
        assert holds("(mn)⁻¹(mn)", "1", m=m, n=n) is True
    assert holds("(mn)⁻¹", "m⁻¹n⁻¹", m="r", n="R") is False
    assert squares(f"(rR)⁻¹(rR){at(3, 5)}♟") == {(3, 5): "♟"}


def test_E_B18_movements_compose_from_right_to_left() -> None:
    assert squares("rR♟") == squares("(rR)♟") == {(0, 0): "♟"}  # first R, to (-1, 0), then r
    assert squares("Rr♟") == squares("(Rr)♟") == {(-1, 1): "♟"}  # first r, to (1, 0), then R


def test_E_B18_black_must_promote_as_white_must() -> None:
    promoting = "%♙: step(u) ((% + u# -> ♕ | ♖ | ♗ | ♘) // nil)"
    assert ends(promoting, "./♙/.") == {"♕/./.", "♖/./.", "♗/./.", "♘/./."}
    assert ends(f"flipped({promoting})", "./♟/.") == {"././♛", "././♜", "././♝", "././♞"}  # four, not five
    assert ends(f"flipped({promoting})", "♟/./.") == {"./♟/."}


def test_E_B18_nil_parses_and_othello_takes_diagonally() -> None:
    assert lasker.parse("nil").sort == "move"
    line = "line = (walk(ur, ♟) put(♙))+ [@ + ur♙]\n"
    assert ends(line + "%.: put(♙) in_any_direction(line)", "..♙/.♟./...", WORDS) == {"..♙/.♙./♙.."}


def test_E_B19_flipped_is_a_mirror_and_rotated_half_a_turn() -> None:
    assert holds("flipped", "R² F C") is True
    assert holds("rotated", "R² C") is True
    assert holds("flipped", "rotated") is False
    short, long = "♔..♖# -> .♖♔.#", "#♖...♔ -> #..♔♖."
    white, fide, seed = "♖...♔..♖", "♜...♚..♜", "♜..♚...♜"
    assert ends(short, white) == {"♖....♖♔."}
    assert ends(long, white) == {"..♔♖...♖"}
    assert ends(f"flipped({short})", fide) == {"♜....♜♚."}
    assert ends(f"flipped({long})", fide) == {"..♚♜...♜"}
    assert ends(f"rotated({short})", fide) == ends(f"rotated({long})", fide) == set()
    # Half a turn would need one king on d and the other on e.
    assert ends(f"rotated({short})", seed) == {".♚♜....♜"}
    assert ends(f"flipped({short})", seed) == set()
    # On patterns that are their own mirror image there is no difference.
    assert holds("flipped(M)", "rotated(M)", M="♙ + u. -> . + u♙") is True
    assert answers("flipped(♔♖) = rotated(♔♖)") == ["false"]
