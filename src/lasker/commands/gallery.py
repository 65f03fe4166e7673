"""`lasker gallery`: a static site with a page for every game."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path

import click

from lasker.commands.common import YES, json_option, with_exit_status


@click.command()
@click.argument("arguments", nargs=-1, metavar="FOLDER [GAME]...")
@click.option(
    "--measure",
    is_flag=True,
    help="Write no site: measure the GAMEs whose rules are new, and keep the figures beside the program.",
)
@json_option
@with_exit_status
def gallery(arguments: tuple[str, ...], measure: bool, as_json: bool) -> int:
    """A static site in FOLDER with a page for every game: position, pieces, rules, counts, figures.

    A GAME is a name or a file of rules; the whole library by default. The pages need no server.
    """
    if measure:
        return _measure(arguments, as_json)
    if not arguments:
        raise click.UsageError("where to? name a folder")
    from lasker.gallery.site import entries, write_gallery

    folder, games = Path(arguments[0]), arguments[1:]
    count = len(entries(games))
    with click.progressbar(length=count, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        written = write_gallery(folder, games, lambda name: bar.update(1))
    if as_json:
        click.echo(jsonlib.dumps({"games": count, "files": list(map(str, written))}, ensure_ascii=False))
    else:
        click.echo(f"{count} games: open {folder / 'index.html'}")
    return YES


def _measure(games: tuple[str, ...], as_json: bool) -> int:
    """Measure what is new; it is written after each game, so that stopping loses nothing."""
    from lasker.gallery.figures import Figures, measured
    from lasker.gallery.piece_records import piece_records
    from lasker.play import library

    kept, new = Figures.read(), list[str]()
    names = [library.canonical(name) for name in games] or list(library.sources())
    for number, name in enumerate(names, start=1):
        model = library.model(name)
        pieces = kept.pieces(name, model)
        if pieces is None or not kept.of(name, model):
            click.echo(f"{number} of {len(names)}: {name}", err=True)
            kept.put(name, model, measured(name), piece_records(model) if pieces is None else pieces)
            kept.write(library.sources())
            new.append(name)
    if as_json:
        click.echo(jsonlib.dumps({"measured": new}))
    else:
        click.echo(f"measured {len(new)} of {len(names)} games")
    return YES


COMMANDS = {"gallery": gallery}
