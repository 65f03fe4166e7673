"""What surrounds the package: workflows, forms, notes of releases, what stays as it is."""

from __future__ import annotations

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

import lasker
from lasker.model import LANGUAGE_VERSION

ROOT = Path(__file__).resolve().parent.parent
GITHUB = ROOT / ".github"
NOTES = GITHUB / "release_notes.py"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FORMS = sorted(path for path in (GITHUB / "ISSUE_TEMPLATE").glob("*.yml") if path.name != "config.yml")


def read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = YAML(typ="safe").load(path.read_text("utf-8"))
    return found


def steps(job: dict[str, Any]) -> str:
    return "\n".join(step.get("run", step.get("uses", "")) for step in job["steps"])


def test_every_python_is_tested_on_every_system() -> None:
    named = [re.fullmatch(r".* :: (3\.\d+)", each) for each in PROJECT["classifiers"]]
    versions = [found[1] for found in named if found]
    jobs = read(GITHUB / "workflows" / "test.yml")["jobs"]
    assert jobs["suite"]["strategy"]["matrix"]["python"] == versions
    assert jobs["systems"]["strategy"]["matrix"]["python"] == versions
    assert jobs["systems"]["strategy"]["matrix"]["system"] == ["macos-latest", "windows-latest"]
    assert "make PYTHON=python test" in steps(jobs["suite"])


def test_tests_that_workflows_name_are_there() -> None:
    for workflow in (GITHUB / "workflows").glob("*.yml"):
        for job in read(workflow)["jobs"].values():
            for name in re.findall(r"tests/[\w/.]+", steps(job)):
                assert (ROOT / name).exists(), f"{workflow.name}: {name}"


def test_a_release_needs_its_tests_and_its_notes() -> None:
    jobs = read(GITHUB / "workflows" / "release.yml")["jobs"]
    assert NOTES.relative_to(ROOT).as_posix() in steps(jobs["build"])
    assert "tests/test_wheel.py" in steps(jobs["build"])
    assert jobs["publish"]["needs"] == "build"


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_ask_questions(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= form.keys()
    questions = [part for part in form["body"] if part["type"] != "markdown"]
    assert len({part["id"] for part in questions}) == len(questions)
    assert all(part["attributes"]["label"] for part in questions)
    assert any(part.get("validations", {}).get("required") for part in questions)


def test_the_tag_is_the_version() -> None:
    done = subprocess.run([sys.executable, NOTES, "v99.0.0"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (1, "")
    assert f"the package is {lasker.__version__}" in done.stderr


def test_notes_are_those_of_the_release() -> None:
    notes = runpy.run_path(str(NOTES))["notes"]
    changelog = (
        "# Changelog\n\n## Unreleased\n\n## 1.10 - 2026-02-03\n\n### Added\n\n- More.\n\n## 1.1\n\n- All.\n"
    )
    assert notes(changelog, "1.10") == "### Added\n\n- More.\n"
    assert notes(changelog, "1.1") == "- All.\n"
    assert notes(changelog, "Unreleased") is None, "it says nothing yet"
    assert notes(changelog, "1") is None
    assert notes((ROOT / "CHANGELOG.md").read_text("utf-8"), "Unreleased")


def test_what_stays_is_what_there_is() -> None:
    page = (ROOT / "docs" / "reference" / "stability.md").read_text("utf-8")
    assert f"`lasker {LANGUAGE_VERSION}`" in page
    for subject in ("Python", "Commands", "language", "YAML", "Protocols", "Files"):
        assert re.search(rf"^\| \*\*.*{subject}", page, re.MULTILINE), subject
