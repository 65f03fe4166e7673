"""Certificates of equations: what the prover decides, the checker accepts; what is corrupted, it does not."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from copy import deepcopy
from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest
from click.testing import CliRunner

import lasker
from lasker.algebra.contents import CHESSMEN
from lasker.algebra.laws import MOVE_LAWS
from lasker.algebra.moves import Move
from lasker.cli import main
from lasker.kernel.errors import FileError, LaskerError, Undecided
from lasker.proofs import equations
from lasker.proofs.equations import laws
from lasker.proofs.equations.equation_checker import EquationChecker
from lasker.proofs.equations.run_inclusion import RunComparison
from lasker.proofs.equations.tableaux import Refutation
from lasker.proofs.equations.terms import plain
from lasker.proofs.equations.writer import certificate
from lasker.syntax.printer import Printer
from test_dynamic_logic import pairs_of_terms, related, small_models

COUNTERS = "counter n 0..3 from 0\npiece rook ♖ ♜\npiece pawn ♙ ♟\npiece queen ♕ ♛"
SMALL = "board 2x2\npiece rook ♖ ♜"
MARKS = "piece rook ♖ ♜\nmark fresh until moved"

CASES = [  # left, right, rules, space, the kind of evidence
    ("nil M*", "M* M*", "", None, "laws"),
    ("(M N)* M", "M (N M)*", "", None, "derivatives"),
    ("(M // N)*", "M* (![M] N M*)*", "", None, "derivatives"),
    ("![M | N]", "![M] ![N]", "", None, "derivatives"),
    ("R all4(M)", "all4(M)", "", None, "derivatives"),
    ("[M* N]", "[N] | [M [M* N]]", "", None, "tableau"),
    ("[(M | N)* P]", "[M* (N M*)* P]", "", None, "tableau"),
    ("%♖: step(u){2}", "%♖: % + u. + uu. -> . + uu%", "", None, "local"),
    ("%♖: all8(step(u))", "%♖: all8(step(r))", "", None, "local"),
    ("♙ + u. -> . + u♙", "%♙: step(u)", "", None, "local"),
    ("%♖: [% + r♙] step(u) | ![% + r♙] step(u)", "%♖: step(u)", "", None, "local"),
    ("%♖^fresh: step(u)", "%♖^fresh: (% -> %^-fresh) step(u)", MARKS, None, "local"),
    ("[%♖: step(u)]", "[♖ + u.]", "", None, "local"),
    ("![%♖: step(u)] M", "![♖ + u.] M", "", None, "parts"),
    ("(%♖: step(u){2}) M", "(%♖: % + u. + uu. -> . + uu%) M", "", None, "parts"),
    ("%♖: M | (%♕: step(u){2})", "%♖: M | (%♕: % + u. + uu. -> . + uu%)", "", None, "parts"),
    ("(%♖: step(u){2})*", "(%♖: % + u. + uu. -> . + uu%)*", "", None, "parts"),
    ("n += 1 n += 1", "n += 2", COUNTERS, None, "values"),
    ("[n >= 2] M [n >= 1] [n >= 2]", "[n >= 2] [n >= 1] M [n >= 2]", COUNTERS, None, "tableau"),
    ("(♖ -> .)*", "(♖ -> .){0,4}", SMALL, None, "settings"),
    ("(♖ | ♙ -> .) | (♙ -> .)", "♖ | ♙ -> .", "", None, "local"),
    ("(♙ -> .) n += 1", "n += 1 (♙ -> .)", COUNTERS, None, "local"),
    ("[n >= 2] (%♖: step(u) n += -1)", "%♖: step(u) [n > 1] n += -1", COUNTERS, None, "local"),
    ("(♖ -> .)(♜ -> .)", "(♜ -> .)(♖ -> .)", SMALL, None, "local"),
    ("![♖] (♙ -> .) n += 1 [n > 1]", "(♙ -> .) n += 1 [n > 1] ![♖]", COUNTERS, "cylinder", "local"),
    ("(♖ | ♙ -> .)* (♙ -> .)*", "(♖ | ♙ -> .)*", "", None, "derivatives"),
    ("step(u)", "step(r)", "", None, "witness"),
    ("(M N)*", "M* N*", "", None, "witness"),
    ("R F M", "F R M", "", None, "witness"),
    ("n += 1", "n += 2", COUNTERS, None, "witness"),
    ("♙ + rr. -> . + rr♙", "fail", "", "cylinder", "witness"),
    ("(♖ -> .)*", "(♖ -> .){0,3}", SMALL, None, "witness"),
]


@cache
def written(left: str, right: str, rules: str, space: str | None, included: bool = False) -> dict[str, Any]:
    words = lasker.rules(rules, space=space, variables=True)
    verdict = (lasker.included if included else lasker.equal)(left, right, words)
    one, two = (cast(Move, lasker.parse(side, words, variables=True).value) for side in (left, right))
    data: dict[str, Any] = json.loads(json.dumps(certificate(one, two, verdict, words)))
    return data


@pytest.mark.parametrize(("left", "right", "rules", "space", "kind"), CASES)
def test_what_is_decided_is_certified(
    left: str, right: str, rules: str, space: str | None, kind: str
) -> None:
    found = written(left, right, rules, space)
    assert found["claims"][0]["evidence"]["kind"] == kind
    assert [each.proved for each in EquationChecker(found).checked()] == [True]


@pytest.mark.parametrize(("left", "right", "rules", "space", "kind"), [c for c in CASES if c[4] != "witness"])
def test_what_is_equal_is_not_refuted_and_evidence_fits_one_equation(
    left: str, right: str, rules: str, space: str | None, kind: str
) -> None:
    denied = deepcopy(written(left, right, rules, space))
    denied["claims"][0]["holds"] = False
    assert next(EquationChecker(denied).checked()).proved is False
    other = deepcopy(written(left, right, rules, space))
    other["claims"][0]["right"] = "fail"
    assert next(EquationChecker(other).checked()).proved is False


def test_inclusion() -> None:
    found = written("M [N]", "M", "", None, True)
    assert [each.proved for each in EquationChecker(found).checked()] == [True]
    found = written("M", "M [N]", "", None, True)
    assert found["claims"][0]["holds"] is False
    assert [each.proved for each in EquationChecker(found).checked()] == [True]
    turned = deepcopy(found)  # only what the smaller has counts against an inclusion
    turned["claims"][0] |= {"left": "M [N]", "right": "M"}
    turned["claims"][0]["evidence"]["only"] = "right"
    assert next(EquationChecker(turned).checked()).proved is False


# ---- soundness ----


def claimed(left: str, right: str, evidence: dict[str, Any], holds: bool = True) -> bool | None:
    claim = {"says": "equal", "left": left, "right": right, "holds": holds, "evidence": evidence}
    whole = {"certificate": 1, "words": {"rules": "", "space": "square"}, "claims": [claim]}
    return next(EquationChecker(whole).checked()).proved


@pytest.mark.parametrize(
    ("before", "after", "law"),
    [
        ("M | N", "M", "M or M is M"),
        ("M N*", "M+", "M M* is M+"),
        ("[M] N", "N", "what can be done is done"),
        ("![M] N", "fail", "what cannot be done fails"),
        ("[M] | ![N]", "nil", "the excluded middle"),
        ("M M N", "M N", "nil then M is M"),
        ("(M+)*", "M+", "star of plus"),
        ("nil M | nil N", "M | N", "nil then M is M"),  # these are two steps
    ],
)
def test_a_step_that_no_law_allows(before: str, after: str, law: str) -> None:
    assert claimed(before, after, {"kind": "laws", "left": [[law, after]], "right": []}) is False


def test_pairs_that_do_not_stop_alike() -> None:
    assert claimed("M*", "M+", {"kind": "derivatives", "pairs": [["M*", "M+"]]}) is False
    assert claimed("M", "M N", {"kind": "derivatives", "pairs": [["M", "M N"], ["nil", "N"]]}) is False
    assert claimed("M N", "M M", {"kind": "derivatives", "pairs": [["M N", "M M"]]}) is False


def test_tests_of_different_signs_are_not_equal_parts() -> None:
    nothing: dict[str, Any] = {"kind": "laws", "left": [], "right": []}
    parts = {"kind": "parts", "proofs": [["[M]", "[M]", nothing]]}
    assert claimed("![M]", "![M]", parts) is True
    assert claimed("[M]", "![M]", parts) is False


def test_a_result_that_both_sides_have_is_no_witness() -> None:
    one = {"squares": ["."]}
    same = {"kind": "witness", "sites": [[0, 0]], "start": one, "only": "left", "result": one}
    assert claimed("nil", "nil | (. -> ♖)", same, False) is False
    other = {**same, "only": "right", "result": {"squares": ["♖"]}}
    assert claimed("nil", "nil | (. -> ♖)", other, False) is True
    assert claimed("nil", "nil | (. -> ♖)", {**other, "only": "left"}, False) is False


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("%♖: [% + u#] (% -> ♕)", "fail"),  # at the edge alone
        ("%♖: [% + uuu♟] (% -> ♕)", "fail"),
        ("%♖: step(u)", "%♖: step(u) | step(r)"),
        ("%♖: step(u) | step(r)", "%♖: step(u)"),
        ("%square: % + r square -> . + r%", "%square: % + r. -> . + r%"),
        ("(♙ -> .) n += 1", "[n < 2] (♙ -> .) n += 1"),
    ],
)
def test_moves_that_differ_around_a_square(left: str, right: str) -> None:
    words = lasker.rules("counter n 0..3")
    one, two = (cast(Move, lasker.parse(side, words).value) for side in (left, right))
    assert not RunComparison(one, two, words.kind, words.vocabulary, 5000).agree()


def test_the_tableau_of_the_checker_against_brute_force() -> None:
    models = small_models()[::7]
    for left, right in pairs_of_terms(11, 60):
        if Refutation(plain(left), plain(right), CHESSMEN).holds:
            for size, arrows in models:
                assert related(left, size, arrows) <= related(right, size, arrows)


# ---- corruption ----


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(value, dict | list):
        for key in value if isinstance(value, dict) else range(len(value)):
            yield from leaves(value[key], (*path, key))
    else:
        yield path


def corrupted(value: Any, random: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice((-1, 1))
        case None:
            return "hex"
        case str():
            at = random.randrange(len(value) + 1)
            return random.choice(
                (value[:at] + value[at + 1 :], value[:at] + random.choice("MN*♖u.") + value[at:])
            )
    raise AssertionError(value)


def at_leaf(data: dict[str, Any], path: tuple[Any, ...], random: Random) -> dict[str, Any]:
    found = deepcopy(data)
    inside: Any = found
    for key in path[:-1]:
        inside = inside[key]
    inside[path[-1]] = corrupted(inside[path[-1]], random)
    return found


def accepted(data: dict[str, Any]) -> bool:
    try:
        return all(each.proved for each in EquationChecker(data, 2000).checked())
    except FileError:
        return False
    except LaskerError:  # words that cannot be read
        return False


def still_true(data: dict[str, Any]) -> bool:
    """Is the claim true as it stands now?"""
    about, claim = data["words"], data["claims"][0]
    words = lasker.rules(about["rules"], space=about["space"], variables=True)
    asked = lasker.included if claim["says"] == "included" else lasker.equal
    return asked(claim["left"], claim["right"], words).equal is claim["holds"]


def wrongly_accepted(seed: int, number: int) -> int:
    """Corrupt leaves of certificates: how many are accepted whose claim was corrupted into a false one."""
    random = Random(seed)
    wrong = 0
    for at in range(number):
        data = written(*CASES[at % len(CASES)][:4])
        changed = at_leaf(data, random.choice(list(leaves(data))), random)
        if changed != data and accepted(changed):
            wrong += not still_true(changed)
    return wrong


def test_corrupted_certificates_prove_nothing_false() -> None:
    assert wrongly_accepted(1, 250) == 0


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_corrupted_certificates_prove_nothing_false_at_length(seed: int) -> None:
    assert wrongly_accepted(100 + seed, 1000) == 0


@pytest.mark.parametrize(("left", "right", "rules", "space", "kind"), CASES)
def test_every_leaf_of_the_evidence_matters(
    left: str, right: str, rules: str, space: str | None, kind: str
) -> None:
    data = written(left, right, rules, space)
    for path in leaves(data["claims"][0]["evidence"]):
        if path[0] == "sites":  # another board may show the same
            continue
        changed = deepcopy(data)
        inside: Any = changed["claims"][0]["evidence"]
        for key in path[:-1]:
            inside = inside[key]
        old = inside[path[-1]]
        inside[path[-1]] = (
            old + 1 if isinstance(old, int) else f"({old}) Q fail" if path[-1] != "kind" else "rumour"
        )
        assert not accepted(changed), path


NONSENSE: list[Any] = [None, 3, [], {}, "x", [[]], [["x"]], [[1, 2]], {"kind": "laws"}, {"kind": []}]


@pytest.mark.parametrize("part", ["left", "right", "holds", "says", "evidence"])
def test_nonsense_is_refused(part: str) -> None:
    for value in NONSENSE:
        changed = deepcopy(written("(M N)* M", "M (N M)*", "", None))
        changed["claims"][0][part] = value
        assert not accepted(changed), value


@pytest.mark.parametrize("number", range(len(CASES)))
def test_nonsense_in_evidence_is_refused(number: int) -> None:
    data = written(*CASES[number][:4])
    for part, value in product(data["claims"][0]["evidence"], NONSENSE):
        changed = deepcopy(data)
        if part != "sites" and changed["claims"][0]["evidence"][part] != value:
            changed["claims"][0]["evidence"][part] = value
            assert not accepted(changed), (part, value)


@pytest.mark.parametrize(
    "words", [None, {}, {"rules": 3}, {"rules": "", "space": "nowhere"}, {"rules": "", "space": []}]
)
def test_words_that_are_none(words: object) -> None:
    with pytest.raises(FileError):
        EquationChecker({**written("nil M*", "M* M*", "", None), "words": words})


@pytest.mark.parametrize("value", NONSENSE)
def test_nonsense_for_an_unknown_move_is_refused(value: object) -> None:
    changed = deepcopy(written("M*", "M", "", None))
    changed["claims"][0]["evidence"]["with"]["M"] = value
    assert not accepted(changed)


# ---- independence ----


def test_the_laws_of_the_checker_are_those_of_the_prover() -> None:
    words = lasker.rules(variables=True)
    show = Printer(words).show
    for law in MOVE_LAWS:
        if law.simplifies:
            M = lasker.parse("M", words, variables=True).value
            told = (law.left(*[M] * len(law.letters)), law.right(*[M] * len(law.letters)))
            assert tuple(map(show, told)) == tuple(map(show, laws.sides(law.name)))
    assert set(laws.LAWS) == {law.name for law in MOVE_LAWS if law.simplifies}


def test_the_checker_shares_nothing_with_the_prover() -> None:
    """The modules that it imports are the terms, their meaning and their text, and itself."""
    folder = Path(equations.__file__).parent
    allowed = {"moves", "contents", "fragments", "meaning", "subterms"}
    for file in (*folder.glob("*.py"), *(folder.parent / "checker").glob("*.py")):
        if file.stem == "writer":
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if names == ["lasker.algebra"] and isinstance(node, ast.ImportFrom):
                names = [f"lasker.algebra.{each.name}" for each in node.names]
            for name in names:
                if name.startswith("lasker.algebra."):
                    assert name.split(".")[2] in allowed, (file.name, name)
                assert not name.startswith("lasker.proofs") or name.startswith(
                    ("lasker.proofs.equations", "lasker.proofs.checker")
                )
                assert not name.endswith("writer")


# ---- the command ----


def test_by_command(tmp_path: Path) -> None:
    file, run = str(tmp_path / "proof.json"), CliRunner().invoke
    assert run(main, ["equal", "(M N)* M", "M (N M)*", "--certificate", file]).exit_code == 0
    told = run(main, ["verify", file])
    assert (told.exit_code, told.stdout) == (0, "proved: (M N)* M = M (N M)* (2 pairs of derivatives)\n")
    assert run(main, ["equal", "M", "N", "--certificate", file]).exit_code == 1
    assert "≠" in run(main, ["verify", file]).stdout
    assert run(main, ["equal", "--included", "M [N]", "M", "--certificate", file]).exit_code == 0
    assert run(main, ["verify", file]).exit_code == 0
    none = run(main, ["equal", "u", "u", "--certificate", str(tmp_path / "none.json")])
    assert none.exit_code == 0
    assert not (tmp_path / "none.json").exists()


def test_what_is_undecided_has_none() -> None:
    words = lasker.rules(COUNTERS, variables=True)
    verdict = lasker.equal("most n M", "most n (most n M)", words, budget=50)
    one = cast(Move, lasker.parse("most n M", words, variables=True).value)
    with pytest.raises(Undecided):
        certificate(one, one, verdict, words)
