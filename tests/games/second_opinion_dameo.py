"""Dameo: lines of men go ahead, and captures go straight; the greatest must be made."""

from __future__ import annotations

from collections.abc import Iterator

from second_opinion_text import at, opened, squares, with_squares

Place = tuple[int, int]
Rows = list[list[str]]
STRAIGHT = ((-1, 0), (0, -1), (0, 1), (1, 0))
ASLANT = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def captures(
    rows: Rows, own: str, piece: str, place: Place, taken: frozenset[Place]
) -> Iterator[tuple[Place, frozenset[Place]]]:
    """Where a piece that has been lifted from the board may end, and whom it has taken."""
    for i, j in STRAIGHT:
        r, c = place[0] + i, place[1] + j
        while piece in "Kk" and at(rows, r, c) == ".":
            r, c = r + i, c + j
        if at(rows, r, c) in own + ".*" or (r, c) in taken:
            continue
        more = taken | {(r, c)}
        while at(rows, r := r + i, c := c + j) == ".":
            yield (r, c), more
            yield from captures(rows, own, piece, (r, c), more)
            if piece in "Mm":
                break


class Dameo:
    """Men are crowned where a move ends on the last rank."""

    def changes(self, rows: Rows, player: int) -> list[dict[Place, str]]:
        own, ahead = ("mk", 1) if player else ("MK", -1)
        taking, quiet = [], []
        for r, c in squares(rows, own):
            piece = rows[r][c]
            lifted = [list(row) for row in rows]
            lifted[r][c] = "."
            for goal, taken in captures(lifted, own, piece, (r, c), frozenset()):
                taking.append((len(taken), {(r, c): ".", **dict.fromkeys(taken, "."), goal: piece}))
            for i, j in STRAIGHT + ASLANT if piece in "Kk" else ((ahead, -1), (ahead, 0), (ahead, 1)):
                to = (r + i, c + j)
                while piece in "Mm" and at(rows, *to) == piece:
                    to = (to[0] + i, to[1] + j)
                while at(rows, *to) == ".":
                    quiet.append({(r, c): ".", to: piece})
                    if piece in "Mm":
                        break
                    to = (to[0] + i, to[1] + j)
        most = max((number for number, _ in taking), default=0)
        return [change for number, change in taking if number == most] or quiet

    def after(self, text: str) -> set[str]:
        board, side = text.split()
        rows, player = opened(board), "wb".index(side)
        last, man = (7, "m") if player else (0, "M")
        ends = set()
        for change in self.changes(rows, player):
            crowned = {
                place: "Kk"[player] if place[0] == last and piece == man else piece
                for place, piece in change.items()
            }
            ends.add(f"{with_squares(rows, crowned)} {'bw'[player]}")
        return ends

    def result(self, text: str) -> int | None:
        return None if self.after(text) else 1 - "wb".index(text.split()[1])


GAMES = {"dameo": Dameo()}
