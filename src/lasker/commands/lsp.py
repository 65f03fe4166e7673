"""`lasker lsp`: the language server."""

from __future__ import annotations

import sys

import click

from lasker import __version__
from lasker.commands.common import YES, with_exit_status
from lasker.kernel.errors import MissingPackage


@click.command()
@with_exit_status
def lsp() -> int:
    """Run as a language server for editors: errors, completion, hover, names, format, colours.

    It speaks the Language Server Protocol over standard input and output, about rules, games in YAML and
    variants files.
    """
    try:
        from lasker.protocols.lsp.server import server
    except ImportError as error:
        raise MissingPackage(
            f"the language server needs the package {error.name}, which is missing",
            remedy="pip install 'lasker[lsp]'",
        ) from None
    output, sys.stdout = sys.stdout, sys.stderr  # whatever is printed is no message
    server(__version__).start_io(sys.stdin.buffer, output.buffer)
    return YES


COMMANDS = {"lsp": lsp}
