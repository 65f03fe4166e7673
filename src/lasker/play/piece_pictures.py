"""The pictures that rules give to pieces, and the colours of regions: lines `picture "griffin" "griffin.svg"`
and `picture "water" "#7fb2d6"`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

from lasker.drawing.pieces.svg_import import COLOUR, LARGEST, own_svg
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.files import read_text
from lasker.kernel.source import Source, Span
from lasker.model.game import Game

LINE = re.compile(r'^[ \t]*picture[ \t]+("[^"\n]*"(?:\s+"[^"\n]*")*)', re.MULTILINE)
TEXT = re.compile(r'"([^"\n]*)"')


def own_pictures(game: Game, texts: Iterable[Source]) -> dict[str, str]:
    """The pictures of a game's pieces and the colours of its regions by name, as the texts give them; a later
    text wins.

    >>> import lasker
    >>> picture = "<svg viewBox='0 0 9 9'><circle r='4'/></svg>"
    >>> text = f'lasker 1\\npicture "stone" "{picture}"'
    >>> own_pictures(lasker.load("tictactoe").model, [Source(text, "a.rules")])["stone"][-19:]
    '<circle r="4"/></g>'
    >>> own_pictures(lasker.load("jungle").model, [Source('picture "water" "blue"', "a.rules")])
    {'water': 'blue'}
    """
    names = {piece.name for piece in game.vocabulary.pieces}
    regions = {name for name, _ in game.space.regions} - names
    found: dict[str, str] = {}
    for source in texts:
        for line in LINE.finditer(source.text):
            said = [
                (each[1], Span(source, line.start(1) + each.start(1), line.start(1) + each.end(1)))
                for each in TEXT.finditer(line[1])
            ]
            if len(said) % 2:
                raise DeclarationError(
                    "a picture has the name of a piece and a file, or of a region and a colour",
                    span=said[0][1],
                    remedy='picture "griffin" "griffin.svg"',
                )
            for (name, where), (given, place) in zip(said[::2], said[1::2], strict=True):
                if name not in names | regions:
                    raise DeclarationError(
                        f"no piece or region is called {name}",
                        span=where,
                        remedy=f"there are {', '.join(sorted(names | regions))}",
                    )
                found[name] = _coloured(given, place) if name in regions else _drawn(given, source, place)
    return found


def _coloured(given: str, place: Span) -> str:
    if not COLOUR.fullmatch(given):
        raise DeclarationError(
            f"{given} is no colour of a region",
            span=place,
            remedy="write a name such as blue, or #7fb2d6",
        )
    return given


def _drawn(given: str, source: Source, place: Span) -> str:
    if given.lstrip().startswith("<"):
        begin = place.start
        try:
            return own_svg(given, source.name)
        except LaskerError as error:
            at = begin + (error.span.start if error.span else 0)
            error.span = Span(source, at, min(at + 1, len(source.text)))
            raise
    path = PurePosixPath(given)
    if path.is_absolute() or ".." in path.parts or "\\" in given or path.suffix != ".svg":
        raise DeclarationError(
            f"{given} is no picture beside the rules",
            span=place,
            remedy="name a file that ends in .svg, in the folder of the rules or below it",
        )
    file = Path(source.name).parent / path
    try:
        text = read_text(file, LARGEST)
    except LaskerError as error:
        raise error.at(place) from None
    return own_svg(text, str(file))
