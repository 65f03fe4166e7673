"""Draughts of the world on one board of characters: `M K` move up, `m k` down; a table has the kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from second_opinion_text import at, closed, opened, squares

Square = tuple[int, int]
Rows = list[list[str]]
AHEAD, BACK = ((-1, -1), (-1, 1)), ((1, -1), (1, 1))
FOUR, CROSS = (*AHEAD, *BACK), ((-1, 0), (0, -1), (0, 1), (1, 0))


@dataclass(frozen=True)
class Capture:
    """A move: where from and to, the piece, which may be crowned on the way, and whom it takes, in order."""

    start: Square
    goal: Square
    piece: str
    taken: tuple[Square, ...]
    whom: str


@dataclass(frozen=True)
class Draughts:
    """One kind of draughts: what differs from the international rules."""

    sides: str = "wb"
    man_takes: tuple[Square, ...] = FOUR
    king_takes: tuple[Square, ...] = FOUR
    man_goes: tuple[Square, ...] = AHEAD
    king_goes: tuple[Square, ...] = FOUR
    flying: bool = True
    rank: Callable[[Capture], tuple[object, ...]] = lambda capture: (len(capture.taken),)
    crowned_on_the_way: bool = False
    stops_behind: bool = False  # a king stops behind whom it takes
    stops_behind_kings: bool = False  # ... if a king is the last one taken
    man_takes_kings: bool = True
    lifted_at_once: bool = False
    turns_back: bool = True
    ending: str = "blocked loses"
    tiring: bool = False  # no king goes more than three times on end

    def strikes(
        self, rows: Rows, place: Square, piece: str, taken: tuple[Square, ...], last: Square
    ) -> Iterator[tuple[Square, list[Square], Square]]:
        """One capture: whom, where to, and which way. The capturing piece has been lifted off the board."""
        king = piece == "K"
        for i, j in self.king_takes if king else self.man_takes:
            if king and not self.turns_back and (i, j) == (-last[0], -last[1]):
                continue
            r, c = place[0] + i, place[1] + j
            while king and self.flying and at(rows, r, c) == ".":
                r, c = r + i, c + j
            prey, whom = (r, c), at(rows, r, c)
            if whom not in "mk" or prey in taken or (whom == "k" and not king and not self.man_takes_kings):
                continue
            goals = []
            r, c = r + i, c + j
            while at(rows, r, c) == ".":
                goals.append((r, c))
                if not (king and self.flying) or self.stops_behind:
                    break
                r, c = r + i, c + j
            if goals:
                yield prey, goals, (i, j)

    def chains(self, rows: Rows, place: Square, last: Square, so_far: Capture) -> Iterator[Capture]:
        """Captures that cannot go on. Nobody is lifted before the end, where the rules say so."""
        for prey, goals, way in self.strikes(rows, place, so_far.piece, so_far.taken, last):
            whom = rows[prey[0]][prey[1]]
            board = [list(row) for row in rows]
            if self.lifted_at_once:
                board[prey[0]][prey[1]] = "."
            piece = "K" if self.crowned_on_the_way and goals[0][0] == 0 else so_far.piece
            then = [
                Capture(so_far.start, goal, piece, (*so_far.taken, prey), so_far.whom + whom)
                for goal in goals
            ]
            further = [
                chain for next_one in then for chain in self.chains(board, next_one.goal, way, next_one)
            ]
            yield from further
            if not further:
                yield from then[:1] if self.stops_behind_kings and whom == "k" else then

    def moves(self, rows: Rows) -> Iterator[tuple[Capture, Rows]]:
        """The moves of `M` and `K`, and the boards after them."""
        found: list[tuple[Capture, Rows]] = []
        for start in squares(rows, "MK"):
            piece = rows[start[0]][start[1]]
            lifted = [list(row) for row in rows]
            lifted[start[0]][start[1]] = "."
            begun = Capture(start, start, piece, (), "")
            found += [(capture, lifted) for capture in self.chains(lifted, start, (0, 0), begun)]
        best = max((self.rank(capture) for capture, _ in found), default=())
        found = [move for move in found if self.rank(move[0]) == best]
        for start in squares(rows, "MK") if not found else []:
            piece = rows[start[0]][start[1]]
            lifted = [list(row) for row in rows]
            lifted[start[0]][start[1]] = "."
            for i, j in self.king_goes if piece == "K" else self.man_goes:
                r, c = start[0] + i, start[1] + j
                while at(rows, r, c) == ".":
                    found.append((Capture(start, (r, c), piece, (), ""), lifted))
                    if not (piece == "K" and self.flying):
                        break
                    r, c = r + i, c + j
        for capture, lifted in found:
            end = [list(row) for row in lifted]
            for r, c in capture.taken:
                end[r][c] = "."
            end[capture.goal[0]][capture.goal[1]] = "K" if capture.goal[0] == 0 else capture.piece
            yield capture, end

    def parts(self, text: str) -> tuple[Rows, bool, list[str]]:
        board, side, *rest = text.split()
        rows, first = opened(board), side == self.sides[0]
        return rows if first else self.turned(rows), first, rest

    def turned(self, rows: Rows) -> Rows:
        """As the other player sees the board."""
        return [[piece.swapcase() for piece in row[::-1]] for row in rows[::-1]]

    def result(self, text: str) -> int | None:
        rows, first, _ = self.parts(text)
        if self.ending == "a king wins" and squares(rows, "k"):
            return int(first)
        if any(True for _ in self.moves(rows)):
            return None
        return int(first) if self.ending != "blocked wins" else int(not first)

    def after(self, text: str) -> set[str]:
        rows, first, (*walking, quiet) = self.parts(text)
        other = self.sides[1] if first else self.sides[0]
        found = set()
        for capture, end in self.moves(rows):
            calm = rows[capture.start[0]][capture.start[1]] == "K" and not capture.taken
            board = closed(end if first else self.turned(end))
            tired = self.tired(capture, rows, first, walking, calm) if self.tiring else []
            if tired is not None:
                found.add(" ".join([board, other, *tired, str(int(quiet) + 1 if calm else 0)]))
        return found

    def tired(
        self, capture: Capture, rows: Rows, first: bool, walking: list[str], calm: bool
    ) -> list[str] | None:
        """Who walked, and how often, after a move; nothing if the move is one too many."""

        def name(square: Square) -> str:
            row, column = square if first else (9 - square[0], 9 - square[1])
            return "abcdefghij"[column] + str(10 - row)

        names = set(walking[0].split("+")) - {"-"}
        counts = [int(count) for count in walking[1].split("+")]
        me = 0 if first else 1
        own = {name(square) for square in squares(rows, "K")}
        lost = {name(square) for square in capture.taken}
        if not calm:
            names, counts[me] = names - own - lost, 0
        elif name(capture.start) in names and squares(rows, "M"):
            names, counts[me] = names - own | {name(capture.goal)}, counts[me] + 1
            if counts[me] > 3:
                return None
        else:
            names, counts[me] = names - own | {name(capture.goal)}, 1
        ordered = sorted(names, key=lambda square: (int(square[1:]), square[0]))
        return ["+".join(ordered) or "-", "+".join(map(str, counts))]


class Turkish(Draughts):
    """The other player sees a mirror, and men go sideways."""

    def turned(self, rows: Rows) -> Rows:
        return [[piece.swapcase() for piece in row] for row in rows[::-1]]


def any_capture(_: Capture) -> tuple[object, ...]:
    return ()


def frisian_worth(capture: Capture) -> tuple[object, ...]:
    return 50 * capture.whom.count("m") + 99 * capture.whom.count("k"), capture.piece == "K"


def italian_worth(capture: Capture) -> tuple[object, ...]:
    kings = [whom == "k" for whom in capture.whom]
    return len(kings), capture.piece == "K", sum(kings), kings


EIGHT = (*FOUR, *((2 * i, 2 * j) for i, j in CROSS))
THREE = CROSS[:3]
GAMES = {
    "international_draughts": Draughts(),
    "brazilian_draughts": Draughts(),
    "canadian_draughts": Draughts(),
    "killer_draughts": Draughts(stops_behind_kings=True),
    "breakthrough_draughts": Draughts(ending="a king wins"),
    "antidraughts": Draughts(ending="blocked wins"),
    "english_draughts": Draughts(sides="bw", man_takes=AHEAD, flying=False, rank=any_capture),
    "pool_checkers": Draughts(rank=any_capture),
    "russian_draughts": Draughts(rank=any_capture, crowned_on_the_way=True),
    "czech_draughts": Draughts(rank=lambda capture: (capture.piece == "K",), man_takes=AHEAD),
    "thai_checkers": Draughts(rank=any_capture, man_takes=AHEAD, stops_behind=True, lifted_at_once=True),
    "spanish_draughts": Draughts(
        man_takes=AHEAD, rank=lambda capture: (len(capture.taken), capture.whom.count("k"))
    ),
    "italian_draughts": Draughts(man_takes=AHEAD, flying=False, man_takes_kings=False, rank=italian_worth),
    "frisian_draughts": Draughts(man_takes=EIGHT, king_takes=EIGHT, rank=frisian_worth, tiring=True),
    "frysk": Draughts(man_takes=EIGHT, king_takes=EIGHT, rank=frisian_worth, tiring=True),
    "turkish_draughts": Turkish(
        man_takes=THREE,
        king_takes=CROSS,
        man_goes=THREE,
        king_goes=CROSS,
        lifted_at_once=True,
        turns_back=False,
    ),
    "armenian_draughts": Turkish(
        man_takes=THREE,
        king_takes=CROSS,
        man_goes=(*THREE, *AHEAD),
        king_goes=(*CROSS, *FOUR),
        lifted_at_once=True,
        turns_back=False,
    ),
}
