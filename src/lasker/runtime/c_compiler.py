"""The compiler driver: finds a C compiler and builds shared libraries from C text."""

from __future__ import annotations

import os
import platform
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from lasker.compiler.emit.c.translation_units import HUGE, HUGE_WALK, LARGE, Busy, Large, Seldom, Steps, Walk
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NativeError
from lasker.kernel.processes import kill_group, lower_priority, own_group

WINDOWS = sys.platform in ("win32", "cygwin")
# On Apple's own processors Clang knows the second alone.
NATIVE = "-mcpu=native" if (sys.platform, platform.machine()) == ("darwin", "arm64") else "-march=native"
FLAGS = (
    "-std=c11",
    NATIVE,
    *(() if WINDOWS else ("-fPIC",)),  # where all code can be moved anyway, Clang refuses it
    "-fvisibility=default",
    "-fno-strict-aliasing",
    "-Wno-unused-function",
    "-Werror=implicit-function-declaration",
    "-Werror=implicit-int",
    "-Werror=incompatible-pointer-types",
    "-Werror=int-conversion",
    "-Werror=return-type",
)
# No undefined symbols; systems without ELF check that by default.
LINKED = () if WINDOWS or sys.platform == "darwin" else ("-Wl,-z,defs",)
# The head of a function of one translation unit, unless it has attributes: of each function that is inline
# and may not be inlined, GCC warns at length. Tables have brackets, an equals sign or a pointer first.
STATIC_FUNCTION = re.compile(
    r"^static (?!inline\b|APART\b|__attribute__\b)(?=[^=;\[{(\n]*\((?!\*))", re.MULTILINE
)
TABLE = re.compile(r"^static const[^;]*;", re.MULTILINE)
ERROR_LINE = re.compile(r"error|undefined")
SECONDS = 300  # a compiler that takes longer is stopped
PATIENCE = 5  # nice level of a compiler in the background
TICK = 0.05  # seconds between checks for cancellation


class RefusedCode(NativeError):
    """Generated code rejected by the compiler, linker or loader: an error of the code generator."""


@dataclass(frozen=True)
class Compiler:
    """The command line and version of a C compiler."""

    command: tuple[str, ...]
    version: str

    def build(self, texts: Iterable[str], folder: Path) -> Path:
        """Compile C texts, each as soon as it is generated, and link one library in a private `folder`."""
        library, running = folder / "game.so", list[tuple[Path, subprocess.Popen[str]]]()
        common = flags()
        try:
            for number, text in enumerate(texts):
                cancel.check()
                level = optimization(text)
                source = folder / f"part{number}.c"
                source.write_text(droppable(text) if "-O0" in (level, *common) else text, "utf-8")
                object_file = source.with_suffix(".o")
                running.append(
                    (object_file, self._begin([level, *common, "-c", "-o", str(object_file), str(source)]))
                )
            for _, process in running:
                self._end(process)
            objects = [str(object_file) for object_file, _ in running]
            linking = self._begin(["-shared", *common, *LINKED, "-o", str(library), *objects])
            running.append((library, linking))
            self._end(linking)
        finally:
            for _, process in running:
                with process:  # closes its pipes and waits
                    if process.poll() is None:
                        kill_group(process)
        return library

    def _begin(self, arguments: list[str]) -> subprocess.Popen[str]:
        command = [*self.command, *arguments]
        process = subprocess.Popen(
            command,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            **own_group(),
        )
        if cancel.low_priority():
            lower_priority(process, PATIENCE)
        return process

    def _end(self, process: subprocess.Popen[str]) -> None:
        """Wait for the compiler; raise its first error message."""
        until, stderr = time.monotonic() + SECONDS, None
        while stderr is None:
            cancel.check()
            with suppress(subprocess.TimeoutExpired):
                _, stderr = process.communicate(timeout=TICK)
            if stderr is None and time.monotonic() > until:
                raise NativeError(
                    f"{self.command[0]} was stopped after {SECONDS} seconds", remedy="use --backend python"
                )
        if process.returncode != 0:
            first = next((line for line in stderr.splitlines() if ERROR_LINE.search(line)), "no reason given")
            raise RefusedCode(f"{self.command[0]} refused the generated code: {first}")


def optimization(text: str) -> str:
    """The optimization level of a C text, so that compiling takes seconds.

    >>> [optimization(kind(200_000 * "x")) for kind in (Busy, Large, Seldom)]
    ['-O2', '-O1', '-O0']
    >>> [optimization(kind((HUGE_WALK + 1) * "x")) for kind in (Walk, Steps, Busy)]
    ['-O0', '-O1', '-O1']
    """
    code = len(TABLE.sub("", text))
    huge = 2 * HUGE if isinstance(text, Steps) else HUGE_WALK if isinstance(text, Walk) else HUGE
    if isinstance(text, Seldom) or code > huge:
        return "-O0"
    limit = 5 * LARGE // 2 if isinstance(text, Busy) else LARGE
    size = code if isinstance(text, Walk) else len(text)
    return "-O1" if size > limit or isinstance(text, Large) else "-O2"


def droppable(text: str) -> str:
    """C text of which functions that are never called cost nothing without optimization: GCC then compiles
    all functions except those that may be inlined.

    >>> print(droppable("static int one(void) { return 1; }\\nstatic const int TABLE[] = {(1)};"))
    static inline int one(void) { return 1; }
    static const int TABLE[] = {(1)};
    >>> print(droppable("static APART int two(void) { return 2; }"))  # it is never inlined
    static APART int two(void) { return 2; }
    >>> print(droppable("static const int (*const WAYS[])[2] = {TABLE};"))  # Clang knows no inline data
    static const int (*const WAYS[])[2] = {TABLE};
    """
    return STATIC_FUNCTION.sub("static inline ", text)


def flags() -> tuple[str, ...]:
    """Compiler flags: ours, then those of $LASKER_CFLAGS, which may override ours."""
    named = os.environ.get("LASKER_CFLAGS", "")
    try:
        return (*FLAGS, *shlex.split(named))
    except ValueError as error:
        raise NativeError(
            f"LASKER_CFLAGS={named!r} cannot be split into flags: {error}",
            remedy="write them as in a shell: LASKER_CFLAGS='-O1 -g'",
        ) from None


@cache
def find() -> Compiler:
    """The compiler that $CC names, the system's, or that of the package ziglang."""
    named = os.environ.get("CC")
    candidates: list[tuple[str, ...]] = [_words(named)] if named else [("cc",), ("gcc",), ("clang",)]
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


def _words(command: str) -> tuple[str, ...]:
    """A command in the environment: the path of a program, with spaces in it or not, or one with options.

    >>> _words("ccache gcc"), _words("")
    (('ccache', 'gcc'), ())
    """
    return (command,) if shutil.which(command) else tuple(command.split())


def _version(command: tuple[str, ...]) -> str | None:
    try:
        done = subprocess.run(
            [*command, "--version"], capture_output=True, text=True, timeout=60, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
