"""Errors of output name the file or the stream; a closed pipe is no error; work is not done in vain."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.commands import streams
from lasker.kernel import files
from lasker.kernel.errors import FileError
from lasker.match.ledger import Ledger

PATIENCE = 300  # seconds, after which a command is stopped
FULL = "No space left on device"
PRINTERS = (
    ("games",),
    ("perft", "tictactoe", "2"),
    ("show", "tictactoe", "--svg", "-"),
    ("--help",),
)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


def command(words: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", "lasker.cli", *words]


@pytest.mark.parametrize("words", PRINTERS, ids=" ".join)
def test_a_full_disk_behind_standard_output_is_told(words: tuple[str, ...]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command(words), stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
    assert (done.returncode, done.stderr.decode()) == (2, f"error: standard output: {FULL}\n")


@pytest.mark.parametrize("words", PRINTERS[:2], ids=" ".join)
def test_a_closed_pipe_is_no_error(words: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command(words), stdout=writing, stderr=subprocess.PIPE, timeout=PATIENCE)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_complaints_that_nobody_can_hear_change_no_status() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command(("show", "nothing.rules")), stderr=full, timeout=PATIENCE)
    assert done.returncode == 2


def test_closed_streams() -> None:
    words = " ".join(command(("play", "tictactoe", "--plain")))
    done = subprocess.run(f"{words} <&- >&-", shell=True, stderr=subprocess.PIPE, timeout=PATIENCE)
    assert (done.returncode, done.stderr) == (0, b"x> ")


def test_only_standard_output_is_called_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert not streams.failed(OSError(12, "Cannot allocate memory"))
    assert not streams.failed(BrokenPipeError(32, "Broken pipe"))
    assert not streams.failed(FileNotFoundError(2, "No such file or directory", "engine"))
    assert capsys.readouterr().err == (
        "error: Cannot allocate memory\nerror: Broken pipe\nerror: engine: No such file or directory\n"
    )


WRITERS = (
    ("show", "tictactoe", "--svg", "{}"),
    ("convert", "tictactoe", "--to", "rules", "--out", "{}"),
    ("number", "show", "eq", "--svg", "{}"),
    ("match", "random", "random", "--game", "tictactoe", "--games", "2", "--pgn", "{}"),
    ("tune", "tictactoe", "--output", "{}"),
    ("crosscheck", "--errata", "{}"),
)


@pytest.mark.parametrize("words", WRITERS, ids=" ".join)
def test_files_that_cannot_be_written_are_named(words: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place, message in (
        (tmp_path / "nowhere" / "x", "No such file or directory"),
        (tmp_path / "file" / "x", "Not a directory"),
        (tmp_path, "folder|directory"),
    ):
        result = run(*(word.format(place) for word in words))
        assert (result.exit_code, list(tmp_path.iterdir())) == (2, [tmp_path / "file"])
        assert str(place) in result.stderr
        assert any(each in result.stderr for each in message.split("|"))
        assert "games have been played" not in result.stderr


@pytest.mark.parametrize("option", ["--csv", "--plots"])
def test_folders_that_cannot_be_made_are_named(option: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in (tmp_path / "file", tmp_path / "file" / "inside"):
        result = run("stats", "tictactoe", "--games", "1", option, str(place))
        assert result.exit_code == 2
        assert f"error: {place}: " in result.stderr


def test_a_full_disk_behind_a_file_is_told() -> None:
    for words in WRITERS[:2]:
        result = run(*(word.format("/dev/full") for word in words))
        assert (result.exit_code, f"error: /dev/full: {FULL}" in result.stderr) == (2, True)


def test_a_saved_game_that_cannot_be_written_is_told_and_play_goes_on(tmp_path: Path) -> None:
    place = tmp_path / "nowhere" / "game.txt"
    typed = f"a1\nsave {place}\nsave {tmp_path}\nb2\nsave {tmp_path / 'game.txt'}\n"
    result = CliRunner().invoke(main, ["play", "tictactoe", "--plain"], input=typed)
    assert result.exit_code == 0
    assert f"error: {place}.part: No such file" in result.stdout
    assert f"error: {tmp_path}: Is a directory" in result.stdout
    assert (tmp_path / "game.txt").read_text("utf-8").split("\n")[2:] == ["a1", "b2", ""]


def test_what_is_expected_to_be_written(tmp_path: Path) -> None:
    files.check_writable(tmp_path / "new")
    files.check_writable("new")
    assert not (tmp_path / "new").exists()
    for place in (tmp_path, tmp_path / "nowhere" / "new"):
        with pytest.raises(FileError):
            files.check_writable(place)


def test_a_ledger_on_a_full_disk_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, FULL)

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(FileError, match=f"ledger: {FULL}"):
        Ledger(tmp_path / "ledger", {"game": "any"})
