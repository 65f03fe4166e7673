"""What macOS and Windows lack or call otherwise, taken away here in interpreters of their own: everything can
be imported, games are compiled, tried and counted, files are locked, programs are ended."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from lasker.commands.serve import bound
from lasker.kernel import locks, processes
from lasker.runtime import c_compiler, records

# As on Windows: no such modules, no such functions. What the standard library itself needs here stays in it.
WITHOUT = """
import asyncio, importlib, os, pkgutil, select, signal, socket, subprocess, sys, tempfile, webbrowser
import platformdirs, uvicorn  # they know where they are
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "resource", "termios", "tty", "pwd", "grp", "readline", "syslog"):
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
for name in ("fcntl", "resource", "termios", "tty", "pwd", "grp"):
    sys.modules.pop(name, None)
for module, names in (
    (os, "getuid geteuid getgid killpg setpriority PRIO_PGRP nice fork setsid getpgid sysconf O_NOFOLLOW"
         " O_CLOEXEC O_NONBLOCK O_NOCTTY sched_getaffinity getloadavg"),
    (select, "poll epoll"),
    (signal, "SIGKILL SIGXCPU SIGHUP SIGQUIT SIGALRM alarm setitimer pthread_sigmask"),
    (socket, "AF_UNIX"),
):
    for name in names.split():
        if hasattr(module, name):
            delattr(module, name)
subprocess.Popen.kill = lambda self: self.send_signal(9)  # the standard library's own way here
"""
IMPORTED = """
import lasker
found = [each.name for each in pkgutil.walk_packages(lasker.__path__, "lasker.")]
for name in found:
    if name != "lasker.__main__":
        importlib.import_module(name)
print(len(found))
"""
COUNTED = """
from lasker.cli import main
main(["perft", "tictactoe", "4", "--backend", "c"])
"""
ENDLESS = """
from pathlib import Path
from lasker.backends.c import host_process
from lasker.play.library import model
from lasker.runtime import c_compiler
host_process.SECONDS = 0.5
text = "int lasker_fast(void) { for (volatile int i = 0;; i++); }"
with tempfile.TemporaryDirectory() as folder:
    library = c_compiler.find().build([text], Path(folder))
    try:
        with host_process.Host(model("tictactoe"), 8, library, None):
            pass
    except host_process.Crashed as crash:
        print(crash)
"""


def run(*parts: str, store: Path | None = None) -> str:
    environment = {**os.environ, **({"LASKER_CACHE": str(store)} if store else {})}
    script = "".join((WITHOUT, *parts))
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, encoding="utf-8", timeout=300, env=environment
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_everything_can_be_imported() -> None:
    assert int(run(IMPORTED)) > 100


def test_a_game_is_compiled_tried_and_counted(tmp_path: Path) -> None:
    assert run(COUNTED, store=tmp_path).splitlines()[-1] == "3024"
    assert list(tmp_path.glob("*.json")), "what came of the trial is kept"


def test_a_library_that_does_not_end_is_ended() -> None:
    hidden = 'host_program = __import__("lasker.backends.c.host_process", fromlist=["x"])\n' + (
        'program = host_program._program().replace("import resource", "import no_such_module")\n'
        "host_program._program = lambda: program\n"
    )
    assert run(hidden, ENDLESS) == "it does not come to an end\n"


def test_a_file_is_locked_as_windows_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    taken: set[int] = set()

    def locking(descriptor: int, mode: int, size: int) -> None:
        assert os.lseek(descriptor, 0, os.SEEK_CUR) == locks.FAR, "what is locked cannot be read"
        if taken:
            raise PermissionError(13, "Permission denied")
        taken.add(descriptor)

    monkeypatch.setattr(locks, "find_spec", lambda name: None)
    monkeypatch.setitem(sys.modules, "msvcrt", SimpleNamespace(LK_NBLCK=2, locking=locking))
    path = tmp_path / "ledger"
    path.write_bytes(b"a line\n")
    with open(path, "r+b", buffering=0) as one, open(path, "r+b", buffering=0) as other:
        assert locks.locked(one.fileno())
        assert taken == {one.fileno()}
        assert not locks.locked(other.fileno())
        assert one.read() == b"a line\n"


def test_a_file_is_locked_once(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    with open(path, "wb") as one, open(path, "wb") as other:
        assert locks.locked(one.fileno())
        assert not locks.locked(other.fileno())
    with open(path, "wb") as later:
        assert locks.locked(later.fileno())


def test_a_program_is_ended_where_there_are_no_signals_for_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0, raising=False)
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"], **processes.own_group())
    began = time.monotonic()
    with process:
        processes.kill_group(process)
    assert process.returncode != 0
    assert time.monotonic() - began < 30


def test_a_port_is_not_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows, SO_REUSEADDR would let two programs listen at one port."""
    monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", -5, raising=False)
    with bound(0) as listening:
        assert not listening.getsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR)


def test_a_compiler_may_lie_in_a_folder_with_spaces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "Program Files" / "cc"
    program.parent.mkdir()
    program.symlink_to(shutil.which("cc") or "")
    c_compiler.find.cache_clear()
    monkeypatch.setenv("CC", str(program))
    try:
        assert c_compiler.find().command == (str(program),)
    finally:
        c_compiler.find.cache_clear()


def test_a_file_that_is_being_read_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows does not let a file be replaced while it is open elsewhere."""

    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(13, "Permission denied")

    private, place = tmp_path / "private", tmp_path / "library"
    private.mkdir()
    monkeypatch.setattr(Path, "replace", refuse)
    monkeypatch.setattr(records, "POSIX", False)
    with pytest.raises(PermissionError):
        records.put(b"new", place, private)
    place.write_bytes(b"old")
    records.put(b"new", place, private)
    assert place.read_bytes() == b"old"
    monkeypatch.setattr(records, "POSIX", True)
    with pytest.raises(PermissionError):
        records.put(b"new", place, private)
