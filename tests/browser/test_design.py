"""A game is designed in a real browser: by the form alone, by a text with a mistake, by clicked squares.

Set LASKER_PICTURES to a folder to look at what was seen.
"""

from __future__ import annotations

import json
import os
import subprocess
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from external_programs import modules, program

HERE = Path(__file__).parent


def told(address: str, story: str) -> dict[str, Any]:
    """What was seen in a story, which nothing went wrong in."""
    if not files("lasker.web").joinpath("bundle/index.html").is_file():
        pytest.skip("NOT TESTED for want of the page: make page")
    chromium, pictures = program("chromium"), os.environ.get("LASKER_PICTURES", "")
    modules(HERE, "playwright-core")
    command = ["node", "design.mjs", chromium, address, story, pictures]
    done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=400, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert found["problems"] == []
    seen: dict[str, Any] = found["seen"]
    return seen


def test_a_variant_by_the_form_alone_is_played(address: str) -> None:
    seen = told(address, "form")
    assert seen["plies"] >= 2
    assert seen["text"].splitlines()[-1] == 'end "stalemate" lost: ![white]'
    assert "♖ | ♗ | ♘ | 'A')" in seen["text"]


def test_a_mistake_is_told_and_mended(address: str) -> None:
    seen = told(address, "mistake")
    assert "line 7" in seen["problem"]
    assert seen["still"] == "e1, white king"
    assert seen["left"] == 0
    assert seen["ends"] == "-- as fast as anybody types, and faster"


def test_reload_and_link_lose_nothing(address: str) -> None:
    seen = told(address, "reload")
    assert seen["before"] == seen["after"] == seen["kept"] == seen["shared"]


def test_pieces_by_clicks_and_another_board(address: str) -> None:
    seen = told(address, "clicks")
    assert "= WC" in seen["text"]
    assert seen["same"]
    assert seen["refused"]
