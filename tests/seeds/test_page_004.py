"""The page about seed 004 keeps its promises: every item and erratum is on it, every test it names exists."""

from __future__ import annotations

import re

from pages import names_in, page

PAGE = page("explanation/texts/el-hamiani-khatat-2025.md")
NAMES = names_in("seeds/test_*_004*.py", "frontends/test_*.py")


def test_every_item_is_on_the_page_and_has_a_test() -> None:
    listed = [item for row in re.findall(r"^\| (H[^|]*)\|", PAGE, re.MULTILINE) for item in row.split(",")]
    assert [item.strip() for item in listed] == [f"H{number}" for number in range(1, 19)]
    for number in range(1, 19):
        assert any(re.match(rf"test_(H\d+_)*H{number}_", name) for name in NAMES), number


def test_every_erratum_is_on_the_page_and_has_a_test() -> None:
    assert re.findall(r"^\| (E-H\d+)", PAGE, re.MULTILINE) == [f"E-H{number}" for number in range(1, 12)]
    for number in range(1, 12):
        assert any(name.startswith(f"test_E_H{number}_") for name in NAMES)


def test_every_test_that_is_named_exists() -> None:
    assert set(re.findall(r"`(test_\w+)`", PAGE)) <= NAMES
