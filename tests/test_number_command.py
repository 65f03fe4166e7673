"""`lasker number`: eval, show, encode, decode, and errors for bad input."""

from __future__ import annotations

import ast
import json
import xml.etree.ElementTree as ET
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.numbers import Structure
from lasker.formulations.arithmetic.reading import Reading, printed, repaired
from lasker.kernel.errors import LimitError


def number(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["number", *arguments])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("set(67168090852890380796712500, 5, 21)", "14398076794131917643247179978712500"),
        ("rap(8, 337500)", "1945620337500"),
        ("⟨2, 3⟩ + l(27)", "29"),
        ("(∃k ∈ [1, 2, 3]){k > 2}", "1"),
        ("vld(fig1)", "1"),
        ("Lt(zeta_ps)", "64"),
        ("cnt(1, fig1)", "32"),
    ],
)
def test_eval(text: str, expected: str) -> None:
    result = number("eval", text)
    assert (result.exit_code, result.stdout.strip()) == (0, expected)


def test_eval_in_either_reading() -> None:
    text = "⊗l(x ∈ [[1], [2], [3], [4]]){x} = [4, 3, 2, 1]"
    answers = [
        number("eval", text, "--reading", name).stdout for name in ("printed", "repaired", "repaired-K4")
    ]
    assert answers == ["0\n", "1\n", "0\n"]


def test_eval_to_the_letter() -> None:
    result = number("eval", "Lt(2)", "--literal", "1000000", "--json")
    assert json.loads(result.stdout) == {"value": "1", "structure": "1", "size": "1 bit", "steps": 136654}
    result = number("eval", "Lt(4)", "--literal", "1000")
    assert result.exit_code == 3
    assert "has not ended after 1000 steps" in result.stderr


def test_a_number_that_cannot_be_written_is_shown_as_it_is_made() -> None:
    answer = json.loads(number("eval", "⟨⟨18, 57⟩, 53⟩", "--json").stdout)
    assert answer == {"value": None, "structure": "⟨30146559, 53⟩", "size": "30146566 bits"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["eval", "set(3,"], "the bracket ( is open"),
        (["eval", ""], "cannot stand here"),
        (["eval", "wat(3)"], "no function is called 'wat'"),
        (["eval", "set(3)"], "set takes 3 arguments, and was given 1"),
        (["eval", "2", "--reading", "loud"], "no reading is called"),
        (["eval", "2", "--reading", "repaired-K99"], "no reading is called"),
        (["eval", "9" * 120_000], "120000 digits, and the limit is 100000"),
        (["eval", "s(" * 5000 + "1" + ")" * 5000], "nested too deeply"),
        (["eval", "1" + " + 1" * 400], "nested too deeply"),
        (["show", "wat"], "no function is called"),
        (["decode", "12345678901234567890123"], "not a board"),
        (["decode", "0"], "not a board"),
        (["decode", "-5"], "numbers are natural: none is negative"),
        (["eval", "-5"], "numbers are natural: none is negative"),
        (["eval", "3.5"], "without fractions"),
        (["eval", "٣٤"], "'٣' cannot stand here"),
        (["decode", "５"], "'５' cannot stand here"),
        (["decode", "⟨b0, b0⟩"], "not a board and not a game: a pair"),
        (["decode", "[b0, b0]"], "not a game: no move leads from board 1 to the next"),
        (["decode", "7" * 99_999], "not a board"),
        (["decode", "9" * 1_000_000], "the limit is"),
        (["encode", "nonsens"], "the row 'nonsens' has not eight squares"),
        (["encode", "--moves", "e2e5"], "e2e5 is not legal"),
    ],
)
def test_bad_input_is_told(arguments: list[str], words: str) -> None:
    result = number(*arguments)
    assert result.exit_code == 2
    assert words in result.stderr
    assert "Traceback" not in result.stderr


def test_what_takes_too_long_is_undecided() -> None:
    result = number("eval", "E(9)", "--budget", "3000")
    assert result.exit_code == 3
    assert "no answer after 3000 evaluations" in result.stderr


def test_show_a_derivation() -> None:
    result = number("show", "bkm")
    assert result.exit_code == 0
    assert result.stdout.startswith("bkm, equation (57): about ")
    assert "(·) s(x) = s(x)" in result.stdout
    assert "C(and; bkc, C(stuck; 2, u¹₁))" in result.stdout
    answer = json.loads(number("show", "bkm", "--json").stdout)
    assert answer["equation"] == 57
    assert set(answer["uses"]["bkm"]) == {"s", "and", "bkc", "stuck"}
    assert answer["distinct"] < answer["size"]
    printed = number("show", "bkm", "--reading", "printed").stdout
    assert "arps(30, k, b)" in printed


def test_show_in_latex_and_as_a_picture(tmp_path: Path) -> None:
    latex = number("show", "asc", "--latex").stdout
    assert r"\mathrm{asc}(x, y) &= (y)_{\mathrm{asx}(x, y)} \tag{31} \end{align*}" in latex
    assert latex.count(r"\begin{align*}") == latex.count(r"\end{align*}") > 20
    picture = tmp_path / "bkm.svg"
    assert number("show", "bkm", "--svg", str(picture)).exit_code == 0
    tree = ET.fromstring(picture.read_text("utf-8"))
    assert len(tree.findall("{*}rect")) > 150


def test_show_everything() -> None:
    lines = number("show").stdout.splitlines()
    assert len(lines) > 300
    for equation in (5, 11, 43, 57, 75, 110):
        assert any(line.startswith(f"({equation})") for line in lines)


def test_encode_and_decode() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R b Qk -"
    answer = json.loads(number("encode", fen, "--json").stdout)
    assert answer["player"] == 2
    for text in (answer["value"], answer["structure"]):
        assert number("decode", text, "--black").stdout.strip() == fen
    game = number("encode", "--moves", "e2e4 e7e5 g1f3").stdout.strip()
    assert number("decode", game).stdout.strip() == "e2e4 e7e5 g1f3"
    short = number("encode", "--short").stdout.strip()
    assert (len(short), short[:20]) == (922, "34313404482663676054")


EVERY = {name: reading for reading in (printed(), repaired()) for name in reading.definitions}


def answers(reading: Reading, first: int) -> int:
    """The number of functions with a value at some arguments; the others raise errors with reasons."""
    machine = Machine(reading)
    machine.evaluate("L")  # the longest of the constants
    machine.budget, answered = 20_000, 0
    for name, definition in reading.definitions.items():
        with suppress(LimitError):
            value = machine(name, *range(first, first + len(definition.parameters)))
            answered += isinstance(value, int | Structure)
    return answered


@pytest.mark.parametrize("reading", [printed(), repaired()], ids=["printed", "repaired"])
def test_every_function_answers_or_says_why_not(reading: Reading) -> None:
    """Small numbers, which are neither boards nor games, as arguments of all named functions."""
    assert answers(reading, 2) > 0.93 * len(reading.definitions)


@pytest.mark.soak
@pytest.mark.parametrize("first", [0, 30, 540])
@pytest.mark.parametrize("reading", [printed(), repaired()], ids=["printed", "repaired"])
def test_every_function_answers_about_other_numbers(reading: Reading, first: int) -> None:
    assert answers(reading, first) > 0.9 * len(reading.definitions)


def shown(name: str, reading: str, folder: Path) -> None:
    text = number("show", name, "--reading", reading)
    latex = number("show", name, "--reading", reading, "--latex")
    drawn = number("show", name, "--reading", reading, "--svg", str(folder / "drawn.svg"))
    python = number("show", name, "--reading", reading, "--python")
    assert {result.exit_code for result in (text, latex, drawn, python)} == {0}
    assert text.stdout.startswith(f"{name}, ")
    assert r"\begin{align*}" in latex.stdout
    ET.parse(folder / "drawn.svg")
    ast.parse(python.stdout)


@pytest.mark.parametrize("name", sorted(EVERY)[::13])
def test_some_functions_are_shown_in_every_way(name: str, tmp_path: Path) -> None:
    shown(name, "repaired", tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("reading", ["printed", "repaired"])
@pytest.mark.parametrize("name", sorted(EVERY))
def test_every_function_is_shown_in_every_way(name: str, reading: str, tmp_path: Path) -> None:
    shown(name, reading, tmp_path)


def test_decode_reads_a_board_too_and_says_so() -> None:
    """The number of a board that docs/explanation/numbers.md prints, which is not that of a position."""
    shown = number("decode", "--game", "tictactoe", "9816086280")
    assert shown.exit_code == 0
    assert shown.stdout.startswith("a board;")
    assert shown.stdout.rstrip().endswith("...\n.✕.\n◯..")
    assert number("decode", "--game", "tictactoe", "5").exit_code != 0
