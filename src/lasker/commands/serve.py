"""`lasker serve`: the web interface."""

from __future__ import annotations

import errno
import os
import re
import socket
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

import click

from lasker.commands.common import YES, with_exit_status
from lasker.kernel.directories import data_directory
from lasker.kernel.errors import LaskerError

PORT = 8000
NAME = re.compile(r"(\[[0-9a-f:.]+\]|[^\s:/@\[\]]+)(:[0-9]{1,5})?", re.IGNORECASE)


def _names(context: click.Context, parameter: click.Parameter, names: tuple[str, ...]) -> tuple[str, ...]:
    """Validate host names: NAME or NAME:PORT, no URL."""
    for name in names:
        found = NAME.fullmatch(name)
        if found is None or int((found[2] or ":1")[1:]) not in range(1, 65536):
            raise click.BadParameter(f"{name!r} is not NAME or NAME:PORT, as in board.example:8000")
    return names


@click.command()
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"Else {PORT}, or any other one if that is taken."
)
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@click.option(
    "--name",
    "names",
    multiple=True,
    callback=_names,
    help="Another name of this server, NAME or NAME:PORT; repeatable.",
)
@click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder of what is kept: documents, texts of games, shared tables.",
)
@with_exit_status
def serve(game: str | None, port: int | None, show: bool, names: tuple[str, ...], data: Path | None) -> int:
    """Serve the web interface, for this machine only: play against Lasker or a person, read rules."""
    try:
        import uvicorn

        from lasker.web.server import CONFIG, application
    except ImportError as error:
        raise LaskerError(
            f"the page needs the package {error.name}, which is missing", remedy="pip install lasker"
        ) from None
    from urllib.parse import quote

    from lasker.play import library

    if game is not None:
        library.model(game)
    listening = bound(PORT if port is None else port, or_any=port is None)
    served = listening.getsockname()[1]
    if port is None and served != PORT:
        click.echo(f"port {PORT} is taken by another program, so this is port {served}", err=True)
    address = f"http://127.0.0.1:{served}/" + (f"#{quote(library.canonical(game))}" if game else "")
    click.echo(f"Lasker is at {address} (stop with Ctrl-C)")
    if show:
        opening = threading.Timer(1.0, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
    extra = game if game is not None and os.path.isfile(game) else None
    app = application(extra, names, data_directory() if data is None else data)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn.Config(app, **CONFIG)).run(sockets=[listening])
    return YES


def bound(port: int, or_any: bool = False) -> socket.socket:
    """A listening socket on a local port, or on any free one if that is taken and `or_any` is set."""
    listening = socket.socket()
    if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows, two programs would share the port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # reuse it just after a server's end
    try:
        listening.bind(("127.0.0.1", port))
        listening.listen()
    except OSError as error:
        listening.close()
        if or_any:
            return bound(0)
        taken = error.errno == errno.EADDRINUSE
        why = "taken by another program" if taken else f"not to be had: {error.strerror}"
        raise LaskerError(
            f"port {port} is {why}", remedy="choose another one with --port, or leave it out to get any"
        ) from None
    return listening


COMMANDS = {"serve": serve}
