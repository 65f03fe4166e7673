"""Whatever compiles the generated C, the games are the same: boards of one word, of several, the opponent."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from lasker.play.library import facts, model, sources

ZIG = f"{sys.executable} -m ziglang cc"
FOUND = {
    "gcc": "gcc" if shutil.which("gcc") else None,
    "clang": "clang" if shutil.which("clang") else None,
    "ziglang": ZIG if find_spec("ziglang") else None,
}
# The longest rules for each width of board, in words of 64 squares: each width is generated as other vectors.
WIDTHS = {
    (len(model(name).space.sites) + 63) // 64: name
    for name, source in sorted(sources().items(), key=lambda each: len(each[1].text))
    if not facts(name, "extends")
    and any(check.depth > 1 and not check.position for check in model(name).counts)
}


@pytest.mark.soak
@pytest.mark.parametrize("words", WIDTHS)
@pytest.mark.parametrize("compiler", FOUND)
def test_games_are_the_same(compiler: str, words: int, tmp_path: Path) -> None:
    command = FOUND[compiler]
    if command is None:
        pytest.skip(f"{compiler} is not installed")
    name = WIDTHS[words]
    environment = {**os.environ, "CC": command, "LASKER_CACHE": str(tmp_path)}

    def told(*arguments: str, said: str = "") -> str:
        done = subprocess.run(
            [sys.executable, "-m", "lasker.cli", *arguments],
            env=environment,
            input=said,
            capture_output=True,
            text=True,
            timeout=600,
            check=True,
        )
        return done.stdout

    check = max((each for each in model(name).counts if not each.position), key=lambda each: each.depth)
    assert told("perft", name, str(check.depth), "--backend", "c") == f"{check.count}\n"
    played = told("uci", name, said="uci\nposition startpos\ngo nodes 2000\n")
    assert "bestmove" in played
    assert "bestmove (none)" not in played
