"""Ways to write games, one module each, found by the suffix of the file: `yaml.py` reads `NAME.yaml`.

A front-end has six functions:

- `facts(text)`: title, other names and the like, without reading the rules;
- `rules(source)`: an equivalent rules text; `lines(source)`: its syntax trees, if it need not be parsed;
- `translated(error, source)`: an error in the rules text as an error in the source;
- `examine(game, source)`: raises errors of the game; `remarks(source)`: what can be proved about it.

Where `JOINS` is true, a text is merged with those that it extends, which all functions but `facts` are then
given. `COMMENT` begins a comment.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from lasker.kernel.source import Source

NATIVE = "rules"


@cache
def suffixes() -> tuple[str, ...]:
    """The suffixes that some front-end reads, the algebra's own first.

    >>> suffixes()
    ('.rules', '.diagram', '.ini', '.lud', '.yaml', '.zrf')
    """
    found = {module.name for module in iter_modules(__path__) if not module.name.startswith("_")}
    return tuple(f".{name}" for name in sorted(found, key=lambda name: (name != NATIVE, name)))


def parted(name: str) -> tuple[str, str]:
    """A file and the game in it that a name tells, where a file may have several: `FILE.ini:NAME`.

    >>> parted("variants.ini:wide"), parted("mine.rules")
    (('variants.ini', 'wide'), ('mine.rules', ''))
    """
    for suffix in suffixes():
        file, separator, game = name.partition(f"{suffix}:")
        if separator and game:
            return file + suffix, game
    return name, ""


def of(source: Source) -> Any:
    """The front-end for a text, by the suffix of its name, or else by what stands in it; the algebra's own
    where neither says anything."""
    name = parted(source.name)[0]
    suffix = next((suffix for suffix in suffixes() if name.endswith(suffix)), "")
    if not suffix and "." in name and not name.endswith(")"):
        from lasker.frontends._foreign_formats import (
            language,  # imported late: games of the library do not need it
        )

        suffix = language(source.text)
    suffix = suffix or f".{NATIVE}"
    return import_module(f"lasker.frontends{suffix}")
