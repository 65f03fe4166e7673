"""Scripts for node that drive a real browser, beside this file; what is missing is fetched, where it may be.

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


def answer(script: str, address: str, *arguments: str, package: str = "playwright-core") -> Any:
    """What a script prints last, which is JSON; the test is skipped where there is no page to open."""
    if not files("lasker.web").joinpath("bundle/index.html").is_file():
        pytest.skip("NOT TESTED for want of the page: make page")
    chromium, pictures = program("chromium"), os.environ.get("LASKER_PICTURES", "")
    modules(HERE, package)
    command = ["node", script, chromium, address, *arguments, pictures]
    done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=400, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def browse(script: str, address: str, *arguments: str) -> Any:
    """What a browser saw on the way; no step may fail, and the page may not complain."""
    told = answer(script, address, *arguments)
    assert told["problems"] == [], told["problems"]
    return told["seen"]
