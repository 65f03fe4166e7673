"""Regression tests: minimal examples of errors once found by property tests and readers."""

from __future__ import annotations

import pytest

from lasker.algebra.contents import Life, Mark, PieceType, Vocabulary
from lasker.algebra.meaning import Arena, Configuration
from lasker.calculator import board, rules
from lasker.kernel.errors import LaskerError
from lasker.space import shapes
from lasker.space.space import Place, Space
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules

MARKED = Vocabulary(
    ("white", "black"),
    [PieceType("♖", "R", "rook", 0), PieceType("♜", "r", "rook", 1)],
    [Mark("m", Life.LASTING)],
)


def after(text: str, space: Space, board: str, cursor: Place | None = None) -> set[str]:
    """The boards that a move leads to; a board is written site by site, m for a rook with a mark."""
    rules, signs = Rules(space=space, vocabulary=MARKED), {MARKED.content("♖", ["m"]): "m"}
    signs |= {MARKED.content(glyph): glyph for glyph in MARKED.glyphs} | {MARKED.content(".", ["m"]): ","}
    start = tuple(next(content for content, sign in signs.items() if sign == shown) for shown in board)
    cursors = (("%", cursor),) if cursor else ()
    ends = Arena(space, MARKED).results(rules.evaluate(text), Configuration(start, cursors))  # type: ignore[arg-type]
    return {"".join(signs[content] for content in end.board) for end in ends}


def test_tests_on_graphs_may_name_the_centre_alone() -> None:
    assert after("[♖]", shapes.graph([("x", "on", "y")]), "♖.") == {"♖."}


@pytest.mark.parametrize("text", ["♖ -> ♖", "%x ♖: (@x + ♖ -> @x + ♖)", "%x ♖: (@x + ♖ -> ♖)"])
def test_writing_the_symbol_that_was_found_keeps_its_marks(text: str) -> None:
    assert after(text, shapes.rectangle(1, 1), "m") == {"m"}


@pytest.mark.parametrize("text", ["♖^m -> ♖", "% -> ♖", "% is ♖ -> ♖"])
def test_writing_a_symbol_otherwise_writes_no_marks(text: str) -> None:
    assert after(text, shapes.rectangle(1, 1), "m", (0, 0)) == {"♖"}


@pytest.mark.parametrize(
    "text",
    [
        "% + u. + r. -> . + u% + r%",  # a cursor in two places
        "%x square: %y square: [@y + u@x + u#]",  # a cursor off the board
        "every(u, u)",  # movements are no choice
        "% -> #",
        "%x u@: nil",  # a binder chooses among squares, it does not walk
    ],
)
def test_terms_that_were_accepted_by_mistake_are_refused(text: str) -> None:
    with pytest.raises(LaskerError):
        Rules(vocabulary=MARKED).evaluate(text)


@pytest.mark.parametrize(
    "text",
    [
        "piece stone '.' '#'",
        "piece pawn ♙ ♟\npiece pawn ♘ ♞",
        "\n".join(f"mark m{i} lasting" for i in range(40)),
        "board 0x3",
        "board " + "9" * 5000,
    ],
)
def test_declarations_that_were_accepted_by_mistake_are_refused(text: str) -> None:
    with pytest.raises(LaskerError):
        Rules(text).check()


def test_expressions_declare_nothing() -> None:
    with pytest.raises(LaskerError):
        Rules().evaluate("board hexagon 3\n% -> .")


def test_narrowing_what_was_there_leaves_a_set() -> None:
    rules = Rules(vocabulary=MARKED)
    assert rules.evaluate("same^m is ♖") == rules.evaluate("♖^m")
    assert after("% -> (same^m is ♖)", shapes.rectangle(1, 1), "♜", (0, 0)) == {"m"}


@pytest.mark.parametrize("binder", ["%x @: ", "each %x @: "])
@pytest.mark.parametrize(("frame", "expected"), [(0, "..♖"), (1, "♖..")])
def test_a_cursor_may_start_where_another_stands_upside_down(binder: str, frame: int, expected: str) -> None:
    assert after(f"{binder}(%x + u. -> . + u%x)", shapes.moebius(1, 3), ".♖.", (1, frame)) == {expected}


def test_sets_under_a_cursor_print_with_brackets() -> None:
    rules = Rules()
    value = rules.evaluate("(. | ♙) + @")
    assert rules.evaluate(Printer(rules).show(value)) == value


def test_a_counter_in_front_of_a_move_is_refused_politely() -> None:
    with pytest.raises(LaskerError, match="do not follow each other"):
        Rules("counter n 0..3\n%most n nil: nil").result()


@pytest.mark.parametrize("test", ["in home", "not in home", "is ♖", "is not ♖"])
@pytest.mark.parametrize("word", ["piece", "mark", "counter", "board", "region", "link", "turn", "players"])
def test_a_word_of_declarations_may_begin_a_row(word: str, test: str) -> None:
    rules = Rules("board 3x3\nregion home = a1" + (f"\n{word} = ♖ | ♘" if word != "piece" else ""))
    assert rules.evaluate(f"{word} {test} -> .") == rules.evaluate(f"({word} {test}) -> .")


def test_repetitions_of_repetitions() -> None:
    rules = Rules("M = ♖ -> .")
    assert rules.evaluate("M++") == rules.evaluate("(M+)+")
    assert rules.evaluate("M+{2}") == rules.evaluate("(M+){2}")
    assert rules.evaluate("♖+u♖") == rules.evaluate("♖ + u♖")


@pytest.mark.parametrize(("text", "words"), [("=#", ""), ("=#", "board 2x2"), ("=♖", "link a e/w b")])
def test_a_board_that_cannot_be_drawn_so_is_refused(text: str, words: str) -> None:
    with pytest.raises(LaskerError, match="no drawing of the board"):
        board(text, rules(words))
