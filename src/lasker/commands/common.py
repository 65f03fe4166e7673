"""What every command shares: exit statuses, options, and errors told as people should read them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

import click

YES, NO, BAD_INPUT, UNDECIDED = 0, 1, 2, 3

json_option = click.option("--json", "as_json", is_flag=True, help="Answer in JSON.")


def told(command: Callable[..., int]) -> Callable[..., None]:
    """Run a command; turn its errors into a report and its answer into the exit status."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        from lasker.kernel.errors import LaskerError

        try:
            status = command(*args, **kwargs)
        except LaskerError as error:
            click.echo(error.report(), err=True)
            status = BAD_INPUT
        except OSError as error:
            click.echo(f"error: {error.filename or ''}: {error.strerror or error}", err=True)
            status = BAD_INPUT
        except RecursionError:
            click.echo("error: this is nested too deeply\nhelp: give the inner parts names", err=True)
            status = BAD_INPUT
        sys.exit(status)

    return run
