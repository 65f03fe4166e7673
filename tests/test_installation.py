"""What people get who install the package: one version, the command by two names, own directories."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

import lasker
from lasker import backends
from lasker.backends.c.counting import Counting
from lasker.kernel.directories import cache_directory, state_directory
from lasker.kernel.errors import FileError
from lasker.play.library import model
from lasker.prompt import history_file
from lasker.runtime import health

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HEAVY = ("numpy", "pyarrow", "textual", "rustworkx", "cairosvg", "ziglang")


def test_the_version_is_written_once() -> None:
    assert metadata.version("lasker") == lasker.__version__
    assert "version" not in PROJECT, "src/lasker/__init__.py has it"
    cited = re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    assert cited is not None
    assert cited[1] == lasker.__version__


def test_python_runs_the_package_as_the_command() -> None:
    done = subprocess.run([sys.executable, "-m", "lasker", "moves", "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Usage: lasker moves ")


def test_heavy_packages_are_extras_and_old_extras_stay() -> None:
    needed = " ".join(PROJECT["dependencies"])
    assert not [name for name in HEAVY if name in needed]
    assert {"yaml", "web", "native", "arrays", "stats", "png", "tui", "graphs"} <= PROJECT[
        "optional-dependencies"
    ].keys()


def test_playing_does_not_install_what_developers_need() -> None:
    done = subprocess.run(
        ["make", "--dry-run", "--always-make", "play"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "--requirement .venv/needed.txt" in done.stdout
    assert "[dev" not in done.stdout


def test_playing_installs_the_packages_that_lasker_needs(tmp_path: Path) -> None:
    """The recipe of the Makefile, with a Python that only writes down what it is asked."""
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    python = tmp_path / "python"
    python.write_text(
        '#!/bin/sh\ncase "$1 $2" in\n'
        '"-m venv") mkdir -p .venv;;\n"-m pip") echo "$@" >> asked;;\n'
        f'*) exec {sys.executable} "$@";;\nesac\n'
    )
    python.chmod(0o755)
    command = ["make", "PYTHON=./python", ".venv/.playable"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / ".venv" / "needed.txt").read_text("utf-8").split("\n")[:-1] == PROJECT["dependencies"]
    asked = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert "--python .venv/bin/python install" in asked[-1]


def test_directories_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "named"))
    assert cache_directory() == tmp_path / "named"
    monkeypatch.delenv("LASKER_CACHE")
    if sys.platform == "linux":
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        assert cache_directory() == tmp_path / "cache" / "lasker"
        assert state_directory() == tmp_path / "state" / "lasker"
        assert history_file() == tmp_path / "state" / "lasker" / "history"


@pytest.fixture
def _homeless(monkeypatch: pytest.MonkeyPatch) -> None:
    """A user without a home."""
    for name in ("LASKER_CACHE", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)


@pytest.mark.usefixtures("_homeless")
def test_a_user_without_a_home_is_asked_for_a_directory() -> None:
    with pytest.raises(FileError, match="no home") as caught:
        cache_directory()
    assert "LASKER_CACHE" in (caught.value.remedy or "")
    assert history_file() is None
    assert "no home" in health.storing()["problem"]
    assert health.libraries() == []


@pytest.mark.usefixtures("_homeless")
def test_a_user_without_a_home_counts_natively_and_keeps_nothing() -> None:
    with pytest.warns(RuntimeWarning, match="not kept: this user has no home"):
        counting = Counting(model("tictactoe"), frozenset())
    start = counting.pack(backends.position(lasker.load("tictactoe").start().node))
    assert counting.use(lambda machine: machine.count(start, 2)) == 72
