"""External UCI programs with `go perft`, run as processes and never imported."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NameProblem, NativeError
from lasker.play import library

PROGRAMS = ("stockfish", "fairy-stockfish")
SCRIPT = Path(__file__).parents[3] / "benchmarks" / "uci.py"  # UCI front-end for Python packages
PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games"))
ONLY = frozenset(("standard",))  # the variant of a program without a variant option
SECONDS = 600  # timeout of one answer

Count = tuple[int, float]  # perft count, and seconds of processor time


@dataclass(frozen=True)
class Peer:
    """A program, its command line, and its variant names."""

    name: str
    command: tuple[str, ...]
    variants: frozenset[str]

    def variant(self, game: str) -> str | None:
        """The program's name of a game of the library; None if it does not support it."""
        called = {library.canonical(game), *library.facts(game, "also")}
        return min(called & self.variants, default=None)

    def count(self, variant: str, fen: str | None, depth: int) -> Count:
        """Perft count, and processor time without start-up."""
        total, seconds = self._perft(variant, fen, depth)
        return total, max(seconds - self._perft(variant, fen, 1)[1], 1e-3)

    def _perft(self, variant: str, fen: str | None, depth: int) -> Count:
        chosen = [] if self.variants == ONLY else [f"setoption name UCI_Variant value {variant}"]
        where = "startpos" if fen is None else f"fen {fen}"
        began = _children()
        text = _run(self.command, ["uci", *chosen, f"position {where}", f"go perft {depth}", "quit"])
        found = re.search(r"Nodes searched\s*:\s*(\d+)", text)
        if found is None:
            raise NativeError(f"{self.name} does not tell how many moves there are")
        return int(found[1]), _children() - began


def found() -> list[Peer]:
    """The installed programs: engines by name, Python packages through our script."""
    engines = [path for name in PROGRAMS if (path := shutil.which(name, path=PLACES))]
    return [*(_identify(path) for path in engines), *(_identify(_script(name), name) for name in _packages())]


def named(text: str) -> Peer:
    """The program of a text: a name, a path, or a command line.

    >>> named("no-such-program")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NameProblem: no program is called no-such-program
    """
    if text in _packages():
        return _identify(_script(text), text)
    program, *options = shlex.split(text) or [""]
    path = shutil.which(program, path=PLACES)
    if path is None:
        raise NameProblem(
            f"no program is called {text}", remedy=f"for example {PROGRAMS[0]}, or the path of a UCI engine"
        )
    return _identify(shlex.join([path, *options]))


def _packages() -> list[str]:
    """The packages that the script finds; it exists in the source tree only."""
    return _run((sys.executable, str(SCRIPT)), []).split() if SCRIPT.is_file() else []


def _script(package: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), package])


def _identify(command: str, name: str | None = None) -> Peer:
    """A program with the variants that it reports."""
    words = tuple(shlex.split(command))
    option = re.search(r"^option name UCI_Variant .*$", _run(words, ["uci", "quit"]), re.MULTILINE)
    variants = frozenset(re.findall(r"var (\S+)", option[0])) if option else ONLY
    return Peer(name or Path(words[0]).name, words, variants)


def _run(command: tuple[str, ...], lines: list[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NativeError(f"{command[0]} was stopped after {SECONDS} seconds") from None
    return done.stdout


def _children() -> float:
    """Processor time of finished child processes in seconds, or elapsed time where that is unavailable."""
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return time.perf_counter()
