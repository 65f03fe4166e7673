"""Whatever compiles the generated C, the games are the same: boards of one word, of several, the opponent."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from external_programs import program
from lasker.play.library import facts, model, sources


@cache
def widest() -> dict[int, str]:
    """The game with the longest rules for each number of 64-bit words a board takes."""
    return {
        (len(model(name).space.sites) + 63) // 64: name
        for name, source in sorted(sources().items(), key=lambda each: len(each[1].text))
        if not facts(name, "extends")
        and any(check.depth > 1 and not check.position for check in model(name).counts)
    }


@pytest.fixture(scope="module")
def zig(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What makes a machine one that has no compiler but the package ziglang."""
    folder = tmp_path_factory.mktemp("ziglang")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(folder), "ziglang"]
    if subprocess.run(install, capture_output=True, check=False).returncode:
        pytest.skip("NOT TESTED for want of ziglang: pip install ziglang")
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {"CC": "no-such-compiler", "PYTHONPATH": path, "HOME": str(folder)}


def told(environment: dict[str, str], *arguments: str, said: str = "") -> str:
    """What the command answers."""
    command = [sys.executable, "-m", "lasker.cli", *arguments]
    environment = {**os.environ, **environment}
    done = subprocess.run(
        command, env=environment, input=said, capture_output=True, text=True, timeout=600, check=True
    )
    return done.stdout


def the_same_game(name: str, environment: dict[str, str]) -> None:
    """It counts what its rules say, and an opponent finds a move."""
    check = max((each for each in model(name).counts if not each.position), key=lambda each: each.depth)
    assert told(environment, "perft", name, str(check.depth), "--backend", "c") == f"{check.count}\n"
    played = told(environment, "uci", name, said="uci\nposition startpos\ngo nodes 2000\n")
    assert "bestmove" in played
    assert "bestmove (none)" not in played


@pytest.mark.soak
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_compilers_of_the_system_agree(compiler: str, tmp_path: Path) -> None:
    for name in widest().values():
        the_same_game(name, {"CC": program(compiler), "LASKER_CACHE": str(tmp_path)})


@pytest.mark.soak
def test_a_machine_without_a_compiler_takes_that_of_a_package(tmp_path: Path, zig: dict[str, str]) -> None:
    for name in widest().values():
        the_same_game(name, {**zig, "LASKER_CACHE": str(tmp_path)})
