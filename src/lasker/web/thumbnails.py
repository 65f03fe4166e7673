"""Small pictures of the games of the library in their first position, cached on disk."""

from __future__ import annotations

from lasker.play import library
from lasker.runtime.result_cache import compute_or_load, hash_of, load_cached
from lasker.runtime.sources import program

SIZE = 240  # pixels of the longer side


def thumbnail(name: str) -> bytes:
    """The first position of a game of the library as SVG, without coordinates.

    >>> thumbnail("tictactoe").startswith(b"<svg")
    True
    """
    return compute_or_load(*_place(name), lambda: _drawn(name).encode())


def drawn_before(name: str) -> bytes | None:
    """The picture, if it was drawn before; nothing is computed.

    >>> thumbnail("tictactoe") == (drawn_before("tictactoe") or thumbnail("tictactoe"))
    True
    """
    return load_cached(*_place(name)) if name in library.names() else None


def in_order() -> list[str]:
    """The games in the order in which a visitor sees them: the classics first.

    >>> in_order().index("chess") < in_order().index("achi")
    True
    """
    return sorted(library.sources(), key=lambda name: "classic" not in library.facts(name, "tags"))


def _place(name: str) -> tuple[str, str]:
    """The name and the key under which a picture is kept."""
    source = library.find(name)
    texts = (source, *library.bases(source))
    return f"thumbnail-{hash_of([name])[:16]}", hash_of([program(), *(each.text for each in texts)])


def _drawn(name: str) -> str:
    from lasker.play.game import load  # imported late: the server has most pictures from before

    return load(name).start().svg(size=SIZE, coordinates=False)
