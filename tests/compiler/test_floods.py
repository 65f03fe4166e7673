"""Flood fills against the blocks that they replace: on random boards, a goal is met where the test has a
result."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from lasker.compiler.emit.c.walk.floods import flood
from lasker.compiler.emit.c.walk.hops import hops
from lasker.compiler.emit.c.walk.visited_squares import moved_cursor
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Configuration
from lasker.compiler.ir.ops import Block, Fork, Go, Program, Star
from lasker.compiler.ir.passes.drop_unreached import every
from lasker.compiler.pipeline import compiled
from lasker.kernel.source import Source
from lasker.play.library import model
from lasker.syntax.read import read_game

BOARDS = 12  # for each test
AREAS = """lasker 1
game "Areas"
players white black
board 4x3
piece man 'M' 'm'
start "4/4/4 w 1"
region far = rank 3
chain(t) = every(u, walk(u, t))
some = [%.: chain('m')* [@ in far]] | [%.: chain('M'){1,} [every(u, @ + u 'm')]]
more = [%.: %x 'M': [chain('m'){1,} [@ + @x]]] | [%.: chain(.)* [every(u, @ + u 'M') | every(ur, @ + ur 'M')]]
none = [%.: chain('m')* ![every(u, @ + u 'M')]] | [%.: (chain('m') | chain('M'))* [@ in far]]
move = %.: put('M') (some | more | none)
"""


def programs() -> dict[str, Program]:
    """Programs with tests that follow steps."""
    areas = compiled(read_game(Source(AREAS)), frozenset({"classes"})).program
    return {"areas": areas} | {name: compiled(model(name)).program for name in ("go9", "hex")}


def pairs(program: Program) -> list[tuple[Star, Go]]:
    """The repetitions in tests, each with what follows it."""
    bodies = [block.body for block in program.blocks.values() if block.keeps is None and not block.arrives]
    bodies += [
        option for body in bodies for op in every(body) if isinstance(op, Fork) for option in op.options
    ]
    ends = (body[-2:] for body in bodies if len(body) > 1)
    return [(star, go) for star, go in ends if isinstance(star, Star) and isinstance(go, Go)]


@pytest.mark.parametrize("name", ["areas", "go9", "hex"])
def test_a_flood_meets_a_goal_where_the_test_has_a_result(name: str) -> None:
    program, random, answers = programs()[name], Random(1), set()
    counters = tuple(counter.start for counter in program.counters)
    for star, go in pairs(program):
        filled = flood(program, star, go)
        if filled is None:
            continue
        block = Block("alone", tuple(sorted({*star.cursors, *go.cursors})), (star, go))
        interpreter = Interpreter(replace(program, blocks=program.blocks | {"alone": block}))
        for _ in range(BOARDS):
            board = tuple(random.choices(range(len(program.contents)), k=program.sites))
            cursors = {cursor: random.randrange(program.sites) for cursor in block.cursors}
            start = Configuration(board, counters, tuple(cursors.values()))
            holds = any(True for _ in interpreter.runs("alone", start))
            assert filled.reaches(board, cursors[star.cursors[0]], cursors) == holds
            answers.add((filled.low, type(filled.wanted), holds))
    if name == "areas":
        kinds = {(kind, holds) for _, kind, holds in answers}
        assert kinds == {(kind, holds) for kind in (int, str, type(None)) for holds in (True, False)}
        assert {low for low, _, _ in answers} == {0, 1}


@pytest.mark.parametrize("low", [0, 1])
def test_hops_lead_to_the_places_of_the_repetition(low: int) -> None:
    program, random, sizes = compiled(model("chinese_checkers")).program, Random(2), set()
    changed, star = moved_cursor(program, "again_2"), Star("again_2", ("here_0",), low, None)
    assert changed is not None
    assert changed.leaves is not None
    found = hops(program, star, changed)
    assert found is not None
    block = Block("alone", star.cursors, (star,), keeps=star.cursors)
    interpreter = Interpreter(replace(program, blocks=program.blocks | {"alone": block}))
    for _ in range(BOARDS):
        board = random.choices(range(len(program.contents)), weights=(3, 1, 1), k=program.sites)
        start = random.randrange(program.sites)
        board[start] = 1
        ends = interpreter.runs("alone", Configuration(tuple(board), (), (start,)))
        board[start] = changed.leaves
        places = found.places(board, start, low)
        assert places == {end.cursors[0] for end in ends}
        sizes.add(len(places))
    assert max(sizes) > 3


def test_what_is_no_flood_is_none() -> None:
    """A test of a failure is no goal, and steps onto two sets of contents are not one fill."""
    program = programs()["areas"]
    found = [flood(program, star, go) is None for star, go in pairs(program)]
    assert found.count(True) == 4  # two for each player
