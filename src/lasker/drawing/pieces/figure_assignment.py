"""Pictures of pieces: which figure each piece of a game has, so that no two look alike.

A piece is drawn by its name, else by how it moves, else as a token with its sign.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

from lasker.algebra.contents import PieceType, Vocabulary
from lasker.drawing.pieces.characters import CHARACTERS
from lasker.drawing.pieces.figure import TILES, Figure
from lasker.drawing.pieces.piece_names import FIGURINES, KANJI, MOVES, NAMES, SIGNS, WEDGES, plain
from lasker.drawing.pieces.player_colours import HUES, NEUTRAL, colours
from lasker.kernel.errors import NameProblem

Tiles = Literal["kanji", "western", "letters"]  # what is on tiles: characters, pictures or letters
# Few fonts have the glyphs of these pieces; many have the characters on them.
_SMALL = dict(zip(range(0x1FA60, 0x1FA6E), "帥仕相傌俥炮兵將士象馬車砲卒", strict=True))
_ROYAL = {"王": "玉"}  # the second player's king has another character


def tiles_named(name: str) -> Tiles:
    """What is on tiles, by its name.

    >>> tiles_named("letters")
    'letters'
    """
    for known in get_args(Tiles):
        if name == known:
            found: Tiles = known
            return found
    raise NameProblem(f"nothing on tiles is called {name}", remedy=f"choose {', '.join(get_args(Tiles))}")


def figures(vocabulary: Vocabulary, tiles: Tiles = "kanji") -> tuple[Figure, ...]:
    """A figure for every piece of a vocabulary, in its order.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> [figure.shape for figure in figures(CHESSMEN)[::2]]
    ['pawn', 'knight', 'bishop', 'rook', 'queen', 'king']
    """
    names = {plain(piece.name) for piece in vocabulary.pieces}
    wooden = bool(names & WEDGES) and ("queen" not in names or "tokin" in names)
    crowns = "man" in names and not names & {"pawn", "rook"}
    shapes = [_shape(vocabulary, piece, wooden, crowns) for piece in vocabulary.pieces]
    hues = colours(vocabulary.players, lined=set(shapes) <= {"cross", "nought"})
    found = []
    for piece, shape in zip(vocabulary.pieces, shapes, strict=True):
        hue = NEUTRAL if piece.owner is None else hues[piece.owner]
        if shape == "duck" and piece.owner is None:
            hue = HUES["yellow"]
        figure = Figure(shape, hue, turn=(0, 180, 90, 270)[(piece.owner or 0) % 4])
        if piece.count:  # a heap is drawn as the stone that it is made of, with its number
            figure = replace(figure, sign=str(piece.count))
        elif piece.name in vocabulary.pictures:
            figure = replace(figure, shape="token", own=vocabulary.pictures[piece.name])
        elif shape in TILES:
            figure = _tile(figure, piece, tiles)
        elif shape == "token":
            figure = replace(figure, sign=_sign(piece))
        found.append(figure)
    return _with_badges(vocabulary, found)


def _tile(figure: Figure, piece: PieceType, tiles: Tiles) -> Figure:
    """A figure on a tile: with a character and a letter, with a picture, or with a letter alone."""
    promoted = piece.letter.startswith("+") or piece.glyph.startswith("+")
    figure = replace(figure, promoted=promoted)
    letter = piece.letter.upper()
    base = plain(piece.name).removeprefix("promoted ")
    western = NAMES.get(plain(piece.name)) or NAMES.get(base)
    if tiles == "western" and western:
        return replace(figure, picture=western)
    sign = _sign(piece)
    if figure.shape == "wedge" and not any(map(_is_character, sign)):
        sign = KANJI.get(plain(piece.name), "")
        sign = _ROYAL.get(sign, sign) if piece.owner else sign
    if tiles == "letters" or sign.removeprefix("+") not in CHARACTERS:
        sign = sign if tiles != "letters" and any(map(_is_character, sign)) else letter
    below = letter if any(map(_is_character, sign)) and piece.letter != piece.glyph.removeprefix("+") else ""
    below = letter if sign in KANJI.values() else below
    return replace(figure, sign=sign.removeprefix("+") if sign[1:] in CHARACTERS else sign, below=below)


def _with_badges(vocabulary: Vocabulary, found: list[Figure]) -> tuple[Figure, ...]:
    """The same figures, with badges on those that would look alike; the piece that
    has the name of its shape gets none."""
    alike: dict[str, list[int]] = {}
    for at, figure in enumerate(found):
        alike.setdefault(figure.draw(), []).append(at)
    badges: dict[int, str] = {}
    for group in alike.values():
        usual = next((at for at in group if plain(vocabulary.pieces[at].name) == found[at].shape), group[0])
        badges |= {at: vocabulary.pieces[at].letter for at in group if at != usual}
    return tuple(replace(figure, badge=badges.get(at, "")) for at, figure in enumerate(found))


def on_lines(vocabulary: Vocabulary) -> bool:
    """Do all pieces stand on the intersections of lines, as stones and round pieces with characters do?

    >>> from lasker.algebra.contents import CHESSMEN
    >>> on_lines(CHESSMEN), on_lines(Vocabulary(["a"], [PieceType("●", "A", "stone", 0)]))
    (False, True)
    """
    shapes = {figure.shape for figure in figures(vocabulary)}
    return shapes == {"plate"} or (shapes == {"stone"} == {piece.name for piece in vocabulary.pieces})


def _shape(vocabulary: Vocabulary, piece: PieceType, wooden: bool, crowns: bool) -> str:
    name, glyph = plain(piece.name), piece.glyph
    if piece.count:
        return "stone"
    if glyph in SIGNS:
        return SIGNS[glyph]
    if wooden and glyph not in FIGURINES and piece.owner is not None:
        return "wedge"
    if any(_is_character(c) for c in glyph):
        return "plate"
    if crowns and name in {"king", "queen"}:
        return "crowned"
    moves = MOVES.get(vocabulary.notations.get(piece.name, ""))
    known = NAMES.get(name) or FIGURINES.get(glyph) or moves
    return known or ("stone" if glyph in "●○⚫⚪" else "token")


def _is_character(c: str) -> bool:
    """Is this a Chinese character, or the glyph of a piece with one?"""
    return "\u3400" <= c <= "\u9fff" or "\U00020000" <= c <= "\U0003ffff" or ord(c) in _SMALL or c == "と"


def _sign(piece: PieceType) -> str:
    characters = "".join(c for c in piece.glyph if _is_character(c))
    if characters:  # the owner is shown by the rotation of the picture
        return "+" * piece.glyph.startswith("+") + characters.translate(_SMALL)
    return piece.glyph.upper() if piece.glyph.isascii() else piece.glyph
