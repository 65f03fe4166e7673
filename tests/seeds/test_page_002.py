"""The page about seed 002 keeps its promises: equations and errata are on it, and its tests exist."""

from __future__ import annotations

import re

from pages import names_in, page

from lasker.formulations.arithmetic.definitions import in_words, library

PAGE = page("explanation/texts/kulyukin-2022.md")
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


def test_every_equation_has_its_words() -> None:
    assert list(in_words()) == list(range(1, 111))
    assert len(set(in_words().values())) == 110
    for number, words in in_words().items():
        assert f"| ({number}) | " in PAGE
        assert f"| {words} |" in PAGE
    defined = {definition.number for definition in library()}
    assert set(in_words()) - defined == {1, 2, 3, 4, 14, 18, 21, 71}  # the calculus, two laws, a shape
