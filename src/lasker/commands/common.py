"""Shared parts of commands: exit statuses, options, and error reports."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from lasker.commands import streams

if TYPE_CHECKING:
    from lasker.play.game import Position

YES, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3
INTERRUPTED = 130  # the shells' status for SIGINT

json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")
tiles_option = click.option(
    "--tiles",
    type=click.Choice(["kanji", "western", "letters"]),
    default="kanji",
    show_default=True,
    help="What is on pieces that are tiles or discs with characters.",
)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, (1 << 63) - 1),
    default=0,
    show_default=True,
    help="Seed of random numbers.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 4096),
    metavar="NUMBER",
    help="Processes that do the work; results do not depend on it.",
)
cluster_option = click.option(
    "--cluster",
    metavar="ADDRESS",
    help="Work on the Ray cluster at ADDRESS; auto: the one of this machine; local: a new one.",
)
fen_option = click.option("--fen", metavar="FEN", help="A position instead of the start.")


def position_of(game: str, fen: str | None) -> Position:
    """The position of a command: the start, or that of the option --fen."""
    from lasker.play.game import load

    loaded = load(game)
    return loaded.start() if fen is None else loaded.position(fen)


def with_exit_status(command: Callable[..., int]) -> Callable[..., None]:
    """Run a command; turn its errors into a report and its answer into the exit status."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        from lasker.kernel.errors import LaskerError

        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except LaskerError as error:
            streams.write_error(error.report())
            status = BAD_INPUT
        except OSError as error:
            status = YES if streams.failed(error) else BAD_INPUT
        except KeyboardInterrupt:
            streams.write_error("interrupted")
            status = INTERRUPTED
        except RecursionError:
            streams.write_error("error: this is nested too deeply\nhelp: give the inner parts names")
            status = BAD_INPUT
        sys.exit(status)

    return run
