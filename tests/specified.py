"""Specifications in YAML as games, for tests."""

from __future__ import annotations

from pathlib import Path

from lasker.frontends._yaml.specification.resolved import Resolved, read
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source
from lasker.play.game import Game, Position
from lasker.play.library import modelled

WAZIR = "[[1, 0], [-1, 0], [0, 1], [0, -1]]"


def game(text: str) -> Game:
    """The game that a specification describes."""
    return Game(modelled(Source(text, "spec.yaml")), "spec.yaml")


def resolved(text: str) -> Resolved:
    """The same before it is lowered."""
    return read(Source(text, "spec.yaml"))


def targets(position: Position, start: str) -> set[str]:
    """The destinations of the piece on a square."""
    return {str(m)[len(start) :] for m in position.moves if str(m).startswith(start)}


def refusal(text: str) -> LaskerError:
    """The error that a specification raises."""
    try:
        game(text)
    except LaskerError as error:
        return error
    raise AssertionError("this was accepted")


def saved(folder: Path, text: str) -> Path:
    """The specification as a file."""
    file = folder / "spec.yaml"
    file.write_text(text, encoding="utf-8")
    return file
