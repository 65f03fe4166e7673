"""Seed 001, the algebra of moves: items B18 to B27, as the essay introduces them one by one."""

from __future__ import annotations

import pytest
from formulas import START, answers, drawn, ends, holds

import lasker

TELEPORT = "♔ + uuuuuu. + uurr♛ -> . + uuuuuu♔ + uurr. + lll♘ + rrr♘"
PAWN_UP = "(♙ + u. -> . + u♙)"
PAWN_UP_TWICE = "(♙ + u. + uu. -> . + u. + uu♙)"
KING_UP, KING_RIGHT = "(♔ + u. -> . + u♔)", "(♔ + r. -> . + r♔)"
ROOK_UP = "(♖ + u. -> . + u♖)"
POI_UP = "(% + u. -> . + u%)"

# Every move of this part, as it stands in the essay.
MOVES = [
    "♙ + u. -> . + u♙",
    "♙ + ur♟ -> . + ur♙",
    TELEPORT,
    "♔ + u. -> . + u♔",
    "♔ + r. -> . + r♔",
    "♔ + ur. -> . + ur♔",
    "(♔ + u. -> . + u♔)(♔ + r. -> . + r♔)",
    "(♔ + u. -> . + u♔)(♖ + u. -> . + u♖)",
    "(♙ + u. -> . + u♙)(♙ + u. -> . + u♙)",
    "(♙ -> . + u♙)",
    "♖ + u. -> . + u♖",
    "♖ + u. + uu. + uuu. -> (. + u♖ + uu. + uuu.) | (. + u. + uu♖ + uuu.) | (. + u. + uu. + uuu♖)",
    "(♖ + u. -> . + u♖)(♖ + u. -> . + u♖)(♖ + u. -> . + u♖)",
    "(♖ + u. -> . + u♖)+",
    "(♖ + u. -> . + u♖){2}",
    "(% + u. -> . + u%){2}",
    "%♖: (% + u. -> . + u%){2}",
    "(%♖: (% + u. -> . + u%){2})(%♙: (% + u. -> . + u%){2})",
]


@pytest.mark.parametrize("text", MOVES)
def test_every_move_reads_as_it_stands(text: str) -> None:
    move = lasker.parse(text)
    assert move.sort == "move"
    assert lasker.parse(str(move)) == move


def test_B18_a_rule_is_found_at_any_translation() -> None:
    assert ends("♙ + u. -> . + u♙", ".../♙.♙/.♙.") == {"♙../..♙/.♙.", "..♙/♙../.♙.", ".../♙♙♙/..."}
    assert ends("♙ + ur♟ -> . + ur♙", "..♟/.♟./♙..") == {"..♟/.♙./..."}
    assert ends("♙ + ur♟ -> . + ur♙", "♟../.♙./...") == set()


def test_B18_any_move_can_be_written() -> None:
    before = "......./......./......./......./.....♛./......./...♔..."
    after = "...♔.../......./......./......./......./......./♘.....♘"
    assert ends(TELEPORT, before) == {after}
    assert ends(TELEPORT, before.replace("♛", ".")) == set()


def test_B19_a_move_leads_to_every_board_that_can_result() -> None:
    board = drawn("""
        .......
        ..♙.♙..
        """)
    assert ends("♙ + u. -> . + u♙", board) == {"..♙..../....♙..", "....♙../..♙...."}
    assert ends("♙ + u. -> . + u♙", "♟.♟/♙.♙") == set()
    assert len(lasker.evaluate("♙ + u. -> . + u♙", START)) == 8


def test_B20_one_move_and_then_another() -> None:
    assert ends(KING_UP + KING_RIGHT, "../♔.") == {".♔/.."}
    assert ends(KING_RIGHT + KING_UP, "../♔.") == {".♔/.."}
    assert ends(KING_UP + KING_RIGHT, ".♟/♔.") == set()
    assert ends(KING_RIGHT + KING_UP, "♟./♔.") == {"♟♔/.."}
    assert ends(KING_UP + ROOK_UP, "../♔♖") == {"♔♖/.."}


def test_B21_some_pawn_and_then_some_pawn_is_not_one_pawn_twice() -> None:
    board = ".../.../♙.♙"
    assert ends(PAWN_UP + PAWN_UP, board) == {"♙../.../..♙", "..♙/.../♙..", ".../♙.♙/..."}
    assert ends(PAWN_UP_TWICE, board) == {"♙../.../..♙", "..♙/.../♙.."}
    assert answers(f"{PAWN_UP}{PAWN_UP} = {PAWN_UP_TWICE}") == ["false"]


def test_B22_up_then_right_is_not_up_and_right_at_once() -> None:
    assert answers("(♔ + u. -> . + u♔)(♔ + r. -> . + r♔) = (♔ + ur. -> . + ur♔)") == ["false"]
    two_kings = "..../♔.♔."
    assert ends(KING_UP + KING_RIGHT, two_kings) == {".♔../..♔.", "...♔/♔...", "♔.../...♔", "..♔./.♔.."}
    assert ends("♔ + ur. -> . + ur♔", two_kings) == {".♔../..♔.", "...♔/♔..."}
    # With one king, up-and-right is what both orders come to where nothing stands in the way:
    assert ends("♔ + ur. -> . + ur♔", "../♔.") == ends(KING_UP + KING_RIGHT, "../♔.")


def test_B23_two_pieces_do_not_simplify_to_one_rule() -> None:
    sequence = KING_UP + ROOK_UP
    # Two squares change however far apart they are: no fragment of fixed shape does that.
    for gap in range(6):
        empty = "." * gap
        assert ends(sequence, f".{empty}./♔{empty}♖") == {f"♔{empty}♖/.{empty}."}
    together = "(♔♖ + u. + ur. -> .. + u♔♖)"
    assert holds(sequence, together) is False
    assert holds(sequence, ROOK_UP + KING_UP) is False  # not even the order is free:
    assert ends(sequence, "./♔/♖") == {"♔/♖/."}
    assert ends(ROOK_UP + KING_UP, "./♔/♖") == set()


def test_B24_any_of() -> None:
    rule = MOVES[11]
    assert ends(rule, "./././♖") == {"././♖/.", "./♖/./.", "♖/././."}
    assert ends(rule, "././♖") == set()
    assert ends("♙ -> ♖ | ♕", "♙") == {"♖", "♕"}
    assert holds("♙ -> ♖ | ♕", "♙ -> (♖ | ♕)") is True


def test_B25_so_many_times() -> None:
    column = "././././♖"
    for n in range(5):
        assert ends(f"{ROOK_UP}{{{n}}}", column) == {"/".join("♖" if i == 4 - n else "." for i in range(5))}
    assert ends(f"{ROOK_UP}{{5}}", column) == set()
    assert ends(f"{ROOK_UP}{{2}}", "../../♖♖") == {"♖./../.♖", ".♖/../♖.", "../♖♖/.."}
    assert holds(f"{ROOK_UP}{{0}}", "nil") is True


def test_B26_repetition() -> None:
    column = "./././♖"
    up = ["./././♖", "././♖/.", "./♖/./.", "♖/././."]
    assert ends(f"{ROOK_UP}+", column) == set(up[1:])
    assert ends(f"{ROOK_UP}*", column) == set(up)
    assert ends(f"{ROOK_UP}?", column) == set(up[:2])
    assert ends(f"{ROOK_UP}{{1,2}}", column) == set(up[1:3])
    assert ends(f"{ROOK_UP}{{2,9}}", column) == set(up[2:])
    assert ends(f"{ROOK_UP}+", "♟/♖") == set()
    assert ends(f"{ROOK_UP}*", "♟/♖") == {"♟/♖"}


def test_B27_the_piece_of_interest_stays_the_same_piece() -> None:
    board = "../../♖♖"
    assert ends("%♖: (% + u. -> . + u%){2}", board) == {"♖./../.♖", ".♖/../♖."}
    assert ends("(♖ + u. -> . + u♖){2}", board) == {"♖./../.♖", ".♖/../♖.", "../♖♖/.."}
    both = "(%♖: (% + u. -> . + u%){2})(%♙: (% + u. -> . + u%){2})"
    assert ends(both, "../../♖♙") == {"♖♙/../.."}
    assert ends(both, "../../♖♖") == set()
    assert ends(both, "♟./../♖♙") == set()
    with pytest.raises(lasker.LaskerError, match="no square was chosen"):
        lasker.evaluate("(% + u. -> . + u%){2}", board)
