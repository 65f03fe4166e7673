"""Every kind of move answers every side condition: no list of kinds can forget one."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, get_args, get_type_hints

import pytest

from lasker import backends
from lasker.compiler.bits.grouping import guarded
from lasker.compiler.emit.c.text import fast
from lasker.compiler.groups.game import Classes, GroupedTurn
from lasker.compiler.groups.moves import (
    EMPTY,
    Chain,
    Drop,
    Flat,
    Followed,
    Hop,
    Move,
    MoveKind,
    Moves,
    Pass,
    Product,
    Residual,
    Rule,
    Run,
    Screens,
    Several,
    Shared,
    Sweep,
    Tail,
    Terms,
)
from lasker.compiler.groups.path import NotClassified, Value
from lasker.compiler.groups.side_conditions.scratch_marks import no_scratch_marks
from lasker.compiler.ir.ops import Block
from lasker.compiler.pipeline import compiled
from lasker.engine.native_search import NativeSearch
from lasker.fuzzing.comparison import disagreements, other_games
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.play.library import modelled
from lasker.syntax.read import read_game

# With one mark: 0 is empty, 2 a man, 3 a man that bears it. Every kind writes a 3 where it can.
MAN, MARKED = 2, 3
TERMS = Terms()
BEARS, LEAVES = Value(None, 0, MARKED), Value(None, 0, 0)
FLAT = Flat(1 << MAN, EMPTY, Screens(), BEARS, TERMS, ((0, 1, 0),))
RULE = Rule((1 << MAN, EMPTY), ((0, LEAVES), (1, BEARS)), TERMS, (), ((0, 1),))
PLAIN = replace(RULE, writes=((0, LEAVES), (1, Value(None, 0, MAN))))
RUN = Run(1, 1, 1 << MAN, EMPTY)
ONE_OF_EACH: dict[type[Move], Move] = {
    Flat: FLAT,
    Drop: Drop(MARKED, TERMS, (((), 1),)),
    Rule: RULE,
    Sweep: Sweep(MARKED, TERMS, 1, (RUN,), (RUN,)),
    Chain: Chain(1 << MAN, 1, (Hop(PLAIN, 1),), (Tail(1 << MAN, 1, BEARS),), TERMS),
    Product: Product((FLAT,), MAN, ((0, 1, 0),), TERMS),
    Pass: Pass(TERMS),
    Shared: Shared((FLAT, RULE)),
    Residual: Residual(Block("rest", (), ()), (), ((EMPTY, BEARS),), (((EMPTY, 1 << MARKED),),), 1, ""),
    Followed: Followed((FLAT,), MAN, 1, 1 << MAN),
}
HEAD = """lasker 1
game "Marks"
players white black
board 5x5
piece ant 'A' 'a'
piece bee 'B' 'b'
mark took until end
mark proud lasting
view = flipped
start "aB3/1b3/3A1/5/A3b w 1"
jumps    = all4(jump(u, enemy)) | all4(jump(ur, enemy))
quietly  = %friend: all4(step(u))
"""
GAMES = {
    "who takes goes on": """captures = %ant: jumps+ ![jumps] (% -> ant^took)
state w of white: captures // quietly then w if [ant^took], b
state b of black: flipped(captures // quietly) then b if [C ant^took], w
""",
    "a mark that nobody asks about stays": """captures = %ant: jumps+ ![jumps] (% -> ant^proud)
white = captures // quietly
black = flipped white
""",
    "a chain may take those that could have begun it": """eats = all4(jump(u, ant | enemy))
captures = %ant: eats+ ![eats] (% -> ant^proud)
white = captures // quietly
black = flipped white
""",
}


def game(name: str) -> Game:
    return Game(read_game(Source(HEAD + GAMES[name])), "marks")


def moves_of(move: Move) -> Moves:
    """Moves of which one is all."""
    (field,) = (name for name, held in get_type_hints(Moves).items() if get_args(held)[0] is type(move))
    found: dict[str, tuple[Any, ...]] = {field: (move,)}
    return Moves(**found)


def test_no_kind_is_forgotten() -> None:
    """A new kind of move must be held by Moves, be named in Move, and have an example here."""
    held = {get_args(get_type_hints(Moves)[field.name])[0] for field in fields(Moves)}
    made = {*MoveKind.__subclasses__(), *Several.__subclasses__()} - {Several}
    assert held == set(get_args(Move)) == made == set(ONE_OF_EACH)


def test_a_kind_that_does_not_answer_cannot_be_made() -> None:
    silent = type("Silent", (MoveKind,), {"compared": lambda self: ()})
    with pytest.raises(TypeError, match="adds_royal"):
        silent()
    assert len(MoveKind.__abstractmethods__) == 6
    del silent


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_moves_of_one_kind(kind: type[Move]) -> None:
    moves = moves_of(ONE_OF_EACH[kind])
    assert moves.every() == (ONE_OF_EACH[kind],)
    assert set(moves.terms()) == {TERMS}
    assert moves.only_rules is (kind is Rule)
    assert moves.special is (kind not in (Flat, Drop, Rule))
    assert [each for _, each in guarded(moves)] == [moves]


@pytest.mark.parametrize("kind", ONE_OF_EACH)
def test_marks_that_moves_leave_are_seen_by_the_turn_order(kind: type[Move]) -> None:
    """Where a test decides whose turn it is, no move may leave a mark that ends with it."""
    program = replace(compiled(game("who takes goes on").model).program, marks=1, ended=1)
    turn = GroupedTurn(moves_of(ONE_OF_EACH[kind]), (("test", 0), (None, 1)), ())
    marked = any(value.adds & 1 for _, value in turn.moves.written())
    assert marked is (kind is not Pass)
    classes = Classes(0b1101, (turn,), {}, ())
    if marked:
        with pytest.raises(NotClassified, match="ends with the move"):
            no_scratch_marks(program, classes)
    else:
        no_scratch_marks(program, classes)


@pytest.mark.parametrize("name", list(GAMES)[:2])
def test_chains_that_leave_marks_agree_with_the_reference(name: str) -> None:
    played = game(name)
    engines = {backend: backends.open_engine(backend, played.model) for backend in ("c", "python")}
    assert disagreements(played, seed=1, number=4, some=engines) == []
    assert other_games(played, seed=1, number=2) == []


def test_which_of_them_run_on_bitboards() -> None:
    made = [compiled(game(name).model) for name in GAMES]
    assert [fast(each)[1] for each in made] == [
        "something is asked while a mark is there that ends with the move",
        "",
        "",
    ]
    last = made[-1].classes
    assert last is not None
    assert not last.turns[0].moves.chains  # as their proof has failed: they are rules


def test_the_opponent_expects_lines_that_are_legal() -> None:
    played = game("who takes goes on")
    native, judge = NativeSearch(played.model, megabytes=1), backends.open_engine("reference", played.model)
    for fen in ("aB3/1b3/3A1/5/A3b w 1", "a1b1a/5/1b1a1/2b2/A1B1A w 1"):
        here = backends.position(played.position(fen).node)
        found = native.search([True] * native.begin(here), 4)
        assert found is not None
        assert found.line
        for after in found.line:
            assert after in [each.after for each in judge.successors(here)]
            here = after


SEVERAL = """lasker 1
extends "three_check"
game "Kings and rooks must be safe"
start "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
safe = ![flipped strikes((♚ | ♜))]
"""


def test_every_test_that_a_move_asks_is_sorted() -> None:
    """Also where the attack on several royal pieces cannot be foretold, and all is sorted a second time."""
    classes = compiled(modelled(Source(SEVERAL, "several.rules"))).classes
    assert classes is not None
    tests = [test for test in classes.tests.values() if isinstance(test, Moves)]
    moves = [move for each in (*(turn.moves for turn in classes.turns), *tests) for move in each.every()]
    asked = frozenset[str]().union(*(move.asks() for move in moves))
    assert "black_check" in asked
    assert asked <= classes.tests.keys()
