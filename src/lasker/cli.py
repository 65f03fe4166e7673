"""The command line. Results go to stdout, everything else to stderr; the exit status is the answer.

0 done or yes, 1 an honest no, 2 bad input, 3 undecided within the stated bounds.
"""

from __future__ import annotations

import atexit
import gc
import sys
import warnings
from importlib import import_module
from typing import Any

SELDOM = 100_000  # allocations between garbage collections: values form no reference cycles
gc.set_threshold(SELDOM)  # before the imports, which allocate much

import click  # noqa: E402

from lasker import __version__  # noqa: E402
from lasker.commands import streams  # noqa: E402
from lasker.commands.common import BAD_INPUT, YES  # noqa: E402

# The module of each command, imported on use.
MODULES = {
    "eval": "algebra",
    "equal": "algebra",
    "prompt": "algebra",
    "prove": "prove",
    "new": "new",
    "games": "games",
    "show": "games",
    "moves": "games",
    "draw": "draw",
    "perft": "count",
    "playouts": "count",
    "check": "check",
    "play": "games",
    "serve": "serve",
    "crosscheck": "crosscheck",
    "graph": "graph",
    "convert": "convert",
    "generate": "convert",
    "schema": "convert",
    "number": "number",
    "sheet": "sheet",
    "classify": "classify",
    "verify": "classify",
    "compile": "compile",
    "sample": "sample",
    "bench": "bench",
    "match": "match",
    "stats": "stats",
    "gallery": "gallery",
    "pgn": "pgn",
    "lsp": "lsp",
    "uci": "engine",
    "xboard": "engine",
    "usi": "engine",
    "ucci": "engine",
    "tune": "tune",
    "doctor": "doctor",
}


class Commands(click.Group):
    """A group whose commands are imported on use."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command; writing help or usage errors may fail too."""
        streams.prepare()
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            sys.exit(YES if streams.failed(error) else BAD_INPUT)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, those about games first."""
        return sorted(MODULES, key=lambda name: (MODULES[name] not in {"games", "new", "count"}, name))

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in MODULES:
            return None
        module = import_module(f"lasker.commands.{MODULES[cmd_name]}")
        found: click.Command = module.COMMANDS[cmd_name]
        return found


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning without its source location."""
    click.echo(f"note: {message}", err=True)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, message="lasker %(version)s")
def main() -> None:
    """Board games written as mathematics: play, count, solve, prove and draw them."""
    atexit.register(gc.freeze)  # skip garbage collection at exit
    warnings.showwarning = _show_warning


if __name__ == "__main__":
    main()
