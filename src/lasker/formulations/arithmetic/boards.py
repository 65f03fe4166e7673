"""Encoding of chess positions as numbers and back: FEN to Gödel numbers of boards.

The paper numbers every piece of the initial position; a position alone does not show which pawn is which.
Pawns get the numbers of files they can have come from; pieces beyond the initial set are promoted pawns.
"""

from __future__ import annotations

from lasker.formulations.arithmetic.numbers import Number, as_sequence, left, pair, right, sequence
from lasker.formulations.arithmetic.primes import prime, valuation
from lasker.kernel.errors import NotationError

EMPTY = 1
# The numbers of the initial pieces, by their FEN letter; rooks and knights from the west.
BEGINNERS: dict[str, tuple[int, ...]] = {
    "P": tuple(range(2, 10)), "R": (10, 17), "N": (11, 16), "Q": (13,), "K": (14,),
    "p": tuple(range(18, 26)), "r": (26, 33), "n": (27, 32), "q": (29,), "k": (30,),
}  # fmt: skip
# Bishops by the colour of their squares: the sum of row and column is even on a light one.
BISHOPS = {("B", 0): 15, ("B", 1): 12, ("b", 0): 28, ("b", 1): 31}
TRANSFORMED = {"Q": 37, "R": 41, "B": 43, "N": 47, "q": 53, "r": 59, "b": 61, "n": 67}
# Each castling right has a prime, a place for the king and one for the rook.
RIGHTS = (("K", 37, 61, 64), ("Q", 41, 61, 57), ("k", 43, 5, 8), ("q", 47, 5, 1))


LETTERS: dict[Number, str] = {
    **{number: mark for mark, numbers in BEGINNERS.items() for number in numbers},
    **{number: mark for (mark, _), number in BISHOPS.items()},
}


def letter(piece: Number) -> str:
    """The letter of a piece, for a promoted one that of its new kind; empty if the number is not a piece.

    >>> letter(16), letter(pair(pair(2, 7), 37)), letter(99)
    ('N', 'Q', '')
    """
    if piece in LETTERS:
        return LETTERS[piece]
    found = next((mark for mark, number in TRANSFORMED.items() if number == right(piece)), "")
    pawn, place = left(left(piece)), right(left(piece))
    return found if found and place in _last_row(pawn) and found.isupper() == (pawn in range(2, 10)) else ""


def _last_row(pawn: Number) -> range:
    """The promotion squares of a pawn: Table 1."""
    if pawn in range(2, 10):
        return range(2 if pawn == 9 else 1, 8 if pawn == 2 else 9)
    if pawn in range(18, 26):
        return range(58 if pawn == 25 else 57, 64 if pawn == 18 else 65)
    return range(0)


def place(square: str) -> int:
    """The position of a square: a8 is 1, h1 is 64.

    >>> place("e1"), place("a8")
    (61, 1)
    """
    return (8 - int(square[1])) * 8 + "abcdefgh".index(square[0]) + 1


def square(place: int) -> str:
    """The name of a position.

    >>> square(37)
    'e4'
    """
    return "abcdefgh"[(place - 1) % 8] + str(8 - (place - 1) // 8)


def encode(fen: str, full: bool = True) -> tuple[Number, int]:
    """The board of a FEN and the player to move; a full board has cells for castling and en passant.

    >>> board, player = encode("7k/8/8/8/8/8/8/K7 w - -")
    >>> board
    [1, 1, 1, 1, 1, 1, 1, 30, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 14, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    >>> decode(board, player)
    '7k/8/8/8/8/8/8/K7 w - -'
    """  # noqa: E501
    fields = [*fen.split(), "w", "-", "-"][:4] if len(fen.split()) < 4 else fen.split()[:4]
    cells = _cells(fields[0])
    if fields[1] not in ("w", "b"):
        raise NotationError(f"{fields[1]!r} is not a player", remedy="write w or b after the rows")
    if cells.count("K") != 1 or cells.count("k") != 1:
        raise NotationError("a board has one king of each side")
    wanted = () if fields[2] == "-" else tuple(fields[2])
    if not set(wanted) <= set("KQkq"):
        raise NotationError(f"{fields[2]!r} are no castling rights", remedy="write some of KQkq, or -")
    numbers = _numbered(cells)
    items: list[Number] = [numbers.get(index, EMPTY) for index in range(1, 65)]
    if not full:
        return sequence(items), 1 if fields[1] == "w" else 2
    held: list[Number] = []
    for name, number, king, rook in RIGHTS:
        at_home = cells[king - 1].lower() == "k" and cells[rook - 1] == ("R" if name.isupper() else "r")
        if name in wanted and not at_home:
            raise NotationError(f"the right {name} needs a king and a rook on their first squares")
        held.append(number if name in wanted else 1)
    return sequence([*items, *held, _passing(fields[3], cells)]), 1 if fields[1] == "w" else 2


def _cells(rows: str) -> list[str]:
    cells: list[str] = []
    for row in rows.split("/"):
        cells += [cell for mark in row for cell in ("." * int(mark) if mark in "12345678" else mark)]
        if len(cells) % 8:
            raise NotationError(f"the row {row!r} has not eight squares")
    if len(cells) != 64:
        raise NotationError(f"{rows!r} has {len(cells) // 8} rows, and a board has eight")
    if unknown := set(cells) - {".", *"PNBRQKpnbrqk"}:
        raise NotationError(f"{min(unknown)!r} is no piece", remedy="pieces are PNBRQK and pnbrqk")
    return cells


def _passing(text: str, cells: list[str]) -> int:
    if text == "-":
        return 1
    if len(text) != 2 or text[0] not in "abcdefgh" or text[1] not in "36":
        raise NotationError(f"{text!r} is no square behind a pawn's double step")
    behind = place(text)
    pawn, taker, front = (behind - 8, "p", "P") if text[1] == "3" else (behind + 8, "P", "p")
    if cells[pawn - 1] != front or cells[behind - 1] != ".":
        raise NotationError(f"no pawn has passed {text}")
    column = (pawn - 1) % 8
    beside = (column > 0 and cells[pawn - 2] == taker) or (column < 7 and cells[pawn] == taker)
    return 64 + behind if beside else 1


def _numbered(cells: list[str]) -> dict[int, Number]:
    """A number for every piece on the board, by position."""
    numbers: dict[int, Number] = {}
    for side in (str.upper, str.lower):
        pawn = side("p")
        free = _pawns(pawn, [index for index, mark in enumerate(cells, 1) if mark == pawn], numbers)
        for kind in "kqrbn":
            places = [index for index, mark in enumerate(cells, 1) if mark == side(kind)]
            if kind == "b":
                for colour in (0, 1):
                    those = [i for i in places if ((i - 1) // 8 + (i - 1) % 8) % 2 == colour]
                    _give(side(kind), those, [BISHOPS[side(kind), colour]], free, numbers)
            else:
                _give(side(kind), places, list(BEGINNERS[side(kind)]), free, numbers)
    return numbers


# A rook with a castling right has the number of the initial rook on that square; others may be either.
_AT_HOME = {57: 10, 64: 17, 1: 26, 8: 33}


def _give(mark: str, places: list[int], own: list[int], free: list[int], numbers: dict[int, Number]) -> None:
    for index in [i for i in places if _AT_HOME.get(i) in own]:
        numbers[index] = _AT_HOME[index]
        own.remove(_AT_HOME[index])
    for index in [i for i in places if i not in numbers]:
        if own:
            numbers[index] = own.pop(0)
            continue
        if mark not in TRANSFORMED or not free:
            raise NotationError(f"more {mark} than a game can have: no pawn is left to become one")
        pawn = free.pop()
        colour = ((index - 1) // 8 + (index - 1) % 8) % 2
        origin = next(
            k for k in _last_row(pawn) if mark not in "Bb" or ((k - 1) // 8 + (k - 1) % 8) % 2 == colour
        )
        numbers[index] = pair(pair(pawn, origin), TRANSFORMED[mark])


def _pawns(mark: str, places: list[int], numbers: dict[int, Number]) -> list[int]:
    """Number the pawns by files they can have come from; the others were captured or promoted."""
    own = BEGINNERS[mark]
    owner: dict[int, int] = {}

    def settle(index: int, tried: set[int]) -> bool:
        row, column = divmod(index - 1, 8)
        steps = 6 - row if mark == "P" else row - 1
        for pawn in sorted(own, key=lambda number: abs(number - own[0] - column)):
            if pawn not in tried and abs(pawn - own[0] - column) <= steps:
                tried.add(pawn)
                if pawn not in owner or settle(owner[pawn], tried):
                    owner[pawn] = index
                    return True
        return False

    for index in places:
        if not settle(index, set()):
            raise NotationError(
                f"the pawn on {square(index)} can have come from no file that is left",
                remedy="the numbers of this encoding tell where each pawn began",
            )
    numbers.update({index: pawn for pawn, index in owner.items()})
    return [pawn for pawn in own if pawn not in owner]


def decode(board: Number, player: int = 1) -> str:
    """The FEN of a board, without its counters; a board of 64 cells has no castling and no en passant.

    >>> decode(9)
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NotationError: not a board: a board is a sequence of 64 or 69 numbers, and this has 2
    """
    if isinstance(board, int):
        _refuse_rough(board)
    items = as_sequence(board).items
    if len(items) not in (64, 69):
        raise NotationError(
            f"not a board: a board is a sequence of 64 or 69 numbers, and this has {len(items)}"
        )
    marks = ["." if item == EMPTY else letter(item) for item in items[:64]]
    if "" in marks:
        at = marks.index("")
        raise NotationError(f"not a board: the number at position {at + 1} ({square(at + 1)}) is no piece")
    rows = "/".join("".join(marks[start : start + 8]) for start in range(0, 64, 8))
    for count in range(8, 0, -1):
        rows = rows.replace("." * count, str(count))
    rights, passing = "-", "-"
    if len(items) == 69:
        *held, behind = items[64:]
        rights = "".join(name for name, number, _, _ in RIGHTS if number in held) or "-"
        passing = square(behind - 64) if isinstance(behind, int) and 64 < behind <= 128 else "-"
    return f"{rows} {'wb'[player - 1]} {rights} {passing}"


def _refuse_rough(board: int) -> None:
    """Reject a number with a prime factor beyond the 69th prime before it is
    factorised: it is not a board."""
    rest = board
    for index in range(1, 70):
        if rest > 1 and rest % prime(index) == 0:
            rest //= prime(index) ** valuation(rest, prime(index))
    if rest != 1:
        raise NotationError("not a board: it has a prime factor beyond the first 69 primes, or is 0")
