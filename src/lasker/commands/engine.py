"""The engine protocols on the command line."""

from __future__ import annotations

import sys

import click

from lasker import __version__
from lasker.commands.common import told

USUAL = "standard"  # what a program that chooses no game expects


@click.command()
@click.argument("game", required=False)
@told
def uci(game: str | None) -> int:
    """Talk UCI with another program, about GAME or the one that it chooses with UCI_Variant."""
    from lasker.play import library
    from lasker.protocols.uci import Uci

    if hasattr(sys.stdin, "reconfigure"):
        sys.stdin.reconfigure(
            encoding="utf-8", errors="replace"
        )  # bytes that are no text must not end the talk
    name = library.canonical(game or USUAL)
    library.find(name)
    return Uci(name, __version__).run()


COMMANDS = {"uci": uci}
