"""Seed 001, when two moves are the same and what can be done with it: items B39 to B41."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from formulas import WORDS, drawn, ends, holds

import lasker

STEP, STEP_TWICE = "(% + u. -> . + u%)", "(% + u. + uu. -> . + u. + uu%)"
# The three rules of Appendix A, as they stand.
FIRST = "%♖: (% + u. -> . + u%){2}"
SECOND = "%♖: (% + u. -> . + u%) | (% + u. + uu. -> . + u. + uu%)"
THIRD = "%♖: (% + u. -> . + u%) (% + u. -> . + u%)?"

MOVES = ["nil", "fail", "♙ + u. -> . + u♙", "♙ -> ♖ | .", "%♖: step(u) | step(r)", "[♙] ♖ -> ♙"]
BOARDS = ["♙", "../♙♖", "♖♙.", ".../.♙./♖.♙"]

# What proves equations between moves: the laws of Kleene algebra, each for any moves at all.
AXIOMS = [
    ("(M N) P", "M (N P)"),
    ("nil M", "M"),
    ("M nil", "M"),
    ("(M | N) | P", "M | (N | P)"),
    ("M | N", "N | M"),
    ("M | M", "M"),
    ("M | fail", "M"),
    ("fail M", "fail"),
    ("M fail", "fail"),
    ("M (N | P)", "M N | M P"),
    ("(M | N) P", "M P | N P"),
    ("M*", "nil | M M*"),
    ("M*", "nil | M* M"),
    ("(M*)*", "M*"),
    ("(M | N)*", "M* (N M*)*"),
    ("M (N M)*", "(M N)* M"),
    ("M* M*", "M*"),
    ("(M N)+", "M (N M)* N"),
]
NO_LAWS = [
    ("M N", "N M"),
    ("M M", "M"),
    ("M*", "M+"),
    ("M | N", "M"),
    ("M?", "M"),
    ("(M N)*", "M* N*"),
    ("nil", "fail"),
    ("M{2}", "M{2, 3}"),
]


def columns(most: int) -> Iterator[str]:
    """Every column of squares that are empty, hold a rook, or hold something else; from the top."""
    for height in range(1, most + 1):
        yield from ("/".join(column) for column in product(".♖♟", repeat=height))


def forward(column: str, *steps: int) -> set[str]:
    """One rook of a column moved up by one of some numbers of squares, all of them empty: by hand."""
    rows = column.split("/")
    found = set()
    for at, step in product(range(len(rows)), steps):
        way = rows[max(0, at - step) : at]
        if rows[at] == "♖" and len(way) == step and set(way) == {"."}:
            found.add("/".join([*rows[: at - step], "♖", *way[1:], ".", *rows[at + 1 :]]))
    return found


def test_B39_the_three_rules_on_every_column_up_to_height_five() -> None:
    first, second, third, twice = map(lasker.parse, (FIRST, SECOND, THIRD, f"%♖: {STEP_TWICE}"))
    different = []
    for column in columns(5):
        board = lasker.board(column)
        a, b, c, d = (
            {str(end).replace("\n", "/") for end in rule.results(board)}
            for rule in (first, second, third, twice)
        )
        assert a == d == forward(column, 2)
        assert b == c == forward(column, 1, 2)
        if a != b:
            different.append(column)
    assert different[0] == "./♖"  # the witness: a rook with one free square before it
    assert different == [column for column in columns(5) if "./♖" in column]
    # Of the 3^n words over three letters, the Fibonacci number F(2n+2) do not contain this pair of letters.
    assert len(different) == (3 - 3) + (9 - 8) + (27 - 21) + (81 - 55) + (243 - 144)


def test_B39_the_three_rules_compared() -> None:
    assert lasker.equal(SECOND, THIRD).equal is True
    assert lasker.equal(FIRST, f"%♖: {STEP_TWICE}").equal is True
    verdict = lasker.equal(FIRST, SECOND)
    assert verdict.equal is False
    assert verdict.witness is not None
    assert str(lasker.Board(verdict.witness.arena, verdict.witness.start)) == ".\n♖"


@pytest.mark.parametrize(("left", "right"), AXIOMS)
def test_B40_axioms(left: str, right: str) -> None:
    assert lasker.equal(left, right, WORDS).equal is True
    letters = [letter for letter in "MNP" if letter in left + right]
    for chosen in product(MOVES[2:], repeat=len(letters)):
        given = "".join(f"{letter} = {move}\n" for letter, move in zip(letters, chosen, strict=True))
        one, two = lasker.parse(given + left, WORDS), lasker.parse(given + right, WORDS)
        for text in BOARDS[: 4 if len(letters) < 3 else 2]:
            board = lasker.board(text, WORDS)
            assert set(map(str, one.results(board))) == set(map(str, two.results(board)))


@pytest.mark.parametrize(("left", "right"), NO_LAWS)
def test_B40_what_is_no_law_is_refuted(left: str, right: str) -> None:
    verdict = lasker.equal(left, right, WORDS)
    assert verdict.equal is False
    assert verdict.witness is not None
    assert verdict.witness.left != verdict.witness.right


def test_B40_equations_between_given_moves_are_decided() -> None:
    """The appendix asks for proofs: here are some, and a refutation beside each."""
    assert holds("%♖: M{2,3}", "%♖: MM M?", M="step(u)") is True
    assert holds("%♖: M{2,3}", "%♖: MM M", M="step(u)") is False
    assert holds("%♖: slide(u)", "%♖: step(u) step(u)*") is True
    assert holds("%♖: slide(u)", "%♖: step(u) step(u)?") is False
    assert holds("%♖: step(u) step(d)", "%♖: [% + u.]") is True
    assert holds("%♖: step(u) step(d)", "nil") is False
    assert holds("%♖: step(u) step(r)", "%♖: % + u. + ur. -> . + ur%") is True
    assert holds("%♖: step(u) step(r)", "%♖: % + ur. -> . + ur%") is False


@pytest.mark.parametrize(("width", "height"), [(1, 1), (1, 5), (5, 1), (2, 3), (4, 4), (8, 8), (10, 12)])
def test_B41_boards_of_any_size(width: int, height: int) -> None:
    rook = lasker.parse("%♖: in_any_direction(slide(u))", WORDS)
    for x, y in {(0, 0), (width - 1, 0), (width // 2, height // 2)}:
        rows = ["." * width for _ in range(height)]
        rows[y] = "." * x + "♖" + "." * (width - x - 1)
        assert len(rook.results(lasker.board("\n".join(rows), WORDS))) == width + height - 2


def test_B41_checkers() -> None:
    words = lasker.rules("man = %♙: both(step(ur)) | both(jump(ur, enemy))+")
    board = ".../.♟./♙../..."
    assert ends("man", board, words) == {"..♙/.../.../..."}
    two_jumps = "...../...♟./...../.♟.../♙...."
    assert ends("man", two_jumps, words) == {
        "...../...♟./..♙../...../.....",
        "....♙/...../...../...../.....",
    }
    assert ends("man", ".../.../.♙.", words) == {".../♙../...", ".../..♙/..."}


def test_B41_othello() -> None:
    """A disc is put beside a line of the other colour that ends in one's own, and the line turns over."""
    words = lasker.rules(
        "line = walk(u, ♟) put(♙) (walk(u, ♟) put(♙))* [@ + u♙]\ndisc = %.: put(♙) in_any_direction(line)"
    )
    assert ends("disc", ".♟♟♙.", words) == {"♙♙♙♙."}
    assert ends("disc", ".♟♟.", words) == set()
    assert ends("disc", "♙/♟/.", words) == {"♙/♙/♙"}


def test_B41_boards_that_are_no_square_grid() -> None:
    """Chinese checkers: men hop over one neighbour in six directions."""
    board = drawn("""
          . . .
         . . . .
        . ♙ ♙ . .
         . . . .
          . . .
        """)
    middle = {end.split("/")[2] for end in ends("%♙: every(r, hop(r))", board, space="hex")}
    assert middle == {". . ♙ ♙ .", "♙ ♙ . . ."}
    assert len(ends("%♙: every(r, step(r))", board, space="hex")) == 5 + 5
    chain = "  ♙ . .\n . . ♟ .\n. . . . .\n . ♟ . .\n  . . ♙"
    assert ends("%♙: every(r, hop(r))+", chain, space="hex") == set()
    ring = "  . . .\n . ♟ . .\n♙ ♟ . . .\n . . . .\n  . . ."
    assert len(ends("%♙: every(r, hop(r))+", ring, space="hex")) == 3  # over one, over both, and back again


def test_B41_boards_without_an_edge() -> None:
    assert ends("%♖: slide(r)", "♖...", space="cylinder") == {".♖..", "..♖.", "...♖", "♖..."}
    assert ends("%♖: slide(u)", "♖./../..", space="torus") == {"♖./../..", "../♖./..", "../../♖."}
    assert ends("%♖: slide(u)", "♖./../..") == set()


def test_B41_more_than_two_players() -> None:
    words = lasker.rules("players red green blue\npiece man ① ② ③\nright(x) = x + r. -> . + r x")
    assert ends("right(①)", "①.②", words) == {".①②"}
    assert ends("C(right(①))", "②..", words) == {".②."}
    assert ends("C²(right(①))", "③..", words) == {".③."}
    assert ends("C³(right(①))", "①..", words) == {".①."}
    assert lasker.equal("C³", "1", words).equal is True
    assert lasker.equal("C²", "1", words).equal is False
