"""Other programs that count: whatever speaks UCI and knows `go perft`, run beside us and never imported."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from lasker.kernel.errors import NameProblem, NativeError
from lasker.play import library

PROGRAMS = ("stockfish", "fairy-stockfish")
SCRIPT = Path(__file__).parents[3] / "benchmarks" / "uci.py"  # lets packages for Python speak UCI
PLACES = os.pathsep.join((os.environ.get("PATH", os.defpath), "/usr/games"))
ONLY = frozenset(("standard",))  # what a program plays that does not speak of variants
SECONDS = 600  # that a program may take for one answer

Count = tuple[int, float]  # how many sequences, and seconds of processor time


@dataclass(frozen=True)
class Peer:
    """A program, how to call it, and what it calls the games that it plays."""

    name: str
    command: tuple[str, ...]
    variants: frozenset[str]

    def variant(self, game: str) -> str | None:
        """What the program calls a game of the library; None if it does not know it."""
        called = {library.canonical(game), *library.facts(game, "also")}
        return min(called & self.variants, default=None)

    def count(self, variant: str, fen: str | None, depth: int) -> Count:
        """How many sequences of moves there are, and the processor time beyond that of the start."""
        total, seconds = self._asked(variant, fen, depth)
        return total, max(seconds - self._asked(variant, fen, 1)[1], 1e-3)

    def _asked(self, variant: str, fen: str | None, depth: int) -> Count:
        chosen = [] if self.variants == ONLY else [f"setoption name UCI_Variant value {variant}"]
        where = "startpos" if fen is None else f"fen {fen}"
        began = _children()
        text = _talk(self.command, ["uci", *chosen, f"position {where}", f"go perft {depth}", "quit"])
        found = re.search(r"Nodes searched\s*:\s*(\d+)", text)
        if found is None:
            raise NativeError(f"{self.name} does not tell how many moves there are")
        return int(found[1]), _children() - began


def found() -> list[Peer]:
    """The programs that are there: engines by their names, packages where our script can be run."""
    engines = [path for name in PROGRAMS if (path := shutil.which(name, path=PLACES))]
    return [*(_met(path) for path in engines), *(_met(_script(name), name) for name in _packages())]


def named(text: str) -> Peer:
    """The program that a text calls: a name, a path, or a whole command.

    >>> named("no-such-program")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NameProblem: no program is called no-such-program
    """
    if text in _packages():
        return _met(_script(text), text)
    program, *options = shlex.split(text) or [""]
    path = shutil.which(program, path=PLACES)
    if path is None:
        raise NameProblem(
            f"no program is called {text}", remedy=f"for example {PROGRAMS[0]}, or the path of a UCI engine"
        )
    return _met(shlex.join([path, *options]))


def _packages() -> list[str]:
    """The packages that the script finds; it lies beside the sources, not in what is installed."""
    return _talk((sys.executable, str(SCRIPT)), []).split() if SCRIPT.is_file() else []


def _script(package: str) -> str:
    return shlex.join([sys.executable, str(SCRIPT), package])


def _met(command: str, name: str | None = None) -> Peer:
    """A program, asked which variants it plays."""
    words = tuple(shlex.split(command))
    option = re.search(r"^option name UCI_Variant .*$", _talk(words, ["uci", "quit"]), re.MULTILINE)
    variants = frozenset(re.findall(r"var (\S+)", option[0])) if option else ONLY
    return Peer(name or Path(words[0]).name, words, variants)


def _talk(command: tuple[str, ...], lines: list[str]) -> str:
    text = "".join(f"{line}\n" for line in lines)
    try:
        done = subprocess.run(
            command, input=text, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise NativeError(f"{command[0]} was stopped after {SECONDS} seconds") from None
    return done.stdout


def _children() -> float:
    """Seconds of processor time that programs have taken which we started and which have ended; where the
    system does not tell, the time that has passed."""
    with suppress(ImportError):
        import resource

        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    return time.perf_counter()
