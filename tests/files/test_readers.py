"""Only kernel/files.py opens files that users name: it alone knows what to refuse."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import lasker

ROOT = Path(lasker.__file__).parent
FILES = "kernel/files.py"
OPENERS = {
    "open",
    "read_text",
    "read_bytes",
    "FileIO",
    "fdopen",
    "open_code",
    "fromfile",
    "memmap",
    "genfromtxt",
}
LIKELY = re.compile(rf"\b({'|'.join(OPENERS)})\b")
PACKAGE = "reads what is shipped with the package"
COMPILED = "reads a library that was just compiled, or taken from the store"
REASONS = {  # what else reads files, and why it may
    FILES: "is the reader of files that users name",
    "kernel/trusted_files.py": "reads caches: only regular files of this user, never waited for",
    "runtime/library_store.py": "reads what its compiler has just made, and facts about the processor",
    "runtime/records.py": "opens what it writes",
    "backends/c/build.py": COMPILED,
    "backends/c/library_declarations.py": "reads declarations that cffi has just written",
    "backends/c/library_verification.py": COMPILED,
    "runtime/sources.py": PACKAGE,
    "frontends/_ini/variant.py": PACKAGE,
    "gallery/figures.py": PACKAGE,
    "commands/streams.py": "opens the null device and standard output",
    "database/streams.py": "reads from the descriptor that kernel/files.py has opened and checked",
    "workers/cluster.py": "reads the package, and opens tasks, which are no files",
    "workers/processes.py": "opens the null device, its own pipes, and tasks, which are no files",
    "workers/scheduler.py": "opens tasks, which are no files",
    "play/library.py": PACKAGE,
    "commands/serve.py": "opens what it makes itself",
    "drawing/documents/raster.py": "opens pictures in memory",
    "web/health.py": "reads the facts about a process",
    "web/static.py": PACKAGE,
    "web/worker_program.py": "opens its own pipes and the null device",
    "web/worker_process.py": "reads the facts about a process",
    "widget.py": PACKAGE,
    "proofs/coq/__init__.py": PACKAGE,
    "syntax/builtin_names.py": PACKAGE,
    "frontends/_yaml/specification/resolved.py": PACKAGE,
    "engine/weight_files.py": PACKAGE,
    "formulations/crosscheck/sharing.py": PACKAGE,
    "formulations/errata/register.py": PACKAGE,
    "formulations/arithmetic/definitions/__init__.py": PACKAGE,
}


def openings(text: str) -> Iterator[int]:
    """The lines of a module that open files for reading, other than through kernel/files.py or a package."""
    if not LIKELY.search(text):
        return
    nodes = list(ast.walk(ast.parse(text)))
    ours = {
        alias.asname or alias.name
        for node in nodes
        if isinstance(node, ast.ImportFrom) and node.module in ("lasker.kernel.files", "lasker.notation.pgn")
        for alias in node.names
    }
    ours |= {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    for node in nodes:
        if isinstance(node, ast.Call) and _called(node.func) in OPENERS:
            own = isinstance(node.func, ast.Name) and node.func.id in ours
            if not (own or _writes(node) or _of_package(node.func)):
                yield node.lineno


def _called(node: ast.expr) -> str:
    """The last word of what is called."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _writes(node: ast.Call) -> bool:
    """Is a file opened to be written?"""
    modes = [
        each.value
        for each in [*node.args[1:2], *(k.value for k in node.keywords if k.arg == "mode")]
        if isinstance(each, ast.Constant)
    ]
    return any(isinstance(mode, str) and mode[:1] in ("w", "a", "x") for mode in modes)


def _of_package(called: ast.expr) -> bool:
    """Is it a file of a package that is opened, or a page in a browser?"""
    inside = list(ast.walk(called))
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "files"
        for node in inside
    ) or any(isinstance(node, ast.Name) and node.id == "webbrowser" for node in inside)


def test_the_check_for_readers_of_files_notices_each_form() -> None:
    assert list(openings("import os\nos.open(name, os.O_RDONLY)")) == [2]
    assert list(openings("from io import open\nopen(name)")) == [2]
    assert list(openings("text = Path(name).read_text()")) == [1]
    assert list(openings("with Path(name).open() as stream: pass")) == [1]
    assert list(openings("from lasker.kernel.files import read_text\nread_text(name)")) == []
    assert list(openings("files('lasker.games').joinpath(name).read_text()")) == []
    assert list(openings("open(name, 'w')\nopen(name, mode='a')")) == []


def test_only_one_module_reads_files_that_users_name() -> None:
    found = {
        file.relative_to(ROOT).as_posix(): lines
        for file in sorted(ROOT.rglob("*.py"))
        if (lines := list(openings(file.read_text("utf-8"))))
    }
    assert {name: lines for name, lines in found.items() if name not in REASONS} == {}
    assert set(REASONS) <= set(found), "a reason for nothing"
