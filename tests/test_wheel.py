"""The wheel: it has every source file, and in an empty environment it plays, counts natively and serves."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
import venv
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

import lasker

ROOT = Path(__file__).resolve().parent.parent


def environment() -> dict[str, str]:
    """What commands see: nothing of it leads back to the sources."""
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}


def run(*command: str | Path, cwd: Path, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command away from the checkout."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=environment(),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
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
    done = run(*pip, "install", "--no-compile", wheel, cwd=folder)
    if done.returncode != 0:
        probe = run(
            *pip, "download", "--no-deps", "--no-cache-dir", "--dest", folder / "probe", "pip", cwd=folder
        )
        if probe.returncode != 0:
            pytest.skip("test_wheel: the wheel was NOT tried out, because pip reaches no package index")
    assert done.returncode == 0, done.stdout + done.stderr
    return commands


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once."""
    return build_wheel(tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def commands(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the commands of an environment in which there is nothing else."""
    return install(wheel, tmp_path_factory.mktemp("installed") / "environment")


def test_the_wheel_carries_every_source_file(wheel: Path) -> None:
    sources = ROOT / "src"
    expected = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc"
    }
    with zipfile.ZipFile(wheel) as opened:
        assert expected - set(opened.namelist()) == set()
        (facts,) = (name for name in opened.namelist() if name.endswith(".dist-info/METADATA"))
        assert f"\nVersion: {lasker.__version__}\n" in opened.read(facts).decode()


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--version"], f"lasker {lasker.__version__}\n"),
        (["eval", "♙ + u. -> . + u♙"], None),
        (["moves", "rim"], None),  # a game in YAML
        (["perft", "tictactoe", "4"], "3024\n"),
        (["perft", "tictactoe", "5", "--backend", "c"], "15120\n"),
    ],
    ids=["version", "eval", "yaml", "perft", "native"],
)
def test_the_installed_wheel_works(
    words: list[str], answer: str | None, commands: Path, tmp_path: Path
) -> None:
    if "c" in words and not any(map(shutil.which, ("cc", "gcc", "clang"))):
        pytest.skip("test_wheel: no native code was tried, because there is no C compiler")
    done = run(commands / "lasker", *words, cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == answer if answer else done.stdout.strip(), f"lasker {words[0]} says nothing"


def test_the_installed_wheel_plays(commands: Path, tmp_path: Path) -> None:
    typed = "b2\nquit\n"
    done = run(commands / "python", "-m", "lasker", "play", "tictactoe", cwd=tmp_path, typed=typed)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "x" in done.stdout.lower()


def test_the_installed_wheel_serves(commands: Path, tmp_path: Path) -> None:
    command: list[str | Path] = [commands / "lasker", "serve", "tictactoe", "--no-open"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        try:
            told = server.stdout.readline()
            address = re.search(r"http://[\w.:]+/", told)
            assert address is not None, told
            assert b"<html" in reached(address[0])
        finally:
            server.kill()


def reached(address: str) -> bytes:
    """The page, when the server has begun to answer."""
    until = time.monotonic() + 60
    while True:
        try:
            with urlopen(address, timeout=60) as page:
                content: bytes = page.read()
                return content
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
