"""`lasker serve`: the web interface."""

from __future__ import annotations

import errno
import os
import re
import secrets
import socket
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from typing import Literal

import click

from lasker.commands.common import YES, with_exit_status
from lasker.kernel.directories import data_directory
from lasker.kernel.errors import LaskerError
from lasker.kernel.files import make_folder, naming, read_text

PORT, LOCAL = 8000, "127.0.0.1"
TOKEN = re.compile(r"[A-Za-z0-9_-]{16,200}")
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
@click.option(
    "--public", is_flag=True, help="Serve other machines too: whoever opens the address, which has a token."
)
@click.option("--token", help="The token of --public; else one that is made once and kept.")
@click.option("--log", "form", type=click.Choice(["text", "json"]), help="Log every call on stderr, so.")
@with_exit_status
def serve(
    game: str | None,
    port: int | None,
    show: bool,
    names: tuple[str, ...],
    data: Path | None,
    public: bool,
    token: str | None,
    form: Literal["text", "json"] | None,
) -> int:
    """Serve the web interface: play against Lasker or a person, design and study games.

    It is for this machine only, unless it is --public.
    """
    try:
        import uvicorn

        from lasker.web.logs import log_to_stderr
        from lasker.web.server import CONFIG, application
    except ImportError as error:
        raise LaskerError(
            f"the page needs the package {error.name}, which is missing", remedy="pip install lasker"
        ) from None
    from urllib.parse import quote

    from lasker.play import library

    if game is not None:
        library.model(game)
    folder = data_directory() if data is None else data
    secret = checked_token(token or kept_token(folder)) if public else ""
    listening = bound(PORT if port is None else port, "0.0.0.0" if public else LOCAL, or_any=port is None)
    served = listening.getsockname()[1]
    if port is None and served != PORT:
        click.echo(f"port {PORT} is taken by another program, so this is port {served}", err=True)
    base = f"http://{own_address() if public else LOCAL}:{served}/" + (f"?token={secret}" if public else "")
    route = f"#/play/{quote(library.canonical(game), safe='')}" if game else ""
    address = base + route
    click.echo(f"Lasker is at {address} (stop with Ctrl-C)")
    if show:
        opening = threading.Timer(1.0, webbrowser.open, [address])
        opening.daemon = True
        opening.start()
    extra = game if game is not None and os.path.isfile(game) else None
    if form is not None:
        log_to_stderr(form)
    app = application(extra, names, folder, secret, base if public else "", prepares=True)
    with suppress(KeyboardInterrupt):
        uvicorn.Server(uvicorn.Config(app, **CONFIG)).run(sockets=[listening])
    return YES


def checked_token(token: str) -> str:
    """A token that can be a part of an address and is hard to guess."""
    if not TOKEN.fullmatch(token):
        raise LaskerError(
            "a token has 16 to 200 letters, digits, - and _", remedy="leave --token out to get a new one"
        )
    return token


def kept_token(folder: Path) -> str:
    """The token that a folder of data keeps, made on the first use: links stay good when the server ends."""
    make_folder(folder)
    file = folder / "token"
    with naming(file):
        if not file.exists():
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as stream:
                stream.write(secrets.token_urlsafe(24))
    return read_text(file).strip()


def own_address() -> str:
    """The address of this machine in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # an address for documentation
        return str(probe.getsockname()[0])
    return LOCAL


def bound(port: int, host: str = LOCAL, or_any: bool = False) -> socket.socket:
    """A listening socket on a port, or on any free one if that is taken and `or_any` is set."""
    listening = socket.socket()
    if not hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # on Windows, two programs would share the port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # reuse it just after a server's end
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        if or_any:
            return bound(0, host)
        taken = error.errno == errno.EADDRINUSE
        why = "taken by another program" if taken else f"not to be had: {error.strerror}"
        raise LaskerError(
            f"port {port} is {why}", remedy="choose another one with --port, or leave it out to get any"
        ) from None
    return listening


COMMANDS = {"serve": serve}
