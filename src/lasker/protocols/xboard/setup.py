"""XBoard's `setup` and `piece` commands for variants it does not know: letters, board, start, Betza moves."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from lasker.algebra.contents import PieceType
from lasker.model.game import Game as Model
from lasker.movement.betza import BetzaMovement, avoids_attack, betza_movement
from lasker.movement.description import marked_moves
from lasker.movement.movement import movement_of
from lasker.movement.piece_context import kinds
from lasker.notation.fen.fen import board_rows
from lasker.play import library
from lasker.play.game import Game
from lasker.protocols.xboard.fen import written
from lasker.space.space import LatticeSpace
from lasker.syntax.betza import ModifiedAtom, Offset

# XBoard identifies pieces by their index in a list, which determines their images; these are their moves.
PLACES = ("fmWfcFifmnD", "N", "B", "R", "Q", "F", "A", "BN", "RN", "W", "K", "cpRmR", "NN", "BW", "RF", "gQ")
PROMOTED = 11  # offset in the list from a piece to its promoted form
LAST = 21  # the index of the king
FEWEST = 6  # least number of letters of a player; dots fill the rest
LARGEST = 16  # files and ranks
FREE, HOLDING, PROMOTING = "fairy", "zh", "将棋"  # parent variants by their rules about pieces in hand


def setup(game: Game) -> Iterator[str]:
    """The setup lines of a game; none if XBoard cannot draw it.

    >>> from lasker.play.game import load
    >>> print(*setup(load("knightthrough")), sep="\\n")
    setup (.N.....n....) 8x8+0_fairy nnnnnnnn/nnnnnnnn/8/8/8/8/NNNNNNNN/NNNNNNNN w - - 0 1
    piece N& fhN
    """
    model, rows = game.model, board_rows(game.model.space)
    space, width = model.space, max(map(len, rows))
    flat = isinstance(space, LatticeSpace) and space.compass.name == "square" and len(game.players) == 2
    if not flat or max(width, len(rows)) > LARGEST:
        return
    betza_of = {piece.letter: betza_movement(model, piece) for piece in pieces_in_play(model)}
    places = piece_letters(model, betza_of)
    if places is None:
        return
    held = next((field for field in model.fen_fields if field.startswith("hand:")), "")
    plus = any(letter.startswith("+") for letter in betza_of)
    parent = library.canonical(PROMOTING if plus else HOLDING) if held else FREE
    yield f"setup ({places}) {width}x{len(rows)}+{held.count('=')}_{parent} {written(game.start())}"
    for piece in kinds(model):
        if piece.letter in betza_of:
            yield from _piece_lines(model, piece, betza_of)


@lru_cache(maxsize=16)
def pieces_in_play(model: Model) -> tuple[PieceType, ...]:
    """The pieces of the start position, and their promotions."""
    board, pieces = model.start.split()[0], model.rules.vocabulary.pieces
    names = {piece.name for piece in pieces if re.search(rf"(?<!\+){re.escape(piece.letter)}", board)}
    names = names or {piece.name for piece in pieces}  # an empty start: all pieces are dropped
    todo = [piece for piece in pieces if piece.name in names]
    while todo:
        found = betza_movement(model, todo.pop())
        fresh = (found.becomes if found else frozenset()) - names
        names |= fresh
        todo += [piece for piece in pieces if piece.name in fresh]
    return tuple(piece for piece in pieces if piece.name in names)


def _piece_lines(model: Model, piece: PieceType, betza_of: dict[str, BetzaMovement | None]) -> Iterator[str]:
    """The `piece` lines of a kind: one for both players, or one for each."""
    letters = [each.letter for each in pieces_in_play(model) if each.name == piece.name]
    known = {letter: found for letter in letters if (found := betza_of[letter]) is not None}
    parts = [part for found in known.values() for part in found.betza.single_parts()]
    if not known or not all(map(is_supported, parts)):
        return
    passing, castling = specials_of(model, piece) if model.rules.vocabulary.marks else (set(), "")
    texts = {letter: xboard_betza(found, passing) + castling for letter, found in known.items()}
    if len(texts) == 2 and len(set(texts.values())) == 1 and piece.letter[-1].isupper():
        yield f"piece {piece.letter}& {texts[piece.letter]}"
    else:
        yield from (f"piece {letter} {text}" for letter, text in texts.items())


def specials_of(model: Model, piece: PieceType) -> tuple[set[Offset], str]:
    """Moves that depend on marks: the offsets of en passant captures, and the castling atom."""
    movement = movement_of(model, piece)
    points = model.space.sites
    passing, castles = set[Offset](), set[int]()
    for special in marked_moves(
        movement, max(movement.by_middle, key=lambda site: len(movement.destinations(site))), ()
    ):
        if special.partner is None:
            continue
        (x, y), (there, up), (aside, level) = (points[s] for s in (special.site, special.to, special.partner))
        if special.takes and aside == there and level == y:
            passing.add((there - x, up - y))
        elif not special.takes and up == y == level and abs(aside - x) > abs(there - x):
            castles.add(there - x)
    far = {abs(step) for step in castles}
    sides = "s" if len(castles) == 2 else "r" if max(castles, default=0) > 0 else "l"
    return passing, f"i{sides}O{min(far)}" if len(far) == 1 else ""


def xboard_betza(betza_of: BetzaMovement, passing: Collection[Offset] = ()) -> str:
    """Betza notation in XBoard's dialect: riders are written with a range, and `e` is en passant.

    >>> from lasker.syntax.betza import read
    >>> xboard_betza(BetzaMovement(read("BNNfcF"), ()), {(1, 1), (-1, 1)})
    'BN0fceF'
    """
    found = []
    for part in betza_of.betza.single_parts():
        text = str(part)
        if part.reach == 0 and text.endswith(part.atom * 2):
            text = text[:-1] + "0"
        [*kinds] = part.leaps()
        if passing and "c" in part.modes and {offset for _, some in kinds for offset in some} <= set(passing):
            text = text.replace("c", "ce", 1)
        found.append(text)
    return "".join(found)


def is_supported(part: ModifiedAtom) -> bool:
    """Does XBoard interpret the part alike? It checks only one square on the path of a lame leap."""
    return "n" not in part.modes or part.atom in "DAN"


def piece_letters(model: Model, betza_of: dict[str, BetzaMovement | None]) -> str | None:
    """The letters of both players in the order of XBoard's piece list; None if that is impossible."""
    sides = []
    for owner in (0, 1):
        pieces = [piece for piece in pieces_in_play(model) if piece.owner == owner]
        row = ["."] * (LAST + 1)
        for piece in sorted(pieces, key=lambda piece: _rank(model, piece, betza_of)):
            if piece.letter.startswith("+"):
                continue
            found = betza_of[piece.letter]
            place = _place(found, found is not None and avoids_attack(model, piece), row)
            if len(piece.letter) != 1 or not piece.letter.isascii() or place is None:
                return None
            row[place] = piece.letter
        for piece in (piece for piece in pieces if piece.letter.startswith("+")):
            if piece.letter[1:] not in row[:PROMOTED]:
                return None
            row[row.index(piece.letter[1:]) + PROMOTED] = "+"
        used = max((at for at, letter in enumerate(row[:-1]) if letter != "."), default=0)
        sides.append((row, used))
    most = max(FEWEST - 2, *(used for _, used in sides))
    return "".join("".join(row[: most + 1]) + row[LAST] for row, _ in sides)


def _rank(model: Model, piece: PieceType, betza_of: dict[str, BetzaMovement | None]) -> tuple[bool, int, int]:
    """The order in which pieces take places: promoting pieces first, then by number at the start."""
    found = betza_of[piece.letter]
    many = -model.start.split()[0].count(piece.letter)
    return found is None or not found.becomes, many, len(found.candidates) if found else 0


def _place(found: BetzaMovement | None, royal: bool, row: list[str]) -> int | None:
    """The index of a piece in XBoard's list: by its moves, or else the first free one."""
    wanted = list(range(1, LAST))
    if found is not None:
        alike = [PLACES.index(text)] if (text := str(found.betza)) in PLACES[1:] else []
        wanted = [LAST] * royal + [0] * bool(found.becomes) + alike + wanted
    return next((place for place in wanted if row[place] == "."), None)
