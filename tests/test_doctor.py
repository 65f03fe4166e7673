"""`lasker doctor`: what the machine can run, the contents of the store, and their integrity."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.kernel.checksums import with_checksum
from lasker.kernel.errors import NativeError
from lasker.runtime import c_compiler, health, library_store, records
from lasker.runtime.records import Record

NAME = "0123456789abcdef" * 4


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path / "store"))


def keep(record: Record, content: bytes = b"") -> None:
    """A library in the store, with the record of its self-test."""
    library_store.folder().mkdir(mode=0o700, exist_ok=True)
    private = library_store.folder() / "making-it"
    private.mkdir()
    records.write(record, library_store.folder() / (NAME + records.SUFFIX), private)
    if content:
        records.put(with_checksum(content), library_store.folder() / (NAME + library_store.SUFFIX), private)
    private.rmdir()


def asked(*options: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["doctor", *options])
    return done.exit_code, done.stdout


def facts() -> tuple[int, dict[str, Any]]:
    status, told = asked("--json")
    found: dict[str, Any] = json.loads(told)
    return status, found


def test_an_empty_store_is_sound() -> None:
    status, told = asked()
    assert status == 0, told
    assert c_compiler.find().version.splitlines()[0] in told
    assert "not there yet), 0 libraries" in told
    assert told.endswith("nothing is broken\n")


def test_what_was_checked_is_told() -> None:
    keep(
        Record("Coins", records.hash_of(b"code"), "counting", checked={"counts": 7, "reference": 2}), b"code"
    )
    status, told = asked()
    assert status == 0
    assert "Coins (counting)" in told
    assert "7 counts, 2 beside the reference" in told
    _, found = facts()
    assert found["libraries"][0]["checked"] == {"counts": 7, "reference": 2}
    assert found["libraries"][0]["bytes"] == len(with_checksum(b"code"))


def test_what_was_refused_is_broken() -> None:
    keep(Record("Coins", records.hash_of(b"code"), "counting", refused="it crashes", shown="coins.rules"))
    status, told = asked()
    assert status == 1
    assert "broken: Coins (counting) was refused: it crashes" in told
    assert facts()[1]["broken"]


def test_a_damaged_library_is_broken() -> None:
    keep(Record("Coins", records.hash_of(b"code"), "counting"), b"code")
    path = library_store.folder() / (NAME + library_store.SUFFIX)
    path.write_bytes(path.read_bytes()[:-1])
    status, told = asked()
    assert status == 1
    assert f"{NAME[: library_store.SHORT]} is damaged" in told


def test_a_library_that_nobody_tried_is_told_and_not_broken() -> None:
    keep(Record("Coins", "another"), b"code")
    (library_store.folder() / (NAME + records.SUFFIX)).unlink()
    status, told = asked()
    assert status == 0
    assert "not tried yet" in told


def test_a_store_that_others_can_write_is_broken() -> None:
    library_store.folder().mkdir()
    library_store.folder().chmod(0o777)
    status, found = facts()
    assert status == 1
    assert "can be written by other users" in found["store"]["problem"]
    assert found["store"]["permissions"] == "0o777"


def test_a_file_in_the_place_of_the_store_is_broken() -> None:
    library_store.folder().touch()
    assert "nothing can be written" in facts()[1]["broken"][0]


def test_a_compiler_that_does_not_work_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TINY", "this is no C\n")
    status, told = asked()
    assert status == 1
    assert "broken: the C compiler does not work: " in told


def test_without_a_compiler_it_is_told_what_is_used_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> c_compiler.Compiler:
        raise NativeError("no C compiler was found")

    monkeypatch.setattr(c_compiler, "find", none)
    status, told = asked()
    assert status == 0
    assert "compiler    none: no C compiler was found; generated Python is used instead" in told


def test_missing_packages_of_extras_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [
        "click>=8",
        "no-such-thing>=1; extra == 'tui'",
        "click; extra == 'web'",
        "build; extra == 'dev'",
    ]
    monkeypatch.setattr(health, "_requirements", lambda: wanted)
    assert health.pieces() == {"tui": ["no-such-thing"], "web": []}
