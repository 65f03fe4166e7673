"""Generated validators, run in a bare interpreter, against the engine: the same moves, and reasons."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from random_specs import specification

from lasker.frontends.yaml import validator
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game, load
from lasker.play.library import find, modelled, sources

DESIGNS = sorted(name for name, source in sources().items() if source.name.endswith(".yaml"))
ASK = "import json, sys, runpy\nm = runpy.run_path(sys.argv[1])\n"
LIST = ASK + "print(json.dumps([m['legal_moves'](fen) for fen in json.load(sys.stdin)]))"
WHY = ASK + "print(json.dumps([m['why_illegal'](*pair) for pair in json.load(sys.stdin)]))"


def bare(file: Path, script: str, given: object) -> list[object]:
    """What the file answers in an interpreter that sees no packages and no environment."""
    command = [sys.executable, "-I", "-S", "-c", script, str(file)]
    done = subprocess.run(command, input=json.dumps(given), capture_output=True, text=True, check=True)
    answer: list[object] = json.loads(done.stdout)
    return answer


def compared(source: Source, folder: Path, seeds: range, plies: int) -> int:
    """Moves of the engine and of the validator along random games; the number of positions compared."""
    file = folder / "validator.py"
    file.write_text(validator(source), encoding="utf-8")
    game, fens, moves = Game(modelled(source), source.name), [], []
    for seed in seeds:
        chance, position = random.Random(seed), game.start()
        for _ in range(plies):
            fens.append(position.fen)
            moves.append(sorted({str(move) for move in position.moves}))
            if not position.moves:
                break
            position = position.play(str(chance.choice(position.moves)))
    for fen, ours, theirs in zip(fens, moves, bare(file, LIST, fens), strict=True):
        assert sorted(theirs) == ours, fen  # type: ignore[call-overload]
    return len(fens)


@pytest.mark.parametrize("name", DESIGNS)
def test_validators_agree_with_the_library(name: str, tmp_path: Path) -> None:
    assert compared(find(name), tmp_path, range(1), 12) > 2


def successors(engine: dict[str, Any], position: Any) -> list[Any]:
    """The positions after every legal move, or every cast of the die, by a validator."""
    if engine["rolling"](position):
        counter, faces = engine["CHANCE"]
        after = engine["STATES"][position.state][1]
        return [
            engine["Position"](position.board, after, {**position.counters, (counter, None): face})
            for face in faces
        ]
    if engine["over"](position):
        return []
    moves = engine["named"](engine["candidates"](position, position.player), position)
    return [engine["finished"](move) for move in moves.values()]


def perft(engine: dict[str, Any], position: Any, depth: int) -> int:
    """How many sequences of moves there are, by a validator."""
    found = successors(engine, position)
    return len(found) if depth == 1 else sum(perft(engine, each, depth - 1) for each in found)


@pytest.mark.parametrize("name", DESIGNS)
def test_the_counts_of_specifications_have_a_second_opinion(name: str) -> None:
    engine: dict[str, Any] = {"__name__": "validator"}
    exec(compile(validator(find(name)), name, "exec"), engine)
    for check in load(name).model.counts:
        if check.count <= 300:
            start = engine["read"](check.position or engine["START"])
            assert perft(engine, start, check.depth) == check.count


@pytest.mark.parametrize("seed", range(0, 12, 2))
def test_validators_agree_on_random_specifications(seed: int, tmp_path: Path) -> None:
    source = Source(specification(seed), "spec.yaml")
    try:
        modelled(source)
    except LaskerError:
        with pytest.raises(LaskerError):
            validator(source)
        return
    assert compared(source, tmp_path, range(1), 5) >= 1


@pytest.mark.soak
@pytest.mark.parametrize("name", DESIGNS)
def test_validators_agree_on_thousands_of_positions(name: str, tmp_path: Path) -> None:
    assert compared(find(name), tmp_path, range(20), 100) > 100


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 600))
def test_validators_agree_on_many_random_specifications(seed: int, tmp_path: Path) -> None:
    test_validators_agree_on_random_specifications(seed, tmp_path)


def test_validators_explain_refusals(tmp_path: Path) -> None:
    file = tmp_path / "validator.py"
    file.write_text(validator(find("graph_chess")), encoding="utf-8")
    start = load("graph_chess").start().fen
    asked = [
        (start, "e2e4", None),
        (start, "e2e5", "no displacement of the pawn"),
        (start, "e7e5", "black's"),
        (start, "e4e5", "empty"),
        (start, "d1d2", "a friend"),
        (start, "zz", "two squares"),
        ("5r2/k7/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling"),
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "check"),
        ("k7/1Q6/2K5/8/8/8/8/8 b - - 0 1", "a8b8", "the game is over: checkmate"),
    ]
    for (*_, wanted), said in zip(asked, bare(file, WHY, [each[:2] for each in asked]), strict=True):
        assert said is None if wanted is None else wanted in str(said)


def test_validators_have_a_command_line(tmp_path: Path) -> None:
    file = tmp_path / "validator.py"
    file.write_text(validator(Source("piece: A\ndisplacement: [[1, 0]]", "a.yaml")), encoding="utf-8")
    listed = subprocess.run(
        [sys.executable, "-I", "-S", str(file)], capture_output=True, text=True, check=True
    )
    assert listed.stdout.split() == ["d1e1"]
    refused = subprocess.run(
        [sys.executable, str(file), "8/8/8/8/8/8/8/A7 w", "a1a2"], capture_output=True, text=True
    )
    assert refused.returncode == 1
    assert "no displacement" in refused.stdout
