"""Betza notation inferred from rules: for library games, and for random pieces whose notation is known."""

from __future__ import annotations

from random import Random

import pytest

from lasker import Position, load
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.betza import betza_movement
from lasker.movement.betza_candidates import candidates, sides
from lasker.movement.betza_paths import ENEMY, BetzaPath, paths_of
from lasker.movement.piece_context import piece_called
from lasker.play.library import model
from lasker.syntax.betza import LEAPS, Betza, ModifiedAtom, read
from lasker.syntax.betza.expressions import ways
from lasker.syntax.betza.trajectories import Stretch
from lasker.syntax.facts import packed
from lasker.syntax.read import read_game
from test_betza import SIZE, Squares, pieces, walked

RULES = """lasker 1
game "One kind of piece"
start "aaa5/8/8/8/8/8/8/AAA5 w 1"
fen "board side number"
players white black
board 8x8
piece stranger 'A' 'a'
region stable of white = a1..c1
region stable of black = a8..c8
way(t) = {way}
white = %'A': way(.) | way('a')
turned = R² C
black = {view} white
view = {view}
"""


def with_piece(piece: Betza, view: str = "flipped") -> Game:
    """A game in which there is only one kind of piece."""
    way = " | ".join(ways(piece, home="stable"))
    return read_game(Source(RULES.format(way=way, view=view), "one.rules"))


def found(game: Game, letter: str) -> str:
    """The Betza text of a piece, with a mark if it is not exact."""
    told = betza_movement(game, piece_called(game, letter))
    return "" if told is None else f"{told.betza}{'' if told.exact else '?'}"


@pytest.mark.parametrize(
    ("name", "letters", "told"),
    [
        ("chess", "KRNPp", "K R N fmWfcFifmnD fmWfcFifmnD"),
        ("xiangqi", "NC", "nN cpRmR"),
        pytest.param("xiangqi", "AP", "F? fsW?", marks=pytest.mark.soak),
        pytest.param("shogi", "GNl", "WfF fN fR", marks=pytest.mark.soak),
        ("minishogi", "G", "WfF"),
        ("knightthrough", "Nn", "fhN fhN"),
        ("raid", "W", "WcD"),
        ("english_draughts", "MK", " "),
        ("cylinder_chess", "R", ""),
        ("qubic", "X", ""),
    ],
)
def test_pieces_of_the_library(name: str, letters: str, told: str) -> None:
    assert " ".join(found(model(name), letter) for letter in letters) == told


def same(one: Betza, other: Betza, chance: Random, boards: int = 300) -> bool:
    """Have two pieces the same moves on random boards?"""
    for _ in range(boards):
        squares: Squares = {(x, y): chance.choice("......rN") for x in range(SIZE) for y in range(SIZE)}
        at = (chance.randrange(SIZE), chance.randrange(SIZE))
        squares[at] = "Q"
        if walked(one, at, squares) != walked(other, at, squares):
            return False
    return True


def round_trip(seed: int) -> None:
    chance = Random(seed)
    text = pieces(chance)
    piece = read(text)
    told = found(with_piece(piece), "A")
    assert told, text
    assert not told.endswith("?"), text
    assert same(piece, read(told), chance), (text, told)


@pytest.mark.parametrize("seed", range(12))
def test_rules_to_notation_to_rules(seed: int) -> None:
    round_trip(seed)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(12, 300))
def test_rules_to_notation_to_rules_for_many_pieces(seed: int) -> None:
    round_trip(seed)


@pytest.mark.parametrize(
    "text", ["WifsmD", "fmWfcFifmnD", "BifhcN", "W2", "NN", "FcW", "jA", "gQ", "fcW2ifmnD", "mKcN", "mKcU"]
)
def test_spelling(text: str) -> None:
    told = read(found(with_piece(read(text)), "A"))
    assert {str(part) for part in told.parts} == {str(part) for part in read(text).parts}


def boards_after(position: Position) -> set[str]:
    """The boards to which all moves lead."""
    return {child.fen.split()[0] for child in position.children()}


@pytest.mark.parametrize(
    "text",
    [
        "FyafsF",  # griffin
        "WyafsW",  # manticore
        "fmFfcafmF",  # man of draughts
        "KcafmK",  # takes by leaping over its neighbours
        "cabK",  # takes without moving
        "zB",  # crooked bishop
        "KmaK",  # two steps as the king
        "NmpafmW",
    ],
)
def test_moves_of_several_legs(text: str) -> None:
    piece = read(text)
    told = found(with_piece(piece), "A")
    assert told
    assert not told.endswith("?"), told
    texts = (" | ".join(ways(each)) for each in (piece, read(told)))
    one, other = (load(RULES.format(way=way, view="flipped")) for way in texts)
    chance = Random(7)
    for _ in range(12):
        rows = ["".join(chance.choice("...Aa.") for _ in range(8)) for _ in range(8)]
        fen = f"{packed(rows)} w 1"
        assert boards_after(one.position(fen)) == boards_after(other.position(fen)), (told, fen)


def test_the_square_of_a_captured_piece_is_empty() -> None:
    """Forward, taking, back and forward again: over the square of the piece that was taken."""
    line = (Stretch((0, 1), 1, "c"), Stretch((0, -1), 1, "m"), Stretch((0, 1), 1, "m"))
    board = [(0, 0), (0, 1)]
    assert list(paths_of(line, (0, 0), board)) == [BetzaPath((0, 1), frozenset({(0, 1)}), {(0, 1): ENEMY})]


@pytest.mark.soak
def test_a_piece_with_very_many_ways_has_no_notation() -> None:
    """A marble is put somewhere, and then any part of the board turns: thousands of ways to one square."""
    game = model("pentago")
    assert betza_movement(game, piece_called(game, "marble")) is None


def test_black_is_told_as_black_sees_it() -> None:
    """A mirror leaves left and right as they are, half a turn exchanges them."""
    assert found(with_piece(read("flF"), "turned"), "a") == "flF"
    assert found(with_piece(read("flF"), "flipped"), "a") == "frF"


def test_every_set_of_directions_has_letters() -> None:
    for atom in (atom for atom, leaps in LEAPS.items() if len(leaps) == 1):
        chance = Random(3)
        offsets = sorted({candidate.offset for candidate in candidates(8, 8) if candidate.atom == atom})
        for _ in range(40):
            wanted = set(chance.sample(offsets, chance.randint(1, len(offsets))))
            [(_, meant)] = ModifiedAtom(atom, sides(atom, wanted)).leaps()
            assert set(meant) == wanted
