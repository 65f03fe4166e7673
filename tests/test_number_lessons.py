"""`number trace`, `factor`, `growth`: traces against the literal evaluator, factors against their product."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.formulations.arithmetic import tracing
from lasker.formulations.arithmetic.growth import grown
from lasker.formulations.arithmetic.literal import Literal
from lasker.formulations.arithmetic.reading import printed, repaired
from lasker.formulations.arithmetic.syntax import parse
from lasker.formulations.godel.encoding import Numbering
from lasker.formulations.godel.factoring import factorised
from lasker.kernel.errors import LimitError, ParseError
from lasker.play.game import load
from test_latex_pictures import compiled

EXPRESSIONS = ["add(2, 3)", "mul(2, 2)", "2 ∸ 1", "le(1, 2)", "⟨1, 1⟩", "{ 3 if 0; 4 otherwise }", "7"]


def run(*arguments: str) -> str:
    done = CliRunner().invoke(main, ["number", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def rechecked(traced: tracing.Traced) -> int:
    """The steps of a trace, counted; every value is that of its last part, or of its own former."""
    *arguments, _ = (*traced.arguments, 0)
    match traced.former:
        case "zero":
            assert traced.value == 0
        case "successor":
            assert traced.value == arguments[0] + 1
        case "projection":
            assert traced.value in arguments
        case "numeral":
            assert traced.value == int(traced.text)
            return traced.steps
        case "composition":
            *inner, outer = traced.parts
            assert traced.value == outer.value
            assert outer.former == "numeral" or list(outer.arguments) == [part.value for part in inner]
        case "recursion":
            assert traced.value == traced.parts[-1].value
            assert len(traced.parts) == arguments[-1] + 1
    return 1 + sum(map(rechecked, traced.parts))


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_a_trace_is_the_literal_evaluation(expression: str) -> None:
    reading = repaired()
    literal = Literal()
    value = literal(reading.elaborate(parse(expression), ()))
    found = tracing.trace(reading, expression)
    assert (found.value, found.steps) == (value, literal.steps)
    assert rechecked(found) == found.steps


def test_a_trace_stops_at_its_limit_and_numerals_are_not_written_out() -> None:
    with pytest.raises(LimitError):
        tracing.trace(printed(), "mul(9, 9)", 50)
    assert tracing.trace(printed(), "add(999, 1)").value == 1000
    done = CliRunner().invoke(main, ["number", "trace", "mul(9, 9)", "--steps", "50"])
    assert done.exit_code == 3


def test_traces_are_printed_folded_and_drawn(tmp_path: Path) -> None:
    assert run("trace", "add(2, 1)").splitlines()[3] == "  add(2, 1) = 3"
    assert run("trace", "add(2, 1)", "--depth", "1").splitlines()[-2:] == [
        "  add(2, 1) = 3 (5 steps)",
        "14 steps",
    ]
    facts = json.loads(run("trace", "add(2, 1)", "--json"))
    assert facts["parts"][2]["parts"][1]["former"] == "composition"
    run("trace", "add(2, 1)", "--svg", str(tmp_path / "a.svg"))
    texts = [each.text for each in ElementTree.parse(tmp_path / "a.svg").iter() if each.tag.endswith("text")]
    assert texts == run("trace", "add(2, 1)").replace("  ", "").splitlines()[:-1]


@pytest.mark.parametrize("number", [1, 2, 540, 9816086280, 2454021570, 97])
def test_factors_multiply_to_the_number(number: int) -> None:
    found = factorised(number, load("tictactoe"))
    powers = [each.prime ** int(str(each.exponent)) for each in found.factors]
    assert prod(powers) == number


def test_every_square_has_its_power() -> None:
    game = load("tictactoe")
    position = game.start().play("a1").play("c3")
    found = factorised(Numbering(game).board(position), game)
    assert found.board == position.node.configuration.board
    assert {each.place: each.content for each in found.factors if each.content != "."} == {
        "a1": "✕",
        "c3": "◯",
    }
    assert found.svg().count(">2²<") == 1
    whole = factorised(Numbering(game).position(position), game)
    assert [each.content for each in whole.factors] == ["state", "ply", "board"]
    assert whole.board == found.board


def test_a_chess_board_is_recognised() -> None:
    text = run("encode", "7k/8/8/8/8/8/8/K7 w - -").strip()
    shown = run("factor", text)
    assert "♚" in shown
    assert "a1: K" in shown
    assert "19³⁰ h8: k" in shown
    facts = json.loads(run("factor", text, "--json"))
    assert facts["factors"][7] == {"prime": 19, "exponent": "30", "square": "h8", "content": "k"}


def test_a_number_without_a_board_is_not_drawn(tmp_path: Path) -> None:
    assert run("factor", "[2, 3, 1]") == "2² · 3³ · 5\n"
    done = CliRunner().invoke(main, ["number", "factor", "540", "--svg", str(tmp_path / "a.svg")])
    assert done.exit_code == 2


def test_growth_counts_the_steps_until_there_are_too_many(tmp_path: Path) -> None:
    for x, value, steps in grown(repaired(), "mul(x, x)", 5, 1000):
        literal = Literal()
        assert (literal(repaired().term("mul"), x, x), x * x) == (value, value)
        assert steps > literal.steps
    rows = run("growth", "add(x, x)", "pow(2, x)", "--to", "3").splitlines()
    assert rows[0].split() == ["x", "add(x,", "x)", "pow(2,", "x)"]
    assert rows[-1].split() == ["3", "14", "103"]
    facts = json.loads(run("growth", "pow(2, x)", "--to", "20", "--steps", "200", "--json"))
    assert [row["x"] for row in facts["pow(2, x)"]] == [0, 1, 2, 3, 4]
    run("growth", "add(x, x)", "pow(2, x)", "--svg", str(tmp_path / "a.svg"))
    assert ">pow(2, x)<" in (tmp_path / "a.svg").read_text()


def test_lessons_compile(tmp_path: Path) -> None:
    texts = [run("trace", expression, "--latex", "--depth", "4") for expression in EXPRESSIONS]
    texts.append(run("factor", "9816086280", "--game", "tictactoe", "--latex"))
    texts += [run("show", name, "--latex") for name in ("asc", "bkm")]
    texts.append(
        run("factor", run("encode", "--game", "tictactoe").strip(), "--game", "tictactoe", "--latex")
    )
    for number, arguments in enumerate(
        [["growth", "add(x, x)"], ["trace", "add(2, 2)"], ["factor", "2454021570", "--game", "tictactoe"]]
    ):
        run(*arguments, "--svg", str(tmp_path / f"picture{number}.tex"))
        texts.append((tmp_path / f"picture{number}.tex").read_text())
    compiled(texts, tmp_path)


@pytest.mark.parametrize(
    ("text", "bracket", "close", "at"),
    [("add(2, 1", "(", ")", 3), ("[2, 3", "[", "]", 0), ("add(2, [1)", "", "", 9), ("⟨1, 2", "⟨", "⟩", 0)],
)
def test_an_open_bracket_is_named(text: str, bracket: str, close: str, at: int) -> None:
    with pytest.raises(ParseError) as caught:
        parse(text)
    assert caught.value.span is not None
    assert caught.value.span.start == at
    if bracket:
        assert caught.value.message == f"the bracket {bracket} is open at the end"
        assert caught.value.remedy == f"close it with {close}"
