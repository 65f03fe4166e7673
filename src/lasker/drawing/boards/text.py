"""Text pictures: fragments on their grid with the centre marked `@`, and whole boards."""

from __future__ import annotations

from collections.abc import Sequence

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.meaning import Arena, Configuration
from lasker.space import layout
from lasker.space.compass import SQUARE, Compass
from lasker.space.space import SQUARE_NAME, Space, file_number


def draw_fragment(fragment: Fragment, compass: Compass, vocabulary: Vocabulary) -> str:
    """A fragment as a text picture: squares on a grid, the centre at a corner.

    >>> from lasker.syntax.rules import Rules
    >>> rules = Rules()
    >>> knight = rules.evaluate(". + rru♘").options[0]
    >>> print(draw_fragment(knight, rules.compass, rules.vocabulary))
        +-+
        |♘|
    +-+ +-+
    | |
    @-+
    """
    if compass.name != "square":
        return _spots(fragment, compass, vocabulary)
    ink: dict[tuple[int, int], str] = {(0, 0): "@"}
    legend = []
    for (x, y), cell in fragment.cells:
        for dx in (0, 2):
            for dy in (0, 2):
                ink.setdefault((2 * x + dx, 2 * y + dy), "+")
            ink[2 * x + dx, 2 * y + 1] = "|"
        ink[2 * x + 1, 2 * y] = ink[2 * x + 1, 2 * y + 2] = "-"
        ink[2 * x + 1, 2 * y + 1] = _inked(cell, vocabulary, blank=" ")
        legend += _legend((x, y), cell, vocabulary)
    for x, y in _walled_in({offset for offset, _ in fragment.cells}):
        ink[2 * x + 1, 2 * y + 1] = "0"
    return "\n".join([_canvas(ink), *legend])


def _walled_in(squares: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Holes enclosed on all sides, which would look like empty squares."""
    beside = {(x + 1, y) for x, y in squares} - squares
    return {(x, y) for x, y in beside if {(x + 1, y), (x, y + 1), (x, y - 1)} <= squares}


def _canvas(ink: dict[tuple[int, int], str]) -> str:
    left, right = min(x for x, _ in ink), max(x for x, _ in ink)
    low, high = min(y for _, y in ink), max(y for _, y in ink)
    lines = [
        "".join(ink.get((x, y), " ") for x in range(left, right + 1)).rstrip()
        for y in range(high, low - 1, -1)
    ]
    return "\n".join(lines)


def _inked(cell: Cell, vocabulary: Vocabulary, blank: str) -> str:
    """One character for a cell; `*` where a set or a condition is explained in the legend."""
    if cell.piece:
        return "%"
    if cell.bare:
        return "@" if cell.here else "="
    if cell.contents == vocabulary.void:
        return "#"
    if cell.contents == vocabulary.named("."):
        return blank
    for glyph in vocabulary.glyphs:
        if cell.contents == vocabulary.named(glyph):
            return glyph[0]
    return "*"


def _legend(offset: tuple[int, ...], cell: Cell, vocabulary: Vocabulary) -> list[str]:
    at = "(" + ",".join(map(str, offset)) + ")"
    said = []
    if _inked(cell, vocabulary, ".") == "*":
        said.append(vocabulary.spell(cell.contents))
    if cell.piece and cell.piece != "%":
        said.append(f"%{cell.piece}")
    said += [f"{'' if inside else 'not '}in {name}" for name, _, inside in sorted(cell.regions, key=str)]
    return [f"{at}: {', '.join(said)}"] if said else []


def _spots(fragment: Fragment, compass: Compass, vocabulary: Vocabulary) -> str:
    """Without a grid: one character for each square, the centre unmarked."""
    if not layout.drawable(compass):
        return (
            "\n".join(
                f"{' '.join(map(str, offset)) or '(centre)'}: {_inked(cell, vocabulary, '.')}"
                for offset, cell in fragment.cells
            )
            or "0"
        )
    legend = [line for offset, cell in fragment.cells for line in _legend(offset, cell, vocabulary)]
    picture = layout.draw(
        compass, ((offset, _inked(cell, vocabulary, ".")) for offset, cell in fragment.cells)
    )
    return "\n".join([picture or "0", *legend])


def draw_board(arena: Arena, configuration: Configuration) -> str:
    """A whole board, with its marks and counters listed below.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> from lasker.space.shapes import rectangle
    >>> arena = Arena(rectangle(2, 2), CHESSMEN)
    >>> print(draw_board(arena, arena.start([0, 0, CHESSMEN.content("♖"), 0])))
    ♖.
    ..
    """
    space, vocabulary = arena.space, arena.vocabulary
    lines = [draw_squares(space, vocabulary, configuration.board)]
    for site, content in enumerate(configuration.board):
        shown = vocabulary.show(content)
        if shown != vocabulary.glyph(content):
            lines.append(f"{space.label(site)}: {shown}")
    for (name, owner), value in zip(vocabulary.counters, configuration.counters, strict=True):
        lines.append(f"{name}{'' if owner is None else f' of {vocabulary.players[owner]}'} = {value}")
    return "\n".join(lines)


def draw_squares(space: Space, vocabulary: Vocabulary, board: Sequence[int]) -> str:
    """The contents of a board only; a graph is drawn if its sites have names like `e4`."""
    glyphs = [_glyph(vocabulary, content) for content in board]
    if layout.drawable(space.compass):
        return layout.draw(space.compass, zip(space.sites, glyphs, strict=True))
    labels = [space.label(site) for site in range(len(glyphs))]
    names = [SQUARE_NAME.fullmatch(label) for label in labels]
    places = [(file_number(name[1]), int(name[2])) for name in names if name and len(name[0]) < 5]
    if len(set(places)) < len(glyphs):
        return "\n".join(f"{label}: {glyph}" for label, glyph in zip(labels, glyphs, strict=True))
    return layout.draw(SQUARE, zip(places, glyphs, strict=True))


def _glyph(vocabulary: Vocabulary, content: int) -> str:
    """The glyph of a content; of several pieces on a square their number, with the letter of their owner."""
    symbol = vocabulary.symbol(content)
    piece = vocabulary.pieces[symbol - 1] if symbol else None
    if piece is None or not piece.count:
        return vocabulary.glyph(content)
    return ("" if piece.owner is None else piece.letter.split("(")[0]) + str(piece.count)
