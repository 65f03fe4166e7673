"""Exercise sheets: every solution is computed again in another way, and every sheet compiles."""

from __future__ import annotations

import json
from functools import cache
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

import lasker
from lasker.algebra.moves import Move
from lasker.cli import main
from lasker.formulations.arithmetic.primes import primes
from lasker.formulations.foundations import read, repaired, square
from lasker.kernel.errors import LimitError, NameProblem
from lasker.sheets.sheet import TITLES, Sheet, kinds_of, make
from naive import Naive
from test_dynamic_logic import related, small_models
from test_latex_pictures import compiled

LEVELS = (1, 2, 3)
EACH = 12  # exercises of a sheet


@cache
def sheet(subject: str, difficulty: int) -> Sheet:
    return make(subject, EACH, seed=5, difficulty=difficulty)


def facts(subject: str, kind: str) -> list[Any]:
    """The facts of all exercises of a kind, of every difficulty."""
    found = [each.facts for level in LEVELS for each in sheet(subject, level).exercises if each.kind == kind]
    assert found
    return found


def term(text: str) -> Move:
    return cast(Move, lasker.parse(text, lasker.rules(variables=True)).value)


@pytest.mark.parametrize("subject", TITLES)
@pytest.mark.parametrize("difficulty", LEVELS)
def test_a_sheet_has_what_was_asked_for(subject: str, difficulty: int) -> None:
    found = sheet(subject, difficulty)
    assert len(found.exercises) == EACH
    assert {each.kind for each in found.exercises} == set(kinds_of(subject))
    assert len({str(each.facts) for each in found.exercises}) == EACH
    assert found == make(subject, EACH, seed=5, difficulty=difficulty)
    assert found.exercises != make(subject, EACH, seed=6, difficulty=difficulty).exercises


def test_results_are_those_of_the_naive_evaluator() -> None:
    for each in facts("algebra", "results"):
        board = lasker.board(each["board"])
        naive = Naive(board.arena.space, board.arena.vocabulary)
        ends = naive.results(term(each["move"]), naive.state(board.configuration))
        given = {naive.state(lasker.board(text).configuration) for text in each["results"]}
        assert {end.board for end in ends} == {end.board for end in given}


def test_laws_hold_in_all_small_models_or_fail_in_one() -> None:
    for each in facts("algebra", "law"):
        left, right = term(each["left"]), term(each["right"])
        same = [
            related(left, size, arrows) == related(right, size, arrows) for size, arrows in small_models()
        ]
        assert all(same) is each["equal"]
    assert {each["equal"] for each in facts("algebra", "law")} == {True, False}


def test_every_step_of_a_simplification_is_true() -> None:
    for each in facts("algebra", "simplify"):
        terms = [term(text) for text in (each["term"], *(after for after, _ in each["steps"]))]
        for before, after in pairwise(terms):
            for size, arrows in small_models()[::7]:
                assert related(before, size, arrows) == related(after, size, arrows)


def test_fragments_are_told_in_normal_form() -> None:
    for each in facts("algebra", "fragment"):
        assert lasker.equal(each["fragment"], each["answer"]).equal
        assert each["fragment"] != each["answer"]


def test_numbers_are_products_of_prime_powers() -> None:
    for kind in ("encode", "decode"):
        for each in facts("numbers", kind):
            items = each["sequence"]
            assert prod(p**a for p, a in zip(primes(len(items)), items, strict=True)) == each["number"]
    for each in facts("numbers", "pair"):
        assert each["number"] == 2 ** each["left"] * (2 * each["right"] + 1) - 1
    for each in facts("numbers", "board number") + facts("numbers", "board of a number"):
        powers = each["product"].split(" · ")
        signs = "".join(reversed(each["board"].splitlines()))  # a1 first
        assert len(powers) == len(signs) == 9
        for power, sign, base in zip(powers, signs, primes(9), strict=True):
            assert power == {".": f"{base}", "✕": f"{base}²", "◯": f"{base}³"}[sign]


def test_traced_functions_have_the_values_of_arithmetic() -> None:
    meaning = {
        "add": lambda a, b: a + b, "mul": lambda a, b: a * b, "pow": lambda a, b: a**b,
        "sub": lambda a, b: max(0, a - b), "pred": lambda a: max(0, a - 1),
        "le": lambda a, b: int(a <= b), "eq": lambda a, b: int(a == b),
    }  # fmt: skip
    for each in facts("numbers", "trace"):
        assert eval(each["expression"], meaning) == each["value"]


def test_sets_are_read_back_from_the_state() -> None:
    for each in facts("sets", "legal"):
        state = read(each["state"])
        moves = {square(a) + square(b): (a, b) for (a, _), (b, _) in repaired.moves(state)}
        assert sorted(moves) == each["moves"]
        assert set(each["legal"]) < set(moves)
    for each in facts("sets", "check"):
        state = read(each["state"])
        assert repaired.in_check(state.grid, state.colour) is each["check"] is bool(each["by"])
    for each in facts("sets", "end"):
        state = read(each["state"])
        ended = not repaired.legal_moves(state)
        checked = repaired.in_check(state.grid, state.colour)
        assert each["answer"] == ("neither" if not ended else "checkmate" if checked else "stalemate")
    for each in facts("sets", "range") + facts("sets", "attacked"):
        assert set(each.get("range", each.get("attacked"))) <= {
            square(k) for k, _ in read(each["state"]).grid
        }


def distances(arrows: list[list[str]], start: str) -> dict[str, int]:
    found = {start: 0}
    for at in (todo := [start]):
        for a, b in arrows:
            if a == at and b not in found:
                found[b] = found[a] + 1
                todo.append(b)
    return found


def test_graphs_are_measured_again() -> None:
    for each in facts("graphs", "degrees"):
        for name, degree in each["degrees"].items():
            assert degree == sum(a == name for a, _ in each["arrows"])
    for each in facts("graphs", "distances"):
        told = {name: value for name, value in each["distances"].items() if value is not None}
        assert told == distances(each["arrows"], each["from"])
    for each in facts("graphs", "path"):
        assert len(each["path"]) == each["length"] + 1
        assert all([a, b] in each["arrows"] for a, b in pairwise(each["path"]))
        assert distances(each["arrows"], each["from"])[each["to"]] == each["length"]
    for each in facts("graphs", "components"):
        both = each["arrows"] + [[b, a] for a, b in each["arrows"]]
        sizes = [len(distances(both, a)) for a, _ in both]
        assert max(sizes) == each["components"][0]
    for each in facts("graphs", "colouring"):
        both = each["arrows"] + [[b, a] for a, b in each["arrows"]]
        if not each["bipartite"]:
            assert len(each["cycle"]) % 2 == 0
            assert each["cycle"][0] == each["cycle"][-1]
            assert all([a, b] in both for a, b in pairwise(each["cycle"]))
        else:
            assert not any(a == b for a, b in both)
            for start in {a for a, _ in both}:
                far = distances(both, start)
                assert all(far[a] % 2 != far[b] % 2 for a, b in both if a in far)


def test_sheets_compile(tmp_path: Path) -> None:
    texts = [make(subject, 6, 1, level).latex() for subject in TITLES for level in LEVELS]
    assert not any("U+" in text for text in texts)
    compiled(texts, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("subject", TITLES)
def test_many_sheets_compile(subject: str, tmp_path: Path) -> None:
    texts = [make(subject, 20, seed, level).latex() for seed in range(20) for level in LEVELS]
    compiled(texts, tmp_path)


@pytest.mark.parametrize("subject", TITLES)
def test_pages_are_well_formed(subject: str) -> None:
    page = sheet(subject, 2).html()
    body = page[page.index("<body>") : page.index("</html>")]
    assert len(list(ElementTree.fromstring(body).iter("details"))) == EACH
    assert "<details>" not in sheet(subject, 2).html(solutions=False)


def test_the_command_writes_what_the_file_is_called(tmp_path: Path) -> None:
    run = CliRunner()
    asked = ["sheet", "numbers", "--count", "3", "--seed", "9", "--difficulty", "1"]
    plain = run.invoke(main, asked)
    assert plain.exit_code == 0
    assert plain.output.count("Exercise") == plain.output.count("Solution") == 3
    assert "Solution" not in run.invoke(main, [*asked, "--no-solutions"]).output
    for name, begins in (("a.tex", "\\expandafter"), ("a.html", "<!doctype"), ("a.txt", "Positions")):
        assert run.invoke(main, [*asked, "-o", str(tmp_path / name)]).exit_code == 0
        assert (tmp_path / name).read_text().startswith(begins)
    assert run.invoke(main, [*asked, "--html"]).output == (tmp_path / "a.html").read_text()
    assert run.invoke(main, [*asked, "--latex"]).output == (tmp_path / "a.tex").read_text()
    data = json.loads(run.invoke(main, [*asked, "--json"]).output)
    assert [each["kind"] for each in data["exercises"]] == ["encode", "decode", "pair"]
    assert run.invoke(main, [*asked, "-o", str(tmp_path / "a.doc")]).exit_code == 2
    assert run.invoke(main, ["sheet", "cooking"]).exit_code == 2


def test_what_cannot_be_made_is_refused() -> None:
    with pytest.raises(NameProblem):
        make("cooking")
    with pytest.raises(LimitError):
        make("algebra", 0)
    with pytest.raises(LimitError):
        make("algebra", 5, difficulty=4)


def test_marked_squares_are_in_brackets() -> None:
    told = CliRunner().invoke(main, ["sheet", "sets", "--count", "1"]).output
    assert "     .   .   .  [.]  .\n     .   .  [.]  .   ♚" in told
