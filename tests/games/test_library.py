"""Every game of the library, whatever is found there: its own counts, its notation, its order of moves."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from random import Random

import pytest

from lasker.play.game import Position, load
from lasker.play.library import sources

SMALL = 450  # counts up to this size run always, the others in `make soak`
GAMES = sorted(sources())


def wrong_counts(name: str, least: int, most: int) -> list[str]:
    """The counts of a game's file that are not what the game says, among those of a certain size."""
    game, wrong = load(name), []
    for check in game.model.counts:
        if least < check.count <= most:
            start = game.start() if check.position is None else game.position(check.position)
            counted = start.perft(check.depth)
            if counted != check.count:
                wrong.append(f"perft {check.depth} {check.count} at {start.fen}: counted {counted}")
    return wrong


@pytest.mark.parametrize("name", GAMES)
def test_small_counts(name: str) -> None:
    assert wrong_counts(name, -1, SMALL) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_large_counts(name: str) -> None:
    assert wrong_counts(name, SMALL, 10**9) == []


@pytest.mark.parametrize("name", GAMES)
def test_every_game_checks_itself(name: str) -> None:
    game = load(name)
    assert game.model.counts, "a game carries at least one count of its moves"
    assert game.model.about
    assert game.model.source


def random_line(name: str, seed: int, plies: int) -> list[Position]:
    """A random game, as the positions it passes through."""
    random, line = Random(seed), [load(name).start()]
    while len(line) <= plies and line[-1].moves:
        line.append(line[-1].play(str(random.choice(line[-1].moves))))
    return line


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_read_back_exactly(name: str) -> None:
    game = load(name)
    for position in random_line(name, seed=1, plies=3):
        again = game.position(position.fen)
        assert again.fen == position.fen
        assert again == position == pickle.loads(pickle.dumps(position)) == copy.deepcopy(position)
        assert hash(again) == hash(pickle.loads(pickle.dumps(position)))
        assert again.node.hash == position.node.hash


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_different_texts_in_one_order(name: str) -> None:
    for position in random_line(name, seed=2, plies=2):
        texts = [str(move) for move in position.moves]
        assert len(set(texts)) == len(texts)
        labels = [move.step.label for move in position.moves]
        assert labels == sorted(labels)


def test_a_file_that_has_changed_is_read_again(tmp_path: Path) -> None:
    file = tmp_path / "mine.rules"
    rest = "players a b\npiece stone ● ○\nmove = %.: put(●)\n"
    for size in (2, 3):
        file.write_text(f'lasker 1\nboard {size}x1\nstart "{size} a 1"\n{rest}', "utf-8")
        assert load(str(file)).perft(1) == size
