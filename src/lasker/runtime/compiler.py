"""Finding a C compiler, and turning C text into a shared library."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from lasker.kernel.errors import NativeError

FLAGS = (
    "-std=c11",
    "-march=native",
    "-shared",
    "-fPIC",
    "-fvisibility=default",
    "-fno-strict-aliasing",
    "-Wno-unused-function",
)
LARGE = 100_000  # characters of text from which less is optimised: as fast in measurements, and sooner done
SECONDS = 300  # a compiler that takes longer is stopped


@dataclass(frozen=True)
class Compiler:
    """A way to call a C compiler, and what it says of itself."""

    command: tuple[str, ...]
    version: str

    def build(self, text: str, folder: Path) -> Path:
        """Compile a text into a library in `folder`, which is the caller's alone."""
        source, library = folder / "game.c", folder / "game.so"
        source.write_text(text, "utf-8")
        level = "-O1" if len(text) > LARGE else "-O2"
        command = [*self.command, level, *FLAGS, "-o", str(library), str(source)]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
        except subprocess.TimeoutExpired:
            raise NativeError(
                f"{self.command[0]} was stopped after {SECONDS} seconds", remedy="use --backend python"
            ) from None
        if done.returncode != 0 or not library.is_file():
            first = next((line for line in done.stderr.splitlines() if "error" in line), "no reason given")
            raise NativeError(f"{self.command[0]} refused the generated code: {first}")
        return library


@cache
def find() -> Compiler:
    """The compiler that $CC names, the system's, or that of the package ziglang."""
    named = os.environ.get("CC")
    candidates: list[tuple[str, ...]] = [tuple(named.split())] if named else [("cc",), ("gcc",), ("clang",)]
    if find_spec("ziglang") is not None:
        candidates.append((sys.executable, "-m", "ziglang", "cc"))
    for command in candidates:
        if shutil.which(command[0]) and (version := _version(command)):
            return Compiler(command, version)
    raise NativeError(
        "no C compiler was found",
        remedy="install one (cc), or the package ziglang: pip install 'lasker[native]'; "
        "--backend python needs none",
    )


def _version(command: tuple[str, ...]) -> str | None:
    try:
        done = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
