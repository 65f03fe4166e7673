"""The page about seed 002 keeps its promises: equations and errata are on it, and its tests exist."""

from __future__ import annotations

import re

from pages import names_in, page

PAGE = page("seed-002.md")
TESTS = names_in("seeds/test_*_002*.py")
NOT_ABOUT_ARITHMETIC = {37}


def test_every_equation_is_on_the_page() -> None:
    found = {int(number) for number in re.findall(r"\((\d+)\)", PAGE)}
    for first, last in re.findall(r"\((\d+)\)–\((\d+)\)", PAGE):
        found |= set(range(int(first), int(last) + 1))
    assert found >= set(range(1, 111))


def test_every_erratum_is_on_the_page_and_has_a_test() -> None:
    rows = re.findall(r"^\| (E-K(\d+)) \|", PAGE, re.MULTILINE)
    assert [row[0] for row in rows] == [f"E-K{number}" for number in range(1, 39)]
    for number in set(range(1, 39)) - NOT_ABOUT_ARITHMETIC:
        assert any(name.startswith(f"test_E_K{number}_") for name in TESTS), number


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= TESTS
