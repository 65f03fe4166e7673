"""SVG pictures of fragments: their squares around the centre, each with the content it names."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment, Pattern
from lasker.algebra.moves import Rewrite
from lasker.drawing.boards.board_svg import board_svg
from lasker.drawing.documents.page import Picture
from lasker.drawing.style import GREEN, words
from lasker.space import layout
from lasker.space.compass import Compass
from lasker.space.plane import PlaneLayout
from lasker.space.space import LatticeSpace

CENTRE, INK = "#e6c84f", "#4a463d"
WIDE = 42.0  # big points of a square
MOST = 8  # fragments of a pattern that are drawn
SAME = Cell(0, bare=True)
NOTHING = Fragment(())
ARROW = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 100" role="img">'
    f'<path d="M5 50H45M35 38 47 50 35 62" fill="none" stroke="{GREEN}" stroke-width="6"/></svg>'
)


def value_pictures(value: object, compass: Compass, vocabulary: Vocabulary) -> tuple[Picture, ...]:
    """The pictures of a pattern, one for each fragment, or of a rewriting: before and after; else none.

    >>> from lasker.syntax.rules import Rules
    >>> rules = Rules()
    >>> len(value_pictures(rules.evaluate("♙ + u. -> . + u♙"), rules.compass, rules.vocabulary))
    3
    """
    if isinstance(value, Pattern) and len(value.options) <= MOST:
        drawn = [(each, fragment_svg(each, compass, vocabulary)) for each in value.options]
        return tuple(Picture(svg, "", _width(each)) for each, svg in drawn if svg is not None)
    if isinstance(value, Rewrite):
        before = fragment_svg(value.before, compass, vocabulary)
        after = fragment_svg(value.after, compass, vocabulary, value.before)
        if before and after:
            wide = _width(value.before, value.after)
            return Picture(before, "", wide), Picture(ARROW, "->", WIDE / 2), Picture(after, "", wide)
    return ()


def fragment_svg(
    fragment: Fragment, compass: Compass, vocabulary: Vocabulary, among: Fragment = NOTHING
) -> str | None:
    """The squares of a fragment, the centre tinted; None for one without squares, or on a graph.

    Squares of `among` that the fragment does not have are drawn with the sign `=`, the old content.

    >>> from lasker.syntax.rules import Rules
    >>> rules = Rules()
    >>> knight = rules.evaluate(". + rru♘").options[0]
    >>> picture = fragment_svg(knight, rules.compass, rules.vocabulary)
    >>> picture.count('class="square"'), "white knight" in picture
    (2, True)
    """
    cells = dict.fromkeys((offset for offset, _ in among.cells), SAME) | dict(fragment.cells)
    if not cells or not layout.drawable(compass):
        return None
    space = LatticeSpace(compass, cells)
    ordered = [cells[site] for site in space.sites]
    alone = [_content(cell, vocabulary) for cell in ordered]

    def written(drawn: PlaneLayout) -> Iterator[str]:
        for cell, content, place in zip(ordered, alone, drawn.centres, strict=True):
            if content is None:
                text = _text(cell, vocabulary)
                yield words(place, text, min(0.4, 1.4 / max(2, len(text))), colour=INK)

    centre = [at for at, site in enumerate(space.sites) if not any(site)]
    return board_svg(
        space,
        vocabulary,
        [content or 0 for content in alone],
        highlights=dict.fromkeys(centre, CENTRE),
        coordinates=False,
        regions=False,
        under=[written],
    )


def _width(*fragments: Fragment) -> float:
    """The width of a picture in big points, at which all squares have the same size."""
    across = [offset[0] for each in fragments for offset, _ in each.cells]
    return WIDE * (1 + max(across, default=0) - min(across, default=0))


def _content(cell: Cell, vocabulary: Vocabulary) -> int | None:
    """The content of a square that names just one; None where it names none or several."""
    if cell.bare or cell.cursors or cell.regions or cell.contents == vocabulary.void:
        return None
    for glyph in vocabulary.glyphs:
        if cell.contents == vocabulary.named(glyph):
            return vocabulary.written(cell.contents)[0]
    return None


def _text(cell: Cell, vocabulary: Vocabulary) -> str:
    where = [f"{'' if inside else 'not '}{name}" for name, _, inside in sorted(cell.regions, key=str)]
    if cell.piece:
        return " ".join(["%", *where])
    if cell.bare:
        return " ".join(["@" if cell.here else "=", *where])
    return " ".join([vocabulary.spell(cell.contents), *where])
