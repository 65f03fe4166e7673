"""Standard streams: UTF-8 in any locale, closed streams, and write errors that name their stream."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, TextIO

import click

OUTPUT = "standard output"


class Output(io.FileIO):
    """Standard output; write errors carry its name."""

    def write(self, data: Any, /) -> int:
        """Write as files do."""
        try:
            return super().write(data)
        except OSError as error:
            error.filename = OUTPUT
            raise


def prepare() -> None:
    """Set the streams to UTF-8, so that chess glyphs work in any locale; closed ones become the null
    device."""
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
    """Report a system error with its file; returns True for a broken pipe of the output, which is no
    failure."""
    ours = error.filename == OUTPUT
    if ours:
        sys.stdout = _nowhere("w")  # otherwise the rest is written again at exit
    if ours and isinstance(error, BrokenPipeError):
        return True
    where = f"{error.filename}: " if error.filename else ""
    write_error(f"error: {where}{error.strerror or error}")
    return False


def write_error(text: str) -> None:
    """Write to standard error, if possible."""
    try:
        click.echo(text, err=True)
    except OSError:
        sys.stderr = _nowhere("w")  # as above


def _nowhere(mode: str) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # type: ignore[return-value]
