"""Pictures of pieces: original shapes, chosen by a piece's name and coloured by its owner."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from html import escape

from lasker.algebra.contents import Piece, Vocabulary
from lasker.drawing.characters import character
from lasker.drawing.style import xml_text

# Shapes in a box of 100 by 100, drawn for this project. They have the owner's fill and outline colours;
# {fill} {edge} {ink} {hue} are replaced by colours where a part differs from the rest.
_BASE = '<rect x="24" y="75" width="52" height="12" rx="4"/>'
_RING = 'fill="none" stroke="{ink}"'
_DOT = 'fill="{ink}" stroke="none"'
_CROWN = '<path d="M33 63 27 42 41 51 50 36 59 51 73 42 67 63Z" fill="{ink}" stroke="none"/>'
_QUEEN = (
    '<path d="M30 76C34 70 33 66 28 60L17 31 35 47 34 22 45 43 50 18 55 43 66 22 65 47 83 31 72 60'
    'C67 66 66 70 70 76Z"/>'
    '<circle cx="17" cy="29" r="5"/><circle cx="34" cy="20" r="5"/><circle cx="50" cy="16" r="5"/>'
    '<circle cx="66" cy="20" r="5"/><circle cx="83" cy="29" r="5"/>'
)
_HORSE = (
    '<path d="M32 76C31 65 43 60 47 49 40 51 36 53 33 57 29 62 23 63 19 59 15 55 16 50 19 45'
    'L31 27C33 23 36 20 40 18L41 8 50 16C66 19 76 33 76 52 76 62 74 69 72 76Z"/>'
    f'<path d="M56 25C65 31 68 43 66 60" {_RING}/><circle cx="38" cy="31" r="3.2" {_DOT}/>'
    f'<circle cx="23.5" cy="51" r="2" {_DOT}/>{_BASE}'
)
SHAPES = {
    "pawn": '<path d="M33 76C35 63 43 60 44 45H56C57 60 65 63 67 76Z"/><circle cx="50" cy="32" r="13"/>'
    '<rect x="36" y="43" width="28" height="7" rx="3.5"/><rect x="27" y="75" width="46" height="12" rx="4"/>',
    "knight": _HORSE,
    "unicorn": f'<path d="M30 28 16 4 40 19Z"/>{_HORSE}',
    "nightrider": f'{_HORSE}<path d="M90 8A15 15 0 1 0 96 32 18 18 0 0 1 90 8Z"/>',
    "horseman": f'{_HORSE}<path d="M60 44C60 31 66 26 77 26 88 26 94 31 94 44Z"/>'
    '<circle cx="77" cy="16" r="10"/>',
    "bishop": '<path d="M40 62H60C61 69 67 72 69 76H31C33 72 39 69 40 62Z"/>'
    '<path d="M50 18C62 27 69 37 67 48 66 54 62 58 58 60H42C38 58 34 54 33 48 31 37 38 27 50 18Z"/>'
    f'<path d="M58 29 49 43" {_RING}/><circle cx="50" cy="15" r="5.5"/>'
    f'<rect x="34" y="58" width="32" height="7" rx="3.5"/>{_BASE}',
    "rook": '<path d="M32 76 36 44H64L68 76Z"/>'
    '<path d="M27 18H38V26H45V18H55V26H62V18H73V37L65 45H35L27 37Z"/>'
    f'<path d="M36 45H64" {_RING}/>{_BASE}',
    "queen": f'{_QUEEN}<path d="M32 64Q50 58 68 64" {_RING}/>{_BASE}',
    "king": '<path d="M46 7H54V14H61V22H54V32H46V22H39V14H46Z"/>'
    '<path d="M31 76C34 70 33 67 30 62L21 38C31 30 42 31 50 36 58 31 69 30 79 38L70 62C67 67 66 70 69 76Z"/>'
    f'<path d="M32 64Q50 58 68 64M50 37V60" {_RING}/>{_BASE}',
    "amazon": f'{_QUEEN}<path d="M50 70V48M44 54 50 47 56 54" {_RING}/>{_BASE}',
    "man": f'<circle cx="50" cy="50" r="37"/><circle cx="50" cy="50" r="27" {_RING}/>'
    f'<circle cx="50" cy="50" r="16" {_RING}/>',
    "crowned": f'<circle cx="50" cy="50" r="37"/><circle cx="50" cy="50" r="29" {_RING}/>{_CROWN}',
    "stone": '<circle cx="50" cy="50" r="38"/>'
    '<path d="M24 46C26 33 35 25 47 23" fill="none" stroke="{ink}" stroke-opacity=".4" stroke-width="5"/>',
    "cross": '<path d="M25 25 75 75M75 25 25 75" stroke-width="18"/>'
    '<path d="M25 25 75 75M75 25 25 75" stroke="{fill}" stroke-width="12"/>',
    "nought": '<circle cx="50" cy="50" r="29" fill="none" stroke-width="18"/>'
    '<circle cx="50" cy="50" r="29" fill="none" stroke="{fill}" stroke-width="12"/>',
    "duck": '<path d="M10 27 29 22 30 34C22 36 14 34 10 27Z" fill="#e58a2c"/>'
    '<path d="M28 28C28 17 36 11 45 12 56 13 62 23 58 34 57 38 58 42 63 43 74 46 82 42 89 34 93 60 81 82'
    ' 54 82 30 82 19 68 27 54 30 48 36 46 34 42 30 38 28 33 28 28Z"/>'
    f'<path d="M48 59C55 70 70 68 76 56" {_RING}/><circle cx="42" cy="25" r="3.6" {_DOT}/>',
    "arrow": '<path d="M20 80 66 34" stroke-width="11"/>'
    '<path d="M20 80 66 34" stroke="{fill}" stroke-width="5"/>'
    '<path d="M82 18 75 47 53 25Z"/><path d="M15 70 30 55V70H45L30 85V70Z"/>',
    "block": f'<rect x="12" y="12" width="76" height="76" rx="9"/>'
    f'<path d="M14 37H86M14 63H86M50 14V37M32 37V63M68 37V63M50 63V86" {_RING}/>',
    "tile": '<rect x="8" y="8" width="84" height="84" rx="7"/>',
    "wedge": '<path d="M50 8 77 22 87 90H13L23 22Z" fill="#f3dcab" stroke="#5b4428"/>',
    "plate": '<circle cx="50" cy="50" r="41" fill="#f8ecd0" stroke="#5b4428"/>'
    '<circle cx="50" cy="50" r="34" fill="none" stroke="{hue}" stroke-width="2.5"/>',
    "token": '<circle cx="50" cy="50" r="39"/>',
}
# Shapes by name of piece. A piece with another name is drawn as a token with its sign.
NAMES = {
    **{name: name for name in SHAPES if name not in {"wedge", "plate", "token", "crowned"}},
    **dict.fromkeys(["castle", "tower"], "rook"),
    **dict.fromkeys(["checker", "draughtsman"], "man"),
    **dict.fromkeys(["crowned man", "crowned", "dame", "double"], "crowned"),
    **dict.fromkeys(["disc", "disk", "counter", "bead", "marble", "ball", "seed", "pebble", "peg"], "stone"),
    **dict.fromkeys(["x"], "cross"),
    **dict.fromkeys(["o", "naught", "zero", "ring"], "nought"),
    **dict.fromkeys(["wall", "brick", "rock"], "block"),
    **dict.fromkeys(["box", "line"], "tile"),
}
FIGURINES = {  # a piece with another name may borrow one of these
    glyph: name
    for name, glyphs in (
        ("king", "♔♚"),
        ("queen", "♕♛"),
        ("rook", "♖♜"),
        ("bishop", "♗♝"),
        ("knight", "♘♞"),
        ("pawn", "♙♟"),
    )
    for glyph in glyphs
}
# Signs with a shape of their own; they have precedence over the name.
SIGNS = {
    **dict.fromkeys("✕✖✗✘❌", "cross"),
    **dict.fromkeys("◯⭕", "nought"),
    **dict.fromkeys("⛀⛂", "man"),
    **dict.fromkeys("⛁⛃", "crowned"),
    "🦆": "duck",
}
WEDGES = {"lance", "silver", "gold", "silver general", "gold general", "tokin"}  # pieces that point forward
# Pieces of chequered boards; boards for other pieces are plain.
CHEQUERED = {*FIGURINES.values(), "man", "crowned", "amazon", "unicorn", "nightrider", "horseman"}
# Pieces on the intersections of lines, not inside squares.
ON_LINES = {"stone"}
# Few fonts have the glyphs of these pieces; many have the characters on them.
_SMALL = dict(zip(range(0x1FA60, 0x1FA6E), "帥仕相傌俥炮兵將士象馬車砲卒", strict=True))


@dataclass(frozen=True)
class Hue:
    """The colours of a player's pieces: body, outline, and the lines on it."""

    fill: str
    edge: str
    ink: str


HUES = {
    "white": Hue("#fcfaf4", "#35302c", "#35302c"),
    "black": Hue("#4b474e", "#1c1a1e", "#e9e4da"),
    "red": Hue("#cf5a47", "#5e1d14", "#fff1ec"),
    "blue": Hue("#4d86bd", "#173452", "#eef6fd"),
    "green": Hue("#5f9e63", "#1d421f", "#effaef"),
    "yellow": Hue("#edc44d", "#5f4708", "#4a3703"),
    "purple": Hue("#8f6bb0", "#371f4e", "#f7f0fd"),
    "orange": Hue("#e38c3f", "#613007", "#fff5ea"),
    "teal": Hue("#4aa39e", "#12413e", "#eefbfa"),
    "pink": Hue("#dd8aa8", "#5f1f38", "#fff2f6"),
    "brown": Hue("#8a6244", "#35200f", "#faf1e8"),
    "grey": Hue("#a9a59d", "#3f3c37", "#3f3c37"),
}
NEUTRAL = HUES["grey"]
_ORDER = ("white", "black", "red", "blue", "green", "yellow", "purple", "orange", "teal", "pink", "brown")
_OTHERWISE = {"gray": "grey", "violet": "purple", "gold": "yellow", "amber": "orange", "cyan": "teal"}


@dataclass(frozen=True)
class Figure:
    """The picture of a piece: a shape, its colours, the sign on it, and its rotation."""

    shape: str
    hue: Hue
    sign: str = ""
    turn: int = 0
    below: str = ""  # a letter below the sign, for readers or fonts without it
    badge: str = ""  # a letter in the corner, where two pieces would look the same

    def draw(self, flipped: bool = False) -> str:
        """The picture as SVG, in a box of 100 by 100."""
        hue = self.hue
        coloured = {HUES["white"]: HUES["red"].fill, HUES["black"]: hue.edge}.get(hue, hue.fill)
        art = SHAPES[self.shape].format(fill=hue.fill, edge=hue.edge, ink=hue.ink, hue=coloured)
        colour = {"plate": coloured, "wedge": "#b3261e" if self.sign.startswith("+") else "#33251a"}
        drawn = character(self.sign, (50, 44 if self.below else 50), 42, colour.get(self.shape, hue.ink))
        art += drawn
        if self.sign and not drawn:
            text = xml_text(self.sign.removeprefix("+") if self.shape == "wedge" else self.sign)
            size = {1: 44, 2: 34, 3: 25}.get(len(text), max(6, 80 // max(1, len(text))))
            low = 50 + size * 0.35 + {"wedge": 6, "plate": -4}.get(self.shape, 0)
            art += (
                f'<text x="50" y="{low:.5g}" font-size="{size}" font-weight="600" font-family="sans-serif"'
                f' text-anchor="middle" stroke="none" fill="{colour.get(self.shape, hue.ink)}">'
                f"{escape(text)}</text>"
            )
        if self.below:
            art += (
                '<text x="50" y="80" font-size="14" font-family="sans-serif" text-anchor="middle"'
                f' stroke="none" fill="{coloured}">{escape(xml_text(self.below))}</text>'
            )
        badge = ""
        if self.badge:
            badge = (
                '<circle cx="80" cy="80" r="17" fill="#fff" stroke="#35302c" stroke-width="3"/>'
                '<text x="80" y="88" font-size="22" font-weight="600" font-family="sans-serif"'
                f' text-anchor="middle" fill="#35302c">{escape(xml_text(self.badge))}</text>'
            )
        turn = (self.turn + 180 * flipped) % 360 if self.shape == "wedge" else 0
        rotate = f' transform="rotate({turn} 50 50)"' if turn else ""
        return (
            f'<g fill="{hue.fill}" stroke="{hue.edge}" stroke-width="3" stroke-linejoin="round"'
            f' stroke-linecap="round"{rotate}>{art}</g>{badge}'
        )


def figures(vocabulary: Vocabulary) -> tuple[Figure, ...]:
    """A figure for every piece of a vocabulary, in its order.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> [figure.shape for figure in figures(CHESSMEN)[::2]]
    ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king']
    """
    names = {_plain(piece.name) for piece in vocabulary.pieces}
    wooden = bool(names & WEDGES)
    crowns = "man" in names and not names & {"pawn", "rook"}
    shapes = [_shape(piece, wooden, crowns) for piece in vocabulary.pieces]
    hues = colours(vocabulary.players, lined=set(shapes) <= {"cross", "nought"})
    found = []
    for piece, shape in zip(vocabulary.pieces, shapes, strict=True):
        hue = NEUTRAL if piece.owner is None else hues[piece.owner]
        if shape == "duck" and piece.owner is None:
            hue = HUES["yellow"]
        sign = _sign(piece) if shape in {"token", "plate", "wedge"} else ""
        below = piece.letter.upper() if shape == "plate" and piece.letter != piece.glyph else ""
        found.append(Figure(shape, hue, sign, (0, 180, 90, 270)[(piece.owner or 0) % 4], below))
    return _with_badges(vocabulary, found)


def _with_badges(vocabulary: Vocabulary, found: list[Figure]) -> tuple[Figure, ...]:
    """The same figures, with badges on those that would look alike; the piece that
    has the name of its shape gets none."""
    alike: dict[str, list[int]] = {}
    for at, figure in enumerate(found):
        alike.setdefault(figure.draw(), []).append(at)
    badges: dict[int, str] = {}
    for group in alike.values():
        usual = next((at for at in group if _plain(vocabulary.pieces[at].name) == found[at].shape), group[0])
        badges |= {at: vocabulary.pieces[at].letter for at in group if at != usual}
    return tuple(replace(figure, badge=badges.get(at, "")) for at, figure in enumerate(found))


def on_lines(vocabulary: Vocabulary) -> bool:
    """Do all pieces stand on the intersections of lines, as stones do?

    >>> from lasker.algebra.contents import CHESSMEN
    >>> on_lines(CHESSMEN), on_lines(Vocabulary(["a"], [Piece("●", "A", "stone", 0)]))
    (False, True)
    """
    pairs = zip(vocabulary.pieces, figures(vocabulary), strict=True)
    return all({piece.name, figure.shape} <= ON_LINES for piece, figure in pairs)


def colours(players: Iterable[str], lined: bool = False) -> list[Hue]:
    """A colour for every player: the one that the player is named after, else the next unused one.

    >>> [hue.fill for hue in colours(["black", "white"])] == [HUES["black"].fill, HUES["white"].fill]
    True
    """
    called = [_OTHERWISE.get(name, name) for name in map(_plain, players)]
    free = [name for name in (_ORDER[2:] + _ORDER[:2] if lined else _ORDER) if name not in called]
    chosen = []
    for number, name in enumerate(called):
        taken = sum(other not in HUES for other in called[:number])
        chosen.append(HUES[name if name in HUES else free[taken % len(free)]])
    return chosen


def _plain(name: str) -> str:
    return name.strip().lower().replace("_", " ").replace("-", " ")


def _shape(piece: Piece, wooden: bool, crowns: bool) -> str:
    name, glyph = _plain(piece.name), piece.glyph
    if glyph in SIGNS:
        return SIGNS[glyph]
    if wooden and glyph not in FIGURINES and piece.owner is not None:
        return "wedge"
    if any(_is_character(c) for c in glyph):
        return "plate"
    if crowns and name in {"king", "queen"}:
        return "crowned"
    return NAMES.get(name) or FIGURINES.get(glyph) or ("stone" if glyph in "●○⚫⚪" else "token")


def _is_character(c: str) -> bool:
    """Is this a Chinese character, or the glyph of a piece with one?"""
    return "\u3400" <= c <= "\u9fff" or "\U00020000" <= c <= "\U0003ffff" or ord(c) in _SMALL


def _sign(piece: Piece) -> str:
    characters = "".join(c for c in piece.glyph if _is_character(c))
    if characters:  # the owner is shown by the rotation of the picture
        return "+" * piece.glyph.startswith("+") + characters.translate(_SMALL)
    return piece.glyph.upper() if piece.glyph.isascii() else piece.glyph
