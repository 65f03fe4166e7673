"""Files of other programs: Lasker says what they seem to be, and converts none of them."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from lasker.cli import main

OWN = 'lasker 1\ngame "Mine"\nplayers a b\nboard 3x3\npiece man ● ○\n'
OWN += 'move = %.: put(●)\nend "x" lost: ![move]\n'


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words))


FOREIGN = {
    "variants.txt": ("[mine:chess]\nmaxFile = 10\n", "Fairy-Stockfish"),
    "plain.cfg": ("[mine]\nstartFen = 8/8/8 w - -\n", "Fairy-Stockfish"),
    "x.inp": ("BeginProblem\nPieces White Ka1\nStipulation #2\nEndProblem\n", "Popeye"),
    "x.pgn": ('[Event "?"]\n[Site "?"]\n\n1. e4 e5 *\n', "PGN"),
    "x.fen": ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n", "FEN"),
    "yaml.rules": ("game: Mine\nboard: 8x8\n", "YAML"),
    "x.json": ('{"game": "Mine"}\n', "JSON"),
    "ini.rules": ("[mine:chess]\nmaxFile = 10\n", "Fairy-Stockfish"),
    "pgn.yaml": ('[Event "?"]\n\n1. e4 *\n', "PGN"),
    "x.txt": ("Some words about a game.\n", "no game"),
}


@pytest.mark.parametrize("name", FOREIGN)
def test_files_of_other_programs_are_named(name: str, tmp_path: Path) -> None:
    text, words = FOREIGN[name]
    file = tmp_path / name
    file.write_text(text, "utf-8")
    for command in (["check"], ["moves"], ["play", "--plain"], ["convert", "--to", "rules"]):
        answer = run(*command, str(file))
        assert (answer.exit_code, answer.stdout) == (2, ""), command
        assert words in answer.stderr
        assert "help:" in answer.stderr


def test_binary_files_are_named(tmp_path: Path) -> None:
    file = tmp_path / "x.rules"
    file.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    answer = run("check", str(file))
    assert answer.exit_code == 2
    assert "a PNG picture" in answer.stderr


def test_conversion_reads_what_it_converts(tmp_path: Path) -> None:
    file, again = tmp_path / "x.rules", tmp_path / "again.rules"
    file.write_text(OWN, "utf-8")
    assert run("convert", str(file), "--to", "rules", "-o", str(again)).exit_code == 0
    assert again.read_text("utf-8") == OWN
    file.write_text(OWN + "x = stepp(u)\n", "utf-8")
    assert run("convert", str(file), "--to", "rules").exit_code == 2
