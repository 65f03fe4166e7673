"""The pictures of the pages are those that the program draws now, and every one is shown somewhere."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from docs.generate.blocks import pages
from docs.generate.pictures import FOLDER, PICTURES, drawn


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_fresh(name: str) -> None:
    assert (FOLDER / f"{name}.svg").read_text("utf-8") == drawn(name), "renew it with `make facts`"


def test_pictures_are_well_formed_and_shown() -> None:
    shown = {
        name for page in pages() for name in re.findall(r"pictures/([\w-]+)\.svg", page.read_text("utf-8"))
    }
    kept = {path.stem for path in FOLDER.glob("*.svg")}
    assert kept - {"favicon"} == set(PICTURES)
    assert shown == set(PICTURES)
    assert len(PICTURES) >= 30
    for name in kept:
        ElementTree.parse(FOLDER / f"{name}.svg")


def test_every_picture_has_words_for_those_who_do_not_see_it() -> None:
    for page in pages():
        text = page.read_text("utf-8")
        assert len(re.findall(r"!\[[^\]]{8,}\]\([^)]*pictures/", text)) == len(
            re.findall(r"!\[[^\]]*\]\([^)]*pictures/", text)
        ), page.name
