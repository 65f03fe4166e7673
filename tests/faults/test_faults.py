"""The list of planted faults is sound: whether the tests notice the faults, `make faults` tells."""

from __future__ import annotations

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from planted import ROOT, BadList, Fault, Subject, _read, faults, subjects
from run import Result, _complaint

FAULTS = faults()


@cache
def functions_of(name: str) -> frozenset[str]:
    """The functions of a file of tests that `make test` runs."""
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    marks = [
        ast.unparse(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"
    ]
    if any("mark.soak" in mark for mark in marks):
        return frozenset()
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef)
        and not any(ast.unparse(decorator) == "pytest.mark.soak" for decorator in node.decorator_list)
    )


def runs(test: str) -> bool:
    """Is this a test that `make test` runs? Cases of a test are looked up by `make faults`."""
    name, _, function = test.partition("::")
    if not (ROOT / name).is_file():
        return False
    if name.startswith("src/"):
        return function.startswith(name.removeprefix("src/").removesuffix(".py").replace("/", "."))
    return name.endswith(".md") or function.partition("[")[0] in functions_of(name)


def test_every_change_can_be_made() -> None:
    texts = {fault.file: (ROOT / fault.file).read_text("utf-8") for fault in FAULTS}
    broken = [(fault.listed, fault.name) for fault in FAULTS if texts[fault.file].count(fault.find) != 1]
    assert broken == []


def test_every_fault_is_another_one() -> None:
    assert [name for name, times in Counter(fault.name for fault in FAULTS).items() if times > 1] == []
    changes = Counter((fault.file, fault.find, fault.replace) for fault in FAULTS)
    assert [change for change, times in changes.items() if times > 1] == []


def test_faults_are_in_the_sources() -> None:
    assert [fault.name for fault in FAULTS if not fault.file.startswith("src/lasker/")] == []


def test_every_named_test_runs_in_make_test() -> None:
    assert [(fault.name, test) for fault in FAULTS for test in fault.tests if not runs(test)] == []


@pytest.mark.parametrize("subject", subjects(), ids=lambda subject: subject.name)
def test_every_subject_has_its_faults(subject: Subject) -> None:
    assert sum(subject.covers(fault) for fault in FAULTS) >= subject.least


PLANTED = """
[[fault]]
name = "one for two"
file = "a.py"
find = "1"
replace = "2"
falsifies = "It is one."
tests = ["t.py::test_one", "t.py::test_two"]
"""


def planted(text: str = PLANTED) -> Fault:
    (fault,) = _read("a.toml", text)
    return fault


def test_a_change_must_fit_once() -> None:
    assert planted().applied("x = 1") == "x = 2"
    for text in ("x = 11", "x = 3"):
        with pytest.raises(BadList, match="occurs"):
            planted().applied(text)


@pytest.mark.parametrize(
    "text",
    ["[[fault", "x = 1", '[[fault]]\nname = "x"', PLANTED.replace('"2"', '"1"'), PLANTED + "slip = 3"],
)
def test_a_list_with_a_slip_is_refused(text: str) -> None:
    with pytest.raises(BadList, match=r"a\.toml"):
        planted(text)


def entry(test: str, outcome: str) -> dict[str, object]:
    return {"node": f"t.py::{test}", "outcome": outcome}


@pytest.mark.parametrize(
    ("entries", "status", "caught"),
    [
        (
            [entry("test_one", "failed"), entry("test_two[a]", "passed"), entry("test_two[b]", "failed")],
            1,
            True,
        ),
        ([entry("test_one", "failed"), entry("test_two", "passed")], 1, False),
        ([entry("test_one", "failed"), entry("test_two_more", "failed")], 1, False),
        ([entry("test_one", "failed"), entry("test_two", "skipped")], 1, False),
        ([{"node": "t.py", "outcome": "uncollected"}], 2, False),
        ([entry("test_one", "failed"), entry("test_two", "failed")], -11, False),
        ([], None, False),
    ],
)
def test_only_what_every_named_test_notices_is_caught(
    entries: list[dict[str, object]], status: int | None, caught: bool
) -> None:
    assert (_complaint(planted(), Result(entries, status, 0.0)) == "") is caught


def test_a_hang_counts_where_it_is_expected() -> None:
    hanging = planted(PLANTED + "hangs = true")
    assert _complaint(hanging, Result([], None, 0.0)) == ""


def test_tests_that_do_not_run_are_seen(tmp_path: Path) -> None:
    assert runs("tests/faults/test_faults.py::test_tests_that_do_not_run_are_seen")
    assert not runs("tests/faults/test_faults.py::test_no_such_thing")
    assert not runs("tests/no_such_file.py::test_faults")
    assert not runs("tests/engine/test_every_game.py::test_no_such_thing")
