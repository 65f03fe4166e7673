"""EinStein würfelt nicht!: what may follow a position, by a player or by the die, and who has won."""

from __future__ import annotations

from second_opinion_text import at, closed, opened, squares, with_squares

GAMES = ("einstein",)
# The squares where stones are laid first, as row and column from the top, for White; Black's lie opposite.
HOMES = [(4, 0), (4, 1), (4, 2), (3, 0), (3, 1), (2, 0)]


def result(text: str) -> int | None:
    board, side, _ = text.split()
    rows = opened(board)
    if side not in ("w", "b"):
        return None
    if at(rows, 0, 4).isupper():
        return 0
    if at(rows, 4, 0).islower():
        return 1
    if side == "w" and not squares(rows, "ABCDEF"):
        return 1
    return 0 if side == "b" and not squares(rows, "abcdef") else None


def after(text: str) -> set[str]:
    board, side, die = text.split()
    rows = opened(board)
    assert closed(rows) == board
    if side[0] == "r":
        return {f"{board} {side[1]} {face}" for face in range(1, 7)}
    stones = "ABCDEF" if side[-1] == "w" else "abcdef"
    standing = {rows[r][c]: (r, c) for r, c in squares(rows, stones)}
    if side[0] == "l":
        stone = stones[len(standing)]
        then = (side if stone != stones[-1] else {"lw": "lb", "lb": "rw"}[side]) + " 0"
        homes = HOMES if side == "lw" else [(4 - r, 4 - c) for r, c in HOMES]
        return {f"{with_squares(rows, {(r, c): stone})} {then}" for r, c in homes if rows[r][c] == "."}
    wanted = int(die) - 1
    if stones[wanted] in standing:
        movable = [stones[wanted]]
    else:
        lower = [s for s in stones[:wanted] if s in standing]
        higher = [s for s in stones[wanted:] if s in standing]
        movable = lower[-1:] + higher[:1]
    ahead = -1 if side == "w" else 1
    found = set()
    for stone in movable:
        r, c = standing[stone]
        for down, right in ((ahead, 0), (0, -ahead), (ahead, -ahead)):
            if 0 <= r + down < 5 and 0 <= c + right < 5:
                changed = {(r, c): ".", (r + down, c + right): stone}
                found.add(f"{with_squares(rows, changed)} {'rb' if side == 'w' else 'rw'} 0")
    return found
