"""The wheel: it carries every source file, and installed into an empty environment it works."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
CARRIED = {".py", ".typed", ".lark", ".rules", ".txt", ".html", ".css", ".js"}


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run a command away from the checkout: nothing of this environment leads back to the sources."""
    environment = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))
    }
    environment["PYTHONIOENCODING"] = "utf-8"
    return subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, encoding="utf-8", check=False
    )


def build_wheel(folder: Path) -> Path:
    done = run(
        sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT, cwd=folder
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = folder.glob("lasker-*.whl")
    return wheel


def install(wheel: Path, folder: Path) -> Path:
    """Install into a new environment and return the folder of its commands, or skip without an index."""
    venv.create(folder, symlinks=os.name != "nt")
    commands = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", commands / "python")
    done = run(*pip, "install", wheel, cwd=folder)
    if done.returncode != 0:
        probe = run(
            *pip, "download", "--no-deps", "--no-cache-dir", "--dest", folder / "probe", "pip", cwd=folder
        )
        if probe.returncode != 0:
            pytest.skip("test_wheel: the wheel was NOT tried out, because pip reaches no package index")
    assert done.returncode == 0, done.stdout + done.stderr
    return commands


def test_the_wheel_carries_every_source_file(tmp_path: Path) -> None:
    sources = ROOT / "src"
    expected = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*")
        if path.suffix in CARRIED and "__pycache__" not in path.parts
    }
    with zipfile.ZipFile(build_wheel(tmp_path)) as wheel:
        assert expected - set(wheel.namelist()) == set()


def test_the_installed_wheel_works(tmp_path: Path) -> None:
    commands = install(build_wheel(tmp_path), tmp_path / "environment")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for arguments in (["--help"], ["eval", "♙ + u. -> . + u♙"]):
        done = run(commands / "lasker", *arguments, cwd=elsewhere)
        assert done.returncode == 0, done.stdout + done.stderr
        assert done.stdout.strip(), f"lasker {arguments[0]} says nothing"
