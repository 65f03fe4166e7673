"""The data files of installed packages."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def files(package: str) -> Traversable:
    """The folder of a package. `importlib.resources` is used only where a package is no folder: importing it
    takes longer than reading most files.

    >>> files("lasker").joinpath("py.typed").is_file()
    True
    """
    place = os.path.dirname(import_module(package).__file__ or "")
    if os.path.isdir(place):
        return Path(place)
    from importlib import resources

    return resources.files(package)


def c_runtime(name: str) -> str:
    """The text of a hand-written C file that is included in generated code, by subject and name.

    >>> c_runtime("search/quiescence").startswith("/*")
    True
    """
    return files("lasker.runtime").joinpath("c", f"{name}.h").read_text("utf-8")


def game_files(suffixes: tuple[str, ...]) -> Iterator[tuple[str, Traversable]]:
    """The files of the library's games that end so, each with its family: the name of its folder.

    The folder itself is never imported: `lasker.games` is a function.

    >>> [family for family, file in game_files((".rules",)) if file.name == "chess.rules"]
    ['chess']
    """
    for folder in files("lasker").joinpath("games").iterdir():
        if folder.is_dir() and not folder.name.startswith(("_", ".")):
            yield from ((folder.name, item) for item in folder.iterdir() if item.name.endswith(suffixes))
