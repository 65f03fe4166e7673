"""The standard streams of a command: UTF-8 in any locale, and errors that name the stream they are about."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

import click

OUTPUT = "standard output"


class Output(io.FileIO):
    """Standard output; what goes wrong while it is written carries its name."""

    def write(self, data: Any, /) -> int:
        """Write as files do."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = OUTPUT
            raise


def prepare() -> None:
    """Let the streams carry UTF-8, so that chessmen survive any locale; a closed one leads nowhere."""
    for name in ("stdin", "stdout", "stderr"):
        stream: TextIO | None = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _nowhere("r" if name == "stdin" else "w"))
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    before = sys.stdout
    if before is sys.__stdout__ and isinstance(before, io.TextIOWrapper):
        before.flush()
        sys.stdout = io.TextIOWrapper(
            io.BufferedWriter(Output(before.fileno(), "wb", closefd=False)),
            encoding="utf-8",
            errors="replace",
            line_buffering=before.line_buffering,
        )


def failed(error: OSError) -> bool:
    """Tell an error of the system with the file it is about. Is all well nevertheless? It is when the program
    that reads our output has read enough."""
    ours = error.filename == OUTPUT
    if ours:
        sys.stdout = _nowhere("w")  # or else the rest is written once more at the end
    if ours and isinstance(error, BrokenPipeError):
        return True
    where = f"{error.filename}: " if error.filename else ""
    complain(f"error: {where}{error.strerror or error}")
    return False


def complain(text: str) -> None:
    """Write to standard error, if anything can be written there."""
    try:
        click.echo(text, err=True)
    except OSError:
        sys.stderr = _nowhere("w")  # as above


def _nowhere(mode: str) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]
