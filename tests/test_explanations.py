"""Proofs that are printed: every step of a chain is itself true, and every method shows its table."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

import lasker
from lasker import verdicts
from lasker.cli import main

WORDS = "counter n 0..3"


@pytest.mark.parametrize(
    ("left", "right"),
    [("nil M*", "M* M*"), ("[M] M [nil]", "M"), ("(M?)+ | fail", "M*"), ("![![M]] (nil N)", "[M] N")],
)
def test_every_step_of_a_chain_is_true(left: str, right: str) -> None:
    sections = verdicts.explain(left, right)
    assert sections
    for section in sections:
        if "simplified" in section.heading:
            assert section.rows[0][0] in (left, right) or section.rows[0][1] == ""
            for (before, _), (after, law) in zip(section.rows, section.rows[1:], strict=False):
                assert law
                assert before != after
                assert lasker.equal(before, after).equal


@pytest.mark.parametrize(
    ("left", "right", "heading", "rows"),
    [
        ("(M | N)*", "M* (N M*)*", "pairs of derivatives", 1),
        ("[M+]", "[M]", "has no result of its own", 1),
        ("n += 1 n += 1", "n += 2", "values of n", 4),
        ("%♖: step(u){2}", "%♖: (% + u. + uu. -> . + uu%)", "the normal form of the left", 1),
        ("%(♖ | ♕): M", "(%♖: M) | (%♕: M)", "atoms", 2),
        ("each %♖: M", "each %♖: [M] M", "simplified", 2),
    ],
)
def test_every_method_shows_its_table(left: str, right: str, heading: str, rows: int) -> None:
    sections = verdicts.explain(left, right, lasker.rules(WORDS))
    [first, *_] = [section for section in sections if heading in section.heading]
    assert len(first.rows) == rows


def test_what_is_not_proved_is_not_explained() -> None:
    assert verdicts.explain("M N", "N M") == []
    assert verdicts.explain("R", "R") == []


def test_the_command_prints_proofs_and_inclusions() -> None:
    run = CliRunner()
    found = run.invoke(main, ["equal", "--explain", "--json", "M", "[M] M"])
    assert found.exit_code == 0
    assert json.loads(found.output)["proof"][0]["rows"] == [["[M] M", ""], ["M", "what can be done is done"]]
    found = run.invoke(main, ["equal", "--included", "M [N]", "M"])
    assert found.exit_code == 0
    assert found.output.startswith("proved included: ")
    found = run.invoke(main, ["equal", "--included", "M", "M [N]"])
    assert found.exit_code == 1
    assert found.output.startswith("not included: ")
    found = run.invoke(main, ["equal", "--included", "R", "R"])
    assert found.exit_code == 2


@pytest.mark.parametrize(
    ("left", "right", "theory"),
    [
        ("(M | N)*", "M* (N M*)*", "Kleene algebra"),
        ("[M] N | ![M] N", "N", "Kleene algebra with tests"),
        ("M // N // P", "M // (N // P)", "Kleene algebra with domain"),
        (
            "A // B // D // E // G // H // I",
            "A // (B // (D // (E // (G // (H // I)))))",
            "Kleene algebra with domain",
        ),
        ("[M{2}]", "[M [M]]", "Kleene algebra with domain"),
    ],
)
def test_the_reason_names_the_theory(left: str, right: str, theory: str) -> None:
    assert lasker.equal(left, right).reasons == (f"derivatives: the laws of {theory}",)


def test_any_number_of_tests_is_decided() -> None:
    names = "ABDEGHIJKLMNOPQST"
    tests = [f"[{name}]" for name in names]
    assert lasker.equal(" ".join(tests), " ".join(reversed(tests))).equal
    assert lasker.equal(" ".join(tests), " ".join(tests[1:])).equal is False


@pytest.mark.parametrize(
    "asked",
    [
        ("M*", "nil | M+"),
        ("M N", "N M"),
        ("most n M", "M"),
        ("[n >= 2] [n >= 1]", "[n >= 2]"),
        ("%♖: M N", "(%♖: M) (%♖: N)"),
        ("♙ + rr. -> . + rr♙", "fail"),
        ("most n (M | N)", "most n (N | M)"),
        ("R M", "M"),
    ],
)
@pytest.mark.parametrize("included", [False, True])
def test_python_and_the_command_agree(asked: tuple[str, str], included: bool, tmp_path: Path) -> None:
    file = tmp_path / "words.rules"
    file.write_text(WORDS)
    verdict = (lasker.included if included else lasker.equal)(*asked, lasker.rules(WORDS))
    option = ["--included"] * included
    found = CliRunner().invoke(main, ["equal", *asked, "--rules", str(file), "--json", *option])
    told = json.loads(found.output)
    assert (told["answer"], tuple(told["reasons"])) == (verdict.answer, verdict.reasons)
    assert found.exit_code == {True: 0, False: 1, None: 3}[verdict.equal]


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("([M] | ![N]){1,3}", "[M] | ![N]", True),
        ("([M] | ![N]){2}", "[M] | ![N]", True),
        ("([M] | ![N])*", "nil", True),
        ("([M] | ![N]){0,2}", "nil", True),
        ("([M] | ![N])+", "nil", False),
        ("[(N? | [N])+]", "([N*] | [[N]]){1,3}", True),
    ],
)
def test_tests_may_be_repeated(left: str, right: str, equal: bool) -> None:
    assert lasker.equal(left, right).equal is equal


STEP = "(%♙: % + r. -> . + r%)"
BY_NEW_STEPS = [
    (["n += 1 (%♙: [♖] [% + u.])", "(%♙: [♖] [% + u.]) n += 1"], "n: 0, some ♖ elsewhere"),
    (["(%♙: [% + u.]) (%♖: [% + u.]) (♘ -> .)", "(%♖: [% + u.]) (%♙: [% + u.]) (♘ -> .)"], "tests commute"),
    (
        [
            "(%♙: % + r. -> . + r%) ![♖ + r#]",
            "![♖ + r#] (%♙: % + r. -> . + r%)",
            "--board",
            "4x1",
            "--budget",
            "99",
        ],
        "b1: ♙",
    ),
    (["(M N){2}", "M (N M) N"], "once repetitions are written out"),
]


@pytest.mark.parametrize(("asked", "told"), BY_NEW_STEPS)
def test_proofs_say_what_is_elsewhere_what_commutes_and_what_is_done(
    asked: list[str], told: str, tmp_path: Path
) -> None:
    (tmp_path / "words.rules").write_text("counter n 0..3")
    more = [] if "--board" in asked else ["--rules", str(tmp_path / "words.rules")]
    found = CliRunner().invoke(main, ["equal", *asked, "--explain", *more])
    assert (found.exit_code, told in found.output) == (0, True), found.output
    latex = CliRunner().invoke(main, ["equal", *asked, "--explain", "--latex", *more])
    assert "\\end{document}" in latex.output
