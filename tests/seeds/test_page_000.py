"""The page about seed 000 keeps its promises: every item is on it, and every test that it names exists."""

from __future__ import annotations

import re

from pages import names_in, page

PAGE = page("explanation/texts/guan-2022.md")
TESTS = names_in("seeds/test_*_000*.py")


def test_every_item_has_a_row_with_all_its_tests() -> None:
    rows = dict(re.findall(r"^\| (A\d+) (\|.*)$", PAGE, re.MULTILINE))
    assert list(rows) == [f"A{number}" for number in range(1, 18)]
    for item, row in rows.items():
        named = set(re.findall(r"`(test_\w+)`", row))
        assert named == {name for name in TESTS if name.startswith(f"test_{item}_")}
        assert named


def test_every_erratum_has_a_paragraph_and_a_test() -> None:
    errata = [f"E-A{number}" for number in range(1, 8)]
    assert re.findall(r"^### (E-A\d+):", PAGE, re.MULTILINE) == errata
    for erratum in errata:
        assert any(name.startswith(f"test_{erratum.replace('-', '_')}_") for name in TESTS)


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= TESTS
