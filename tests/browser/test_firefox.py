"""The page in Firefox: a game against the opponent by clicks, a variant by the form, and a reload."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest
from firefox import firefox

PLIES = "document.querySelectorAll('#list [data-ply]').length"
TEXT = "(window.designText?.() ?? '')"


def test_play_and_design(address: str, tmp_path: Path) -> None:
    if not files("lasker.web").joinpath("bundle/index.html").is_file():
        pytest.skip("NOT TESTED for want of the page: make page")
    with firefox(tmp_path) as page:
        page.size(1280, 860)
        page.open(f"{address}/#/play/tictactoe")
        page.click('#board [data-square="b2"]')
        page.until(f"{PLIES} >= 2")
        page.until("/you .* to move/.test(document.querySelector('#status').textContent)")
        answered = page.value("[...document.querySelectorAll('#board .piece')].length")

        page.open(f"{address}/#/design/tictactoe")
        page.until("document.querySelector('#design-play:not([disabled])') !== null")  # the game is shown
        page.click("#design-variant")
        page.until(f"{TEXT}.includes('extends \"tictactoe\"')")
        page.click("#form-title")
        page.value("document.querySelector('#form-title').select()")
        page.type("Fox\n")
        page.until(f"{TEXT}.includes('\"Fox\"')")
        page.click("#design-play")
        page.click('main[data-view="play"] #board [data-square="a1"]')
        page.until(f"{PLIES} >= 2")
        played = page.value("location.href")
        page.open(played)
        page.until(f"{PLIES} >= 2")
        title = page.value("document.querySelector('h1').textContent")
    assert answered == 2
    assert "Fox" in title
    assert page.problems == []
