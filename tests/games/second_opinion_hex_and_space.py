"""Chess on hexagons and Raumschach a second time, in plain Python that shares nothing with us.

A board is a dictionary from cells to letters, capitals for White. Hexagons have doubled coordinates: the
column, and the height in half hexagons. Cells of the cube have three coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

Cell = tuple[int, ...]
Board = dict[Cell, str]


@dataclass(frozen=True)
class Rules:
    """What one of the two games is played with; vectors are White's, and `turned` makes them Black's."""

    cells: frozenset[Cell]
    rides: dict[str, list[Cell]]
    leaps: dict[str, list[Cell]]
    pawn_steps: list[Cell]
    pawn_takes: list[Cell]
    turned: Callable[[Cell], Cell]
    last: frozenset[Cell]  # where White's pawns become something else
    promoted: str
    start: Board
    name: Callable[[Cell], str]
    row: Callable[[Cell], Cell]  # cells of one row of FEN have one value, the first row the least
    doubles: frozenset[Cell] = field(default=frozenset())  # from where White's pawns may go two steps

    def rows(self, board: Board) -> str:
        """The board as FEN writes it."""
        texts = []
        for row in sorted({self.row(cell) for cell in self.cells}):
            text = "".join(board.get(cell, "1") for cell in sorted(self.cells) if self.row(cell) == row)
            for size in range(len(text), 1, -1):
                text = text.replace("1" * size, str(size))
            texts.append(text)
        return "/".join(texts)


@dataclass(frozen=True)
class State:
    """A position: the board, whose turn it is, and the cell that a pawn has just jumped over."""

    rules: Rules
    board: Board
    white: bool = True
    jumped: Cell | None = None

    def own(self, cell: Cell) -> bool:
        """Does a piece of the player to move stand there?"""
        return cell in self.board and self.board[cell].isupper() is self.white

    def ways(self, cell: Cell) -> Iterator[Cell]:
        """Where a piece of the player to move could take something."""
        rules, letter = self.rules, self.board[cell].upper()
        for vector in rules.pawn_takes if letter == "P" else rules.leaps.get(letter, []):
            yield _plus(cell, vector if self.white or letter != "P" else rules.turned(vector))
        for vector in rules.rides.get(letter, []):
            goal = _plus(cell, vector)
            while goal in rules.cells:
                yield goal
                if goal in self.board:
                    break
                goal = _plus(goal, vector)

    def attacks_king(self) -> bool:
        """Could the player to move take the king?"""
        king = "k" if self.white else "K"
        return any(
            self.board.get(goal) == king for cell in self.board if self.own(cell) for goal in self.ways(cell)
        )

    def in_check(self) -> bool:
        """Is the player to move in check?"""
        return State(self.rules, self.board, not self.white).attacks_king()

    def moves(self) -> dict[str, State]:
        """Every legal move by its text, and what it leads to."""
        found = [move for cell in list(self.board) if self.own(cell) for move in self._moves_of(cell)]
        return {text: after for text, after in found if not after.attacks_king()}

    def _moves_of(self, cell: Cell) -> Iterator[tuple[str, State]]:
        if self.board[cell].upper() == "P":
            yield from self._pawn_moves(cell)
            return
        for goal in set(self.ways(cell)):
            if goal in self.rules.cells and not self.own(goal):
                yield self._done(cell, goal)

    def _pawn_moves(self, cell: Cell) -> Iterator[tuple[str, State]]:
        rules = self.rules
        side = (lambda vector: vector) if self.white else rules.turned
        place = cell if self.white else _mirrored(rules, cell)
        goals: list[
            tuple[Cell, Cell | None, Cell | None]
        ] = []  # goal, cell jumped over, cell taken in passing
        for vector in map(side, rules.pawn_steps):
            once, twice = _plus(cell, vector), _plus(_plus(cell, vector), vector)
            if once in rules.cells and once not in self.board:
                goals.append((once, None, None))
                if place in rules.doubles and twice not in self.board:
                    goals.append((twice, once, None))
        for vector in map(side, rules.pawn_takes):
            goal = _plus(cell, vector)
            if goal in self.board and not self.own(goal):
                goals.append((goal, None, None))
            elif goal == self.jumped:
                behind = rules.turned(side(rules.pawn_steps[0]))
                goals.append((goal, None, _plus(goal, behind)))
        for goal, jumped, taken in goals:
            end = goal if self.white else _mirrored(rules, goal)
            for letter in rules.promoted if end in rules.last else "P":
                yield self._done(cell, goal, letter, jumped, taken)

    def _done(
        self, cell: Cell, goal: Cell, letter: str = "", jumped: Cell | None = None, taken: Cell | None = None
    ) -> tuple[str, State]:
        piece = letter or self.board[cell]
        board = {**self.board, goal: piece.upper() if self.white else piece.lower()}
        del board[cell]
        if taken is not None:
            del board[taken]
        text = (
            self.rules.name(cell)
            + self.rules.name(goal)
            + (letter.lower() if letter not in ("", "P") else "")
        )
        return text, State(self.rules, board, not self.white, jumped)

    def perft(self, depth: int) -> int:
        """How many sequences of so many moves there are."""
        after = self.moves().values()
        return len(after) if depth == 1 else sum(state.perft(depth - 1) for state in after)


def _plus(cell: Cell, vector: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, vector, strict=True))


def _mirrored(rules: Rules, cell: Cell) -> Cell:
    """A cell as Black sees it: the middle of the hexagon is its origin, that of the cube is (2, 2, 2)."""
    return rules.turned(cell) if len(cell) == 2 else tuple(4 - x if i else x for i, x in enumerate(cell))


# --- Gliński's chess -----------------------------------------------------------------------------------

FILES = "6/p5P/rp4PR/n1p3P1N/q2p2P2Q/bbb1p1P1BBB/k2p2P2K/n1p3P1N/rp4PR/p5P/6"  # each from its top


def _hexagons(files: str = FILES) -> Rules:
    cells = frozenset(
        (x, h) for x in range(-5, 6) for h in range(-10, 11) if (x + h) % 2 == 0 and abs(x) + abs(h) <= 10
    )
    start: Board = {}
    for x, text in zip(range(-5, 6), files.split("/"), strict=True):
        height = 10 - abs(x)
        for letter in text:
            if letter.isalpha():
                start[x, height] = letter
            height -= 2 if letter.isalpha() else 2 * int(letter)
    # Squares of distances: 4 through an edge, 12 through a corner, 28 for a knight.
    at: dict[int, list[Cell]] = {
        size: [
            (x, h)
            for x in range(-3, 4)
            for h in range(-6, 7)
            if 3 * x * x + h * h == size and (x + h) % 2 == 0
        ]
        for size in (4, 12, 28)
    }
    return Rules(
        cells,
        rides={"R": at[4], "B": at[12], "Q": at[4] + at[12]},
        leaps={"K": at[4] + at[12], "N": at[28]},
        pawn_steps=[(0, 2)],
        pawn_takes=[(-1, 1), (1, 1)],
        turned=lambda cell: (cell[0], -cell[1]),
        last=frozenset((x, 10 - abs(x)) for x in range(-5, 6)),
        promoted="QRBN",
        start=start,
        name=lambda cell: "abcdefghikl"[cell[0] + 5] + str((cell[1] + 10 - abs(cell[0])) // 2 + 1),
        row=lambda cell: (-cell[1],),
        doubles=frozenset(cell for cell, letter in start.items() if letter == "P"),
    )


# --- Raumschach ----------------------------------------------------------------------------------------

LEVELS = (  # from A up, ranks from 1
    ("RNKNR", "PPPPP"),
    ("BUQBU", "PPPPP"),
    (),
    ("", "", "", "ppppp", "ubqub"),
    ("", "", "", "ppppp", "rnknr"),
)


def _cube() -> Rules:
    vectors = [v for v in product((-1, 0, 1), repeat=3) if any(v)]
    by_size = {size: [v for v in vectors if sum(map(abs, v)) == size] for size in (1, 2, 3)}
    return Rules(
        frozenset(product(range(5), repeat=3)),
        rides={"R": by_size[1], "B": by_size[2], "U": by_size[3], "Q": vectors},
        leaps={
            "K": vectors,
            "N": [v for v in product(range(-2, 3), repeat=3) if sorted(map(abs, v)) == [0, 1, 2]],
        },
        pawn_steps=[(0, 1, 0), (0, 0, 1)],
        pawn_takes=[(-1, 1, 0), (1, 1, 0), (-1, 0, 1), (1, 0, 1), (0, 1, 1)],
        turned=lambda vector: (vector[0], -vector[1], -vector[2]),
        last=frozenset((x, 4, 4) for x in range(5)),
        promoted="QRBUN",
        start={
            (x, y, z): letter
            for z, level in enumerate(LEVELS)
            for y, rank in enumerate(level)
            for x, letter in enumerate(rank)
        },
        name=lambda cell: "ABCDE"[cell[2]] + "abcde"[cell[0]] + str(cell[1] + 1),
        row=lambda cell: (-cell[2], -cell[1]),
    )


MCCOOEY = "6/7/p6P/rp5PR/qnp4PNQ/bbbp3PBBB/knp4PNK/rp5PR/p6P/7/6"


def _aslant() -> Rules:
    """As on the other hexagons, but pawns take through corners, and the one in the middle never jumps."""
    rules = _hexagons(MCCOOEY)
    doubles = frozenset(cell for cell in rules.doubles if cell[0])
    return replace(rules, pawn_takes=[(-1, 3), (1, 3)], doubles=doubles)


# --- Hexagons of five a side, with pawns that go one step and take through corners -----------------------

IN_ROWS = "rnknr/pbbbqp/1ppppp1/8/9/8/1PPPPP1/PBBBQP/RNKNR"
IN_FILES = "b/qk/rbr/pnnp/1pbp1/1pp1/2p2/4/5/4/2P2/1PP1/1PBP1/PNNP/RBR/QK/B"


def _five_a_side(in_rows: bool) -> Rules:
    """Where hexagons are in rows, cells are told by half hexagons across, and rows up."""

    def size(
        cell: Cell,
    ) -> int:  # squares of distances: 4 through an edge, 12 through a corner, 28 for a knight
        x, y = cell if not in_rows else cell[::-1]
        return 3 * x * x + y * y

    def axial(cell: Cell) -> Cell:
        (x, y) = cell
        return ((x - y) // 2, y) if in_rows else (x, (y - x) // 2)

    near: list[Cell] = [(x, y) for x in range(-8, 9) for y in range(-8, 9) if (x + y) % 2 == 0]
    cells = frozenset(cell for cell in near if max(map(abs, (*axial(cell), sum(axial(cell))))) <= 4)
    at = {length: [cell for cell in near if size(cell) == length] for length in (4, 12, 28)}
    ahead = [cell for cell in at[4] if cell[1] == (1 if in_rows else 2)]
    start: Board = {}
    rows = (IN_ROWS if in_rows else IN_FILES).split("/")
    for y, text in zip(sorted({y for _, y in cells}, reverse=True), rows, strict=True):
        places = iter(sorted(cell for cell in cells if cell[1] == y))
        for letter in text:
            for _ in range(int(letter) if letter.isdigit() else 1):
                cell = next(places)
            if letter.isalpha():
                start[cell] = letter
    return Rules(
        cells,
        rides={"R": at[4], "B": at[12], "Q": at[4] + at[12]},
        leaps={"K": at[4] + at[12], "N": at[28]},
        pawn_steps=ahead,
        pawn_takes=[cell for cell in at[12] if cell[1] > 0] if in_rows else [(-1, 3), (1, 3)],
        turned=lambda cell: (cell[0], -cell[1]),
        last=frozenset(cell for cell in cells if not any(_plus(cell, step) in cells for step in ahead)),
        promoted="QRBN",
        start=start,
        name=lambda cell: "abcdefghi"[axial(cell)[0] + 4] + str(axial(cell)[1] + 5),
        row=lambda cell: (-cell[1],),
    )


SECOND_OPINIONS = {
    "glinski": _hexagons(),
    "mccooey": _aslant(),
    "open_hexagons": _five_a_side(in_rows=True),
    "open_hexagon_files": _five_a_side(in_rows=False),
    "raumschach": _cube(),
}
