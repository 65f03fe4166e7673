"""`lasker perft` and `lasker playouts`."""

from __future__ import annotations

import json as jsonlib
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import TYPE_CHECKING

import click

from lasker.commands.common import (
    YES,
    cluster_option,
    fen_option,
    json_option,
    position_of,
    with_exit_status,
)

if TYPE_CHECKING:
    from lasker.backends import Engine
    from lasker.kernel.errors import LaskerError
    from lasker.play.backend_choice import Work
    from lasker.play.game import Position
    from lasker.play.playouts import Playouts
    from lasker.runtime.parallel_perft import Progress

LONG = 6  # depth from which a progress bar is shown
SHARE = 100  # playouts of a job on a cluster
BATCH = 0.2  # target seconds of a batch of playouts

backend_option = click.option("--backend", metavar="NAME", help="The backend: reference, python or c.")
threads_option = click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="The number of threads."
)


@click.command()
@click.argument("game")
@click.argument("depth", type=click.IntRange(0, 100))
@fen_option
@click.option("--divide", is_flag=True, help="Print the count below each first move.")
@backend_option
@threads_option
@click.option(
    "--hash",
    "table",
    type=click.IntRange(0, 1 << 20),
    default=0,
    metavar="MB",
    help="Size of a transposition table for counts, in megabytes.",
)
@cluster_option
@json_option
@with_exit_status
def perft(
    game: str,
    depth: int,
    fen: str | None,
    divide: bool,
    backend: str | None,
    threads: int,
    table: int,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Perft: the number of sequences of DEPTH legal moves; the last line is the count.

    Unless a backend is named, native code counts from depth 3 on, if the game can be compiled; from depth 2
    on, if it has been.
    """
    from lasker import backends
    from lasker.play.backend_choice import PerftWork
    from lasker.runtime import parallel_perft

    position = position_of(game, fen)
    if cluster is not None:
        return _perft_on(cluster, position, depth, divide, backend, table << 20, as_json)
    engine = _engine(position, backend, PerftWork(depth))
    below: dict[str, int] = {}
    starts = {"": position.node}
    if divide and depth > 0:
        starts = {str(move): move.step.after for move in position.moves}
        depth -= 1
    total = 0
    for text, node in starts.items():
        with _progress(depth) as progress:
            count = parallel_perft.perft(
                engine,
                backends.position(node),
                depth,
                threads=threads,
                table=table << 20,
                progress=progress,
            )
        total += count
        if divide and text:
            below[text] = count
            if not as_json:
                click.echo(f"{text}: {count}")
    depth += bool(below)
    click.echo(jsonlib.dumps({"depth": depth, "count": total, "divide": below}) if as_json else str(total))
    return YES


def _perft_on(
    cluster: str, position: Position, depth: int, divide: bool, backend: str | None, table: int, as_json: bool
) -> int:
    """Perft on a cluster; the output is that of threads."""
    from lasker.play.perft import perft_on
    from lasker.workers import open_workers

    starts, left = {"": position.node}, depth
    if divide and depth > 0:
        starts, left = {str(move): move.step.after for move in position.moves}, depth - 1
    with _progress(LONG) as progress:
        below = perft_on(open_workers(cluster=cluster), starts, left, backend, table, progress)
    total = sum(below.values())
    below.pop("", None)
    for text, number in below.items():
        if not as_json:
            click.echo(f"{text}: {number}")
    click.echo(jsonlib.dumps({"depth": depth, "count": total, "divide": below}) if as_json else str(total))
    return YES


@contextmanager
def _progress(depth: int) -> Iterator[Progress | None]:
    """A progress bar on a terminal for deep counts."""
    if depth < LONG or not sys.stderr.isatty():
        yield None
        return
    with click.progressbar(length=1, label="counting", file=sys.stderr) as bar:

        def tell(done: int, parts: int) -> None:
            bar.length = parts
            bar.update(done - bar.pos)

        yield tell


def _engine(position: Position, backend: str | None, work: Work) -> Engine:
    """The requested backend, or the fastest for the work."""
    from lasker import backends
    from lasker.play.backend_choice import choose

    if backend is not None:
        return backends.open_engine(backend, position.game.model)
    return choose(position.game.model, work, _report_substitute)


def _report_substitute(error: LaskerError, instead: str) -> None:
    click.echo(f"{error.message}; {instead}", err=True)


@click.command()
@click.argument("game")
@fen_option
@click.option(
    "--games", type=click.IntRange(1), help="Number of games; by default as many as fit into --seconds."
)
@click.option(
    "--seconds",
    type=click.FloatRange(0.01, 86400),
    default=2.0,
    show_default=True,
    help="Without --games: how long to play.",
)
@click.option(
    "--seed",
    type=click.IntRange(0, (1 << 64) - 1),
    default=0,
    show_default=True,
    help="Seed of random numbers.",
)
@click.option("--plies", type=click.IntRange(1, 1_000_000), help="Stop games after this many plies.")
@threads_option
@backend_option
@cluster_option
@json_option
@with_exit_status
def playouts(
    game: str,
    fen: str | None,
    games: int | None,
    seconds: float,
    seed: int,
    plies: int | None,
    threads: int,
    backend: str | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Random playouts: speed, lengths, endings, payoffs.

    Moves are uniformly random, and every claim is made as soon as possible. A seed determines the games, on
    every backend.
    """
    from lasker.play.backend_choice import PlayoutWork
    from lasker.play.playouts import results, tally, tally_on
    from lasker.runtime.playouts import MOST_PLIES

    position = position_of(game, fen)
    node = position.node
    if cluster is not None:
        from lasker.workers import open_workers

        workers, began = open_workers(cluster=cluster), time.perf_counter()
        some = _shares(games, seconds, began)
        counted = tally_on(workers, node, some, seed, plies or MOST_PLIES, backend, games or inf)
        took = time.perf_counter() - began
        _print_playouts(results(node, counted), node.game.players, seed, took, as_json)
        return YES
    engine = _engine(position, backend, PlayoutWork(games or inf))
    began, found = time.perf_counter(), None
    share = games or threads
    while found is None or (games is None and time.perf_counter() - began < seconds):
        first = 0 if found is None else len(found.lengths)
        more = tally(engine, node, range(first, first + share), seed, threads, plies or MOST_PLIES)
        if found is None:
            found = more
        else:
            found.ended.update(more.ended)
            found.lengths.extend(more.lengths)
        spent = time.perf_counter() - began
        share = max(1, min(4 * share, int(len(found.lengths) / spent * BATCH)))
    took = time.perf_counter() - began
    _print_playouts(results(node, found), node.game.players, seed, took, as_json)
    return YES


def _shares(games: int | None, seconds: float, began: float) -> Iterator[range]:
    """The numbers of games for jobs on a cluster, all of them or until the time is over, with progress."""
    with click.progressbar(
        length=games or 1, label="playing", file=sys.stderr, hidden=games is None or not sys.stderr.isatty()
    ) as bar:
        first = 0
        while first < games if games is not None else first == 0 or time.perf_counter() - began < seconds:
            share = range(first, first + SHARE if games is None else min(games, first + SHARE))
            yield share
            bar.update(len(share))
            first = share.stop


def _print_playouts(found: Playouts, players: tuple[str, ...], seed: int, took: float, as_json: bool) -> None:
    facts = {
        "games": found.games,
        "seed": seed,
        "seconds": took,
        "playouts_per_second": found.games / took,
        "plies_per_second": found.plies / took,
        "length": {"mean": found.length, "least": min(found.lengths), "most": max(found.lengths)},
        "endings": found.endings,
        "unfinished": found.unfinished,
        "payoffs": {player: str(each) for player, each in zip(players, found.payoffs, strict=False)},
    }
    if as_json:
        click.echo(jsonlib.dumps(facts, ensure_ascii=False))
        return
    click.echo(f"{found.games} games in {took:.2f} s, seed {seed}")
    click.echo(f"{found.games / took:,.0f} playouts and {found.plies / took:,.0f} plies a second")
    click.echo(f"{found.length:.1f} plies a game, from {min(found.lengths)} to {max(found.lengths)}")
    unfinished = {"unfinished": found.unfinished} if found.unfinished else {}
    for reason, count in (found.endings | unfinished).items():
        click.echo(f"{100 * count / found.games:6.2f} %  {reason}")
    for player, payoff in zip(players, found.payoffs, strict=False):
        click.echo(f"{float(payoff):8.4f}  {player}")


COMMANDS = {"perft": perft, "playouts": playouts}
