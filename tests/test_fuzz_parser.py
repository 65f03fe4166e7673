"""Fuzzing of the parser: every random text gives a value or a LaskerError, within a time limit."""

from __future__ import annotations

import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import parser_bounds
from parser_bounds import check, complaints, evaluate, try_numbers, try_one_entry_point
from parser_texts import EXPRESSIONS, RULES


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_valid_expressions_are_valid(text: str) -> None:
    evaluate(text)
    assert complaints(text) == []


@pytest.mark.parametrize("text", RULES)
def test_valid_rules_are_valid(text: str) -> None:
    check(text)
    assert complaints(text) == []


@pytest.mark.parametrize("hundred", range(15))
def test_texts_are_received_politely(hundred: int) -> None:
    assert try_numbers(range(100 * hundred, 100 * hundred + 100)) == []


def test_the_fuzzer_notices_crashes_and_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(text: str) -> None:
        if "♙" in text:
            raise KeyError(text)
        while "♟" in text:
            pass
        for _ in range(6_000_000 if "♜" in text else 0):
            len(text)

    monkeypatch.setattr(parser_bounds, "ENTRY_POINTS", [broken])
    monkeypatch.setattr(parser_bounds, "SLOW", 0.01)
    assert ["KeyError" in complaint for complaint in complaints("♙")] == [True]
    assert ["6,000,0" in complaint for complaint in complaints("♜")] == [True]
    assert complaints("♘") == []
    monkeypatch.setattr(parser_bounds, "ENDLESS", 0.5)
    assert ["it was stopped" in complaint for complaint in complaints("♟")] == [True]


@pytest.mark.soak
def test_a_million_texts_are_received_politely() -> None:
    total, chunk, started = 1_000_000, 2_000, time.monotonic()
    numbers = [range(start, start + chunk) for start in range(10_000_000, 10_000_000 + total, chunk)]
    found: list[str] = []
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for done, some in enumerate(pool.map(try_one_entry_point, numbers), start=1):
            found += some
            for complaint in some:
                print(complaint, flush=True)
            if done % 25 == 0:
                speed = done * chunk / (time.monotonic() - started)
                print(f"{done * chunk} texts, {speed:.0f} a second, {len(found)} complaints", flush=True)
    assert found[:20] == []
