"""Limits: rules with too many results are refused while sets grow, by a limit that the error names."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lasker import backends
from lasker.backends.c.native import Native
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Machine
from lasker.compiler.pipeline import SWITCHES, compiled
from lasker.kernel.errors import LimitError
from lasker.kernel.limits import Limits, Meter
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Much"
players white black
board 8x8
piece pawn ♙ ♟ 'P' 'p'
piece rook ♖ ♜ 'R' 'r'
counter n 0..99 until end
start "8/8/8/8/8/8/8/8 w 1"
view = flipped
black = flipped white
one = %.: put(♙)
"""
GROWING = {
    "rounds that must be done": "white = one{5}",
    "a repetition in a repetition": "white = (one{2}){3}",
    "moves in sequence": "white = one one one",
    "a choice, repeated": "white = (one | (%.: put(♖))){4}",
    "each": "white = each %.: (put(♙) | put(♖) | put(♟))",
    "most": "white = most n (one n += 1){5}",
    "any number of rounds": "white = one*",
    "exhaust": "white = exhaust(one)",
    "any": "white = any a in (♙ | ♖): any b in (♙ | ♖): (%.: put(a)) (%.: put(b))",
    "a test of a repetition": "white = ![one{5} [n = 5]] one",
    "settle": "white = one\nsettle = try(one{3})",
}
LONG = {
    "many ways to few squares": f"white = %♖: {'(go(u) | go(d) | go(l) | go(r)) ' * 14} put(♙)",
    "a test that explores": "white = ![one one one [n = 5]] one",
    "an end that explores": 'white = one\nend "five" lost: [one one one [n = 5]]',
}
STEPS = {  # many steps, each with at most one result
    "rounds": "white = %♖: ((% -> %){100}){100}",
    "options of a test": f"white = %.: ![{' | '.join(f'[n = {number}]' for number in range(1, 80))}] put(♙)",
}
# Native code is tested with one game, which is compiled once: the board decides what happens.
NATIVE = """
white = (%♖: one{5}) | (%♟: ![one one one [n = 5]] one) | (![♖ | ♟] one)
end "five" lost: [(%♜: one{3} [n = 5])]
adjudicate "five" drawn: [(%♜: one{3} [n = 5])]
"""
SMALL = Limits(configurations=1_000, work=20_000)


def model(rules: str, limits: Limits = SMALL) -> Game:
    return read_game(Source(HEAD + rules), limits=limits)


def reference(node: Node) -> object:
    return node.steps


def generated(node: Node) -> object:
    return backends.open_engine("python", node.game).successors(backends.position(node))


def interpreted(node: Node) -> object:
    program = compiled(node.game, frozenset({"classes"})).program
    runner = Interpreter(program, node.game.rules.limits)
    return Machine(program, runner).successors(backends.position(node))


EVALUATORS = (reference, generated, interpreted)


@pytest.mark.parametrize("moves", EVALUATORS)
@pytest.mark.parametrize("rules", GROWING.values(), ids=GROWING)
def test_sets_that_grow_are_refused(rules: str, moves: Callable[[Node], object]) -> None:
    with pytest.raises(LimitError, match=r"more than 1000 configurations .* limit") as refused:
        moves(fen.read(model(rules), "8/8/8/8/8/8/8/8 w 1"))
    assert "Limits(configurations=" in str(refused.value.remedy)


@pytest.mark.parametrize("moves", EVALUATORS)
@pytest.mark.parametrize("rules", LONG.values(), ids=LONG)
def test_work_without_growth_is_refused(rules: str, moves: Callable[[Node], object]) -> None:
    with pytest.raises(LimitError, match=r"more than 20000 parts of moves .* limit"):
        moves(fen.read(model(rules), "8/8/8/3R4/8/8/8/8 w 1"))


@pytest.mark.parametrize("moves", EVALUATORS)
def test_memory_is_a_limit_of_its_own(moves: Callable[[Node], object]) -> None:
    """Few configurations of a large board take as much memory as many of a small one."""
    game = model("white = one one", Limits(memory=1 << 20))
    with pytest.raises(LimitError, match="and the limit is 1 MiB of memory"):
        moves(fen.read(game, "8/8/8/8/8/8/8/8 w 1"))


@pytest.mark.parametrize("moves", EVALUATORS)
def test_a_round_is_refused_before_it_is_complete(moves: Callable[[Node], object]) -> None:
    """The meter of a refused question is hardly above the limit: nothing was collected first."""
    counted: list[int] = []
    refuse = Meter.refuse

    def noting(meter: Meter) -> None:
        counted.append(meter.held)
        refuse(meter)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Meter, "refuse", noting)
        with pytest.raises(LimitError):
            moves(fen.read(model("white = one{5}"), "8/8/8/8/8/8/8/8 w 1"))
    assert counted == [SMALL.configurations + 1]


def test_questions_do_not_add_up() -> None:
    """The work of one answer does not count against the next, nor after a refusal."""
    game = model("white = one", Limits(configurations=1_000, work=1_000))
    for _ in range(50):
        assert len(fen.read(game, "8/8/8/8/8/8/8/8 w 1").steps) == 64
    game = model("white = (%♖: one one one) | (%.: put(♖))")
    for _ in range(3):
        with pytest.raises(LimitError):
            assert fen.read(game, "R7/8/8/8/8/8/8/8 w 1").steps
        assert len(fen.read(game, "8/8/8/8/8/8/8/8 w 1").steps) == 64
    assert game.arena.meter.held == 0


@pytest.fixture(scope="module")
def native() -> Native:
    """The game whose limits native code enforces, evaluated by the walk."""
    return Native(model(NATIVE, Limits(memory=1 << 20, work=1_000)), frozenset(SWITCHES), walking=True)


@pytest.mark.parametrize(
    ("board", "question", "limit", "told"),
    [
        ("R7/8/8/8/8/8/8/8", "successors", "memory", "take more than 1 MiB of memory, and that is the limit"),
        ("R7/8/8/8/8/8/8/8", "perft", "memory", "take more than 1 MiB of memory, and that is the limit"),
        ("r7/8/8/8/8/8/8/8", "verdict", "memory", "take more than 1 MiB of memory, and that is the limit"),
        ("r7/8/8/8/8/8/8/8", "adjudged", "memory", "take more than 1 MiB of memory, and that is the limit"),
        (
            "p7/8/8/8/8/8/8/8",
            "successors",
            "work",
            "more than 20000 parts of moves are tried for one answer",
        ),
        ("p7/8/8/8/8/8/8/8", "perft", "work", "more than 20000 parts of moves are tried for one answer"),
    ],
)
def test_native_code_names_its_limits(
    native: Native, board: str, question: str, limit: str, told: str
) -> None:
    position = backends.position(fen.read(native.game, f"{board} w 1"))
    more = {"perft": (2,), "adjudged": (0,)}.get(question, ())
    with pytest.raises(LimitError, match=told) as refused:
        getattr(native, question)(position, *more)
    assert f"Limits({limit}=" in str(refused.value.remedy)


def test_native_code_answers_after_a_refusal(native: Native) -> None:
    """The memory used by a refused answer is reused by the next one."""
    many, empty = (
        backends.position(fen.read(native.game, f"{board} w 1"))
        for board in ("R7/8/8/8/8/8/8/8", "8/8/8/8/8/8/8/8")
    )
    for _ in range(8):
        with pytest.raises(LimitError):
            native.successors(many)
        assert len(native.successors(empty)) == 64
        assert native.verdict(empty) == -1
        assert native.perft(empty, 1) == 64


@pytest.mark.parametrize("rules", STEPS.values(), ids=STEPS)
def test_moves_with_one_result_count_as_work(rules: str) -> None:
    game = model(rules, Limits(work=4_000))
    with pytest.raises(LimitError, match="more than 4000 parts of moves"):
        reference(fen.read(game, "8/8/8/8/8/8/8/R7 w 1"))
