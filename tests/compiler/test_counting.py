"""Counting before all else: what is compiled when, and that nothing else is counted than by the whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from lasker import backends, sample
from lasker.backends.c import Native, stored
from lasker.backends.c.counting import SWITCHES, Counting, open_engine
from lasker.backends.c.naming import WALKING, library_name
from lasker.engine.opponent import Opponent
from lasker.kernel.errors import NativeError
from lasker.model.position import perft
from lasker.play import backend_choice
from lasker.play.game import load
from lasker.play.library import model
from lasker.play.readiness import readiness
from lasker.runtime import library_store

FAST, WALKED = "breakthrough", "nine_mens_morris"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LASKER_CACHE", str(tmp_path))
    return tmp_path


def test_the_walk_is_compiled_when_it_is_asked(folder: Path) -> None:
    game, start = model(FAST), backends.position(load(FAST).start().node)

    def there() -> list[bool]:
        """Which libraries are in the store: what counts, the walk, both together."""
        kinds = (SWITCHES, frozenset({WALKING}), frozenset[str]())
        return [library_store.holds(library_name(game, kind)) for kind in kinds]

    assert not stored(game)
    engine = open_engine(game)
    assert isinstance(engine, Counting)
    assert stored(game)
    assert [engine.perft(start, depth) for depth in range(4)] == [1, 22, 484, 11132]
    assert there() == [True, False, False]
    assert len(engine.successors(start)) == 22
    assert there() == [True, True, False]
    assert engine.perft(start, 4, table=1 << 20) == engine.perft(start, 4)
    assert there() == [True, True, True]
    assert isinstance(open_engine(game), Native)  # which is there now, and counts as well
    assert open_engine(game).perft(start, 3) == 11132


def test_what_bitboards_cannot_count_is_counted_by_the_walk() -> None:
    loaded = load("chess")
    node = loaded.position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").node
    there = backends.position(node)
    board = list(there.board)
    board[16] = board[4]  # a second king, which masks do not foretell
    two_kings = there._replace(board=tuple(board))
    engine = open_engine(loaded.model)
    counted = backends.open_engine("python", loaded.model).perft(two_kings, 2)
    assert engine.perft(two_kings, 2) == counted > 0
    if isinstance(engine, Counting):
        assert engine.use(lambda machine: machine.count(engine.pack(two_kings), 2)) is None


def test_a_game_that_walks_is_compiled_whole(folder: Path) -> None:
    engine = open_engine(model(WALKED))
    assert isinstance(engine, Native)
    assert stored(model(WALKED))
    assert len(list(folder.glob("*" + library_store.SUFFIX))) == 1


def test_positions_count_natively_from_some_depth_on(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    opened = backend_choice.counting

    def native(game: object) -> backends.Engine:
        asked.append(1)
        return opened(game)  # type: ignore[arg-type]

    monkeypatch.setattr(backend_choice, "counting", native)
    start = load(FAST).start()
    monkeypatch.setenv("LASKER_BACKEND", "reference")
    wanted = [perft(start.node, depth) for depth in range(4)]
    assert [start.perft(depth) for depth in range(4)] == wanted
    assert asked == []
    monkeypatch.delenv("LASKER_BACKEND")
    assert [start.perft(depth) for depth in range(4)] == wanted
    assert asked == [1]


def test_without_a_compiler_the_reference_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    def native(game: object) -> backends.Engine:
        raise NativeError("no C compiler was found")

    monkeypatch.setattr(backend_choice, "counting", native)
    monkeypatch.delenv("LASKER_BACKEND")
    assert load("tictactoe").perft(3) == 504


def test_playing_does_not_compile_what_counts() -> None:
    """What counts on bitboards is compiled by itself; whoever plays has only what is needed for that."""
    game = sample(3)  # of which nobody else has an opponent
    opponent = Opponent(game)
    start = backends.position(game.start().node)
    quick = readiness(game.model).native
    assert quick is not None
    assert quick.engine is opponent.native
    counter = backend_choice.counting(game.model)
    assert counter is not opponent.native
    assert counter.perft(start, 2) == opponent.native.perft(start, 2) == perft(game.start().node, 2)
