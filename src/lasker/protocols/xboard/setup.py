"""What XBoard is told of a game that it does not know: letters, board, start, and how each piece goes."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from lasker.algebra.contents import Piece
from lasker.model.game import Game as Model
from lasker.movement.betza import BetzaMovement, betza_movement
from lasker.movement.description import marked_moves
from lasker.movement.environment import kinds
from lasker.movement.trials import Trials
from lasker.notation.fen.fen import board_rows
from lasker.play import library
from lasker.play.game import Game
from lasker.protocols.xboard.fen import written
from lasker.space.space import LatticeSpace
from lasker.syntax.betza import Offset, Part

# XBoard knows pieces by their places in a list, and draws them so; these go as it says.
PLACES = ("fmWfcFifmnD", "N", "B", "R", "Q", "F", "A", "BN", "RN", "W", "K", "cpRmR", "NN", "BW", "RF", "gQ")
PROMOTED = 11  # so many places after a piece stands what it is promoted to, where that has a plus
LAST = 21  # the place of the king
FEWEST = 6  # letters that a player must have; points stand for those that he has not
LARGEST = 16  # files and ranks
FREE, HOLDING, PROMOTING = "fairy", "zh", "将棋"  # whose rules about hands are like those of a game


def setup(game: Game) -> Iterator[str]:
    """The lines that make XBoard ready for a game; none if it cannot draw it.

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
    told = {piece.letter: betza_movement(model, piece) for piece in taking_part(model)}
    places = placed(model, told)
    if places is None:
        return
    held = next((field for field in model.fen_fields if field.startswith("hand:")), "")
    plus = any(letter.startswith("+") for letter in told)
    parent = library.canonical(PROMOTING if plus else HOLDING) if held else FREE
    yield f"setup ({places}) {width}x{len(rows)}+{held.count('=')}_{parent} {written(game.start())}"
    for piece in kinds(model):
        if piece.letter in told:
            yield from _described(model, piece, told)


@lru_cache(maxsize=16)
def taking_part(model: Model) -> tuple[Piece, ...]:
    """The pieces that are there at the start, and what they may become."""
    board, pieces = model.start.split()[0], model.rules.vocabulary.pieces
    names = {piece.name for piece in pieces if re.search(rf"(?<!\+){re.escape(piece.letter)}", board)}
    names = names or {piece.name for piece in pieces}  # where all are put on an empty board
    todo = [piece for piece in pieces if piece.name in names]
    while todo:
        found = betza_movement(model, todo.pop())
        fresh = (found.becomes if found else frozenset()) - names
        names |= fresh
        todo += [piece for piece in pieces if piece.name in fresh]
    return tuple(piece for piece in pieces if piece.name in names)


def _described(model: Model, piece: Piece, told: dict[str, BetzaMovement | None]) -> Iterator[str]:
    """How a kind of piece goes: once for both players, or for each."""
    letters = [each.letter for each in taking_part(model) if each.name == piece.name]
    known = {letter: found for letter in letters if (found := told[letter]) is not None}
    if not known or not all(understood(part) for found in known.values() for part in found.betza.parts):
        return
    passing, castling = specials_of(model, piece) if model.rules.vocabulary.marks else (set(), "")
    texts = {letter: spelled(found, passing) + castling for letter, found in known.items()}
    if len(texts) == 2 and len(set(texts.values())) == 1 and piece.letter[-1].isupper():
        yield f"piece {piece.letter}& {texts[piece.letter]}"
    else:
        yield from (f"piece {letter} {text}" for letter, text in texts.items())


def specials_of(model: Model, piece: Piece) -> tuple[set[Offset], str]:
    """What only marks make possible: the offsets at which a piece takes in passing, and how it castles."""
    trials = Trials(model, piece)
    points = model.space.sites
    passing, castles = set[Offset](), set[int]()
    for special in marked_moves(
        trials, max(trials.by_middle, key=lambda site: len(trials.destinations(site))), ()
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


def spelled(told: BetzaMovement, passing: Collection[Offset] = ()) -> str:
    """Betza notation as XBoard reads it: rides of leapers are numbers, and `e` is to take in passing.

    >>> from lasker.syntax.betza import read
    >>> spelled(BetzaMovement(read("BNNfcF"), ()), {(1, 1), (-1, 1)})
    'BN0fceF'
    """
    found = []
    for part in told.betza.parts:
        text = str(part)
        if part.reach == 0 and text.endswith(part.atom * 2):
            text = text[:-1] + "0"
        [*kinds] = part.leaps()
        if passing and "c" in part.modes and {offset for _, some in kinds for offset in some} <= set(passing):
            text = text.replace("c", "ce", 1)
        found.append(text)
    return "".join(found)


def understood(part: Part) -> bool:
    """Does XBoard mean the same by it? It looks at one square on the way of a lame leap, and no more."""
    return "n" not in part.modes or part.atom in "DAN"


def placed(model: Model, told: dict[str, BetzaMovement | None]) -> str | None:
    """The letters of both players in the order of XBoard's pieces; None if it has no letters for them."""
    sides = []
    for owner in (0, 1):
        pieces = [piece for piece in taking_part(model) if piece.owner == owner]
        row = ["."] * (LAST + 1)
        for piece in sorted(pieces, key=lambda piece: _rank(model, piece, told)):
            if piece.letter.startswith("+"):
                continue
            place = _place(told[piece.letter], row)
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


def _rank(model: Model, piece: Piece, told: dict[str, BetzaMovement | None]) -> tuple[bool, int, int]:
    """Who chooses a place first: what is promoted, and of that what there is most of."""
    found = told[piece.letter]
    many = -model.start.split()[0].count(piece.letter)
    return found is None or not found.becomes, many, len(found.candidates) if found else 0


def _place(found: BetzaMovement | None, row: list[str]) -> int | None:
    """Where a piece stands in the list: by what it can do, or else where there is room."""
    wanted = list(range(1, LAST))
    if found is not None:
        alike = [PLACES.index(text)] if (text := str(found.betza)) in PLACES[1:] else []
        wanted = [LAST] * found.royal + [0] * bool(found.becomes) + alike + wanted
    return next((place for place in wanted if row[place] == "."), None)
