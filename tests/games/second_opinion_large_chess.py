"""Relatives of chess a second time, large, mirrored, on a cylinder, without a way back, in plain Python.

A board is a dictionary from (file, rank) to letters, capitals for White; what is not in it does not exist.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from second_opinion_text import closed, opened

Cell = tuple[int, int]
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
ASLANT = [(1, 1), (1, -1), (-1, -1), (-1, 1)]


def around(a: int, b: int) -> list[Cell]:
    """A leap in all its directions."""
    return sorted({(s * x, t * y) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)})


@dataclass(frozen=True)
class State:
    """A position: contents ("" for empty), side, castling rights, cells passed by a pawn, quiet plies."""

    cells: dict[Cell, str]
    white: bool
    rights: str
    passed: tuple[Cell, ...]  # the nearest to the pawn first
    quiet: int


@dataclass(frozen=True)
class LargeChess:
    """The rules of one game; ranks count from 1, and are White's: Black's are counted from the other end."""

    files: int
    ranks: int
    leaps: dict[str, list[Cell]]
    reach: dict[int, int]  # how far a pawn may go from a rank
    last: int
    promoted: str
    back: int  # the rank of the kings
    castlings: tuple[tuple[int, int, int, int], ...]  # king from, king to, rook from, rook to
    leapt: bool  # does the FEN tell pawns that have gone three squares?
    stalemate: int | None  # -1 for a draw, 1 if it is lost
    glued: bool = False  # are the left and the right edge one?

    def on(self, file: int, rank: int) -> Cell:
        """A cell, counted over the edge where that is glued."""
        return ((file - 1) % self.files + 1 if self.glued else file), rank

    def result(self, text: str) -> int | None:
        """Who has won: 0 White, 1 Black, -1 nobody; None if the game goes on."""
        state = self.read(text)
        if any(True for _ in self.legal(state)):
            return None
        if self.attacked(state.cells, self.king(state), not state.white) or self.stalemate == 1:
            return int(state.white)
        return -1

    def after(self, text: str) -> list[str]:
        """The position after every legal move."""
        return [self.write(state) for state in self.legal(self.read(text))]

    def read(self, text: str) -> State:
        """A position of a FEN."""
        board, side, rights, passed, *more = text.split()
        cells = {
            (file, rank): piece.strip(".")
            for rank, row in zip(range(self.ranks, 0, -1), opened(board), strict=True)
            for file, piece in enumerate(row, 1)
            if piece != "*"
        }
        gone: list[Cell] = []
        if passed != "-":
            gone = [(ord(passed[0]) - 96, int(passed[1:]))]
            ahead = -1 if side == "b" else 1
            if self.leapt and more[0] != "-":
                gone.append((gone[0][0], gone[0][1] + ahead))
        return State(cells, side == "w", rights.strip("-"), tuple(gone), int(more[-1]))

    def write(self, state: State) -> str:
        """The FEN of a position, in which a pawn has passed nothing if it cannot be taken so."""
        rows = [
            [state.cells.get((file, rank), "*") or "." for file in range(1, self.files + 1)]
            for rank in range(self.ranks, 0, -1)
        ]
        passed, leapt = "-", "-"
        if state.passed and any(True for _ in self.in_passing(state)):
            file, rank = state.passed[0]
            passed = f"{chr(96 + file)}{rank}"
            if len(state.passed) > 1:
                leapt = f"{chr(96 + file)}{rank + (1 if not state.white else -1)}"
        words = [closed(rows), "w" if state.white else "b", state.rights or "-", passed]
        return " ".join([*words, *([leapt] if self.leapt else []), str(state.quiet)])

    def king(self, state: State) -> Cell:
        """Where the king of the player to move is."""
        return next(cell for cell, piece in state.cells.items() if piece == ("K" if state.white else "k"))

    def targets(self, cells: dict[Cell, str], cell: Cell) -> Iterator[Cell]:
        """Where a piece that is no pawn could go to, also onto friends."""
        kind = cells[cell].upper()
        for dx, dy in self.leaps.get(kind, []):
            if self.on(cell[0] + dx, cell[1] + dy) in cells:
                yield self.on(cell[0] + dx, cell[1] + dy)
        for dx, dy in (STRAIGHT if kind in "RQ" else []) + (ASLANT if kind in "BQ" else []):
            goal = self.on(cell[0] + dx, cell[1] + dy)
            while goal in cells:
                yield goal
                if cells[goal]:
                    break
                goal = self.on(goal[0] + dx, goal[1] + dy)

    def attacked(self, cells: dict[Cell, str], goal: Cell, white: bool) -> bool:
        """Does a player attack a cell?"""
        for cell, piece in cells.items():
            if piece and piece.isupper() == white:
                if piece in "Pp":
                    ahead = cell[1] + (1 if white else -1)
                    if goal in (self.on(cell[0] - 1, ahead), self.on(cell[0] + 1, ahead)):
                        return True
                elif goal in self.targets(cells, cell):
                    return True
        return False

    def legal(self, state: State) -> Iterator[State]:
        """The positions after all moves that leave the king safe."""
        for after in [*self.moves(state), *self.in_passing(state), *self.castling(state)]:
            if not self.attacked(after.cells, self.king(replace(after, white=state.white)), not state.white):
                yield after

    def moved(self, state: State, cell: Cell, goal: Cell, piece: str = "") -> State:
        """One piece goes, and takes what it finds; rights are lost with kings and rooks."""
        cells, rights = dict(state.cells), state.rights
        quiet = 0 if cells[goal] or cells[cell] in "Pp" else state.quiet + 1
        cells[goal], cells[cell] = piece or cells[cell], ""
        for right in state.rights:
            rank = self.back if right.isupper() else self.ranks + 1 - self.back
            king, rooks = self.castlings[0][0], sorted({row[2] for row in self.castlings})
            rook = rooks[-1] if right in "Kk" else rooks[0]
            if {cell, goal} & {(king, rank), (rook, rank)}:
                rights = rights.replace(right, "")
        return State(cells, not state.white, rights, (), quiet)

    def moves(self, state: State) -> Iterator[State]:
        """Moves of one piece, but for captures in passing."""
        ahead = 1 if state.white else -1

        def number(rank: int) -> int:
            return rank if state.white else self.ranks + 1 - rank

        for cell, piece in state.cells.items():
            if not piece or piece.isupper() != state.white:
                continue
            if piece not in "Pp":
                for goal in set(self.targets(state.cells, cell)):
                    if not state.cells[goal] or state.cells[goal].isupper() != state.white:
                        yield self.moved(state, cell, goal)
                continue
            goals: list[tuple[Cell, tuple[Cell, ...]]] = []
            line: list[Cell] = []
            for step in range(1, self.reach.get(number(cell[1]), 1) + 1):
                goal = cell[0], cell[1] + ahead * step
                if state.cells.get(goal, "x"):
                    break
                goals.append((goal, tuple(reversed(line))))
                line.append(goal)
            for side in (-1, 1):
                goal = self.on(cell[0] + side, cell[1] + ahead)
                found = state.cells.get(goal, "")
                if found and found.isupper() != state.white:
                    goals.append((goal, ()))
            for goal, passed in goals:
                for kind in self.promoted if number(goal[1]) == self.last else "P":
                    letter = kind if state.white else kind.lower()
                    yield replace(self.moved(state, cell, goal, letter), passed=passed)

    def in_passing(self, state: State) -> Iterator[State]:
        """Captures of a pawn that has just jumped, on any cell that it passed; only safe ones."""
        ahead = 1 if state.white else -1
        for goal in state.passed:
            victim = state.passed[0][0], state.passed[0][1] - ahead
            for side in (-1, 1):
                cell = self.on(goal[0] + side, goal[1] - ahead)
                if state.cells.get(cell) == ("P" if state.white else "p"):
                    after = self.moved(state, cell, goal)
                    after.cells[victim] = ""
                    king = self.king(replace(after, white=state.white))
                    if not self.attacked(after.cells, king, not state.white):
                        yield after

    def castling(self, state: State) -> Iterator[State]:
        """The king goes towards a rook, over cells that are not attacked, and the rook beside him."""
        rank = self.back if state.white else self.ranks + 1 - self.back
        for king, king_to, rook, rook_to in self.castlings:
            right = "K" if rook > king else "Q"
            if (right if state.white else right.lower()) not in state.rights:
                continue
            between = range(min(king, rook) + 1, max(king, rook))
            if any(state.cells[file, rank] for file in between):
                continue
            step, cells, safe = (1 if rook > king else -1), dict(state.cells), True
            for file in range(king, king_to, step):
                walking = {**cells, (king, rank): "", (file, rank): state.cells[king, rank]}
                safe = safe and not self.attacked(walking, (file, rank), not state.white)
            if safe:
                after = self.moved(state, (king, rank), (king_to, rank))
                after.cells[rook, rank], after.cells[rook_to, rank] = "", state.cells[rook, rank]
                yield after


@dataclass(frozen=True)
class Irreversible(LargeChess):
    """All goes forwards; in the extended game captures go anywhere, and rooks towards each other."""

    extended: bool = False

    def targets(self, cells: dict[Cell, str], cell: Cell) -> Iterator[Cell]:
        piece = cells[cell]
        for goal in super().targets(cells, cell):
            ahead = goal[1] - cell[1] if piece.isupper() else cell[1] - goal[1]
            if ahead > 0 or (self.extended and cells[goal]):
                yield goal
        if self.extended and piece in "Rr":
            others = [
                file for (file, rank), found in cells.items() if found == piece and (file, rank) != cell
            ]
            for side in (1, -1):
                file, rank = cell
                while others and all((other - file) * side > 0 for other in others):
                    file += side
                    if cells.get((file, rank), "x"):
                        break
                    yield file, rank


KING, KNIGHT = around(0, 1) + around(1, 1), around(1, 2)
CHESS = LargeChess(
    files=8,
    ranks=8,
    leaps={"K": KING, "N": KNIGHT},
    reach={2: 2},
    last=8,
    promoted="QRBN",
    back=1,
    castlings=((5, 7, 8, 6), (5, 3, 1, 4)),
    leapt=False,
    stalemate=-1,
)
MIRRORED = replace(CHESS, castlings=((4, 6, 8, 5), (4, 2, 1, 3)))
GAMES = {
    "graph_chess": CHESS,
    "open_chess": CHESS,
    "mirrored_chess": MIRRORED,
    "cylinder_chess": replace(CHESS, glued=True),
    "irreversible": Irreversible(**vars(MIRRORED)),
    "irreversible_extended": Irreversible(**vars(MIRRORED), extended=True),
    "omega": LargeChess(
        files=12,
        ranks=12,
        leaps={
            "K": KING,
            "N": KNIGHT,
            "C": around(0, 1) + around(0, 2) + around(2, 2),
            "W": around(1, 1) + around(1, 3),
        },
        reach={3: 3},
        last=11,
        promoted="QRBNCW",
        back=2,
        castlings=((7, 9, 10, 8), (7, 5, 3, 6)),
        leapt=True,
        stalemate=-1,
    ),
    "wildebeest_chess": LargeChess(
        files=11,
        ranks=10,
        leaps={"K": KING, "N": KNIGHT, "C": around(1, 3), "W": KNIGHT + around(1, 3)},
        reach={2: 3, 3: 2},
        last=10,
        promoted="QW",
        back=1,
        castlings=tuple((6, 6 + s * n, 6 + s * 5, 6 + s * (n - 1)) for s in (1, -1) for n in (1, 2, 3, 4)),
        leapt=True,
        stalemate=1,
    ),
}
