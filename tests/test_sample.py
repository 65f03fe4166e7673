"""Random games: valid, playable, varied, and the same for the same seed."""

from __future__ import annotations

import json
from collections import Counter
from functools import lru_cache
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

import lasker
from lasker.cli import main
from lasker.fuzzing.mutation.clauses import nodes
from lasker.fuzzing.mutation.declarations import CHANGES, change_royals, rearrange
from lasker.fuzzing.mutation.mutant import Mutant
from lasker.fuzzing.sampling.actions import ACTIONS
from lasker.fuzzing.sampling.movements import MOVEMENTS
from lasker.fuzzing.sampling.royals import ARRIVALS, ROYALS
from lasker.fuzzing.sampling.royals import OTHERS as OTHER_SIDES
from lasker.fuzzing.sampling.turns import ENDS, SETTLINGS, TURNS
from lasker.kernel.source import Source
from lasker.model.meaning_hash import meaning_hash
from lasker.play import library
from lasker.play.game import Game
from lasker.syntax.read import read_game

FEW, MANY = range(25), range(1000, 1600)
GOLDEN = ["e67aeb7d", "8b8eff3c", "c1f8d947"]  # prefixes of the hashes of the texts of seeds 0, 1, 2
ROYAL = (ROYALS, OTHER_SIDES, ARRIVALS)
BOARDS = {"rectangle", "large board", "holes", "gluing", "hexagons", "three dimensions", "line", "graph"}
OTHERS = {"captures", "promotion", "royal safety", "traces", "priority", "settle", "three players", "passing"}
OTHERS |= {"moves by label", "forbidden repetition", "adjudication", "claims"}


def mechanisms(game: Game) -> list[str]:
    """The kinds of rules that a game lists as its own."""
    return game.model.about.removeprefix("A random game: ").removesuffix(".").split(", ")


sampled = lru_cache(maxsize=len(FEW))(lasker.sample)


def check(seed: int) -> Game:
    """A game of a seed, played for some plies, written and read again."""
    game = sampled(seed)
    game.model.check()
    assert game.start().moves, seed
    again = Game(read_game(Source(game.text)), "again")
    assert meaning_hash(again.model) == meaning_hash(game.model)
    position = game.start()
    assert game.position(position.fen) == position
    for ply in range(4):
        moves = position.moves
        if not moves:
            break
        position = position.play(moves[(seed + ply) % len(moves)].text)
        assert again.position(position.fen).node.key == position.node.key, (seed, position.fen)
    return game


@pytest.mark.parametrize("seed", FEW)
def test_a_random_game_is_valid_and_playable(seed: int) -> None:
    check(seed)


@pytest.mark.soak
def test_random_games_are_valid_and_have_everything() -> None:
    found = Counter(kind for seed in MANY for kind in mechanisms(check(seed)))
    parts = {
        part[0] for table in (ACTIONS, ENDS, SETTLINGS, TURNS, MOVEMENTS, *ROYAL) for part in table if part[0]
    }
    missing = (parts | BOARDS | OTHERS) - {*found}
    assert not missing
    assert all(found[kind] >= len(MANY) // 100 for kind in BOARDS | OTHERS), found


def test_few_games_have_much() -> None:
    games = [sampled(seed) for seed in FEW]
    found = {kind for game in games for kind in mechanisms(game)}
    assert len(found) > 35
    assert len({meaning_hash(game.model) for game in games}) == len(games)


def test_a_seed_is_a_game_for_ever() -> None:
    """A change here changes every figure that names a seed: make it deliberately."""
    assert lasker.sample(3).text == lasker.sample(3).text
    assert [sampled(seed).model.text_hash[:8] for seed in (0, 1, 2)] == GOLDEN


def test_a_mutation_is_another_game_and_the_same_for_the_same_seed() -> None:
    parent = lasker.load("breakthrough")
    games = [lasker.sample(seed, mutate="breakthrough") for seed in range(5)]
    for game in games:
        game.model.check()
        assert game.start().moves
        assert meaning_hash(game.model) != meaning_hash(parent.model)
        assert game.position(game.start().fen) == game.start()
    assert len({meaning_hash(game.model) for game in games}) > 3
    assert lasker.sample(3, mutate="breakthrough").text == games[3].text


def test_mutations_change_boards_pieces_marks_counters_turns_and_rules() -> None:
    wanted = {"board", "piece", "mark", "counter", "state", "end", "move", "line"}
    kinds = Counter[str]()
    for seed in range(14):
        if not wanted <= {*kinds}:
            text = lasker.sample(seed, mutate="tictactoe").text
            kinds.update(line.split()[0] for line in text.splitlines()[3:])
    assert wanted <= {*kinds}, kinds


def test_every_change_of_a_mutation_is_made_by_some_seed() -> None:
    """Each kind of change, alone, changes the text of some game."""
    parents, other = ("breakthrough", "minishogi"), library.model("chess")
    for change, _ in CHANGES:
        mutants = [Mutant(library.model(parents[seed % 2]), "", Random(seed)) for seed in range(30)]
        for mutant in mutants:
            change(mutant, other)
        assert any(mutant.changed or mutant.lines for mutant in mutants), change.__name__


def test_royals_are_changed() -> None:
    """The piece that must not be attacked is another piece, one of two, any piece, or none."""
    parent = library.model("chess")
    bodies = set()
    for seed in range(60):
        mutant = Mutant(parent, "chess", Random(seed))
        change_royals(mutant, parent)
        bodies |= {clause.text for clause in mutant.changed.values() if clause.name == "safe"}
    assert any("enemy" in body for body in bodies)
    assert any("nil" in body for body in bodies)
    assert any("|" in body for body in bodies)
    assert len(bodies) > 4


def test_parts_of_rules_are_dropped_doubled_and_exchanged() -> None:
    parent = library.model("tictactoe")
    sizes = set()
    for seed in range(60):
        mutant = Mutant(parent, "tictactoe", Random(seed))
        rearrange(mutant, parent)
        for (kind, name), clause in mutant.changed.items():
            [old] = [each for each in mutant.clauses if (each.kind, each.name) == (kind, name)]
            new, old_nodes = list(nodes(clause.body)), list(nodes(old.body))
            sizes.add((len(new) > len(old_nodes)) - (len(new) < len(old_nodes)))
    assert sizes == {-1, 0, 1}


def test_the_command_mutates_a_game_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.rules"
    path.write_text(lasker.load("tictactoe").text, encoding="utf-8")
    told = CliRunner().invoke(main, ["sample", "5", "--mutate", str(path)])
    assert told.exit_code == 0, told.output
    made = tmp_path / "made.rules"
    made.write_text(told.output, encoding="utf-8")
    assert CliRunner().invoke(main, ["check", "--seconds", "1", str(made)]).exit_code == 0
    assert CliRunner().invoke(main, ["sample", "5", "--mutate", "no_such_game"]).exit_code == 2


def test_the_command_prints_a_game_that_can_be_checked(tmp_path: Path) -> None:
    told = CliRunner().invoke(main, ["sample", "5"])
    assert told.exit_code == 0
    path = tmp_path / "five.rules"
    path.write_text(told.output, encoding="utf-8")
    checked = CliRunner().invoke(main, ["check", "--seconds", "1", str(path)])
    assert checked.exit_code == 0, checked.output
    facts = json.loads(CliRunner().invoke(main, ["sample", "5", "--json"]).output)
    assert facts["rules"] == told.output
    assert CliRunner().invoke(main, ["sample", "five"]).exit_code == 2
