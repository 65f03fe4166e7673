"""Independence: what two formulations share is read from their code, and only strangers are counted."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import pytest

from lasker.formulations.crosscheck.adapters import engine, graphs, numbers, prose, sets
from lasker.formulations.crosscheck.compare import compare_lines
from lasker.formulations.crosscheck.formulation import Formulation
from lasker.formulations.crosscheck.registry import FORMULATIONS
from lasker.formulations.crosscheck.sharing import WITHOUT_CHESS, code_of, independent, package_of, shared
from lasker.formulations.graphs import validator
from lasker.frontends.yaml import validator as generated
from lasker.play.library import find

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("name", ["foundations", "arithmetic", "laws", "graphs"])
def test_the_independent_formulations_need_nothing_but_the_kernel(name: str) -> None:
    for formulation in FORMULATIONS:
        packages = {package_of(module) for module in code_of(formulation) - WITHOUT_CHESS}
        if name in packages:
            assert packages <= {name, "kernel", "crosscheck", "games"}
            assert {
                module
                for module in code_of(formulation) - WITHOUT_CHESS
                if package_of(module) == "crosscheck"
            } == {formulation.module}


def test_whoever_shares_no_package_is_independent_and_nobody_else() -> None:
    assert independent(prose.LAWS, sets.SETS)
    assert independent(prose.LAWS, engine.ENGINE)
    assert independent(sets.SETS, engine.ENGINE)
    assert independent(prose.PRINTED, engine.PRINTED)
    others = (prose.LAWS, sets.SETS, engine.ENGINE, graphs.GRAPHS)
    assert all(independent(numbers.NUMBERS, other) for other in others)
    assert independent(engine.ENGINE, graphs.GRAPHS)
    assert independent(sets.SETS, graphs.GRAPHS)
    assert not independent(prose.LAWS, prose.PRINTED)
    assert not independent(sets.SETS, sets.SECOND)
    assert not independent(engine.ENGINE, engine.PRINTED)
    assert "chess.rules" in shared(engine.ENGINE, engine.PRINTED)
    assert "lasker.formulations.laws.squares" in shared(prose.LAWS, prose.PRINTED)


@pytest.mark.parametrize("formulation", FORMULATIONS, ids=lambda formulation: formulation.name)
def test_nothing_is_imported_that_the_reading_of_imports_does_not_know(formulation: Formulation) -> None:
    """A fresh interpreter hears the formulation and tells which modules that took."""
    program = (
        "import sys, json; from importlib import import_module\n"
        f"module = import_module({formulation.module!r})\n"
        "from lasker.formulations.crosscheck.formulation import Formulation\n"
        "found = [each for each in vars(module).values() if isinstance(each, Formulation)]\n"
        f"[formulation] = [each for each in found if each.name == {formulation.name!r}]\n"
        f"assert formulation.ask(({KINGS!r},))\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] == 'lasker']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout))
    assert loaded <= code_of(formulation)
    assert len(loaded) > 5


def test_the_validator_is_the_one_that_is_generated() -> None:
    """Otherwise: lasker generate graph_chess -o src/lasker/formulations/graphs/validator.py"""
    assert Path(validator.__file__).read_text("utf-8") == generated(find("graph_chess"))


def test_agreement_of_relatives_is_not_counted() -> None:
    """The same formulation under two names agrees with itself in everything, which is worth nothing."""
    twin = Formulation("twin", "003", prose.LAWS.rules, "the same", prose.by_the_laws)
    assert compare_lines([(KINGS,)], (prose.LAWS, twin)).agreements == 0
    assert compare_lines([(KINGS,)], (prose.LAWS, sets.SETS)).agreements > 0
    both = compare_lines([(KINGS,)], (prose.LAWS, twin, sets.SETS))
    assert {pair for pair, _ in both.agreed} == {("prose", "sets"), ("twin", "sets")}


def test_disagreement_of_relatives_is_one() -> None:
    liar = Formulation("liar", "003", prose.LAWS.rules, "the opposite", _lie)
    assert not independent(prose.LAWS, Formulation("twin", "003", prose.LAWS.rules, "", prose.by_the_laws))
    found = compare_lines([(KINGS,)], (prose.LAWS, liar)).disagreements
    assert [each.question for each in found] == ["check"]
    assert found[0].only == (("prose", "False"), ("liar", "True"))


def _lie(line: tuple[str, ...]) -> dict[str, bool]:
    return {"check": prose.by_the_laws(line)["check"] is False}


def test_names_are_different() -> None:
    assert all(one.name != other.name for one, other in combinations(FORMULATIONS, 2))
