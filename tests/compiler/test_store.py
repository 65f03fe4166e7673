"""The store of compiled games: killed, full, corrupt, read-only, used by two at once; the next run works."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from lasker import backends
from lasker.backends.c.counting import SWITCHES
from lasker.backends.c.naming import library_name
from lasker.compiler.bits.game import BitProgram
from lasker.kernel.checksums import checked_content, with_checksum
from lasker.kernel.errors import NativeError
from lasker.kernel.trusted_files import exposed
from lasker.play.game import load
from lasker.play.library import facts, model, sources
from lasker.runtime import c_compiler, library_store, records, result_cache
from lasker.runtime import sources as versions


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "store"))


DEPTH = 2
# What is compiled soonest: the shortest text that stands alone and says how many sequences there are.
NAME = next(
    name
    for name, source in sorted(sources().items(), key=lambda item: len(item[1].text))
    if not facts(name, "extends") and any(c.depth == DEPTH and not c.position for c in model(name).counts)
)


def wanted() -> int:
    """The count that every run must come to."""
    return next(check.count for check in model(NAME).counts if check.depth == DEPTH and not check.position)


def asked(*before: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Count in another process."""
    command = [*before, sys.executable, "-m", "lasker.cli", "perft", NAME, str(DEPTH), "--backend", "c"]
    return subprocess.run(
        command, env=os.environ | environment, capture_output=True, text=True, timeout=300, check=False
    )


def works(**environment: str) -> None:
    told = asked(**environment)
    assert (told.returncode, told.stderr) == (0, "")
    assert int(told.stdout) == wanted()


def library() -> Path:
    return library_store.folder() / (library_name(model(NAME), SWITCHES) + library_store.SUFFIX)


def litter() -> list[Path]:
    return list(library_store.folder().glob(library_store.TEMPORARY_PREFIX + "*"))


def test_a_corrupt_library_is_made_again() -> None:
    backends.open_engine("c", model(NAME))
    path = library()
    sound = path.read_bytes()
    middle = len(sound) // 2
    flipped = sound[:middle] + bytes([sound[middle] ^ 1]) + sound[middle + 1 :]
    for broken in (b"", sound[:-1], sound[:middle], sound[:-40] + b"x" * 40, b"\0" * len(sound), flipped):
        path.unlink()  # a library that is loaded must not be written over
        path.write_bytes(broken)
        assert not library_store.sound(path)
        backends.open_engine("c", model(NAME))
        assert library_store.sound(path)
    assert litter() == []


def test_something_else_in_the_place_of_a_library_is_told() -> None:
    backends.open_engine("c", model(NAME))
    path = library()
    path.unlink()
    path.mkdir()
    told = asked()
    assert told.returncode == 2
    assert "nothing can be written" in told.stderr
    path.rmdir()
    works()


def test_two_processes_may_compile_at_once() -> None:
    command = [sys.executable, "-m", "lasker.cli", "perft", NAME, str(DEPTH), "--backend", "c"]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert {int(process.communicate(timeout=300)[0]) for process in both} == {wanted()}
    suffixes = library_store.SUFFIX, records.SUFFIX
    found = {each for each in library_store.folder().iterdir() if each.suffix != result_cache.SUFFIX}
    names = {each.stem for each in found}  # what counts, and the walk beside it
    assert {each.name for each in found} == {name + suffix for name in names for suffix in suffixes}


# Compiles like cc, but where the file `wait` stands beside it, it writes half a library and stops there.
SLOW = """#!/bin/sh
for last; do
    if [ "$before" = -o ]; then out=$last; fi
    before=$last
done
if [ -e "$0.wait" ] && [ -n "$out" ]; then
    echo half of it > "$out"
    echo > "$0.waiting"
    sleep 600
fi
exec {cc} "$@"
"""


def test_killed_in_the_middle_of_a_compile_the_next_run_works(tmp_path: Path) -> None:
    slow = tmp_path / "slow-cc"
    slow.write_text(SLOW.replace("{cc}", " ".join(c_compiler.find().command)), encoding="utf-8")
    slow.chmod(0o755)
    waits, waiting = Path(f"{slow}.wait"), Path(f"{slow}.waiting")
    waits.touch()
    command = [sys.executable, "-m", "lasker.cli", "perft", NAME, str(DEPTH), "--backend", "c"]
    killed = subprocess.Popen(command, env=os.environ | {"CC": str(slow)}, start_new_session=True)
    until = time.monotonic() + 120
    while not waiting.exists() and time.monotonic() < until:
        time.sleep(0.05)
    os.killpg(killed.pid, signal.SIGKILL)
    assert killed.wait(timeout=60) == -signal.SIGKILL
    assert waiting.exists()
    [left] = litter()
    waits.unlink()
    works(CC=str(slow))
    assert litter() == [left]  # it might still be in use

    old = time.time() - 2 * library_store.LONGEST
    os.utime(left, (old, old))
    works(CC=str(slow))
    assert litter() == [left]  # nothing was made, so nothing was swept
    for made in library_store.folder().glob("*" + library_store.SUFFIX):
        made.unlink()
    works(CC=str(slow))
    assert litter() == []


def test_with_a_full_disk_there_is_a_clear_message_and_the_next_run_works() -> None:
    limited = ("sh", "-c", 'ulimit -f 4; exec "$@"', "sh")  # no file may become larger than some blocks
    told = asked(*limited)
    assert told.returncode == 2, told
    assert told.stderr.startswith("error: ")
    assert "Traceback" not in told.stderr
    assert not library().exists()
    works()


def test_a_disk_that_fills_while_the_library_is_sealed(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as patched:
        patched.setattr(Path, "write_bytes", full)
        with pytest.raises(NativeError) as caught:
            backends.open_engine("c", model(NAME))
    assert "No space left" in caught.value.report()
    assert "LASKER_CACHE" in caught.value.report()
    assert litter() == []
    works()


def test_where_nothing_can_be_written_it_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.touch()
    told = asked(LASKER_CACHE=str(file / "store"))
    assert told.returncode == 2
    assert "nothing can be written" in told.stderr
    assert "LASKER_CACHE" in told.stderr
    backends.open_engine("c", model(NAME))
    if os.getuid() != 0:  # who may do everything is not stopped by this
        library_store.folder().chmod(0o500)
        works()  # it is there already, and only read
        library_store.folder().chmod(0o700)


def test_a_library_of_somebody_else_is_not_trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    backends.open_engine("c", model(NAME))
    assert library_store.sound(library())
    monkeypatch.setattr(os, "getuid", lambda: library().stat().st_uid + 1)
    assert not library_store.sound(library())


def test_without_a_compiler_there_is_a_clear_message() -> None:
    told = asked(CC="no-such-compiler")
    if told.returncode == 0:
        pytest.skip("the package ziglang is installed, and compiles where nothing else does")
    assert told.returncode == 2
    assert "no C compiler was found" in told.stderr
    assert "--backend python" in told.stderr


def test_a_pipe_or_a_link_in_the_place_of_a_library_is_not_followed(tmp_path: Path) -> None:
    backends.open_engine("c", model(NAME))
    path, elsewhere = library(), tmp_path / "download"
    path.rename(elsewhere)
    assert library_store.sound(elsewhere)
    path.symlink_to(elsewhere)
    assert not library_store.sound(path)
    assert library_store.stored_bytes(path.stem) is None
    path.unlink()
    os.mkfifo(path)
    assert not library_store.sound(path)  # and nobody has waited for a writer
    backends.open_engine("c", model(NAME))
    assert library_store.sound(path)
    path.chmod(0o620)
    assert not library_store.sound(path)


def test_what_was_hashed_is_what_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is exchanged after it was read; what is loaded is what was read."""
    backends.open_engine("c", model(NAME))
    path, seen = library(), list[bytes]()
    content = library_store.stored_bytes(path.stem)
    unseal = checked_content

    def exchanged(found: bytes) -> bytes | None:
        path.unlink(missing_ok=True)
        path.write_bytes(b"something else")
        return unseal(found)

    monkeypatch.setattr(library_store, "checked_content", exchanged)
    library_store.library(path.stem, list, c_compiler.find(), lambda at: seen.append(Path(at).read_bytes()))
    assert seen == [content]


@pytest.mark.parametrize("mode", [0o777, 0o720, 0o1777])
def test_a_folder_that_others_can_write_is_not_used(mode: int) -> None:
    library_store.folder().mkdir()
    library_store.folder().chmod(mode)
    with pytest.warns(
        RuntimeWarning, match=f"{library_store.folder()} can be written by other users.*LASKER_CACHE"
    ):
        engine = backends.open_engine("c", model(NAME))
    assert engine.perft(backends.position(load(NAME).start().node), DEPTH) == wanted()
    assert list(library_store.folder().iterdir()) == []


def test_folders_above_count_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_to_all, store_in_it = tmp_path / "open", tmp_path / "open" / "store"
    store_in_it.mkdir(parents=True, mode=0o700)
    assert exposed(store_in_it) is None
    open_to_all.chmod(0o777)
    assert exposed(store_in_it) == f"{open_to_all} can be written by other users"
    link = tmp_path / "link"
    link.symlink_to(store_in_it)
    assert exposed(link) == f"{open_to_all} can be written by other users"
    open_to_all.chmod(0o1777)
    assert exposed(store_in_it) is None
    monkeypatch.setattr(os, "getuid", lambda: store_in_it.stat().st_uid + 1)
    assert exposed(store_in_it) is not None


def test_code_that_cannot_be_loaded_is_not_kept_and_the_walk_takes_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin = BitProgram._start

    def undefined(self: BitProgram) -> Iterator[str]:
        yield "extern int nobody_defines_this(void);"
        yield "int lasker_calls_it(void) { return nobody_defines_this(); }"
        yield from begin(self)

    monkeypatch.setattr(BitProgram, "_start", undefined)
    start = backends.position(load(NAME).start().node)
    with pytest.warns(RuntimeWarning, match="refused the generated code: .*the walk takes over"):
        engine = backends.open_engine("c", model(NAME))
    assert engine.perft(start, DEPTH) == wanted()
    assert not library().exists()
    monkeypatch.setattr(c_compiler, "LINKED", ())  # what the linker lets pass the loader refuses
    for path in library_store.folder().iterdir():
        path.unlink()
    with pytest.warns(RuntimeWarning, match="cannot be loaded: .*nobody_defines_this.*the walk takes over"):
        engine = backends.open_engine("c", model(NAME))
    assert engine.perft(start, DEPTH) == wanted()
    assert not library().exists()


def test_a_sealed_library_that_cannot_be_loaded_is_made_again() -> None:
    backends.open_engine("c", model(NAME))
    library().unlink()
    library().write_bytes(with_checksum(b"no library at all"))
    library().chmod(0o600)
    assert library_store.sound(library())
    backends.open_engine("c", model(NAME))
    assert library_store.stored_bytes(library().stem) != b"no library at all"


def test_other_flags_make_another_library(monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    for flags in ("", "-O0", "-O0 -DNAME='two words'"):
        monkeypatch.setenv("LASKER_CFLAGS", flags)
        names.add(library())
    assert len(names) == 3
    assert c_compiler.flags()[-2:] == ("-O0", "-DNAME=two words")


def test_flags_that_cannot_be_used_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CFLAGS", "-D'half")
    with pytest.raises(NativeError, match=r"LASKER_CFLAGS=.*cannot be split into flags"):
        backends.open_engine("c", model(NAME))
    told = asked(LASKER_CFLAGS="--no-such-flag")
    assert told.returncode != 0
    assert "no-such-flag" in told.stderr
    assert "Traceback" not in told.stderr


def test_every_package_that_makes_c_is_part_of_a_librarys_name() -> None:
    """Else a library that another version of the generator made would be taken for this one's."""
    told = "import sys, lasker.backends.c.build, lasker.syntax.game_reader; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    modules = [name.split(".") for name in run.stdout.split() if name.startswith("lasker.")]
    assert {name[1] for name in modules} == set(versions.GENERATOR)
