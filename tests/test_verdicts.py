"""A verdict is about the boards that were asked about: every verdict survives `eval` with the same options.

Random pairs of moves are compared on every kind of board and on declared boards. Proved equal, they must
have the same results on every board that is tried, small glued ones first; told apart, the board that is
shown must tell them apart when it is typed into `eval`.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

import lasker
from lasker.algebra.decision.verdict import Verdict
from lasker.kernel.errors import DeclarationError, GlueError, PictureError, Undecided
from lasker.prompt import Prompt
from lasker.space import layout
from lasker.space.board_kinds import KINDS, BoardKind
from lasker.space.space import LatticeSpace
from lasker.syntax.rules import Rules

DECLARED = {
    "torus 2x1": "board torus 2x1",
    "torus 1x3": "board torus 1x3",
    "cylinder 2x2": "board cylinder 2x2",
    "moebius 1x2": "board moebius 1x2",
    "moebius 2x2": "board moebius 2x2",
    "rectangle": "board 3x1",
    "large": "board 5x4",
    "large torus": "board torus 5x3",
    "hexagon": "board hexagon 2",
    "box": "board 2x1x2",
    "graph": "link x on y\nlink y on z\nlink z on x\nlink y back x",
}
SYMBOLS = ".♖♟"


def a_word(chance: Random, directions: list[str]) -> str:
    """One or two steps in the same direction or in different ones."""
    return " ".join(chance.choice(directions) for _ in range(chance.choice((1, 1, 2))))


def a_step(chance: Random, directions: list[str]) -> str:
    """A rook moves, perhaps over a square with a condition, perhaps leaving something behind."""
    word, first = a_word(chance, directions), chance.choice(directions)
    over = "" if " " not in word or chance.random() < 0.5 else f" + {word.split()[0]} ."
    kept = chance.choice((".", ".", ".", "♟"))
    return chance.choice(
        (
            f"(% + {word} .{over} -> {kept} + {word} %)",
            f"(% + {word} . -> % + {word} ♟)",
            f"(% -> % + {word} ♟)",
            f"[% + {word} {chance.choice('♟.#')}]",
            f"(% + {word} (. | ♟) -> {kept} + {word} %)",
            f"(% -> . + {first} % + {word} ♟)",
        )
    )


def a_body(chance: Random, directions: list[str]) -> str:
    """A few steps put together."""
    one, two = a_step(chance, directions), a_step(chance, directions)
    forms = (one, f"{one} {two}", f"{one}{{2}}", f"({one} | {two})", f"{one}?", f"{one} ![{two}]", f"{one}*")
    return chance.choice(forms)


def a_pair(chance: Random, directions: list[str]) -> tuple[str, str]:
    """Two moves that may be equal: in two steps and at once, or the same with a part changed."""
    a, b = chance.choice(directions), chance.choice(directions)
    body, other = a_body(chance, directions), a_body(chance, directions)
    return chance.choice(
        (
            (f"%♖: step({a}) step({b})", f"%♖: % + {a} . + {a} {b} . -> . + {a} {b} %"),
            (f"%♖: step({a}){{2}}", f"%♖: % + {a} . + {a} {a} . -> . + {a} {a} %"),
            (f"%♖: step({a}) step({b})", f"%♖: step({b}) step({a})"),
            (f"%♖: {body}", f"%♖: {body} | {other} {body}"),
            (f"%♖: {body}", f"%♖: {other}"),
            (f". + {a} . -> ♖ + {a} ♖", f". -> ♖ + {a} ♖"),
            (f". + {a} . -> ♖ + {a} ♟", f"(. -> ♖)({a} . + ♖ -> {a} ♟ + ♖)"),
            (f"[♖ + {a} {a} ♖]", f"[♖ + {b} ♖]"),
            (f"%♖: [{body}] {body}", f"%♖: {body}"),
            (f"%♖: {body}* {body}", f"%♖: {body}+"),
        )
    )


def a_readable_pair(chance: Random, words: Rules) -> tuple[lasker.Term, lasker.Term]:
    """Two moves, drawn again where a step returns to a named square."""
    while True:
        try:
            left, right = a_pair(chance, list(words.compass.directions))
            return lasker.parse(left, words), lasker.parse(right, words)
        except GlueError:
            continue


def ends(move: lasker.Term, board: lasker.Board) -> set[str]:
    """The output of `eval`."""
    return {str(end) for end in move.results(board)}


def boards(chance: Random, kind: BoardKind, most: int) -> list[str]:
    """Boards of a kind as text, from one square on; a few of each shape."""
    if kind.compass.name in {"hex", "hexfiles"}:
        shapes: list[list[tuple[int, ...]]] = [
            [(q, r) for q in range(w) for r in range(h)] for w, h in product((1, 2, 3), repeat=2)
        ]
    else:
        sizes = product((1, 2, 3), repeat=len(kind.compass.origin))
        shapes = [list(product(*map(range, size))) for size in sorted(sizes, key=sum)]
    return [
        layout.draw(kind.compass, [(site, chance.choice(SYMBOLS)) for site in sites])
        for sites in shapes
        for _ in range(most)
    ]


def declared_boards(chance: Random, words: Rules, most: int) -> list[str]:
    """Set-ups of the declared board, as pictures or lists."""
    assert words.space is not None
    found = []
    for _ in range(most):
        marks = [chance.choice(SYMBOLS) for _ in words.space.sites]
        if isinstance(words.space, LatticeSpace):
            found.append(layout.draw(words.compass, zip(words.space.sites, marks, strict=True)))
        else:
            found.append(", ".join(f"{site}: {mark}" for site, mark in zip("xyz", marks, strict=True)))
    return found


def survives(verdict: Verdict, pair: tuple[lasker.Term, lasker.Term], tried: list[str], words: Rules) -> None:
    """Does `eval` confirm the verdict on boards that are typed in?"""
    if verdict.equal:
        for text in tried:
            board = lasker.board(text, words)
            left, right = (ends(move, board) for move in pair)
            assert left == right, (*map(str, pair), text, verdict.reasons)
    if verdict.equal is False:
        assert verdict.witness is not None
        shown = str(lasker.Board(verdict.witness.arena, verdict.witness.start))
        left, right = (ends(move, lasker.board(shown, words)) for move in pair)
        assert left != right, (*map(str, pair), shown)


def about_a_kind(space: str, rounds: int) -> None:
    """Verdicts about all boards of a kind are confirmed by `eval` on that kind."""
    chance, words = Random(space), lasker.rules(space=space)
    met = set()
    for _ in range(rounds):
        pair = a_readable_pair(chance, words)
        verdict = lasker.equal(*pair, words, budget=300)
        met.add(verdict.equal)
        survives(verdict, pair, boards(chance, KINDS[space], 3), words)
    assert {True, False} <= met


def about_a_declared_board(name: str, rounds: int) -> None:
    """Verdicts about a declared board are confirmed by `eval` with its rules."""
    chance, words = Random(name), lasker.rules(DECLARED[name])
    met = set()
    for _ in range(rounds):
        pair = a_readable_pair(chance, words)
        verdict = lasker.equal(*pair, words, budget=300)
        met.add(verdict.equal)
        survives(verdict, pair, declared_boards(chance, words, 20), words)
    assert {True, False} <= met


@pytest.mark.parametrize("space", KINDS)
def test_verdicts_about_a_kind_survive_eval(space: str) -> None:
    about_a_kind(space, 25)


@pytest.mark.parametrize("name", DECLARED)
def test_verdicts_about_a_declared_board_survive_eval(name: str) -> None:
    about_a_declared_board(name, 20)


@pytest.mark.soak
@pytest.mark.parametrize("space", KINDS)
def test_many_verdicts_about_a_kind_survive_eval(space: str) -> None:
    about_a_kind(space, 1500)


@pytest.mark.soak
@pytest.mark.parametrize("name", DECLARED)
def test_many_verdicts_about_a_declared_board_survive_eval(name: str) -> None:
    about_a_declared_board(name, 1500)


ASKED = "%♖: step(r){2}", "%♖: % + r. + rr. -> . + rr%"


@pytest.mark.parametrize(
    ("space", "equal"),
    [("square", True), ("cube", True), ("cylinder", False), ("torus", False), ("moebius", False)],
)
def test_two_steps_and_a_step_of_two_squares(space: str, equal: bool) -> None:
    """On two columns the second step returns to the rook's first square, which was not empty at first."""
    verdict = lasker.equal(*ASKED, space=space)
    assert verdict.equal is equal
    if verdict.witness is not None:
        assert str(lasker.Board(verdict.witness.arena, verdict.witness.start)) in {".♖", "♖\n."}


def test_where_nothing_is_glued_a_proof_is_found_on_glued_boards_too() -> None:
    up = "%♖: step(u){2}", "%♖: % + u. + uu. -> . + uu%"
    assert lasker.equal(*up, space="cylinder").equal is True
    assert lasker.equal(*up, space="torus").equal is False


def test_equal_on_one_glued_board_is_not_equal_on_all_of_them() -> None:
    """On a torus of two columns right and left lead to the same square."""
    pair = "♖ + r♟ -> ♖ + r.", "♖ + l♟ -> ♖ + l."
    assert lasker.equal(*pair, lasker.rules("board torus 2x1")).equal is True
    assert lasker.equal(*pair, lasker.rules("board torus 3x1")).equal is False
    assert lasker.equal(*pair, space="torus").equal is False


def test_the_prompt_asks_about_its_own_kind_of_board() -> None:
    talk = Prompt(lasker.rules(space="torus", variables=True))
    talk.answer("twice = step(r){2}")  # definitions are elaborated again, on the same kind of board
    assert talk.answer(" == ".join(ASKED)).startswith("different")
    talk.answer(":board ♖.")
    assert "1 result" in talk.answer(ASKED[0])  # the rook goes round the board
    flat = Prompt(lasker.rules(variables=True))
    assert flat.answer(" == ".join(ASKED)).startswith("proved equal")


def test_a_declared_board_that_was_tried_completely_is_a_proof() -> None:
    rows = ("♖ + r♟ + rr.", "♖ + r. + rr♟", "♟ + r♖ + rr.", "♟ + r. + rr♖", ". + r♖ + rr♟", ". + r♟ + rr♖")
    three = "[♖] [♟] [.]", " | ".join(f"[{row}]" for row in rows)
    assert lasker.equal(*three, lasker.rules("board 3x1")).equal is True
    assert lasker.equal(*three, lasker.rules("board 4x1")).equal is False


def test_boards_with_pieces_alike_to_the_moves_prove_nothing_about_carried_pieces() -> None:
    """Exchanging two pieces changes a board only if they differ, and neither move tests what they are."""
    exchange = "%a piece: %b piece: @a + r@b -> %b + r%a"
    verdict = lasker.equal(exchange, "[piece + r piece]", lasker.rules("board 2x1"))
    assert verdict.equal is not True


def test_a_kind_that_contradicts_the_declared_board_is_refused() -> None:
    with pytest.raises(DeclarationError, match="board of their own"):
        lasker.rules("board 3x3", space="torus")
    assert lasker.rules("board torus 3x3", space="torus").space is not None
    with pytest.raises(PictureError, match="no kind of board"):
        lasker.equal("nil", "nil", space="klein")
    with pytest.raises(PictureError, match="not about hex boards"):
        lasker.equal("nil", "nil", lasker.rules(), space="hex")


def test_a_verdict_is_true_only_if_proved() -> None:
    assert lasker.equal("M*", "nil | M+")
    assert not lasker.equal("M N", "N M")
    words = lasker.rules("counter n 0..9")
    undecided = lasker.equal("most n M", "most n (most n M)", words, budget=50)
    assert undecided.equal is None
    with pytest.raises(Undecided) as refused:
        bool(undecided)
    assert refused.value.remedy


def test_capitals_stand_for_moves_whatever_the_rules() -> None:
    words = lasker.rules("N = ♙ -> .")
    assert lasker.equal("M*", "nil | M+", words)
    assert lasker.equal("M N", "M (♙ -> .)", words)
