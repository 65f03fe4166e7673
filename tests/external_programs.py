"""Installation of external programs that tests need; where that is not possible, the
test is skipped with the program's name."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from lasker.bench.peers import PLACES

PATIENCE = 300  # seconds for the installation of a package
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
    """May this process install packages with Debian's tools?"""
    if os.geteuid() or shutil.which(APT[0]) is None:
        return False
    install = [*APT, "install", "-y", "--no-install-recommends", package]
    return _done(install) or (_done([*APT, "update"]) and _done(install))


def program(name: str, package: str = "") -> str:
    """The path of a Debian program, installed if necessary and possible; otherwise the test is skipped."""
    place = shutil.which(name, path=PLACES)
    if place is None and _installed(package or name):
        place = shutil.which(name, path=PLACES)
    if place is None:
        pytest.skip(f"NOT TESTED for want of {name}: apt-get install {package or name}")
    return place


def modules(folder: Path, name: str) -> None:
    """A package for node, fetched into a folder; the test is skipped where that is not possible."""
    program("node", "nodejs")
    with (folder / "package.json").open() as list_of_packages:
        fcntl.flock(list_of_packages, fcntl.LOCK_EX)  # several tests may want it at once
        if not (folder / "node_modules" / name).is_dir() and not _done(NPM, folder):
            pytest.skip(f"NOT TESTED for want of {name}: npm install in tests/{folder.name}")
