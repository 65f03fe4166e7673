"""Work on a Ray cluster of several processes: the same results as here, also when workers are killed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jobs import Squares

from lasker.cli import main
from lasker.database.jobs import ChunkReader, Convert, parts
from lasker.database.streams import GameFile
from lasker.kernel.errors import EngineError, LaskerError
from lasker.match.ledger import Ledger
from lasker.match.match import Match, Plan
from lasker.match.openings import Openings
from lasker.play.game import load
from lasker.play.perft import perft_on
from lasker.play.playouts import tally_on
from lasker.protocols.clients.contenders import contender
from lasker.stats.selfplay import Strength
from lasker.stats.study import study
from lasker.workers import Function, Workers, inline, open_workers

ray: Any = pytest.importorskip("ray", reason="Ray is not installed: work on clusters is not tested")


@pytest.fixture(scope="module")
def cluster() -> Iterator[Workers]:
    """Two workers of a new cluster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", str(Path(__file__).parent))  # where the workers find `jobs`
        ray.init(address="local", num_cpus=2, include_dashboard=False, log_to_driver=False)
        try:
            yield open_workers(cluster="auto")
        finally:
            ray.shutdown()


def test_a_cluster_gives_the_same_results_and_a_killed_worker_loses_nothing(
    cluster: Workers, tmp_path: Path
) -> None:
    log, fatal = tmp_path / "log", frozenset({2})
    squares = Squares(str(log), fatal=fatal)
    assert list(cluster.map(squares, range(8))) == [n * n for n in range(8)]
    assert Counter(map(int, log.read_text().split())) == Counter(range(8)) + Counter(fatal)
    starts = {str(move): move.step.after for move in load("tictactoe").start().moves}
    assert perft_on(cluster, starts, 5, "python") == perft_on(inline(), starts, 5, "python")


@pytest.mark.soak
def test_jobs_that_fail_or_kill_every_worker(cluster: Workers, tmp_path: Path) -> None:
    with pytest.raises(LaskerError, match="7 is refused"):
        list(cluster.map(Squares(str(tmp_path / "log"), refused=7), range(9)))
    with pytest.raises(EngineError, match="4 workers have died at the same job"):
        list(cluster.map(Function(os._exit), [3]))


@pytest.mark.soak
def test_playouts_on_a_cluster(cluster: Workers) -> None:
    node, shares = load("breakthrough").start().node, [range(at, at + 50) for at in range(0, 300, 50)]
    assert tally_on(cluster, node, shares, 7) == tally_on(inline(), node, shares, 7)


@pytest.mark.soak
@pytest.mark.parametrize("games", [20, None])
def test_statistics_on_a_cluster(cluster: Workers, games: int | None) -> None:
    game = load("breakthrough")
    here, there = (study(game, Strength(), 3, games, 60, workers=each) for each in (None, cluster))
    assert there.facts() == here.facts()


@pytest.mark.soak
def test_a_match_on_a_cluster(cluster: Workers, tmp_path: Path) -> None:
    game = load("tictactoe")
    both = contender("lasker:nodes=200"), contender("random")

    def played(workers: Workers | None) -> dict[int, list[str]]:
        plan = Plan(game, Openings(game, plies=1, seed=2), games=12, seed=5)
        match = Match(both, plan, Ledger(None, {}))
        match.run(workers=workers)
        return {number: [ply.move for ply in entry.plies] for number, entry in match.ledger.entries.items()}

    assert played(cluster) == played(None)


@pytest.mark.soak
def test_tuning_on_a_cluster(cluster: Workers) -> None:
    tuning = pytest.importorskip("lasker.engine.tuning")
    game = load("breakthrough")
    here, there = (
        tuning.rounds(game, 1, 6, 100, 1, 2, lambda line: None, workers) for workers in (None, cluster)
    )
    assert there == here


@pytest.mark.soak
def test_files_of_games_on_a_cluster(cluster: Workers, tmp_path: Path) -> None:
    file = tmp_path / "games.pgn"
    one = '[Variant "Tic-tac-toe"]\n\n1. a1 b2 2. c3 *\n\n[Variant "Tic-tac-toe"]\n\n1. a1 a1 *\n\n'
    file.write_text(50 * one)

    def done(workers: Workers) -> list[object]:
        with GameFile(file) as opened:
            found = parts(opened, ChunkReader(Convert("json")), workers, size=800)
            return [(games, part.bad, part.made) for games, part in found]

    assert done(cluster) == done(inline())


@pytest.mark.soak
def test_commands_on_a_running_cluster(tmp_path: Path) -> None:
    """A cluster as users start it, of two nodes, which the command finds by its address."""
    program = shutil.which("ray", path=str(Path(sys.executable).parent))
    assert program is not None
    environment = os.environ | {"RAY_USAGE_STATS_ENABLED": "0"}

    def call(*words: str) -> str:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, timeout=300, check=True)
        return done.stdout

    head = ["--head", "--port=6399", "--num-cpus=1", "--include-dashboard=false"]
    call(program, "start", *head)
    try:
        call(program, "start", "--address=127.0.0.1:6399", "--num-cpus=1")
        lasker = [sys.executable, "-m", "lasker"]
        for words in (["perft", "tictactoe", "5", "--divide"], ["playouts", "tictactoe", "--games", "300"]):
            here, there = call(*lasker, *words), call(*lasker, *words, "--cluster", "127.0.0.1:6399")
            assert there.splitlines()[2:] == here.splitlines()[2:]
    finally:
        call(program, "stop", "--force")


def test_no_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    for address in ("127.0.0.1:1", "ray://127.0.0.1:1", "127.0.0.1:99999"):
        found = CliRunner().invoke(main, ["perft", "tictactoe", "3", "--cluster", address])
        assert found.exit_code == 2
        assert f"there is no Ray cluster at {address}" in found.stderr


def test_ray_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    found = CliRunner().invoke(main, ["perft", "tictactoe", "3", "--cluster", "auto"])
    assert found.exit_code == 2
    assert "pip install 'lasker[ray]'" in found.stderr
