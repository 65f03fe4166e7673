"""The comparison of backends tells what it has not compared, and finds planted differences."""

from __future__ import annotations

from typing import Any

import pytest

from lasker import backends
from lasker.compiler.bits.game import BitProgram
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.fuzzing import comparison
from lasker.fuzzing.comparison import compared
from lasker.fuzzing.report import Report
from lasker.kernel.errors import DeclarationError, LaskerError, LimitError
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.play.game import Game, load
from lasker.syntax.read import read_game

RULES = """lasker 1
game "Compared"
players white black
board 3x3
piece ant 'A' 'a'
start "a2/3/2A w 1"
view = flipped
move = %friend: all4(take(u, .)) | (%friend: all4(take(u, enemy)))
"""
UNSETTLED = RULES + "settle = nil | (%ant in far: put(.))\nregion far = rank 2\n"


def game(rules: str = RULES, limits: Limits | None = None) -> Game:
    return Game(read_game(Source(rules), limits=limits or Limits()), "compared")


class Twisted:
    """Generated Python, one of whose answers is another one."""

    def __init__(self, game: Game, twisted: str, answer: Any) -> None:
        self._engine, self._twisted, self._answer = (
            backends.open_engine("python", game.model),
            twisted,
            answer,
        )

    def __getattr__(self, name: str) -> Any:
        return self._answer_otherwise if name == self._twisted else getattr(self._engine, name)

    def _answer_otherwise(self, *given: Any) -> Any:
        if isinstance(self._answer, LaskerError):
            raise self._answer
        return self._answer(getattr(self._engine, self._twisted)(*given))


def report(twisted: str, answer: Any, number: int = 4) -> Report:
    made = game()
    return compared(made, 1, number, {"python": Twisted(made, twisted, answer)})


@pytest.fixture(autouse=True)
def no_blame(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is compiled to find out which pass is to blame: the engines here are wrong by themselves."""
    monkeypatch.setattr(comparison, "blame", lambda *_: "")


def fewer(moves: tuple[Successor, ...]) -> tuple[Successor, ...]:
    return moves[1:]


def turned_round(moves: tuple[Successor, ...]) -> tuple[Successor, ...]:
    return moves[::-1]


def other_labels(moves: tuple[Successor, ...]) -> tuple[Successor, ...]:
    return tuple(move._replace(label=()) for move in moves)


def test_what_agrees_is_counted() -> None:
    found = compared(game(), 1, 4, {"python": backends.open_engine("python", game().model)})
    assert (found.positions, found.agreed, found.skipped, found.problems) == (4, 4, 0, [])


@pytest.mark.parametrize(
    ("twisted", "answer", "told"),
    [
        ("successors", fewer, "missing"),
        ("successors", turned_round, "another order"),
        ("successors", other_labels, "too many"),
        ("verdict", lambda verdict: verdict + 1, "not"),
        ("perft", lambda count: count + 1, "sequences"),
        ("successors", DeclarationError("something else"), "the reference has an answer"),
        ("successors", LimitError("too much"), "without a remedy"),
    ],
)
def test_a_wrong_answer_is_a_problem(twisted: str, answer: Any, told: str) -> None:
    assert told in report(twisted, answer).problems[0]


def test_a_refusal_is_counted_and_an_engine_that_only_refuses_is_a_problem() -> None:
    refusal = LimitError("more than 5 of them", remedy="ask for less")
    found = report("successors", refusal)
    assert (found.agreed, found.skipped, found.differences) == (0, 4, [])
    assert found.problems == [
        "compared on python: nothing was compared, 4 answers refused: more than 5 of them"
    ]
    answers = iter((refusal, None, None, None))

    def at_first(moves: tuple[Successor, ...]) -> tuple[Successor, ...]:
        if error := next(answers):
            raise error
        return moves

    found = report("successors", at_first)
    assert (found.agreed, found.skipped, found.problems) == (3, 1, [])


def test_what_the_reference_refuses_is_counted() -> None:
    made = game(limits=Limits(work=5))
    engine = backends.open_engine("python", game().model)
    found = compared(made, 1, 3, {"python": engine})
    assert (found.positions, found.agreed, found.skipped) == (3, 0, 3)
    assert "nothing was compared, 3 answers refused: more than 5 parts" in found.problems[0]


def test_rules_that_lead_nowhere_have_to_do_so_everywhere() -> None:
    made = game(UNSETTLED)
    engine = backends.open_engine("python", made.model)

    class Tolerant:
        """An engine that answers where the rules do not."""

        def __getattr__(self, name: str) -> Any:
            return getattr(engine, name)

        def successors(self, position: ProgramPosition) -> tuple[Successor, ...]:
            try:
                return engine.successors(position)
            except DeclarationError:
                return ()

    found = compared(made, 1, 6, {"python": engine, "tolerant": Tolerant()})
    assert found.answers["python"] == found.positions
    assert any("on tolerant: an answer, and the reference has none" in each for each in found.differences)


def test_code_that_the_compiler_refuses_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(comparison, "sample", lambda seed, mutate: load("connect_four"))
    assert comparison.mutated(1, number=1) == []
    start = BitProgram._start
    monkeypatch.setattr(BitProgram, "_start", lambda self: ["int lasker_undefined = nobody;", *start(self)])
    monkeypatch.setenv("LASKER_CFLAGS", "-O0 -DOTHER")  # another library
    [told] = comparison.mutated(1, number=1)
    assert "refused the generated code" in told
