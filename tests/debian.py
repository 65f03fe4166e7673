"""Programs that tests need besides Python: they are installed where that may be done, or else the test says
by name what it did not try."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from lasker.bench.peers import PLACES

PATIENCE = 300  # seconds for a package to be fetched
APT = ["apt-get", "-o", f"DPkg::Lock::Timeout={PATIENCE}", "-qq"]
NPM = ["npm", "install", "--no-package-lock", "--no-fund", "--no-audit"]


def _done(command: list[str], folder: Path | None = None) -> bool:
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        subprocess.run(command, check=True, capture_output=True, timeout=PATIENCE, env=quiet, cwd=folder)
    except (OSError, subprocess.SubprocessError):
        return False
    return True


@cache
def _installed(package: str) -> bool:
    """Only who may change the system installs a package, and only where Debian's tools do it."""
    if os.geteuid() or shutil.which(APT[0]) is None:
        return False
    install = [*APT, "install", "-y", "--no-install-recommends", package]
    return _done(install) or (_done([*APT, "update"]) and _done(install))


def program(name: str, package: str = "") -> str:
    """Where a program of Debian is, installed now if it must and can be; else the test is skipped by name."""
    place = shutil.which(name, path=PLACES)
    if place is None and _installed(package or name):
        place = shutil.which(name, path=PLACES)
    if place is None:
        pytest.skip(f"NOT TESTED for want of {name}: apt-get install {package or name}")
    return place


def modules(folder: Path, name: str) -> None:
    """A package for node, fetched into a folder; the test is skipped, and says so, where it cannot be had."""
    program("node", "nodejs")
    with (folder / "package.json").open() as list_of_packages:
        fcntl.flock(list_of_packages, fcntl.LOCK_EX)  # several tests may want it at once
        if not (folder / "node_modules" / name).is_dir() and not _done(NPM, folder):
            pytest.skip(f"NOT TESTED for want of {name}: npm install in tests/{folder.name}")
