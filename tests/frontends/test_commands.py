"""Specifications on the command line and in Python: every door takes them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import lasker
from lasker.cli import main
from lasker.frontends._yaml.specification.document import read
from lasker.frontends._yaml.writing import convert
from lasker.frontends.yaml import json_schema, rules
from lasker.kernel.source import Source
from lasker.play.library import find, sources
from lasker.proofs.comparison.game_equality import compared
from specified import WAZIR, saved

SPEC = f"""
game: Wazirs
board: 3x4
pieces: [{{piece: wazir, displacement: {WAZIR}}}]
ends: {{stuck: {{lost: not can(move)}}}}
""".lstrip()
ROOT = Path(__file__).resolve().parents[2]


def run(*arguments: str) -> tuple[int, str, str]:
    """The status, the output and the errors of a command."""
    done = CliRunner().invoke(main, list(arguments))
    return done.exit_code, done.stdout, done.stderr


def test_load_takes_a_specification(tmp_path: Path) -> None:
    game = lasker.load(str(saved(tmp_path, SPEC)))
    assert game.title == "Wazirs"
    assert [str(move) for move in game.start().moves] == ["b1a1", "b1c1", "b1b2"]


@pytest.mark.parametrize("command", [["show"], ["moves"], ["perft", "2"], ["check"], ["show", "--rules"]])
def test_every_command_takes_a_specification(command: list[str], tmp_path: Path) -> None:
    status, out, _ = run(command[0], str(saved(tmp_path, SPEC)), *command[1:])
    assert status == 0
    assert out


def test_a_mistake_is_told_at_its_place_in_the_yaml(tmp_path: Path) -> None:
    file = saved(tmp_path, SPEC.replace("can(move)", "cann(move)"))
    for command in ("check", "moves"):
        status, _, err = run(command, str(file))
        assert status == 2
        assert "spec.yaml:4:26" in err
        assert "Traceback" not in err


def test_convert_to_rules_gives_the_same_game(tmp_path: Path) -> None:
    file = saved(tmp_path, SPEC)
    status, out, _ = run("convert", str(file), "--to", "rules")
    assert status == 0
    assert out == rules(Source(SPEC, str(file))).text
    other = tmp_path / "other.rules"
    assert run("convert", str(file), "--to", "rules", "-o", str(other))[0] == 0
    assert lasker.load(str(other)).perft(3) == lasker.load(str(file)).perft(3)


@pytest.mark.parametrize("name", ["breakthrough", "knightthrough"])
def test_convert_to_yaml_and_back_is_the_same_game(name: str, tmp_path: Path) -> None:
    """What converts without loss is proved to be the game it was."""
    status, out, err = run("convert", name, "--to", "yaml")
    assert (status, err) == (0, "")
    assert {part.answer for part in compared(name, str(saved(tmp_path, out)))} == {"the same"}


def test_convert_to_yaml_says_what_is_lost(tmp_path: Path) -> None:
    status, out, err = run("convert", "king_of_the_hill", "--to", "yaml")
    assert status == 1
    assert "chess.rules:18: the mark unmoved: moves that need it are not seen" in err
    assert "'fifty moves': it compares the counter quiet >= 100" in err
    again = lasker.load(str(saved(tmp_path, out)))
    assert again.perft(1) == 20
    hill = again.position("7k/8/8/8/4K3/8/8/8 b")
    assert hill.outcome is not None
    assert hill.outcome.reason == "the king is on the hill"
    assert again.position("7k/5Q2/6K1/8/8/8/8/8 b").outcome is not None


def test_convert_to_yaml_says_which_pieces_have_moves_that_are_no_displacements() -> None:
    _, lost = convert.converted(lasker.load("english_draughts").model)
    assert "the man: moves that need or change other squares are no displacements" in lost


def test_convert_to_yaml_writes_whose_turn_it_is_by_the_letters_of_the_specification() -> None:
    """Xiangqi calls its sides w and b in FEN, and its players red and black."""
    text = convert._start(lasker.load("xiangqi").model)
    assert text == "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR r"


@pytest.mark.soak
def test_convert_to_yaml_tells_a_program_the_same() -> None:
    _, out, err = run("convert", "king_of_the_hill", "--to", "yaml")
    answer = json.loads(run("convert", "king_of_the_hill", "--to", "yaml", "--json")[1])
    assert answer["text"] == out
    assert len(answer["lost"]) == len(err.strip().splitlines())


def test_generate_writes_a_file(tmp_path: Path) -> None:
    out = tmp_path / "validator.py"
    status, _, _ = run("generate", str(saved(tmp_path, SPEC)), "-o", str(out))
    assert status == 0
    assert out.read_text(encoding="utf-8").startswith('"""Wazirs')
    status, _, err = run("generate", "tictactoe")
    assert status == 2
    assert "not written in YAML" in err


def test_the_published_schema_is_current_and_fits_the_library() -> None:
    assert run("schema")[1] == json_schema()
    published = (ROOT / "docs" / "reference" / "game.schema.json").read_text(encoding="utf-8")
    assert published == json_schema(), "write it anew: lasker schema > docs/reference/game.schema.json"
    check = Draft202012Validator(json.loads(published))
    assert check.is_valid({"piece": "A", "displacement": [[1, 0]], "slide": False, "guards": {"g": "true"}})
    assert not check.is_valid({"piece": "A", "displacement": [[1, "x"]]})
    for source in sources().values():
        if source.name.endswith(".yaml"):
            for document in read(source):
                check.validate(document.data)


def test_the_library_finds_both_languages() -> None:
    assert find("graph_chess").name.endswith(".yaml")
    assert {source.name.rpartition(".")[2] for source in sources().values()} == {"rules", "yaml"}


@pytest.mark.parametrize("package", ["pydantic", "ruamel"])
def test_a_missing_package_is_named(package: str, tmp_path: Path) -> None:
    """In an interpreter that has read no game, because here the package has been imported already."""
    script = (
        f"import sys; sys.modules[{package!r}] = None\nfrom lasker.cli import main\nmain(['moves', 'rim'])"
    )
    alone = {**os.environ, "LASKER_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=alone)
    assert done.returncode == 2
    assert package in done.stderr
    assert "pip install lasker" in done.stderr
