"""`lasker lsp`: the language server."""

from __future__ import annotations

import sys

import click

from lasker import __version__
from lasker.commands.common import NO, YES, with_exit_status


@click.command()
@with_exit_status
def lsp() -> int:
    """Run as a language server for editors: errors, completion, hover, names, format, colours.

    It speaks the Language Server Protocol over standard input and output, about rules, games in YAML and
    variants files.
    """
    from lasker.protocols.lsp.server import Server

    output, sys.stdout = sys.stdout, sys.stderr  # whatever is printed is no message
    stopped = Server(__version__, sys.stdin.buffer, output.buffer).run()
    return YES if stopped else NO


COMMANDS = {"lsp": lsp}
