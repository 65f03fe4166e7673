"""How terms of seed 002 run: by their definitions and nothing else, and as fast as that can honestly be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import FunctionType

import pytest
from readings_002 import items, machine, value

from lasker.formulations.arithmetic.boards import encode
from lasker.formulations.arithmetic.definitions import Definition, library, read
from lasker.formulations.arithmetic.machine import Machine
from lasker.formulations.arithmetic.memoisation import MemoCache
from lasker.formulations.arithmetic.numbers import Number, pair, sequence
from lasker.formulations.arithmetic.reading import Reading, printed, repaired
from lasker.formulations.arithmetic.realizers import REALIZERS

LATE = [definition for definition in library() if definition.chapter[0] not in "12"]
# What loops, sequences and indexes are made of, and no function of the paper.
TOOLS = {"upto", "members", "matching", "places", "cells", "seq", "joined", "build", "__builtins__"}
WRITTEN = "<string>"  # where Python says that a function stands which was compiled from a text


def hand_written(tried: Machine) -> Iterator[str]:
    """The functions of a machine that were not compiled from terms, realizers of (1) to (31) excepted."""
    for name, found in tried._scope.items():
        if name in TOOLS or found in REALIZERS.values():
            continue
        parts = [found, *(cell.cell_contents for cell in getattr(found, "__closure__", None) or ())]
        codes = {part.__code__ for part in parts if isinstance(part, FunctionType)}
        compiled = [code for code in codes if code.co_filename == WRITTEN]
        memory = [code for code in codes if code.co_filename == MemoCache.__init__.__code__.co_filename]
        called = {used for code in compiled for used in code.co_names}
        if (
            len(compiled) != 1
            or len(compiled) + len(memory) < len(codes)
            or called - {"append", *tried._scope}
        ):
            yield name


def _everything(reading: Reading) -> Machine:
    whole = Machine(reading)
    for name in reading.definitions:
        whole.source(name)
    return whole


@pytest.mark.parametrize("reading", [printed, repaired])
def test_no_later_function_is_written_by_hand(reading: Callable[[], Reading]) -> None:
    whole = _everything(reading())
    assert list(hand_written(whole)) == []
    assert {d.label for d in LATE}.isdisjoint(REALIZERS)
    kept = {d.name for d in reading().definitions.values() if d.chapter[0] not in "12"}
    assert len(kept) > 240
    assert len(kept & set(whole._scope)) > 200  # the others are written out in the one place that calls them


def test_a_function_written_by_hand_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    cheated = _everything(repaired())
    cheated._scope["vld"] = lambda b: 1
    assert list(hand_written(cheated)) == ["vld"]
    remembered = _everything(repaired())
    remembered._scope["bkm"] = remembered._cache.memoised(lambda b: 0, 1)
    assert list(hand_written(remembered)) == ["bkm"]
    monkeypatch.setitem(REALIZERS, "vld", lambda b: 1)
    assert not {d.label for d in LATE}.isdisjoint(REALIZERS)


@pytest.mark.parametrize("definition", LATE, ids=lambda definition: definition.label)
def test_every_later_function_runs_by_its_text(definition: Definition) -> None:
    """Write something else in its place, and that is what it computes: there is no other body."""
    sign, parameters = ("≡" if definition.predicate else "="), definition.parameters
    call = f"{definition.name}({', '.join(parameters)})" if parameters else definition.name
    [other] = read(f"(·) {call} {sign} {' + '.join((*parameters, '41'))}", "made up")
    changed = Machine(Reading(repaired().repairs, (*library(), other)))
    assert changed(definition.name, *range(5, 5 + len(parameters))) == 41 + sum(range(5, 5 + len(parameters)))
    if parameters:
        numbers = ", ".join(map(str, range(5, 5 + len(parameters))))
        assert changed.evaluate(f"{definition.name}({numbers}) ∸ 41") == sum(range(5, 5 + len(parameters)))


@pytest.mark.parametrize("unrepaired", [(), ("E-K38",), ("E-K14",)], ids=["repaired", "E-K38", "E-K14"])
def test_membership_in_a_list_is_the_test_that_made_it(unrepaired: tuple[str, ...]) -> None:
    """k ∈ arps(…) is asked without making the list; counting k makes it."""
    b, _ = encode("QQ2k2r/1p6/8/8/3n4/2P5/P7/Kq3B2 b k -")
    asked = machine(*unrepaired)
    for j in set(items("map(j ∈ b){vlp(j)}", *unrepaired, b=b)):
        found = items("arps(j, kj(j, b), b)", *unrepaired, j=j, b=b)
        for k in {*range(0, 66, 5), *found}:
            told = asked.evaluate("k ∈ arps(j, kj(j, b), b)", j=j, k=k, b=b)
            assert told == (k in found) == asked.evaluate("cnt(k, arps(j, kj(j, b), b)) > 0", j=j, k=k, b=b)


def test_an_index_finds_what_a_walk_finds() -> None:
    pairs: list[Number] = [pair(n % 7, n) for n in range(1, 200)]
    text = "map(m ∈ y){l(m) = x ∧ r(m) > 20}"
    for x in range(9):
        expected = [m for n, m in enumerate(pairs, 1) if n % 7 == x and n > 20]
        assert items(text, x=x, y=sequence(pairs)) == expected
        for count in (0, 1, 62, 63, 64, 65):
            walked = [m for n, m in enumerate(pairs[:count], 1) if n % 7 == x]
            assert items("map(m ∈ y){x = l(m)}", x=x, y=sequence(pairs[:count])) == walked
            assert value("(∃m ∈ y){l(m) = x ∧ m ≠ 0}", x=x, y=sequence(pairs[:count])) == any(walked)


def test_what_does_not_change_in_a_loop_is_computed_once() -> None:
    text = machine().source("origins") + machine().source("P2")
    assert "origin" in text
    before = Machine(repaired())
    before.evaluate("Lt(EM(1))")
    first = before.spent
    before.evaluate("Lt(EM(1))")
    assert before.spent < first / 1000


def test_a_machine_that_forgets_gives_the_same_answers() -> None:
    b, _ = encode("7k/P7/8/8/8/8/8/K6R w - -")
    forgetful = Machine(repaired())
    forgetful._cache._most = 2000
    assert forgetful("after", 1, b) == machine()("after", 1, b)
    forgetful.clear()
    assert forgetful("wkc", b) == machine()("wkc", b)
