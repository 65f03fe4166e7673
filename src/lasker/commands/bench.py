"""`lasker bench`: perft and playouts compared with other programs on the machine."""

from __future__ import annotations

import json as jsonlib
from typing import TYPE_CHECKING

import click

from lasker.commands.common import NO, YES, fen_option, json_option, with_exit_status

if TYPE_CHECKING:
    from lasker.bench.peers import Peer
    from lasker.bench.rounds import MeasuredRates


@click.command()
@click.argument("games", nargs=-1)
@fen_option
@click.option(
    "--backend",
    "names",
    multiple=True,
    default=("c",),
    show_default=True,
    help="A backend of Lasker; may be repeated.",
)
@click.option(
    "--peer",
    "wanted",
    multiple=True,
    help="A UCI engine to compare with, instead of those found; `none` for none; may be repeated.",
)
@click.option(
    "--depth",
    type=click.IntRange(0, 30),
    default=0,
    help="Depth of perft for all programs; by default each has its own.",
)
@click.option("--rounds", type=click.IntRange(1, 100), default=3, show_default=True, help="Number of rounds.")
@click.option(
    "--seconds", type=click.FloatRange(0.001, 600), default=0.5, show_default=True, help="Length of a round."
)
@click.option("--playouts/--no-playouts", "playing", default=True, help="Random games too, by Lasker alone.")
@json_option
@with_exit_status
def bench(
    games: tuple[str, ...],
    fen: str | None,
    names: tuple[str, ...],
    wanted: tuple[str, ...],
    depth: int,
    rounds: int,
    seconds: float,
    playing: bool,
    as_json: bool,
) -> int:
    """Benchmark perft and random playouts against other programs, in interleaved rounds.

    Without GAMES: every game that some installed program plays too. Results are medians of the rounds, and
    the speed of the first program relative to each.
    """
    from lasker.bench import peers
    from lasker.bench import rounds as bench

    others = [peers.named(each) for each in wanted if each != "none"] if wanted else peers.found()
    rows: list[MeasuredRates] = []
    wrong: list[str] = []
    for game in games or _shared(others):
        counts = {f"lasker {name}": bench.ours(game, name, fen) for name in names}
        reference = next(iter(counts.values()))
        counts |= {p.name: bench.theirs(p, v, fen) for p in others if (v := p.variant(game)) is not None}
        found = bench.perft(game, counts, rounds, seconds, depth)
        wrong += bench.disagreements(found, reference)
        if playing and fen is None:
            found += bench.playouts(game, names, rounds, seconds)
        if not as_json:
            for row in found:
                click.echo(_line(row))
        rows += found
    if as_json:
        click.echo(jsonlib.dumps([row.facts() for row in rows]))
    for complaint in wrong:
        click.echo(complaint, err=True)
    return NO if wrong else YES


def _shared(others: list[Peer]) -> list[str]:
    """The games that some other program plays too; if there are none, the template game."""
    from lasker.play import library

    found = [name for name in library.sources() if any(peer.variant(name) is not None for peer in others)]
    return found or [library.template()]


def _line(row: MeasuredRates) -> str:
    what = f"depth {row.depth:<3} " if row.task == "perft" else "playouts  "
    unit = "million leaves/s" if row.task == "perft" else "million plies/s "
    spread = f"({min(row.rates) / 1e6:.3f} to {max(row.rates) / 1e6:.3f})"
    more = f"  {row.count:,} games/s" if row.task == "playouts" else f"  {row.ratio:8.2f} x"
    return f"{row.game:<18} {row.program:<16} {what}{row.rate / 1e6:>10.3f} {unit} {spread:<22}{more}"


COMMANDS = {"bench": bench}
