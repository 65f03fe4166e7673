"""The checker's comparison of runs: moves of several squares, tests of all squares, glued boards."""

from __future__ import annotations

from random import Random
from typing import cast

import pytest

import lasker
from lasker.algebra.moves import Move
from lasker.kernel.errors import LimitError
from lasker.proofs.equations.local_moves import NotLocalError
from lasker.proofs.equations.run_inclusion import RunComparison
from random_equations import covered, disagrees, settings
from random_texts import RULES, Texts

WORDS = "counter n 0..3\npiece rook ♖ ♜\npiece pawn ♙ ♟"

EQUAL = [  # left, right, the kind of board
    ("(♙ -> .) (♟ -> .)", "(♟ -> .) (♙ -> .)", None),
    ("(♙ -> .) (♙ -> .) (♙ -> .)", "(♙ -> .){3}", None),
    ("(%♙: step(u)) (%♟: step(d))", "(%♟: step(d)) (%♙: step(u))", None),
    ("![♖] (♙ -> .)", "(♙ -> .) ![♖]", None),
    ("![♖] (♖ -> .)", "fail", None),
    ("![♖ + u♖] (%♙: step(r))", "(%♙: step(r)) ![♖ + u♖]", None),
    ("![♖ | ♜] (♙ -> ♟)", "![♜] (♙ -> ♟) ![♖]", None),
    ("![[n >= 1] [♖]] (♙ -> ♟)", "(♙ -> ♟) ![[n >= 1] [♖]]", None),
    ("(♙ -> ♟){0,1} n := 1", "n := 1 (♙ -> ♟){0,1}", None),
    ("(♖ + r♟ -> ♙ + r♙)", "(♟ + l♖ -> ♙ + l♙)", "cylinder"),
    ("(♖ + rr♖ -> ♙ + rr♙)", "(♖ + ll♖ -> ♙ + ll♙)", "torus"),
    ("(♙ -> .) [♖]", "[♖] (♙ -> .)", "torus"),
    ("%♖: (%♙: (% -> ♟)) [% is ♖] step(u)", "%♖: step(u) [% is ♖] (%♙: (% -> ♟))", None),
]
DIFFERENT = [
    ("(♙ -> .) (♙ -> .)", "(♙ -> .)", None),
    ("(♙ -> ♖) (♖ -> .)", "(♖ -> .) (♙ -> ♖)", None),  # both at one square
    ("(%♙: step(r)) (%♖: step(r))", "(%♖: step(r)) (%♙: step(r))", None),  # one comes next to the other
    ("(%♙: step(rr)) (%♖: step(rr))", "(%♖: step(rr)) (%♙: step(rr))", None),
    ("![♖] (♙ -> ♖)", "(♙ -> ♖) ![♖]", None),
    ("![♖ + u.] (%♙: step(r))", "(%♙: step(r)) ![♖ + u.]", None),  # near a square that changed
    ("![♖ + uu.] (♙ -> .)", "(♙ -> .) ![♖ + uu.]", None),
    ("![♖ | ♜] (♙ -> .)", "![♖] (♙ -> .)", None),
    ("![♖] (♙ -> .)", "![♖ + u.] (♙ -> .)", None),
    ("(♙ -> .) ![♖ + u#]", "(♙ -> .) ![♖]", None),
    ("![[n >= 1] (♖ -> .)] n += 1", "n += 1 ![[n >= 1] (♖ -> .)]", None),
    ("![[n >= 1] [♖ + u♖]] n += 1", "n += 1 ![[n >= 1] [♖ + u♖]]", None),
    ("%♙: step(r) step(r)", "%♙: [% + r.] [% + rr.] step(r) step(r)", "cylinder"),  # back again on two files
    ("nil", "[♙] | ![♙] [♟ | .]", None),
    ("(♖ + r♟ -> ♙ + r♙)", "(♖ + l♟ -> ♙ + l♙)", "cylinder"),
    ("♙ + rr. -> . + rr♙", "fail", "cylinder"),
    ("[♙ + rr♙]", "[♙ + rr♙] [♙ + r square]", "torus"),  # a board of two files
    ("[♙ + r♟]", "[♙ + r♟] [♟ + r♙]", "cylinder"),
    ("(♙ -> ♟) (♙ + u♟ -> . + u.)", "(♙ + u♟ -> . + u.) (♙ -> ♟)", None),
]


def compared(left: str, right: str, kind: str | None) -> bool:
    words = lasker.rules(WORDS, space=kind)
    one, two = (cast(Move, lasker.parse(side, words).value) for side in (left, right))
    return RunComparison(one, two, words.kind, words.vocabulary, 20_000).agree()


@pytest.mark.parametrize(("left", "right", "kind"), EQUAL)
def test_equal_runs(left: str, right: str, kind: str | None) -> None:
    assert compared(left, right, kind)


@pytest.mark.parametrize(("left", "right", "kind"), DIFFERENT)
def test_different_runs(left: str, right: str, kind: str | None) -> None:
    assert not compared(left, right, kind)


def test_a_twisted_board_is_refused() -> None:
    with pytest.raises(NotLocalError, match="twisted"):
        compared("♙ -> .", "♙ -> .", "moebius")


def test_what_the_runs_agree_on_holds_on_random_boards() -> None:
    agreed = 0
    for seed in range(5):
        texts, random = Texts(Random(seed)), Random(seed)
        for _ in range(25):
            family, (kind, board), (a, b) = texts.question()
            words = lasker.rules(RULES + (f"board {board}" if board else ""), space=kind or None)
            one, two = (cast(Move, lasker.parse(text, words, variables=True).value) for text in (a, b))
            if family == "laws" or not (covered(one) and covered(two)):
                continue
            try:
                if not RunComparison(one, two, words.kind, words.vocabulary, 300).agree():
                    continue
            except (NotLocalError, LimitError):
                continue
            agreed += 1
            verdict = lasker.equal(a, b, words)
            for at in settings(random, words, kind, 8, frozenset()):
                assert not disagrees(one, two, verdict, at, words, False), f"{a} = {b}"
    assert agreed > 18
