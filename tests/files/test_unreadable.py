"""Whatever a user may name instead of a file is refused before it is read, by every reader and command."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from types import FrameType

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.kernel import files
from lasker.kernel.errors import FileError, LaskerError, LimitError
from lasker.kernel.limits import Limits
from lasker.match.ledger import Ledger
from lasker.match.openings import Openings
from lasker.notation.pgn import read_file, read_games
from lasker.play import library
from lasker.play.game import load
from lasker.table import Table

HUGE = 1 << 42  # bytes
WAITED = 200  # seconds, after which a test that should not wait at all is stopped
TICTACTOE = library.sources()["tictactoe"].text


@pytest.fixture(autouse=True)
def stopped_if_it_waits() -> Iterator[None]:
    def stop(_: int, __: FrameType | None) -> None:
        raise AssertionError("it waits for something")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(WAITED)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def folder(path: Path) -> None:
    path.mkdir()


def huge(path: Path) -> None:
    path.touch()
    os.truncate(path, HUGE)


def plug(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the addresses of sockets are short
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


def foreign_text(path: Path) -> None:
    path.write_bytes("lasker 1\n♙ Ünï".encode("utf-16"))


def missing(path: Path) -> None:
    assert not path.exists()


KINDS: dict[Callable[[Path], None], str] = {
    pipe: "is a pipe, not a file",
    device: "is a device, not a file",
    folder: "is a folder, not a file",
    huge: f"has {HUGE:,} bytes, and the limit is ",
    plug: "is a socket, not a file",
    foreign_text: "is not UTF-8 text (byte 0, line 1)",
    missing: "No such file or directory",
}


def extended(path: Path) -> None:
    child = path.with_name("child.rules")
    child.write_text(f'lasker 1\ngame "Child"\nextends "{path}"\n', "utf-8")
    load(str(child))


READERS: dict[str, Callable[[Path], object]] = {
    "game.rules": lambda path: load(str(path)),
    "game.yaml": lambda path: load(str(path)),
    "base.rules": extended,
    "games.pgn": lambda path: list(read_file(path)),
    "positions.epd": lambda path: Openings(load("tictactoe"), path),
    "openings.pgn": lambda path: Openings(load("tictactoe"), path),
    "ledger": lambda path: Ledger(path, {}),
    "saved.txt": lambda path: Table(load("tictactoe").start()).restore(path),
}
ANY_BYTES = {"games.pgn", "openings.pgn", "ledger"}  # these say themselves what is wrong with bytes


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("name", READERS)
def test_readers_refuse_what_is_no_file(name: str, kind: Callable[[Path], None], tmp_path: Path) -> None:
    if (kind is foreign_text and name in ANY_BYTES) or (kind is missing and name == "ledger"):
        return  # the one is read, the other made
    kind(tmp_path / name)
    with pytest.raises(LimitError if kind is huge else FileError) as raised:
        READERS[name](tmp_path / name)
    assert str(tmp_path / name) in raised.value.message
    assert KINDS[kind] in raised.value.message
    assert raised.value.remedy


COMMANDS = (
    ("check", "{}"),
    ("show", "{}"),
    ("perft", "{}", "1"),
    ("convert", "{}", "--to", "yaml"),
    ("play", "{}", "--plain"),
    ("eval", "nil", "--rules", "{}"),
    ("play", "tictactoe", "--plain", "--load", "{}"),
    ("match", "random", "random", "--game", "tictactoe", "--openings", "{}"),
    ("match", "random", "random", "--game", "tictactoe", "--record", "{}"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_commands_refuse_what_is_no_file(words: tuple[str, ...], tmp_path: Path) -> None:
    for kind, message in KINDS.items():
        path = tmp_path / f"{kind.__name__}.rules"
        kind(path)
        if "--record" in words and kind in (foreign_text, missing):
            continue
        result = CliRunner().invoke(main, [word.format(path) for word in words])
        assert result.exit_code == 2, (kind, result.output)
        assert f"error: {path}" in result.stderr, kind
        assert message in result.stderr
        assert "help: " in result.stderr


def test_what_has_no_suffix_is_told_by_its_kind(tmp_path: Path) -> None:
    pipe(tmp_path / "mine")
    with pytest.raises(FileError, match="mine is a pipe"):
        load(str(tmp_path / "mine"))
    with pytest.raises(LaskerError, match="no game is called"):
        load("")


@pytest.mark.parametrize("name", ["a\0b.rules", "x" * 5000 + ".rules", "\udcff.rules", "/dev/fd/999999"])
def test_names_that_no_file_has(name: str) -> None:
    with pytest.raises(LaskerError):
        load(name)
    with pytest.raises(LaskerError):
        files.read_text(name)


def test_a_file_that_grows_while_it_is_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "growing"
    path.write_bytes(b"x" * 10)
    with files.opened(path, 20) as stream:
        path.write_bytes(b"x" * 30)
        with pytest.raises(LimitError, match="growing has more than 20 bytes, and that is the limit"):
            stream.read()


def test_texts_are_read_whatever_ends_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "text"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert files.read_text(path) == "one\ntwo\nthree\n"


def lasker(*words: str, **how: int | bytes) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "lasker.cli", *words]
    return subprocess.run(command, capture_output=True, timeout=WAITED, **how)  # type: ignore[call-overload, no-any-return]


def test_streams_that_are_handed_over_are_read() -> None:
    given = lasker("moves", "/dev/stdin", input=TICTACTOE.encode())
    assert (given.returncode, given.stdout.split()) == (0, b"a1 b1 c1 a2 b2 c2 a3 b3 c3".split())
    with open("/dev/zero", "rb") as zero:
        endless = lasker("moves", "/dev/stdin", stdin=zero.fileno())
    assert endless.returncode == 2
    assert b"/dev/stdin has more than" in endless.stderr


def test_endless_lines_typed_to_a_command_are_refused() -> None:
    for command in (["play", "tictactoe", "--plain"], ["prompt"]):
        result = CliRunner().invoke(main, command, input="x" * (files.LONGEST_LINE + 1))
        assert result.exit_code == 2
        assert "standard input: a line has more than 1,000,000 characters" in result.stderr
        assert CliRunner().invoke(main, command, input=b"\xff\n").exit_code == 0


def test_a_game_in_pgn_does_not_grow_for_ever() -> None:
    small = Limits(characters=100)
    first, second = read_games(StringIO("e4 " * 1000 + "{" + "x" * 1000 + "} 1-0\n\n1. d4 *"), small)
    assert len(first.main.plies) == 33
    assert [str(each.message) for each in first.problems] == [
        "the game has more than 100 characters; the rest of it is left out"
    ]
    assert (first.result, second.moves, second.problems) == ("1-0", ["d4"], [])


def test_a_comment_that_is_never_closed_is_not_kept_whole() -> None:
    text = "{" + ("x" * 99 + "\n") * 100_000  # ten million characters, and eight are allowed
    (game,) = read_games(StringIO(text))
    assert any("more than" in each.message for each in game.problems)
    assert not game.main.comments
