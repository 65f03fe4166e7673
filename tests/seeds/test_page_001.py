"""The page about seed 001 keeps its promises: every item is on it, and every test that it names exists."""

from __future__ import annotations

import re

from pages import names_in, page

PAGE = page("explanation/texts/bayersglassey-2025.md")
TESTS = names_in("seeds/test_*_001*.py")


def test_every_item_has_a_row_with_a_test_of_its_own() -> None:
    rows = dict(re.findall(r"^\| (B\d+) (\|.*)$", PAGE, re.MULTILINE))
    assert set(rows) == {f"B{number}" for number in range(1, 43)}
    for item, row in rows.items():
        named = set(re.findall(r"`(test_\w+)`", row))
        assert named == {name for name in TESTS if name.startswith(f"test_{item}_")}
        assert named


def test_every_erratum_has_a_paragraph_and_a_test() -> None:
    assert re.findall(r"^### (E-B\d+):", PAGE, re.MULTILINE) == [f"E-B{number}" for number in range(1, 20)]
    for number in range(1, 20):
        assert any(name.startswith(f"test_E_B{number}_") for name in TESTS)


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= TESTS
