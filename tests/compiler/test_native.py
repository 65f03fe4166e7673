"""Native code against the reference: small and random games always, all of them in soak; and its store."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from lockstep import difference, start, wrong_counts
from random_games import random_game, random_position

from lasker import backends
from lasker.backends.c import Native
from lasker.compiler.emit.c.text import fast
from lasker.compiler.groups.optional_parts import PARTS
from lasker.compiler.pipeline import SWITCHES, compiled
from lasker.kernel.errors import NameProblem
from lasker.play.game import load
from lasker.play.library import facts, sources

DATA = Path(__file__).parents[1] / "data" / "perft.tsv"


def quick_games() -> list[str]:
    """The games of the library whose programs are smallest."""
    small = [name for name, source in sources().items() if len(source.text) < 1300]
    return [name for name in small if not facts(name, "extends") and name.isascii()][:4]


KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def test_the_fast_path_of_a_large_game() -> None:
    assert fast(compiled(load("chess").model))[1] == ""


@pytest.mark.soak
def test_the_fast_path_counts_right() -> None:
    game = load("chess")
    engine = backends.open_engine("c", game.model)
    # The common tables of perft for the start and for this position.
    assert engine.perft(start("chess"), 5) == 4_865_609
    assert engine.perft(backends.position(game.position(KIWIPETE).node), 4) == 4_085_603


def disagreements(seed: int) -> list[str]:
    """What the fast path, the walk and the reference say differently about a random game."""
    game = random_game(seed)
    judge = backends.open_engine("reference", game)
    fast = Native(game, frozenset(), listing=True)
    walk = Native(game, frozenset(("classes", "merge_directions", "stars_to_loops")), walking=True)
    found = []
    for number in range(15):
        position = random_position(game, 1000 * seed + number)
        wanted = judge.successors(position)
        for name, engine in (("fast", fast), ("walk", walk)):
            if engine.successors(position) != wanted:
                found.append(f"{name}: other moves at {position}")
            if engine.perft(position, 1) != len(wanted):
                found.append(f"{name}: {engine.perft(position, 1)} moves, not {len(wanted)}, at {position}")
        if fast.perft(position, 2) != walk.perft(position, 2):
            found.append(f"fast and walk count two plies differently at {position}")
    return found


@pytest.mark.parametrize("seed", [2])
def test_random_games_agree(seed: int) -> None:
    assert disagreements(seed) == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_many_random_games_agree(seed: int) -> None:
    assert disagreements(seed) == []


def test_some_random_games_have_a_fast_path() -> None:
    classes = [compiled(random_game(seed)).classes for seed in (1, 2, 4, 7)]
    assert sum(each is not None for each in classes) >= 2


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(sources()))
def test_native_code_agrees_with_the_reference(name: str) -> None:
    engine, judge = (backends.open_engine(each, load(name).model) for each in ("c", "reference"))
    assert wrong_counts(name, engine, most=10**7) == []
    for seed in range(3):
        assert difference(engine, judge, start(name), seed, plies=30) is None


def reference_rows() -> list[tuple[str, str, int, int]]:
    """Counts of other programs for orthodox positions of one library game, by its name in the file."""
    with DATA.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    known = {row["variant"] for row in rows} & {*sources()}
    return [
        (row["variant"], row["fen"], int(row["depth"]), int(row["nodes"]))
        for row in rows
        if row["variant"] in known and row["chess960"] == "0" and int(row["nodes"]) < 10**8
    ]


@pytest.mark.soak
@pytest.mark.parametrize(("name", "fen", "depth", "nodes"), reference_rows())
def test_reference_counts(name: str, fen: str, depth: int, nodes: int) -> None:
    try:
        position = backends.position(load(name).position(fen).node)
    except Exception:
        pytest.skip("not a set-up of this game")
    assert backends.open_engine("c", load(name).model).perft(position, depth) == nodes


def test_every_switch_leaves_the_counts_alone() -> None:
    name = quick_games()[0]
    wanted = [check.count for check in load(name).model.counts]
    for switch in (each for each in SWITCHES if each not in PARTS):
        engine = backends.open_engine("c", load(name).model, frozenset((switch,)))
        assert wrong_counts(name, engine, most=max(wanted)) == [], switch
    with pytest.raises(NameProblem):
        compiled(load(name).model, frozenset(("everything",)))


@pytest.mark.soak
@pytest.mark.parametrize("part", PARTS)
def test_every_part_of_the_classes_can_be_left_out(part: str) -> None:
    game = random_game(2)
    whole = backends.open_engine("c", game)
    engine = backends.open_engine("c", game, frozenset((part,)))
    for number in range(20):
        position = random_position(game, number)
        assert engine.perft(position, 2) == whole.perft(position, 2), position
