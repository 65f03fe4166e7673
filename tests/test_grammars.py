"""The cache of grammar tables: used, repaired when damaged, and optional."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

PARSE = """
from lark.parsers import lalr_parser
from lasker.kernel.source import Source
from lasker.syntax.parse import parse_lines
made = lalr_parser.LALR_Analyzer.compute_lalr
times = 0
def counted(self):
    global times
    times += 1
    return made(self)
lalr_parser.LALR_Analyzer.compute_lalr = counted
[line] = parse_lines(Source("a + u. -> . + ub"))
print(type(line.sides[0]).__name__, "made" if times else "kept")
"""


def parsed(prefix: Path, **more: str) -> str:
    """The output of a new process that parses a line, with its byte code in another folder."""
    environment = {**os.environ, "PYTHONPYCACHEPREFIX": str(prefix), "PYTHONDONTWRITEBYTECODE": "", **more}
    command = [sys.executable, "-c", PARSE]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def test_tables_are_made_once_and_again_when_they_are_damaged(tmp_path: Path) -> None:
    assert parsed(tmp_path) == "Arrow made"
    assert parsed(tmp_path) == "Arrow kept"
    [tables] = tmp_path.rglob("grammar.lark.*.tables")
    whole = tables.read_bytes()
    for damaged in (whole[: len(whole) // 2], b"", os.urandom(1000), whole.replace(b"Rule", b"Rude")):
        tables.write_bytes(damaged)
        assert parsed(tmp_path) == "Arrow made"
        assert parsed(tmp_path) == "Arrow kept"
    assert [*tables.parent.glob("*.tables*")] == [tables]


def test_where_nothing_can_be_kept_nothing_is(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert parsed(tmp_path / "file") == parsed(tmp_path / "file") == "Arrow made"
    assert parsed(tmp_path, PYTHONDONTWRITEBYTECODE="1") == "Arrow made"
    assert not [*tmp_path.rglob("*.tables*")]
