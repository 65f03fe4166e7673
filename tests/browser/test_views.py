"""Every view of the page in a real browser, light and dark, wide and narrow: nothing overflows, axe-core
finds nothing serious, hardly anything moves while it loads, the console is silent, nothing is asked of other
sites.

Set LASKER_PICTURES to a folder to look at what was seen.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from browsing import answer

VIEWS = ["#/", "#/play/chess", "#/play/raumschach", "#/design/breakthrough", "#/study/chess"]
WIDE_LIGHT, NARROW_DARK = [1280, "light"], [390, "dark"]
OTHERS = [1280, "dark"], [390, "light"], [195, "light"]


@pytest.mark.parametrize("looks", [(WIDE_LIGHT, NARROW_DARK), pytest.param(OTHERS, marks=pytest.mark.soak)])
def test_views(address: str, looks: tuple[list[Any], ...]) -> None:
    """Each can be used by everybody, at every size; one browser opens them all."""
    assert answer("audit.mjs", address, json.dumps(VIEWS), json.dumps(looks), package="axe-core") == []
