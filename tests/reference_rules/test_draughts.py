"""International draughts: known counts, majority, flying kings, and a second opinion on random positions."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from positions import game

from lasker.algebra.meaning import Configuration

draughts = game("draughts")
FILES = "abcdefghij"
Square = tuple[int, int]
Board = dict[Square, str]  # M K are white's and move up, m k are black's
DARK = [(x, y) for x in range(10) for y in range(10) if (x + y) % 2 == 0]


def position(board: Board) -> Configuration:
    return draughts.place({FILES[x] + str(y + 1): letter for (x, y), letter in board.items()})


def test_counts() -> None:
    """From the start position, as counted by Aart Bik and others."""
    start = position({(x, y): "M" if y < 4 else "m" for x, y in DARK if y not in (4, 5)})
    assert [draughts.perft("white", start, depth) for depth in (1, 2, 3, 4)] == [9, 81, 658, 4265]


def ends(pieces: str, move: str = "white") -> list[dict[str, str]]:
    """What the board may look like afterwards: "⛀a1 ⛂b2" in, the same out, sorted."""
    start = draughts.place({word[1:]: word[0] for word in pieces.split()})
    found = [draughts.pieces(end) for end in draughts.after(move, start)]
    return sorted(found, key=str)


def test_men_capture_backwards_but_do_not_go_there() -> None:
    assert ends("⛀e5 ⛂d4") == [{"c3": "⛀"}]
    assert ends("⛀e5") == [{"d6": "⛀"}, {"f6": "⛀"}]


def test_capture_is_compulsory_and_the_greatest_one() -> None:
    assert ends("⛀a1 ⛀e5 ⛂d6") == [{"a1": "⛀", "c7": "⛀"}]
    # One man to the left, two to the right: two it must be.
    assert ends("⛀e5 ⛂d6 ⛂f6 ⛂f8") == [{"e9": "⛀", "d6": "⛂"}]


def test_a_man_in_passing_is_not_crowned() -> None:
    assert ends("⛀c8 ⛂d9 ⛂f9") == [{"g8": "⛀"}]
    assert ends("⛀c8 ⛂d9") == [{"e10": "⛁"}]


def test_kings_fly() -> None:
    assert len(ends("⛁a1")) == 9
    assert ends("⛁a1 ⛂d4") == [{square: "⛁"} for square in ("e5", "f6", "g7", "h8", "i9", "j10")]
    assert [set(end) for end in ends("⛁a1 ⛂d4 ⛂e5")] == [
        {"b2", "d4", "e5"},
        {"c3", "d4", "e5"},
    ]  # no way over two
    assert ends("⛁a1 ⛂d4 ⛂f8") == [{"d10": "⛁"}, {"e9": "⛁"}]  # only from g7 is there more to take


def test_the_struck_stay_in_the_way_until_the_end() -> None:
    """Lifted at once, i9 would open the way back to e5 and c3, three in all. So it is only two of them."""
    assert ends("⛁h8 ⛂i9 ⛂e5 ⛂c3") == [{"a1": "⛁", "i9": "⛂"}, {"b2": "⛁", "i9": "⛂"}]


def test_nobody_is_struck_twice() -> None:
    """Back and forth over one man would be an endless chain."""
    assert ends("⛁d4 ⛂e5") == [{square: "⛁"} for square in ("f6", "g7", "h8", "i9", "j10")]


# --- a second opinion ---------------------------------------------------------------------------


def chains(
    board: Board, at: Square, piece: str, struck: frozenset[Square]
) -> Iterator[tuple[Square, frozenset[Square]]]:
    """Where a capturing piece may end, with the men it has struck; every prefix of a chain is a chain."""
    if struck:
        yield at, struck
    for dx, dy in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        reach = range(1, 10) if piece == "K" else (1,)
        for i in reach:
            over = (at[0] + i * dx, at[1] + i * dy)
            if over not in DARK or board.get(over, "m") in "MK" or over in struck:
                break
            if over not in board:
                continue
            for j in range(i + 1, 10 if piece == "K" else i + 2):
                land = (at[0] + j * dx, at[1] + j * dy)
                if land not in DARK or land in board:
                    break
                yield from chains(board, land, piece, struck | {over})
            break


def legal(board: Board) -> set[tuple[tuple[Square, str], ...]]:
    """Every board after White's move."""
    caught, quiet = [], []
    for at, piece in board.items():
        if piece not in "MK":
            continue
        rest = {square: other for square, other in board.items() if square != at}
        for end, struck in chains(rest, at, piece, frozenset()):
            caught.append((len(struck), {s: p for s, p in rest.items() if s not in struck}, end, piece))
        for dx, dy in ((1, 1), (-1, 1), (1, -1), (-1, -1)):
            for i in range(1, 10 if piece == "K" else 2):
                end = (at[0] + i * dx, at[1] + i * dy)
                if end not in DARK or end in board or (piece == "M" and dy < 0):
                    break
                quiet.append((0, rest, end, piece))
    most = max((number for number, *_ in caught), default=0)
    return {
        tuple(sorted({**rest, end: "K" if piece == "M" and end[1] == 9 else piece}.items()))
        for number, rest, end, piece in (caught or quiet)
        if number == most
    }


@pytest.mark.parametrize("seed", range(30))
def test_second_opinion(seed: int) -> None:
    dice = random.Random(seed)
    board = {at: dice.choice("MKmmmmmk") for at in DARK if dice.random() < 0.35}
    wanted = {position(dict(items)) for items in legal(board)}
    assert draughts.after("white", position(board)) == wanted
    # And Black, on the board seen in a mirror; draughts on the light squares is the same game.
    wanted = {position(mirrored(dict(items))) for items in legal(board)}
    assert draughts.after(draughts.swapped("white"), position(mirrored(board))) == wanted


def mirrored(board: Board) -> Board:
    """The same as Black sees it."""
    return {(x, 9 - y): letter.swapcase() for (x, y), letter in board.items()}


def test_the_second_opinion_has_seen_long_chains() -> None:
    """Otherwise the test above would say little."""
    longest = 0
    for seed in range(30):
        dice = random.Random(seed)
        board = {at: dice.choice("MKmmmmmk") for at in DARK if dice.random() < 0.35}
        longest = max(longest, *(len(board) - len(end) for end in legal(board)), 0)
    assert longest >= 5
