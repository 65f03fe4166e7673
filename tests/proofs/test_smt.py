"""Finite moves on a declared board: ways through a move against the reference, answers of z3 and cvc5."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import lasker
from external_programs import program
from lasker.algebra.contents import members
from lasker.algebra.decision.declared_boards.formulas import Among, Not, both, satisfied, simplified
from lasker.algebra.decision.declared_boards.symbolic_board import SymbolicBoard
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Move
from lasker.cli import main
from lasker.proofs.smt import Comparison
from lasker.syntax.values import is_move

RULES = """
players white black
board 3x2
piece man ♙ ♟ 'P' 'p'
piece rook ♖ ♜ 'R' 'r'
mark fresh until moved
mark hot until end
mark proud lasting
counter steps 0..3
counter rest 0..2 until end
region edge = file a
"""
MOVES = [
    "%♖: step(u) | step(r)*",
    "%♙^fresh: (% + u. -> . + u%^proud)",
    "%♙: (% + r. -> . + r%^hot) [% is ♙^hot]",
    "(%♖: step(r)) steps += 1",
    "[steps >= 2] steps := 0 | [steps < 1] steps += 2",
    "each %♙: (% in edge -> ♟)",
    "![♟] (. -> ♟) | [♟] (%♟: put(.))",
    "%♖: %x @: (@x + r. -> r@x)* [@x + u♙] (% -> .)",
    "(. | ♙ -> ♖ | ♟) [rest = 0] rest += 1",
    "(%♙^proud: (% -> %^-proud)){1,2}",
    "most steps ((♙ -> .) steps += 1 | (♖ -> .) steps += -1 | (♟ -> .))",
]


def move_of(words: lasker.Rules, text: str) -> Move:
    value = words.evaluate(text)
    assert is_move(value)
    return value


@pytest.mark.parametrize("text", MOVES)
def test_the_ways_through_a_move_lead_where_the_reference_does(text: str) -> None:
    words = lasker.rules(RULES)
    assert words.space is not None
    move = move_of(words, text)
    board = SymbolicBoard(words.space, words.vocabulary)
    ways, random, possible = board.ways(move), Random(text), 0
    for _ in range(60):
        crowded = random.random() < 0.5
        contents = [random.choice(list(members(words.vocabulary.squares))) for _ in range(board.size)]
        if not crowded:
            contents = [content if random.random() < 0.4 else 0 for content in contents]
        values = [*contents, *(random.randint(0, c.high - c.low) for c in board.counters)]
        domains = {variable: 1 << value for variable, value in enumerate(values)}
        found = set()
        for way in ways:
            if simplified(way.condition, domains) == both(()):
                ends = [
                    board.result(value, 0 if value.variable is None else values[value.variable])
                    for value in way.values
                ]
                counts = (v + c.low for v, c in zip(ends[board.size :], board.counters, strict=True))
                found.add(Configuration(tuple(ends[: board.size]), (), tuple(counts)))
        starts = (v + c.low for v, c in zip(values[board.size :], board.counters, strict=True))
        expected = board.arena.results(move, Configuration(tuple(contents), (), tuple(starts)))
        assert found == expected
        possible += bool(found)
    assert possible


CLAIMS = [
    ("♙ + u. -> . + u♙", "disjoint", "♙ + uu. -> . + uu♙", True),
    ("♙ + u. -> . + u♙", "disjoint", "(♙ | ♖) + u. -> . + u♙", False),
    ("%♖: step(u){2}", "=", "%♖: % + u. + uu. -> . + uu%", True),
    ("%♖: step(u)*", "=", "%♖: nil | step(u)+", True),
    ("%♖: step(u)", "<=", "%♖: step(u)+", True),
    ("%♖: step(u)+", "<=", "%♖: step(u)", False),
    ("(♙;. -> .;♙)(♙;. -> .;♙)", "=", "♙;.;. -> .;.;♙", False),
    ("[♖] (. -> ♙)", "=", "(. -> ♙) [♖]", True),
]


@pytest.mark.parametrize(("left", "relation", "right", "holds"), CLAIMS)
def test_z3_and_cvc5_answer_alike(left: str, relation: str, right: str, holds: bool, tmp_path: Path) -> None:
    file = tmp_path / "claim.smt2"
    claim = ["prove", left, relation, right, "--board", "2x3", "--smt", str(file)]
    done = CliRunner().invoke(main, claim)
    assert (done.exit_code, file.exists()) == (0 if holds else 1, holds), done.output
    words = lasker.rules("board 2x3")
    assert words.space is not None
    sides = [move_of(words, text) for text in (left, right)]
    text = Comparison(SymbolicBoard(words.space, words.vocabulary), *sides).text(relation)
    file.write_text(text if holds else text.replace("(set-info :status unsat)\n", ""))
    for name in ("z3", "cvc5"):
        answer = subprocess.run(
            [program(name), file], capture_output=True, text=True, timeout=60, check=False
        )
        assert answer.stdout.split()[0] == ("unsat" if holds else "sat"), name


def test_a_formula_is_satisfied() -> None:
    formula = both([Among(0, 0b110), Not(Among(0, 0b010)), Among(1, 0b001)])
    assert satisfied(formula, {0: 0b111, 1: 0b011}) == {0: 0b100, 1: 0b001}
    assert satisfied(both([Among(0, 1), Among(0, 2)]), {0: 3}) is None


def test_what_needs_a_board() -> None:
    done = CliRunner().invoke(main, ["prove", "♙ -> .", "disjoint", "♖ -> ."])
    assert done.exit_code == 2
    assert "--board 4x4" in done.output


def test_a_board_of_a_kind(tmp_path: Path) -> None:
    asked = [
        "prove",
        "♙ + uuu. -> . + uuu♙",
        "=",
        "fail",
        "--smt",
        str(tmp_path / "f.smt2"),
        "--board",
        "2x3",
    ]
    assert CliRunner().invoke(main, asked).exit_code == 0
    assert CliRunner().invoke(main, [*asked, "--space", "cylinder"]).exit_code == 0
    assert CliRunner().invoke(main, [*asked, "--space", "torus"]).exit_code == 0  # a square cannot be both
    shorter = [each.replace("uuu", "uu") for each in asked]
    assert CliRunner().invoke(main, [*shorter, "--space", "torus"]).exit_code == 1
    sideways = [each.replace("uuu", "rrr") for each in asked]
    assert CliRunner().invoke(main, sideways).exit_code == 0
    assert CliRunner().invoke(main, [*sideways, "--space", "torus"]).exit_code == 1
