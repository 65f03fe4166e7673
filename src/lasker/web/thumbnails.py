"""Small pictures of the games of the library in their first position, cached on disk."""

from __future__ import annotations

from lasker.play import library
from lasker.play.game import load
from lasker.runtime.cache import compute_or_load, hash_of
from lasker.runtime.sources import program

SIZE = 240  # pixels of the longer side


def thumbnail(name: str) -> bytes:
    """The first position of a game of the library as SVG, without coordinates.

    >>> thumbnail("tictactoe").startswith(b"<svg")
    True
    """
    source = library.find(name)
    texts = (source, *library.bases(source))
    key = hash_of([program(), *(each.text for each in texts)])
    return compute_or_load(f"thumbnail-{hash_of([name])[:16]}", key, lambda: _drawn(name).encode())


def _drawn(name: str) -> str:
    return load(name).start().svg(size=SIZE, coordinates=False)
