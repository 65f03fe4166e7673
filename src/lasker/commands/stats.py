"""`lasker stats`: statistics of a game by self-play."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path

import click

from lasker.commands.common import (
    YES,
    cluster_option,
    json_option,
    seed_option,
    with_exit_status,
    workers_option,
)


@click.command()
@click.argument("game", required=False)
@click.option(
    "--strength",
    default="random",
    show_default=True,
    metavar="HOW",
    help="The players: random, level=3 (a level of the engine) or nodes=500 (nodes searched for each move).",
)
@click.option(
    "--games",
    type=click.IntRange(1, 1_000_000),
    help="Number of games; by default up to 100, fewer where a position has many moves.",
)
@seed_option
@click.option(
    "--plies",
    type=click.IntRange(1, 100_000),
    default=500,
    show_default=True,
    help="Stop games after this many plies.",
)
@click.option(
    "--csv", type=click.Path(path_type=Path), metavar="FOLDER", help="Write the tables as CSV to this folder."
)
@click.option(
    "--parquet",
    type=click.Path(path_type=Path),
    metavar="FOLDER",
    help="Write the tables as Parquet to this folder.",
)
@click.option(
    "--plots", type=click.Path(path_type=Path), metavar="FOLDER", help="Write plots as SVG to this folder."
)
@click.option("--png", is_flag=True, help="Write the pictures as PNG too.")
@click.option("--explain", is_flag=True, help="Define every measure.")
@workers_option
@cluster_option
@json_option
@with_exit_status
def stats(
    game: str | None,
    strength: str,
    games: int | None,
    seed: int,
    plies: int,
    csv: Path | None,
    parquet: Path | None,
    plots: Path | None,
    png: bool,
    explain: bool,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Statistics of GAME by self-play: results, length, branching, measures of interest, piece values.

    The same seed gives the same games and the same figures. Without GAME, --explain defines every measure.
    """
    from lasker.kernel.files import make_folder
    from lasker.play.game import load
    from lasker.stats.interest import MEASURES, meaning
    from lasker.stats.report import text_of
    from lasker.stats.selfplay import Strength
    from lasker.stats.study import study
    from lasker.workers import open_workers

    if game is None:
        if not explain:
            raise click.UsageError("of which game? `lasker games` lists them")
        for name in MEASURES:
            click.echo(f"{name:<20} {meaning(name)}")
        return YES
    loaded, wanted = load(game), Strength.read(strength)
    for place in filter(None, (csv, parquet, plots)):
        make_folder(place)
    with click.progressbar(length=games or 100, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        some = open_workers(workers or (None if cluster else 1), cluster)
        found = study(loaded, wanted, seed, games, plies, lambda done: bar.update(1), some)
    if csv is not None or parquet is not None:
        from lasker.stats import tables

        for folder, write in ((csv, tables.write_csv), (parquet, tables.write_parquet)):
            if folder is not None:
                write(found, folder)
    if plots is not None:
        from lasker.stats.plots import draw

        draw(found, plots, png)
    click.echo(jsonlib.dumps(found.facts(), ensure_ascii=False) if as_json else text_of(found, explain))
    return YES


COMMANDS = {"stats": stats}
