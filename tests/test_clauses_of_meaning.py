"""Every clause of the reference semantics on boards of a few squares, with results computed by hand."""

from __future__ import annotations

import pytest

import lasker
from lasker import backends
from lasker.algebra.laws import simplify
from lasker.algebra.moves import Repeat, Variable, choice, sequence
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.lower import lower
from lasker.compiler.ir.machine import Machine
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.syntax.read import read_game

DECLARED = """
players white black
piece rook ♖ ♜
piece pawn ♙ ♟
mark  fresh until moved
mark  dirty until end
counter n 0..3
counter k 0..9 from 2
board 3x1
region left = a1 b1
"""
RULES = lasker.rules(DECLARED)

CLAUSES = [  # a move, a board, and everything that it leads to
    ("%♖: step(r)", "♖..", ".♖."),
    ("%♖: step(r)*", "♖..", "♖.. .♖. ..♖"),
    ("%♖: step(r)+", "♖..", ".♖. ..♖"),
    ("%♖: step(r){2}", "♖..", "..♖"),
    ("%♖: step(r){1,2}", "♖..", ".♖. ..♖"),
    ("%♖: (step(r) | step(l))*", ".♖.", "♖.. .♖. ..♖"),
    ("%♖: (step(r) | (% -> ♙)){2}", "♖..", "..♖ .♙. ♙.."),
    ("%♖: (step(r) | (% -> ♙)){1,2}", "♖..", ".♖. ..♖ ♙.. .♙."),
    ("%♖: (% -> ♙ | ♖) [%♙: step(r)]", "♖..", "♙.."),
    ("%♖: [(% -> ♙ | .) [♙]] (% -> .)", "♖..", "..."),
    ("[(♖ -> .) (♙ -> .) ![♖]] (♙ -> .)", "♖♙.", "♖.."),
    ("[(♖ -> . | ♙) ![♙]] (♖ -> .)", "♖..", "..."),
    ("(♖ -> ♙) (♙ -> .)", "♖♙.", ".♙. ♙.."),
    ("♖ -> ♙ | .", "♖♖.", "♙♖. .♖. ♖♙. ♖.."),
    ("(♖ -> ♙) | (♖ -> .) | (♖ -> ♟)", "♖..", "♙.. ... ♟.."),
    ("[♙] (♖ -> .)", "♖♙.", ".♙."),
    ("[♙] (♖ -> .)", "♖..", ""),
    ("![♙] (♖ -> .)", "♖..", "..."),
    ("![♙] (♖ -> .)", "♖♙.", ""),
    ("[♙ -> .] (♖ -> .)", "♖♙.", ".♙."),  # a test changes nothing
    ("each %♙: (% -> ♖)", "♙.♙", "♖.♖"),
    ("each %♙: step(r)", "♙♙.", "♙.♙"),
    ("each %♙: (% -> ♖ | .)", "♙.♙", "♖.♖ ♖.. ..♖ ..."),
    ("%♖: (%♙: (% -> .)) (% -> ♙)", "♖♙.", "♙.."),  # a binder gives its cursor back
    ("%♖: %x.: (% -> .) (%x -> ♙)", "♖..", ".♙. ..♙"),
    ("%♖ in left: (% -> .)", "♖.♖", "..♖"),
    ("♖ + r♖ -> . + r♖", "♖♖♖", ".♖♖ ♖.♖"),
    ("♖ + r# -> ♙", "♖.♖", "♖.♙"),  # beyond the edge
    ("♖ -> . + r♖", "..♖", ""),  # nothing is written beyond the edge
    ("(n += 3) (♖ -> .)", "♖..", "..."),
    ("(n += 3) (n += 1) (♖ -> .)", "♖..", ""),
    ("(n += -1) (♖ -> .)", "♖..", ""),
    ("(k := 3) (k := 4) [k = 4] (♖ -> .)", "♖..", "..."),
    ("(k += 3) [k = 5] (♖ -> .)", "♖..", "..."),
    ("[k = 2] (♖ -> .)", "♖..", "..."),
    ("[n < k] (♖ -> .)", "♖..", "..."),
    ("(n += 1) [n < k] (♖ -> .)", "♖..", "..."),
    ("(n += 2) [n < k] (♖ -> .)", "♖..", ""),
    ("(n += 2) [n >= k] (♖ -> .)", "♖..", "..."),
    ("most k ((k += 1) (♖ -> ♙) | (♖ -> .))", "♖..", "♙.."),
    ("most k ((k += -1) (♖ -> ♙) | (k += -2) (♖ -> .))", "♖..", "♙.."),
    ("%♖: (% -> %^fresh) [♖^fresh] step(r) ![♖^fresh]", "♖..", ".♖."),
    ("%♖: step(r) (% -> %^fresh) [♖^fresh]", "♖..", ".♖./b1:♖^fresh"),
    ("(♖ -> ♖^dirty) [♖^dirty]", "♖..", "♖.."),  # scratch marks are wiped at the end
]


def told(board: lasker.Board) -> str:
    rows = [line.replace(" ", "") for line in str(board).splitlines() if " = " not in line]
    return "/".join(rows)


@pytest.mark.parametrize(("move", "board", "ends"), CLAUSES)
def test_a_clause_of_the_semantics_holds(move: str, board: str, ends: str) -> None:
    found = {told(end) for end in lasker.parse(move, RULES).results(lasker.board(board, RULES))}
    assert found == set(ends.split()), found


@pytest.mark.parametrize(("move", "board"), [clause[:2] for clause in CLAUSES])
def test_compiled_code_says_the_same(move: str, board: str) -> None:
    rows = board.replace("..", "2").translate(str.maketrans("♖♙.", "RP1"))
    text = f'lasker 1\ngame "One move"\npass "allowed"\nstart "{rows} w"\n{DECLARED}'
    model = read_game(Source(f'{text}move = {move}\nend "stuck" lost: ![move]\n'))
    start = backends.position(Game(model, "one move").start().node)
    judge, ours = backends.open_engine("reference", model), backends.open_engine("python", model)
    program = lower(model)
    assert ours.successors(start) == judge.successors(start)
    assert Machine(program, Interpreter(program)).successors(start) == judge.successors(start)


def test_the_simplifier_takes_a_letter_for_one_move() -> None:
    M, N = Variable("M"), Variable("N")
    different = choice([M, N])
    assert simplify(different) == (different, ())
    assert simplify(choice([M, M]))[0] == M


def test_the_simplifier_keeps_the_order() -> None:
    M, N = Variable("M"), Variable("N")
    assert simplify(sequence([N, M, Repeat(M, 0, None)]))[0] == sequence([N, Repeat(M, 1, None)])
