"""What is shown when the pointer rests on a word: its meaning, its declaration, how a piece moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import lru_cache

from lasker.algebra.contents import PieceType
from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError
from lasker.kernel.source import Source, Span
from lasker.language.answers import Hover
from lasker.language.error_recovery import readable
from lasker.language.names import names
from lasker.language.occurrences import Occurrence, at
from lasker.language.positions import Lines
from lasker.language.symbols import Symbol
from lasker.language.texts import games
from lasker.language.words import meaning
from lasker.model.game import Game
from lasker.model.meaning_hash import meaning_hash
from lasker.movement.diagram import Diagram, diagram
from lasker.play import library

SECONDS = 8.0  # after which no diagram is waited for
NOTATION_SECONDS = 2.0  # and no notation that has to be inferred
MOST_LINES = 30  # of a declaration that is shown
MOST_SQUARES = 24  # of a region that are listed
LANGUAGE = "lasker"  # of code in Markdown


def hover(source: Source, offset: int) -> Hover | None:
    """What is known about the word or sign at a place in a rules text.

    >>> print(hover(Source("x = nil"), 4).markdown)
    **nil**: the move that changes nothing
    """
    found = at(source, offset)
    if found is None or found.kind in {"comment", "text", "number"}:
        return None
    drawn = _diagram(source, found.name) if found.kind == "piece" else None
    lines = [*_told(source, found), *(_movement(drawn) if drawn else ())]
    if not lines:
        return None
    svg = diagram_svg(drawn, size=240) if drawn else ""
    return Hover(Lines(source.text).range(found.start, found.end), "\n\n".join(lines), svg)


def _told(source: Source, found: Occurrence) -> Iterator[str]:
    word, known = found.name, names(source)
    written = word or source.text[found.start : found.end]
    if found.kind == "game":
        if word in library.names():
            yield f"**{word}**: {games().get(library.canonical(word), library.title(word))}"
        return
    if found.kind == "parameter" or (found.kind == "cursor" and word):
        yield f"**{word}**: a {found.kind}" + (" of this definition" if found.kind == "parameter" else "")
        return
    if found.kind in {"keyword", "operator", "board word", "cursor"} and (told := meaning(written)):
        yield f"**{written}**: {told}"
    if found.kind == "direction" and word not in known.of("direction"):
        yield f"**{word}**: a direction or turn of the board ({known.compass.name})"
    if found.kind == "betza":
        yield f"**{written}**: how the piece moves, in Betza notation"
    declared = known.all(found.kind, word)
    if declared:
        yield from _declared(declared[0], source)
        yield from (f"replaces that of {_where(each)}" for each in declared[1:2])
    if found.kind == "region":
        yield from _squares(source, word)


def _declared(symbol: Symbol, source: Source) -> Iterator[str]:
    """A declaration as it is written, what is said about it, and where it comes from."""
    lines = symbol.text.splitlines()
    shown = lines[:MOST_LINES] + ["…"] * (len(lines) > MOST_LINES)
    yield "\n".join([f"```{LANGUAGE}", *shown, "```"])
    if symbol.comment:
        yield symbol.comment
    if symbol.source != source:
        prelude = symbol.source.name.startswith("<prelude")
        yield "a word of the prelude" if prelude else f"from {_where(symbol)}"


def _where(symbol: Symbol) -> str:
    return Span(symbol.source, *symbol.name_at).where


def _squares(source: Source, name: str) -> Iterator[str]:
    game = readable(source)
    for (region, owner), sites in game.space.regions.items() if game else ():
        if game and region == name:
            labels = [game.space.label(site) for site in sorted(sites)]
            more = f" and {len(labels) - MOST_SQUARES} more" if len(labels) > MOST_SQUARES else ""
            whose = "" if owner is None else f" of {game.players[owner]}"
            yield f"{len(labels)} squares{whose}: {', '.join(labels[:MOST_SQUARES])}{more}"


def _movement(drawn: Diagram) -> Iterator[str]:
    """How a piece moves, in words, in Betza notation, and as a picture of letters."""
    yield "\n".join(f"- {line}" for line in drawn.words(signs=False))
    if betza := _notation(drawn):
        yield f"Betza notation: `{betza}`"
    yield "\n".join(["```text", drawn.picture(), "```"])


def piece_hover(source: Source, name: str) -> tuple[str, str]:
    """How a piece of a game in any language moves, as Markdown and as a picture; nothing if it is unknown."""
    drawn = _diagram(source, name)
    return ("\n\n".join(_movement(drawn)), diagram_svg(drawn, size=240)) if drawn else ("", "")


def _diagram(source: Source, name: str) -> Diagram | None:
    """How a piece moves; None if the text cannot be read, or takes too long."""
    try:
        with cancel.within(SECONDS):
            game = readable(source)
            piece = _piece(game, name) if game else None
            return None if game is None or piece is None else _drawn(game, piece)
    except (LaskerError, cancel.OutOfTime):
        return None


@lru_cache(maxsize=64)
def _notation(drawn: Diagram) -> str:
    if not drawn.moves:
        return ""
    try:
        with cancel.within(NOTATION_SECONDS):
            return drawn.betza
    except cancel.OutOfTime:
        return ""


def _drawn(game: Game, piece: PieceType) -> Diagram:
    """The diagram of a piece; if rules that mean the same had it drawn, that one.

    >>> from lasker.syntax.read import read_game
    >>> text = "lasker 1\\nplayers w b\\nboard 3x3\\npiece man 'M' 'm'\\nw = %man: step(u)\\nb = C w\\n"
    >>> one, other = (read_game(Source(each, "man.rules")) for each in (text, text + "other = nil\\n"))
    >>> man = one.rules.vocabulary.pieces[0]
    >>> one is other, _drawn(one, man) is _drawn(other, man)
    (False, True)
    """
    regions = frozenset((*region, sites) for region, sites in game.space.regions.items())
    return _known(_SameDrawing(game, (meaning_hash(game), regions)), piece)


@lru_cache(maxsize=64)
def _known(drawing: _SameDrawing, piece: PieceType) -> Diagram:
    return diagram(drawing.game, piece)


@dataclass(frozen=True)
class _SameDrawing:
    """A game, equal to those that mean the same and give the same names to regions."""

    game: Game = field(compare=False)
    told: tuple[object, ...]


def _piece(game: Game, name: str) -> PieceType | None:
    pieces = game.rules.vocabulary.pieces
    return next((piece for piece in pieces if piece.name == name), None)
