"""`lasker new`: writes a new rules file based on a game."""

from __future__ import annotations

import re
from pathlib import Path

import click

from lasker.commands.common import YES, with_exit_status


@click.command()
@click.argument("name")
@click.option(
    "--from", "base", metavar="GAME", help="The game to start from; without it, one that fits any board."
)
@click.option("--board", metavar="SIZE", help="Files and ranks, for example 10x8.")
@click.option(
    "--piece",
    "pieces",
    multiple=True,
    metavar="PIECE",
    help="A new piece: letter, Betza notation and name, for example 'A=BN archbishop'. May be repeated.",
)
@click.option("--force", is_flag=True, help="Write over a file that exists.")
@with_exit_status
def new(name: str, base: str | None, board: str | None, pieces: tuple[str, ...], force: bool) -> int:
    """A rules file of your own, NAME.rules, ready to be played and changed.

    \b
    lasker new tall --board 8x10
    lasker new capablanca --board 10x8 --piece 'A=BN archbishop' --piece 'C=RN chancellor'
    """
    from lasker.builder.draft import Draft, Newcomer, size
    from lasker.kernel.errors import DeclarationError
    from lasker.kernel.files import write_text
    from lasker.play import library

    file = Path(name if name.endswith(".rules") else f"{name}.rules")
    if not re.fullmatch(r"\w[\w -]*", file.stem) or library.canonical(file.stem) in library.sources():
        raise DeclarationError(
            f"{file.stem} cannot be the name of a new game",
            remedy="choose letters, digits, - and _, and no name of the library",
        )
    if file.exists() and not force:
        raise DeclarationError(
            f"{file} exists already", remedy="choose another name, or --force to write over it"
        )
    title = re.sub("[_-]+", " ", file.stem).strip()
    draft = Draft(
        title[:1].upper() + title[1:],
        base or library.template(),
        size(board) if board is not None else None,
        [Newcomer.read(piece) for piece in pieces],
    )
    game = draft.game()  # validate before writing
    game.model.check()
    game.start()
    write_text(file, draft.text())
    if draft.left_out:
        click.echo(
            f"no room was left for {' '.join(draft.left_out)}: choose a wider board to keep them", err=True
        )
    click.echo(f"{file} is ready: lasker check {file}, lasker play {file}, lasker serve {file}")
    return YES


COMMANDS = {"new": new}
