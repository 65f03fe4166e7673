"""The web workbench on the command line."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser

import click

from lasker.commands.common import BAD_INPUT, YES, told


@click.command()
@click.argument("game", required=False)
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option("--open/--no-open", "show", default=True, help="Open the page in a browser.")
@click.option(
    "--name", "names", multiple=True, help="Another name of this server, NAME or NAME:PORT; repeatable."
)
@told
def serve(game: str | None, port: int, show: bool, names: tuple[str, ...]) -> int:
    """A page with a board: play against Lasker or another person, read the rules. For this machine only."""
    try:
        import uvicorn

        from lasker.web.server import application
    except ImportError:
        click.echo(
            "error: the web workbench needs two more packages\nhelp: pip install 'lasker[web]'", err=True
        )
        return BAD_INPUT
    from urllib.parse import quote

    from lasker.play import library

    if game is not None:
        library.model(game)
    port = free_port(port)
    address = f"http://127.0.0.1:{port}/" + (f"#{quote(library.canonical(game))}" if game else "")
    click.echo(f"Lasker is at {address} (stop with Ctrl-C)")
    if show:
        threading.Timer(1.0, webbrowser.open, [address]).start()
    extra = game if game is not None and os.path.isfile(game) else None
    quickly = 1  # second: who stops the server need not wait until a thought has ended
    uvicorn.run(
        application(extra, names),
        host="127.0.0.1",
        port=port,
        log_level="warning",
        timeout_graceful_shutdown=quickly,
    )
    return YES


def free_port(wanted: int) -> int:
    """The wanted port, or another one if somebody listens there already."""
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", wanted))
        except OSError:
            probe.bind(("127.0.0.1", 0))
        found: int = probe.getsockname()[1]
        return found


COMMANDS = {"serve": serve}
