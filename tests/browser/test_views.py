"""Every view of the page in a real browser, light and dark, wide and narrow: nothing overflows, axe-core
finds nothing serious, the console is silent, nothing is asked of other sites.

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
VIEWS = ("#/", "#/play/chess", "#/play/raumschach", "#/design/breakthrough", "#/study/chess")
WIDE_LIGHT, NARROW_DARK = [1280, "light"], [390, "dark"]
OTHERS = [1280, "dark"], [390, "light"]


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("looks", [(WIDE_LIGHT, NARROW_DARK), pytest.param(OTHERS, marks=pytest.mark.soak)])
def test_view(address: str, looks: tuple[list[Any], ...], view: str) -> None:
    """It can be used by everybody, at every size."""
    if not files("lasker.web").joinpath("bundle/index.html").is_file():
        pytest.skip("NOT TESTED for want of the page: make page")
    chromium, pictures = program("chromium"), os.environ.get("LASKER_PICTURES", "")
    modules(HERE, "axe-core")
    command = ["node", "audit.mjs", chromium, address, json.dumps([view]), json.dumps(looks), pictures]
    done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=400, check=False)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == []
