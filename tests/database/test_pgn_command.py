"""`lasker pgn`: counts, filters, checks, conversions, tables; the same results on any number of workers."""

from __future__ import annotations

import bz2
import csv
import gzip
import json
import lzma
import subprocess
import sys
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main
from lasker.database.jobs import Bad, ChunkReader, Convert, Positions, Select, Validate, Verb, parts
from lasker.database.positions import Csv, Parquet
from lasker.database.streams import GameFile
from lasker.notation.pgn import read_text
from lasker.workers import Workers, inline, open_workers

FIVE = """[Event "a"]
[White "Carlsen, Magnus"]
[Black "B"]
[Date "2011.05.??"]
[WhiteElo "2815"]
[Result "0-1"]

1. f3 e5 2. g4 {oh} (2. h3) Qh4# 0-1

[Event "b"]
[Variant "Tic-tac-toe"]
[Result "*"]

1. b2 a1 *

[Event "c"]
[White "Müller"]
[Black "Carlsen, M."]
[Date "1999.??.??"]
[Result "1-0"]

1. e4 e4 1-0

[Event "d"]
[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]
[Result "1/2-1/2"]

1. O-O-O 1/2-1/2

[Event "e"]
[Variant "Nonsense"]
[Result "*"]

1. e4 *
"""


def run(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["pgn", *words], input=typed)


@pytest.fixture
def five(tmp_path: Path) -> str:
    file = tmp_path / "five.pgn"
    file.write_text(FIVE, encoding="utf-8")
    return str(file)


def events(found: Result) -> str:
    return "".join(record.tags["Event"] for record in read_text(found.stdout))


def test_count(five: str) -> None:
    assert run("count", five).stdout.split() == [
        "5",
        "games",
        "2",
        "*",
        "1",
        "0-1",
        "1",
        "1-0",
        "1",
        "1/2-1/2",
    ]
    assert run(five).stdout == run(five, "count").stdout == run("count", five).stdout
    found = run("count", five, "--json", "--tag", "Event>=1")
    assert json.loads(found.stdout) == {"games": 5, "wanted": 0, "results": {}}


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        (["--tag", "White=carlsen"], "a"),
        (["--tag", "White==Carlsen"], ""),
        (["--tag", "White!=Carlsen"], "bcde"),
        (["--player", "Carlsen"], "ac"),
        (["--tag", "Date=2000..2011"], "a"),
        (["--tag", "Date=..2000"], "c"),
        (["--tag", "Date<2011"], "c"),
        (["--tag", "WhiteElo>=2815"], "a"),
        (["--tag", "WhiteElo>2815"], ""),
        (["--result", "1-0", "--result", "0-1"], "ac"),
        (["--plies", "..1"], "de"),
        (["--plies", "4"], "a"),
        (["--player", "Carlsen", "-v"], "bde"),
        (["--player", "Carlsen", "--result", "1-0"], "c"),
        (["--variant", "tictactoe"], "b"),
        (["--illegal"], "ce"),
        (["--legal"], "abd"),
        (["--position", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"], "d"),
        (["--variant", "tictactoe", "--position", "3/1X1/3 o 1"], "b"),
        (["--limit", "2"], "ab"),
    ],
)
def test_filter(five: str, condition: list[str], expected: str) -> None:
    found = run("filter", five, *condition)
    assert events(found) == expected
    assert found.exit_code == (0 if expected else 1)


def test_what_is_filtered_is_written_as_it_was(five: str, tmp_path: Path) -> None:
    out = tmp_path / "out.pgn"
    assert run("filter", five, "-o", str(out)).exit_code == 0
    assert read_text(out.read_text(encoding="utf-8")) == read_text(FIVE)


def test_validate(five: str) -> None:
    found = run("validate", five)
    assert found.exit_code == 1
    assert found.stdout == (
        f"{five}:22:7: game 3 (Müller – Carlsen, M.): 1... e4: e4 is not a legal move here: no pawn can go to"
        f" e4\n{five}:30:1: game 5: no game of the library is called Nonsense\n2 of 5 games are bad\n"
    )
    lines = [json.loads(line) for line in run("validate", five, "--json").stdout.splitlines()]
    assert [line["game"] for line in lines[:-1]] == [3, 5]
    assert lines[-1] == {"games": 5, "wanted": 5, "bad": 2}
    good = run("validate", five, "--legal")
    assert (good.exit_code, good.stdout) == (0, "3 games are good\n")


def test_a_result_against_the_rules(tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    file.write_text('[Variant "Tic-tac-toe"]\n\n1. a1 a2 2. b1 b2 3. c1 0-1\n')
    assert run("validate", str(file)).exit_code == 0
    found = run("validate", str(file), "--strict")
    assert (found.exit_code, "the rules 1-0 by three in a line" in found.stdout) == (1, True)


@pytest.mark.parametrize("kind", ["uci", "json", "pgn"])
def test_conversions_are_read_back(five: str, tmp_path: Path, kind: str) -> None:
    other, back = tmp_path / f"games.{kind}", tmp_path / "back.pgn"
    wanted = ["--legal", "--variant", "standard"]
    assert run("convert", five, *wanted, "-o", str(other)).exit_code == 0
    assert run("convert", str(other), "-o", str(back)).exit_code == 0
    before, after = read_text(FIVE), read_text(back.read_text(encoding="utf-8"))
    assert [record.moves for record in after] == [before[0].moves, before[3].moves]
    if kind != "uci":
        assert after == [before[0], before[3]]


def test_illegal_games_are_left_out_of_conversions(five: str) -> None:
    found = run("convert", five, "--to", "uci")
    assert found.exit_code == 1
    assert found.stdout == (
        "position startpos moves f2f3 e7e5 g2g4 d8h4\nposition startpos moves b2 a1\n"
        "position fen 4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves e1c1\n"
    )
    assert "game 3" in found.stderr
    assert "3 of 5 games" in found.stderr


def test_epd(five: str, tmp_path: Path) -> None:
    file = tmp_path / "games.epd"
    assert run("convert", five, "-o", str(file), "--tag", "Event=d").exit_code == 0
    assert file.read_text() == (
        '4k3/8/8/8/8/8/8/R3K3 w Q - sm O-O-O; c0 "1/2-1/2";\n4k3/8/8/8/8/8/8/2KR4 b - - c0 "1/2-1/2";\n'
    )
    back = read_text(run("convert", str(file), "--to", "pgn").stdout)
    assert [(record.tags["FEN"], record.moves) for record in back] == [
        ("4k3/8/8/8/8/8/8/R3K3 w Q -", ["O-O-O"]),
        ("4k3/8/8/8/8/8/8/2KR4 b - -", []),
    ]
    file.write_text('rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w - - 0 1 bm Qd8+; id "one";\nnonsense\n')
    found = run("convert", str(file), "--to", "pgn")
    assert (events(found), found.exit_code) == ("one", 1)
    assert f"{file}:2:1: game 2: its position cannot be read" in found.stderr


def test_lines_that_are_no_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"tags": {}, "moves": ["e4"]}\n[1]\n{"tags": {}, "moves": [{"x": 1}]}\n{"tags": 3}\n{\n')
    found = run("convert", str(file), "--to", "uci")
    assert (found.stdout, found.exit_code) == ("position startpos moves e2e4\n", 1)
    assert [line.split(":")[1] for line in found.stderr.splitlines()[:-1]] == ["2", "3", "4", "5"]


def test_positions(five: str, tmp_path: Path) -> None:
    found = run("positions", five, "--column", "Event", "--column", "White")
    rows = list(csv.DictReader(StringIO(found.stdout)))
    assert found.exit_code == 1
    assert [int(row["game"]) for row in rows] == [1] * 5 + [2] * 3 + [3] * 2 + [4] * 2
    assert rows[3] | {"fen": ""} == {
        "game": "1", "ply": "3", "fen": "", "player": "black", "move": "d8h4", "san": "Qh4#", "result": "0-1",
        "points": "0.0", "Event": "a", "White": "Carlsen, Magnus",
    }  # fmt: skip
    assert (rows[-1]["fen"], rows[-1]["move"]) == ("4k3/8/8/8/8/8/8/2KR4 b - - 1 1", "")
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "positions.parquet"
    run("positions", five, "--column", "Event", "--column", "White", "-o", str(file))
    same = [{name: "" if cell is None else str(cell) for name, cell in row.items()}
            for row in parquet.read_table(file).to_pylist()]  # fmt: skip
    assert same == rows
    assert run("positions", five, "--column", "fen").exit_code == 2


def many() -> str:
    """A file of games that are quickly replayed, some of them bad."""
    texts = []
    for number in range(120):
        end = {0: "3. c9 *", 1: "(2. b3 c3) *", 2: "{open *"}.get(number % 50, "*")
        texts.append(
            f'[Event "{number}"]\n[Variant "Tic-tac-toe"]\n\n1. a1 {"abc"[number % 3]}2 2. b1 {end}\n\n'
        )
    return "".join(texts)


VERBS = (Select(), Validate(), Convert("json"), Positions(Csv()), Positions(Parquet()))


@pytest.mark.parametrize("verb", VERBS)
def test_results_do_not_depend_on_the_workers(tmp_path: Path, verb: Verb) -> None:
    if isinstance(verb, Positions):
        pytest.importorskip("pyarrow")
    file = tmp_path / "many.pgn"
    file.write_text(many())

    def done(workers: Workers, size: int) -> list[tuple[int, list[Bad], Any]]:
        with GameFile(file) as opened:
            found = parts(opened, ChunkReader(verb), workers, size=size)
            return [(games, part.bad, part.made) for games, part in found]

    alone = done(inline(), 1200)
    assert len(alone) > 5
    assert done(open_workers(2), 1200) == alone
    bad = [each for _, some, _ in alone for each in some]
    assert bad == [each for _, some, _ in done(inline(), 1 << 20) for each in some]
    assert len(bad) == {Select: 0, Validate: 6}.get(type(verb), 3)


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress, lzma.compress])
def test_compressed_files(tmp_path: Path, pack: object) -> None:
    file = tmp_path / "games"  # recognised by its content
    content = pack(many().encode())  # type: ignore[operator]
    file.write_bytes(content)
    assert "120 games" in run("count", str(file)).stdout
    file.write_bytes(content[:-40])
    damaged = run("count", str(file))
    assert damaged.exit_code == 2
    assert "cannot be read to its end" in damaged.stderr


def test_zstandard(tmp_path: Path) -> None:
    zstandard = import_module("compression.zstd" if sys.version_info >= (3, 14) else "zstandard")
    file = tmp_path / "games.zst"
    half = len(many()) // 2
    packed = [zstandard.compress(many()[at].encode()) for at in (slice(half), slice(half, None))]
    file.write_bytes(b"".join(packed))  # two frames
    assert "120 games" in run("count", str(file)).stdout


def test_standard_input(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "lasker", "pgn", "count", "-", "--workers", "1"]
    for content in (many().encode(), gzip.compress(many().encode())):
        done = subprocess.run(command, input=content, capture_output=True, timeout=120, check=False)
        assert done.stdout.splitlines()[0] == b"120 games"


def test_bad_input(five: str, tmp_path: Path) -> None:
    for words, message in (
        (["count", five, "--tag", "White"], "is no condition on a tag"),
        (["count", five, "--tag", "WhiteElo>x"], "neither a number nor a date"),
        (["count", five, "--tag", "WhiteElo=9..3"], "ends before it begins"),
        (["count", five, "--plies", "long"], "is no range"),
        (["count", five, "--result", "2-0"], "is no result"),
        (["count", five, "--position", "x"], "error"),
        (["count", five, "--variant", "nonsense"], "nonsense"),
        (["count", str(tmp_path / "none.pgn")], "No such file"),
        (["count", str(tmp_path)], "is a folder"),
        (["positions", five, "-o", str(tmp_path / "none" / "x.parquet")], "No such file"),
        (["convert", five], "to which format?"),
        (["nonsense"], "No such command"),
    ):
        found = run(*words)
        assert found.exit_code == 2, words
        assert message in found.stderr, words
    (tmp_path / "wide.pgn").write_bytes(FIVE.encode("utf-16"))
    assert "is UTF-16 text" in run("count", str(tmp_path / "wide.pgn")).stderr


@pytest.mark.parametrize(
    "content",
    [b"", b"\x00\xff" * 1000, b"(" * 5000, b"{" * 5000, b'[Event "' * 500, b"1. e4 " * 500, b"[" * 5000],
)
def test_hostile_files(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.pgn"
    good = b'[Event "good"]\n[Variant "Tic-tac-toe"]\n\n1. b2 *\n\n'
    file.write_bytes(good + content + b"\n\n" + good)
    found = run("validate", str(file))
    assert found.exit_code in (0, 1)
    assert events(run("filter", str(file), "--tag", "Event==good", "--legal")).count("good") == 2
