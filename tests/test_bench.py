"""Benchmarks against other engines: any UCI program can take part, counts are compared, none is required."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.bench import peers
from lasker.cli import main
from lasker.kernel.errors import NativeError
from lasker.play.game import load
from lasker.play.library import sources

# The shortest text that stands alone: whatever game it is, our reference counts it at once.
NAME = min((n for n, s in sources().items() if "extends" not in s.text), key=lambda n: len(sources()[n].text))
ENGINE = """
import sys
for line in sys.stdin:
    if line.strip() == "uci":
        print("option name UCI_Variant type combo default x var x var {variant}")
    if line.startswith("go perft"):
        print("\\nNodes searched:", {counts}[int(line.split()[2])])
    if line.strip() == "quit":
        break
"""


def asked(*options: str) -> Result:
    ours = ("--backend", "reference", "--rounds", "2", "--seconds", "0.01", "--depth", "2")
    return CliRunner().invoke(main, ["bench", *ours, *options])


def engine(folder: Path, counts: dict[int, int], variant: str = NAME) -> str:
    script = folder / "engine.py"
    script.write_text(ENGINE.replace("{variant}", variant).replace("{counts}", str(counts)), encoding="utf-8")
    return f"{sys.executable} {script}"


def test_lasker_is_measured_without_peers() -> None:
    told = asked(NAME, "--peer", "none", "--json")
    assert told.exit_code == 0, told.output
    perft, playouts = json.loads(told.stdout)
    assert (perft["task"], perft["depth"], perft["count"]) == ("perft", 2, load(NAME).perft(2))
    assert len(perft["rates"]) == 2
    assert playouts["task"] == "playouts"
    assert playouts["rate"] > 0


def test_beside_an_engine_that_counts_the_same(tmp_path: Path) -> None:
    counts = {depth: load(NAME).perft(depth) for depth in (1, 2)}
    told = asked(NAME, "--peer", engine(tmp_path, counts), "--no-playouts")
    assert told.exit_code == 0, told.output
    ours, theirs = told.stdout.splitlines()
    assert NAME in ours
    assert Path(sys.executable).name in theirs
    assert theirs.rstrip().endswith(" x")


def test_different_counts_give_exit_status_one(tmp_path: Path) -> None:
    told = asked(NAME, "--peer", engine(tmp_path, {1: 1, 2: 7}), "--no-playouts")
    assert told.exit_code == 1
    assert "counts 7 at depth 2" in told.stderr


def test_an_engine_that_does_not_know_the_game_is_left_out(tmp_path: Path) -> None:
    told = asked(NAME, "--peer", engine(tmp_path, {}, "another_game"), "--no-playouts")
    assert told.exit_code == 0
    assert len(told.stdout.splitlines()) == 1


def test_a_program_that_is_no_engine_is_reported() -> None:
    assert asked(NAME, "--peer", "no-such-program").exit_code == 2
    silent = peers.named(shutil.which("true") or "true")
    with pytest.raises(NativeError):
        silent.count("standard", None, 2)


def test_peers_that_are_found_count_the_same() -> None:
    for peer in peers.found():
        shared = [name for name in sources() if peer.variant(name) is not None]
        assert shared, peer.name
        name = shared[-1]
        count, _ = peer.count(peer.variant(name) or "", None, 1)
        assert count == len(load(name).start().moves), (peer.name, name)
