"""`lasker uci`, `xboard`, `usi`, `ucci`: the engine protocols."""

from __future__ import annotations

import click

from lasker import __version__
from lasker.commands.common import with_exit_status

# The default games of the protocols, by alias.
USUAL, JAPANESE, CHINESE = "standard", "将棋", "象棋"


@click.command()
@click.argument("game", required=False)
@with_exit_status
def uci(game: str | None) -> int:
    """Run as a UCI engine for GAME, or for the game chosen with UCI_Variant."""
    from lasker.protocols.uci import Uci

    return Uci(_chosen(game), __version__).run()


@click.command()
@click.argument("game", required=False)
@with_exit_status
def xboard(game: str | None) -> int:
    """Run as a CECP (XBoard) engine for GAME, or for the game chosen with `variant`."""
    from lasker.protocols.xboard.protocol import Xboard

    return Xboard(_chosen(game), __version__, named=game is not None).run()


@click.command()
@click.argument("game", required=False)
@with_exit_status
def usi(game: str | None) -> int:
    """Run as a USI engine (the protocol of shogi programs) for GAME, or for shogi."""
    from lasker.protocols.usi import Usi

    return Usi(_chosen(game, JAPANESE), __version__).run()


@click.command()
@click.argument("game", required=False)
@with_exit_status
def ucci(game: str | None) -> int:
    """Run as a UCCI engine (the protocol of xiangqi programs) for GAME, or for xiangqi."""
    from lasker.protocols.ucci import Ucci

    return Ucci(_chosen(game, CHINESE), __version__).run()


def _chosen(game: str | None, usual: str = USUAL) -> str:
    from lasker.play import library

    name = library.canonical(game or usual)
    library.find(name)
    return name


COMMANDS = {"uci": uci, "xboard": xboard, "usi": usi, "ucci": ucci}
