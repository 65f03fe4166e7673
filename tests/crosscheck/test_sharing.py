"""Independence: what two witnesses share is read from their code, and only strangers are counted."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import combinations

import pytest

from lasker.analysis.crosscheck.compare import hear
from lasker.analysis.crosscheck.panel import PANEL
from lasker.analysis.crosscheck.sharing import INNOCENT, code_of, independent, room, shared
from lasker.analysis.crosscheck.witness import Witness
from lasker.analysis.crosscheck.witnesses import engine, graphs, numbers, prose, sets

KINGS = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"


@pytest.mark.parametrize("name", ["foundations", "arithmetic", "laws"])
def test_the_rooms_of_their_own_need_nothing_but_the_kernel(name: str) -> None:
    for witness in PANEL:
        rooms = {room(module) for module in code_of(witness) - INNOCENT}
        if name in rooms:
            assert rooms <= {name, "kernel", "analysis"}
            assert {module for module in code_of(witness) - INNOCENT if room(module) == "analysis"} == {
                witness.module
            }


def test_whoever_shares_no_room_is_independent_and_nobody_else() -> None:
    assert independent(prose.LAWS, sets.SETS)
    assert independent(prose.LAWS, engine.ENGINE)
    assert independent(sets.SETS, engine.ENGINE)
    assert independent(prose.PRINTED, engine.PRINTED)
    others = (prose.LAWS, sets.SETS, engine.ENGINE, graphs.GRAPHS)
    assert all(independent(numbers.NUMBERS, other) for other in others)
    assert not independent(engine.ENGINE, graphs.GRAPHS)
    assert independent(sets.SETS, graphs.GRAPHS)
    assert not independent(prose.LAWS, prose.PRINTED)
    assert not independent(engine.ENGINE, engine.PRINTED)
    assert "chess.rules" in shared(engine.ENGINE, engine.PRINTED)
    assert "lasker.laws.squares" in shared(prose.LAWS, prose.PRINTED)


@pytest.mark.parametrize("witness", PANEL, ids=lambda witness: witness.name)
def test_nothing_is_imported_that_the_reading_of_imports_does_not_know(witness: Witness) -> None:
    """A fresh interpreter hears the witness and tells which modules that took."""
    program = (
        "import sys, json; from importlib import import_module\n"
        f"module = import_module({witness.module!r})\n"
        "from lasker.analysis.crosscheck.witness import Witness\n"
        "found = [each for each in vars(module).values() if isinstance(each, Witness)]\n"
        f"[witness] = [each for each in found if each.name == {witness.name!r}]\n"
        f"assert witness.ask(({KINGS!r},))\n"
        "print(json.dumps([name for name in sys.modules if name.split('.')[0] == 'lasker']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = set(json.loads(ran.stdout))
    assert loaded <= code_of(witness)
    assert len(loaded) > 5


def test_agreement_of_relatives_is_not_counted() -> None:
    """The same witness under two names agrees with itself in everything, which is worth nothing."""
    twin = Witness("twin", "003", prose.LAWS.rules, "the same", prose.by_the_laws)
    assert hear([(KINGS,)], (prose.LAWS, twin)).agreements == 0
    assert hear([(KINGS,)], (prose.LAWS, sets.SETS)).agreements > 0
    both = hear([(KINGS,)], (prose.LAWS, twin, sets.SETS))
    assert {pair for pair, _ in both.agreed} == {("prose", "sets"), ("twin", "sets")}


def test_disagreement_of_relatives_is_one() -> None:
    liar = Witness("liar", "003", prose.LAWS.rules, "the opposite", _lie)
    assert not independent(prose.LAWS, Witness("twin", "003", prose.LAWS.rules, "", prose.by_the_laws))
    found = hear([(KINGS,)], (prose.LAWS, liar)).disagreements
    assert [each.question for each in found] == ["check"]
    assert found[0].only == (("prose", "False"), ("liar", "True"))


def _lie(line: tuple[str, ...]) -> dict[str, bool]:
    return {"check": prose.by_the_laws(line)["check"] is False}


def test_names_are_different() -> None:
    assert all(one.name != other.name for one, other in combinations(PANEL, 2))
