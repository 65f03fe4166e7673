"""The tutorial, done as a reader does it: commands are typed, files edited, answers compared."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from click.testing import CliRunner

from lasker.cli import main
from lasker.play.game import load

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorials" / "first-variant.md"


def blocks() -> Iterator[tuple[str, str]]:
    """Every indented block outside Python examples, with the paragraph before it."""
    text = re.sub(r"```python.*?```", "", TUTORIAL.read_text("utf-8"), flags=re.DOTALL)
    before, block = "", list[str]()
    for paragraph in [*text.split("\n\n"), "end"]:
        if paragraph.startswith("    "):
            block.append(paragraph)
            continue
        if block:
            yield before, dedent("\n\n".join(block)).strip("\n") + "\n"
        before, block = paragraph, []


def typed(session: str) -> Iterator[tuple[str, str]]:
    """The commands of a session, each with the answer that is shown below it."""
    for part in re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]:
        command, _, answer = part.partition("\n")
        yield command, answer


def test_the_tutorial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = additions = shown = 0
    for before, block in blocks():
        to = re.search(r"[Aa]dd to\s+`([a-z]+\.rules)`:$", before)
        if block.startswith("$ "):
            for command, answer in typed(block):
                result = CliRunner().invoke(main, shlex.split(command)[1:])
                assert (result.exit_code, result.output.rstrip("\n")) == (0, answer.rstrip("\n")), command
                commands += 1
        elif to:
            file = tmp_path / to[1]
            file.write_text(file.read_text("utf-8") + "\n" + block, "utf-8")
            additions += 1
        else:  # a file as it was made
            assert block in [file.read_text("utf-8") for file in tmp_path.iterdir()], block
            shown += 1
    assert (commands, additions, shown) == (6, 2, 2)
    for file in tmp_path.iterdir():
        assert CliRunner().invoke(main, ["check", "--seconds", "1", str(file)]).exit_code == 0
    hill = load("hill.rules").position("4k3/8/8/8/4K3/8/8/8 b - - 0 1")
    assert hill.outcome is not None
    assert [int(share) for share in hill.outcome.payoffs] == [1, 0]
    assert not hill.moves
