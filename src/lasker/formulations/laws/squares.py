"""The squares of the board by their names, and the way from one to another."""

from __future__ import annotations

from functools import cache

FILES = "abcdefgh"
RANKS = "12345678"
# As a diagram is read: from the top left.
SQUARES = tuple(file + rank for rank in reversed(RANKS) for file in FILES)
PLACE = {square: place for place, square in enumerate(SQUARES)}


def apart(origin: str, target: str) -> tuple[int, int]:
    """How many files to the right and ranks upwards `target` lies from `origin`.

    >>> apart("b1", "c3")
    (1, 2)
    """
    return ord(target[0]) - ord(origin[0]), ord(target[1]) - ord(origin[1])


@cache
def step(square: str, files: int, ranks: int) -> str | None:
    """The square so many files to the right and ranks upwards, or None beyond the edge.

    >>> step("e2", 0, 2), step("h1", 1, 0)
    ('e4', None)
    """
    name = chr(ord(square[0]) + files) + chr(ord(square[1]) + ranks)
    return name if name[0] in FILES and name[1] in RANKS else None


@cache
def ray(square: str, files: int, ranks: int) -> tuple[str, ...]:
    """The squares met one after the other in a direction, up to the edge.

    >>> ray("e6", 1, 1)
    ('f7', 'g8')
    """
    following = step(square, files, ranks)
    return () if following is None else (following, *ray(following, files, ranks))


@cache
def between(origin: str, target: str) -> tuple[str, ...]:
    """The squares strictly between two squares on one file, rank or diagonal; none for any other two.

    >>> between("a1", "d4"), between("b1", "c3")
    (('b2', 'c3'), ())
    """
    files, ranks = apart(origin, target)
    if origin == target or (files and ranks and abs(files) != abs(ranks)):
        return ()
    way = ray(origin, (files > 0) - (files < 0), (ranks > 0) - (ranks < 0))
    return way[: way.index(target)]
