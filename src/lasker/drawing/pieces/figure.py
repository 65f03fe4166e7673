"""The picture of one piece: a shape, its owner's colours, and what is written or drawn on it."""

from __future__ import annotations

from html import escape

from lasker.drawing.pieces.characters import character
from lasker.drawing.pieces.fairy_shapes import PIECE_SHAPES
from lasker.drawing.pieces.player_colours import HUES, Hue
from lasker.drawing.style import xml_text
from lasker.kernel.dataclass import dataclass

WOOD = ("#33251a", "#b3261e")  # the ink on wooden pieces, and that on promoted ones
PAPER = "#fffaf0"  # the ground of pictures on tiles
TILES = {"plate", "wedge"}  # shapes that a character or a picture stands on
MIDDLE = {"wedge": 54.0, "plate": 50.0}
PICTURED = {"wedge": (57.0, 0.66), "plate": (50.0, 0.66)}  # the middle of a picture on a tile, its scale


@dataclass(frozen=True)
class Figure:
    """The picture of a piece: a shape, its colours, the sign on it, and its rotation."""

    shape: str
    hue: Hue
    sign: str = ""
    turn: int = 0
    below: str = ""  # a letter below the sign, for readers or fonts without it
    badge: str = ""  # a letter in the corner, where two pieces would look the same
    promoted: bool = False
    picture: str = ""  # the shape that is drawn on a tile instead of a sign
    own: str = ""  # a drawing of its own, in a box of 100 by 100, instead of the shape

    def draw(self, flipped: bool = False) -> str:
        """The picture as SVG, in a box of 100 by 100."""
        hue = self.hue
        art = self.own or PIECE_SHAPES[self.shape].format(
            fill=hue.fill, edge=hue.edge, ink=hue.ink, hue=self._strong()
        )
        art += self._pictured() if self.picture else self._signed()
        if self.below:
            art += _text(self.below, 80 if self.shape == "plate" else 85, 14, self._ink(), bold=False)
        badge = ""
        if self.badge:
            badge = (
                '<circle cx="80" cy="80" r="17" fill="#fff" stroke="#35302c" stroke-width="3"/>'
                '<text x="80" y="88" font-size="22" font-weight="600" font-family="sans-serif"'
                f' text-anchor="middle" fill="#35302c">{escape(xml_text(self.badge))}</text>'
            )
        turn = (self.turn + 180 * flipped) % 360 if self.shape == "wedge" else 0
        rotate = f' transform="rotate({turn} 50 50)"' if turn else ""
        current = f' color="{hue.ink}"' if self.own else ""
        return (
            f'<g fill="{hue.fill}" stroke="{hue.edge}" stroke-width="3" stroke-linejoin="round"'
            f' stroke-linecap="round"{current}{rotate}>{art}</g>{badge}'
        )

    def _strong(self) -> str:
        """The owner's colour where it must be seen on a light ground."""
        return {HUES["white"]: HUES["red"].fill, HUES["black"]: self.hue.edge}.get(self.hue, self.hue.fill)

    def _ink(self) -> str:
        if self.shape == "wedge":
            return WOOD[self.promoted]
        return self._strong() if self.shape == "plate" else self.hue.ink

    def _pictured(self) -> str:
        """The picture on a tile: an outline in the tile's ink, which tells the owner or a promotion."""
        (y, scale), ink = PICTURED[self.shape], self._ink()
        art = PIECE_SHAPES[self.picture].format(fill=PAPER, edge=ink, ink=ink, hue=ink)
        place = f"translate({50 - 50 * scale:g} {y - 50 * scale:g}) scale({scale:g})"
        return f'<g transform="{place}" fill="{PAPER}" stroke="{ink}" stroke-width="4">{art}</g>'

    def _signed(self) -> str:
        """The sign: drawn if it is a character that we have drawn, else written."""
        raised = 6 if self.below else 0
        drawn = character(self.sign, (50, MIDDLE.get(self.shape, 50.0) - raised), 42, self._ink())
        if drawn or not self.sign:
            return drawn
        text = xml_text(self.sign.removeprefix("+") if self.shape == "wedge" else self.sign)
        size = {1: 44, 2: 34, 3: 25}.get(len(text), max(6, 80 // max(1, len(text))))
        low = 50 + size * 0.35 + {"wedge": 6, "plate": -4}.get(self.shape, 0) - raised
        return _text(text, low, size, self._ink())


def _text(text: str, low: float, size: int, colour: str, bold: bool = True) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="50" y="{low:.5g}" font-size="{size}"{weight} font-family="sans-serif"'
        f' text-anchor="middle" stroke="none" fill="{colour}">{escape(xml_text(text))}</text>'
    )
