"""`lasker tune`: tunes evaluation weights by self-play."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path

import click

from lasker.commands.common import NO, YES, cluster_option, json_option, with_exit_status, workers_option


@click.command()
@click.argument("game")
@click.option(
    "--games",
    type=click.IntRange(2, 10**6),
    default=1000,
    show_default=True,
    help="Number of games to learn from.",
)
@click.option(
    "--nodes",
    type=click.IntRange(10, 10**7),
    default=2000,
    show_default=True,
    help="Number of nodes searched for each move.",
)
@click.option(
    "--checks",
    type=click.IntRange(1, 10**5),
    default=100,
    show_default=True,
    help="Number of pairs of games in the final match.",
)
@click.option(
    "--rounds",
    type=click.IntRange(1, 1000),
    default=1,
    show_default=True,
    help="Greatest number of rounds; each starts from the weights learned in the one before.",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of random numbers.")
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write the values to."
)
@workers_option
@cluster_option
@json_option
@with_exit_status
def tune(
    game: str,
    games: int,
    nodes: int,
    checks: int,
    rounds: int,
    seed: int,
    output: Path | None,
    workers: int | None,
    cluster: str | None,
    as_json: bool,
) -> int:
    """Tune the evaluation weights of GAME by self-play, and test them in a match against the old ones.

    If they are stronger, they are used from then on, or written to a file; otherwise nothing changes, and the
    exit status is 1.
    """
    from lasker.engine import weight_files as values
    from lasker.kernel.errors import MissingPackage
    from lasker.kernel.files import check_writable, write_text
    from lasker.play.game import load
    from lasker.workers import open_workers

    try:
        from lasker.engine import tuning
    except ImportError:
        raise MissingPackage("NumPy is not installed", remedy="pip install 'lasker[arrays]'") from None

    if output is not None:
        check_writable(output)
    loaded = load(game)
    before = values.known(loaded.model)
    some = open_workers(workers or (None if cluster else 1), cluster)
    tried = tuning.rounds(
        loaded, rounds, games, nodes, seed, checks, lambda line: click.echo(line, err=True), some
    )
    kept = [each for each in tried if each.stronger]
    learned = (kept or tried)[-1]
    command = f"lasker tune {game} --games {games} --nodes {nodes} --checks {checks} --seed {seed}"
    command += f" --rounds {len(kept)}" if len(kept) > 1 else ""
    if before is not None and before.command:  # tuning continued from these values
        command = f"{before.command}; {command}"
    found = values.WeightsFile(learned.weights, True, command)
    if learned.stronger and output is not None:
        write_text(output, values.to_text(loaded.model, found))
    elif learned.stronger:
        values.store_values(loaded.model, found)
    facts = {
        "game": game,
        "rounds": len(kept),
        "points": learned.points,
        "games": learned.games,
        "errors": learned.errors,
        "stronger": learned.stronger,
    }
    if as_json:
        click.echo(jsonlib.dumps(facts))
    else:
        for each in tried:
            verdict = "kept" if each.stronger else "not kept: it could be luck"
            click.echo(f"{each.points:g} of {each.games} points against what was known before; {verdict}")
    return YES if learned.stronger else NO


COMMANDS = {"tune": tune}
