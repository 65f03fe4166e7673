"""The engine protocols on the command line."""

from __future__ import annotations

import click

from lasker import __version__
from lasker.commands.common import told

# What a program that chooses no game expects.
USUAL, JAPANESE, CHINESE = "standard", "将棋", "象棋"


@click.command()
@click.argument("game", required=False)
@told
def uci(game: str | None) -> int:
    """Talk UCI with another program, about GAME or the one that it chooses with UCI_Variant."""
    from lasker.protocols.uci import Uci

    return Uci(_chosen(game), __version__).run()


@click.command()
@click.argument("game", required=False)
@told
def xboard(game: str | None) -> int:
    """Talk CECP, the protocol of XBoard, about GAME or the one that it chooses with `variant`."""
    from lasker.protocols.xboard.protocol import Xboard

    return Xboard(_chosen(game), __version__, named=game is not None).run()


@click.command()
@click.argument("game", required=False)
@told
def usi(game: str | None) -> int:
    """Talk USI, the protocol of shogi programs, about GAME or shogi."""
    from lasker.protocols.usi import Usi

    return Usi(_chosen(game, JAPANESE), __version__).run()


@click.command()
@click.argument("game", required=False)
@told
def ucci(game: str | None) -> int:
    """Talk UCCI, the protocol of xiangqi programs, about GAME or xiangqi."""
    from lasker.protocols.ucci import Ucci

    return Ucci(_chosen(game, CHINESE), __version__).run()


def _chosen(game: str | None, usual: str = USUAL) -> str:
    from lasker.play import library

    name = library.canonical(game or usual)
    library.find(name)
    return name


COMMANDS = {"uci": uci, "xboard": xboard, "usi": usi, "ucci": ucci}
