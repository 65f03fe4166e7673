"""English and international draughts, on one board of characters: `M K` move up, `m k` down."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, closed, opened, squares

GAMES = ("english_draughts", "international_draughts")
Square = tuple[int, int]
Rows = list[list[str]]
SLANTS = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def turned_round(rows: Rows) -> Rows:
    return [[piece.swapcase() for piece in row[::-1]] for row in rows[::-1]]


def strikes(
    rows: Rows, place: Square, king: bool, large: bool, struck: frozenset[Square]
) -> Iterator[tuple[Square, Square]]:
    """One capture: whom, and where to. The capturing piece has been lifted off the board."""
    for i, j in SLANTS:
        if not king and not large and i > 0:
            continue
        r, c = place[0] + i, place[1] + j
        while king and large and at(rows, r, c) == ".":
            r, c = r + i, c + j
        prey = (r, c)
        if at(rows, r, c) not in "mk" or prey in struck:
            continue
        r, c = r + i, c + j
        while at(rows, r, c) == ".":
            yield prey, (r, c)
            if not (king and large):
                break
            r, c = r + i, c + j


def chains(
    rows: Rows, place: Square, king: bool, large: bool, struck: frozenset[Square]
) -> Iterator[tuple[Square, frozenset[Square]]]:
    """Where chains that cannot go on end, and whom they take. Nobody is lifted before the end."""
    further = False
    for prey, goal in strikes(rows, place, king, large, struck):
        further = True
        yield from chains(rows, goal, king, large, struck | {prey})
    if struck and not further:
        yield place, struck


def moves(rows: Rows, large: bool) -> list[tuple[Rows, bool]]:
    """The boards after the moves of `M` and `K`, and whether the move was that of a king who took nobody."""
    found: list[tuple[Rows, Square, Square, str, frozenset[Square]]] = []
    for start in squares(rows, "MK"):
        piece = rows[start[0]][start[1]]
        lifted = [list(row) for row in rows]
        lifted[start[0]][start[1]] = "."
        found += [
            (lifted, start, goal, piece, prey)
            for goal, prey in chains(lifted, start, piece == "K", large, frozenset())
        ]
    if found and large:
        most = max(len(prey) for *_, prey in found)
        found = [move for move in found if len(move[4]) == most]
    if not found:
        for start in squares(rows, "MK"):
            piece = rows[start[0]][start[1]]
            lifted = [list(row) for row in rows]
            lifted[start[0]][start[1]] = "."
            for i, j in SLANTS[: 2 if piece == "M" else 4]:
                r, c = start[0] + i, start[1] + j
                while at(rows, r, c) == ".":
                    found.append((lifted, start, (r, c), piece, frozenset()))
                    if not (piece == "K" and large):
                        break
                    r, c = r + i, c + j
    ends = []
    for lifted, _, goal, piece, prey in found:
        end = [list(row) for row in lifted]
        for r, c in prey:
            end[r][c] = "."
        end[goal[0]][goal[1]] = "K" if goal[0] == 0 else piece
        ends.append((end, piece == "K" and not prey))
    return ends


def parts(text: str) -> tuple[Rows, bool, bool, int]:
    board, side, quiet = text.split()
    rows = opened(board)
    large = len(rows) == 10
    first = side == ("w" if large else "b")
    return rows if first else turned_round(rows), large, first, int(quiet)


def result(text: str) -> int | None:
    rows, large, first, _ = parts(text)
    return None if moves(rows, large) else int(first)


def after(text: str) -> set[str]:
    rows, large, first, quiet = parts(text)
    other = "b" if text.split()[1] == "w" else "w"
    return {
        f"{closed(end if first else turned_round(end))} {other} {quiet + 1 if calm else 0}"
        for end, calm in moves(rows, large)
    }
