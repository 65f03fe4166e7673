"""The page's own tests: types, parts, and the size of what is loaded first. They need node."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from external_programs import program
from lasker.play.library import sources

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


def test_every_reason_of_the_library_can_be_translated() -> None:
    """The messages have each reason for which a game of the library ends, as a whole or by its parts."""
    known = json.loads((WORKBENCH / "messages" / "en.json").read_text("utf-8"))
    told = {
        reason
        for source in sources().values()
        for reason in re.findall(r'^(?:end|adjudicate) "([^"]*)"', source.text, re.MULTILINE)
    }
    assert len(told) > 100
    missing = {part for each in told for part in re.split(", |: ", each) if f"reason.{part}" not in known}
    assert not missing


def test_types() -> None:
    """The strict compiler accepts every module."""
    run("check")


def test_parts() -> None:
    """The unit tests of the modules pass, and there are some."""
    told = run("test")
    assert re.search(r"pass [1-9]", told)
    assert "fail 0" in told
