"""Every game of the library, whatever is found there: its own counts, its notation, its order of moves."""

from __future__ import annotations

import copy
import pickle
from bisect import bisect
from collections.abc import Iterable, Iterator
from itertools import accumulate
from pathlib import Path
from random import Random

import pytest

from lasker.model.game import PerftClaim
from lasker.play.game import Position, load
from library_sample import EVERY

SMALL = 200  # positions that are counted in each game by the reference; all of them in `make soak`
PLIES = 1  # of the game whose positions are looked at


def small(name: str) -> list[PerftClaim]:
    """Counts of a game's file with a small sum, one at least: of given positions first, then small ones.
    Native code counts larger ones in `test_shipped.py`."""
    counts = sorted(load(name).model.counts, key=lambda claim: (claim.position is None, claim.count))
    sums = list(accumulate(claim.count for claim in counts))
    return counts[: max(1, bisect(sums, SMALL))]


def wrong_counts(name: str, counts: Iterable[PerftClaim]) -> list[str]:
    """The counts of a game's file that are not what the game says."""
    game, wrong = load(name), []
    for check in counts:
        start = game.start() if check.position is None else game.position(check.position)
        counted = start.perft(check.depth)
        if counted != check.count:
            wrong.append(f"perft {check.depth} {check.count} at {start.fen}: counted {counted}")
    return wrong


@pytest.mark.parametrize("name", EVERY)
def test_small_counts(name: str) -> None:
    assert wrong_counts(name, small(name)) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", EVERY)
def test_all_counts(name: str) -> None:
    assert wrong_counts(name, load(name).model.counts) == []


@pytest.mark.parametrize("name", EVERY)
def test_every_game_checks_itself(name: str) -> None:
    game = load(name)
    assert game.model.counts, "a game carries at least one count of its moves"
    assert game.model.about
    assert game.model.source


def random_line(name: str) -> Iterator[Position]:
    """The first positions of a random game."""
    random, position = Random(1), load(name).start()
    for _ in range(PLIES):
        yield position
        if position.moves:
            position = position.play(str(random.choice(position.moves)))
    yield position


@pytest.mark.parametrize("name", EVERY)
def test_positions_are_read_back_exactly(name: str) -> None:
    """And their moves have different texts, in one order."""
    game = load(name)
    for position in random_line(name):
        again = game.position(position.fen)
        assert again.fen == position.fen
        assert again == position == pickle.loads(pickle.dumps(position)) == copy.deepcopy(position)
        assert hash(again) == hash(pickle.loads(pickle.dumps(position)))
        assert again.node.hash == position.node.hash
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
