"""Every level means the same: the successors of paths are those of the program, and those of groups are those
of paths, on random and shaken boards; and no group does anything that its side conditions do not name."""

from __future__ import annotations

import pytest
from levels import Levels, compared, wrong_bits
from random_games import random_game, random_position
from small_games import GAMES, game

import lasker
from lasker import backends
from lasker.play import library
from lasker.play.game import Game, load

# Boards that are compared with the program, and more on which groups are compared with paths.
SMALL, LARGE = (10, 15), (2, 4)
LIBRARY = {
    **dict.fromkeys(("tictactoe", "breakthrough", "connect_four", "double_steps", "knights_tour"), SMALL),
    **dict.fromkeys(("knightthrough", "raid", "rim", "toll", "vendetta", "apprentices"), SMALL),
    **dict.fromkeys(("hex11", "qubic", "english_draughts"), (4, 6)),
    **dict.fromkeys(("chess", "irreversible", "doughnut"), LARGE),
}
LISTED = {"dice_men": (12, 0)}  # of these there are paths, but no groups
SOAK = sorted({*map(library.canonical, library.names())} - LIBRARY.keys() - LISTED.keys())
# Small games in which some faults show on few boards.
SELDOM = (
    "sweeps",
    "all men become kings",
    "captures come first",
    "captures that blow up come first",
    "castling over squares that nobody reaches",
    "what is pinned guards nothing",
)
SAMPLES = (2, 4, 8, 13, 16, 17, 22)
MUTATED = {"breakthrough": range(3), "connect_four": range(2)}
FAMILY = (1, 5, 9, 13, 15, 20, 21)  # random games of the chess family


def levels_of(played: Game) -> Levels:
    """A game at every level."""
    return Levels(played.model, backends.position(played.start().node))


@pytest.mark.parametrize("name", GAMES)
def test_levels_of_small_games(name: str) -> None:
    levels = levels_of(game(name))
    assert levels.why == ""
    assert compared(levels, name, *((6, 44) if name in SELDOM else (4, 20))) > 20


@pytest.mark.parametrize("board", ["4/4/RM1k/K3", "3m/k1MR/4/3K", "2K1/4/1m2/kM1R"])
def test_bit_programs_see_who_uncovers_an_attack(board: str) -> None:
    """A man or a king leaves the line of a rook, where no check may be given."""
    played = game("no check may be given")
    position = backends.position(played.position(f"{board} w 0 0+0 2+2 1").node)
    levels = levels_of(played)
    assert levels.bits is not None
    assert levels.bits.applies(position)
    assert wrong_bits(levels, position) is None


@pytest.mark.parametrize(
    ("board", "castles"),
    [("k3/4/4/1K1R", "b1d1"), ("k3/2r1/4/1K1R", ""), ("2k1/4/4/1K1R", "b1d1 d1b1"), ("1r1k/4/4/1K1R", "")],
)
def test_patterns_ask_on_their_way(board: str, castles: str) -> None:
    """A king may not pass where he could be taken, and a rook must attack before it goes past its king."""
    played = game("castling where kings that touch are safe")
    here = played.position(f"{board} w 0 0+0 2+2 b1+d1 1")
    levels, position = levels_of(played), backends.position(here.node)
    assert " ".join(move.text for move in here.moves if move.text in ("b1d1", "d1b1")) == castles
    assert levels.bits is not None
    assert levels.bits.applies(position)
    assert wrong_bits(levels, position) is None


@pytest.mark.parametrize("name", LIBRARY)
def test_levels_of_the_library(name: str) -> None:
    levels = levels_of(load(name))
    assert levels.why == ""
    assert compared(levels, name, *LIBRARY[name]) > sum(LIBRARY[name])


@pytest.mark.parametrize("name", LISTED)
def test_paths_of_games_without_groups(name: str) -> None:
    levels = levels_of(load(name))
    assert levels.listed(levels.program.turns[0].move)
    compared(levels, name, *LISTED[name])


@pytest.mark.parametrize("seed", SAMPLES)
def test_levels_of_random_games(seed: int) -> None:
    compared(levels_of(lasker.sample(seed)), str(seed), 6, 10)


@pytest.mark.parametrize(("name", "seed"), [(name, seed) for name in MUTATED for seed in MUTATED[name]])
def test_levels_of_changed_games(name: str, seed: int) -> None:
    compared(levels_of(lasker.sample(seed, mutate=name)), f"{name} {seed}", 6, 10)


@pytest.mark.parametrize("seed", FAMILY)
def test_levels_of_the_chess_family(seed: int) -> None:
    random = random_game(seed, "4x4" if seed % 2 else "5x5")
    compared(Levels(random, random_position(random, seed)), str(seed), 2, 6)


@pytest.mark.soak
@pytest.mark.parametrize("name", SOAK)
def test_levels_of_the_whole_library(name: str) -> None:
    compared(levels_of(load(name)), name, 10, 40)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 400))
def test_levels_of_many_random_games(seed: int) -> None:
    compared(levels_of(lasker.sample(seed)), str(seed), 40, 40)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_levels_of_many_games_of_the_chess_family(seed: int) -> None:
    random = random_game(seed)
    compared(Levels(random, random_position(random, seed)), str(seed), 10, 40)
