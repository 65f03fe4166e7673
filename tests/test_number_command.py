"""`lasker number` as people use it: eval, show, encode, decode, and what they say to bad input."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main


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
        (["eval", "set(3,"], "cannot stand here"),
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
        (["decode", "-5"], "No such option"),
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
    assert latex.rstrip().endswith(r"\mathrm{asc}(x, y) &= (y)_{\mathrm{asx}(x, y)} \tag{31} \end{align*}")
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
