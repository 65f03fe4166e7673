"""Reading boards: a drawing, rows from the top, a fragment of the algebra, or a list of squares."""

from __future__ import annotations

from collections.abc import Mapping
from operator import add
from typing import Any

from lasker.algebra.fragments import Pattern
from lasker.algebra.meaning import Arena
from lasker.drawing.boards.board import Board
from lasker.kernel.errors import NameProblem, PictureError, SortError
from lasker.space import layout
from lasker.space.board_kinds import BoardKind
from lasker.space.space import LatticeSpace
from lasker.syntax.rules import Rules
from lasker.syntax.values import sort


def read_board(text: str, words: Rules, kind: BoardKind) -> Board:
    """The board that a text draws, lists or writes as a fragment.

    >>> from lasker.space.board_kinds import KINDS
    >>> print(read_board("..♙/♖..", Rules(""), KINDS["square"]))
    ..♙
    ♖..
    """
    text = text.replace("\\n", "\n")
    if set(";+()^=") & set(text):
        return _fragment_board(words, text.removeprefix("="), kind)
    compass = words.compass
    if words.space is not None and not layout.drawable(compass):
        return _listed_board(words, text)
    drawn = layout.read(compass, text)
    contents = {site: _content(words, mark) for site, mark in drawn.items()}
    return _board_of(words, contents, kind)


def _board_of(words: Rules, contents: Mapping[Any, int], kind: BoardKind) -> Board:
    """Contents on the declared board, whose shape must match, or on a board of their shape."""
    place = words.space
    if not contents or not (place is None or isinstance(place, LatticeSpace)):
        raise PictureError(
            "this is no drawing of the board",
            remedy="draw its squares; those of a graph are listed: a: ♖, b: .",
        )
    if place is not None:
        origin = [min(site[axis] for site in contents) for axis in range(place.dimension)]
        shift = tuple(low - first for low, first in zip(place.low, origin, strict=True))
        contents = {tuple(map(add, site, shift)): content for site, content in contents.items()}
        if contents.keys() != set(place.sites):
            raise PictureError(
                f"the picture has {len(contents)} squares and not the shape of the declared board "
                f"of {len(place.sites)}",
                remedy="draw every square of the board; holes are blanks or #",
            )
    place = place or kind.board(contents)
    arena = Arena(place, words.vocabulary, words.limits)
    return Board(arena, arena.start(contents[site] for site in place.sites))


def _listed_board(words: Rules, text: str) -> Board:
    """A board on a graph: `a: ♖, b: .`; squares not named are empty."""
    assert words.space is not None
    contents = [words.vocabulary.content(".")] * len(words.space.sites)
    for item in filter(None, (part.strip() for part in text.replace("\n", ",").split(","))):
        name, _, mark = item.partition(":")
        if not mark.strip():
            raise PictureError(f"{item!r} does not say what stands where", remedy="write square: piece, …")
        contents[words.space.site(name.strip())] = _content(words, mark.strip())
    arena = Arena(words.space, words.vocabulary, words.limits)
    return Board(arena, arena.start(contents))


def _fragment_board(words: Rules, text: str, kind: BoardKind) -> Board:
    value = words.evaluate(text)
    if not isinstance(value, Pattern) or len(value.options) != 1:
        raise SortError(f"a board is one fragment, and this is a {sort(value)} or a choice")
    contents: dict[Any, int] = {}
    for offset, cell in value.options[0].cells:
        written = words.vocabulary.written(cell.contents)
        if cell.contents == words.vocabulary.void:
            continue
        if len(written) != 1 or not cell.plain:
            raise SortError("every square of a board holds one content", remedy="use pieces and . only")
        contents[offset] = written[0]
    return _board_of(words, contents, kind)


def _content(words: Rules, mark: str) -> int:
    if not words.vocabulary.knows(mark):
        raise NameProblem(
            f"no piece is drawn {mark!r}",
            remedy=f"draw . for an empty square, and pieces as {' '.join(words.vocabulary.glyphs[1:])}",
        )
    return words.vocabulary.content(mark)
