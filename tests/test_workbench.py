"""The page's own tests: types, parts, and the size of what is loaded first. They need node."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from external_programs import program

WORKBENCH = Path(__file__).parents[1] / "workbench"


def run(script: str) -> str:
    """What a script of the workbench prints; it may not fail."""
    program("node", "nodejs")
    if not (WORKBENCH / "node_modules").is_dir():
        pytest.skip("the packages of workbench/ are not installed: make page")
    done = subprocess.run(
        ["npm", "run", "--silent", script], cwd=WORKBENCH, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout[-8000:] + done.stderr[-2000:]
    return done.stdout


def test_types() -> None:
    """The strict compiler accepts every module."""
    run("check")


def test_parts() -> None:
    """The unit tests of the modules pass, and there are some."""
    told = run("test")
    assert re.search(r"pass [1-9]", told)
    assert "fail 0" in told
