"""Every game of the library, whatever is found there: its own counts, its notation, its order of moves."""

from __future__ import annotations

from random import Random

import pytest

from lasker.play.game import Position, load
from lasker.play.library import sources

SMALL = 600  # counts up to this size run always, the others in `make soak`
GAMES = sorted(sources())
COUNTS = [(name, count) for name in GAMES for count in load(name).model.counts]


def _id(value: object) -> str:
    return (
        value if isinstance(value, str) else f"{getattr(value, 'depth', value)}={getattr(value, 'count', '')}"
    )


def _counted(name: str, depth: int, position: str | None) -> int:
    game = load(name)
    return (game.start() if position is None else game.position(position)).perft(depth)


@pytest.mark.parametrize(("name", "count"), [c for c in COUNTS if c[1].count <= SMALL], ids=_id)
def test_small_counts(name: str, count: object) -> None:
    check = next(c for n, c in COUNTS if n == name and c is count)
    assert _counted(name, check.depth, check.position) == check.count


@pytest.mark.soak
@pytest.mark.parametrize(("name", "count"), [c for c in COUNTS if c[1].count > SMALL], ids=_id)
def test_large_counts(name: str, count: object) -> None:
    check = next(c for n, c in COUNTS if n == name and c is count)
    assert _counted(name, check.depth, check.position) == check.count


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
    for position in random_line(name, seed=1, plies=8):
        again = game.position(position.fen)
        assert again.fen == position.fen
        assert again == position
        assert again.node.hash == position.node.hash


@pytest.mark.parametrize("name", GAMES)
def test_moves_have_different_texts_in_one_order(name: str) -> None:
    for position in random_line(name, seed=2, plies=4):
        texts = [str(move) for move in position.moves]
        assert len(set(texts)) == len(texts)
        labels = [move.step.label for move in position.moves]
        assert labels == sorted(labels)
