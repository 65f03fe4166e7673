"""The part of a generated validator that is the same for every game: how its tables are read and obeyed.

The tables are replaced by those of one game, its guards are put where the second ruler stands, and the whole is
written out as one file that needs nothing but Python. It shares no code with the algebra, so that each can check
the other. Long because a validator is one file.

One move is decided without listing the others. A displacement is found by subtraction, its path is walked once,
and an attack is looked for backwards from the attacked square: one walk for each vector of the game, which ends
at the first piece. On an n by p board that is O(max(n, p)) steps, whatever the number of pieces.
"""

# ruff: noqa: E501

# === tables ===
from __future__ import annotations

import re
import sys
from collections import Counter
from functools import cache
from itertools import product
from typing import Any, NamedTuple

GAME: str = ""
PLAYERS: tuple[str, ...] = ()
STATES: dict[str, tuple[int, str, str]] = {}  # letter of FEN: player, next letter, next letter on a capture
START: str = ""
FIELDS: tuple[str, ...] = ()
SQUARES: dict[str, tuple[int, ...]] = {}
ROWS: tuple[tuple[str, ...], ...] = ()
WRAPS: tuple[tuple[int, int, int | None], ...] = ()  # axes that come back, after how far, mirroring which
TURN: tuple[tuple[int, ...], ...] = ()  # how the next player sees a vector
LETTERS: dict[str, tuple[str, int | None]] = {}  # letter: kind and owner
ROYAL: tuple[str, ...] = ()
MARKS: dict[str, str] = {}
COUNTERS: dict[str, tuple[int, int, int, bool, bool]] = {}  # low, high, start, for each player, keyed
REGIONS: dict[str, tuple[frozenset[str], ...]] = {}  # for each player
PROMOTIONS: dict[str, tuple[str, tuple[str, ...], bool]] = {}  # region, kinds, whether it may be declined
CHANCE: tuple[str, dict[int, int]] | None = None  # the counter that shows a die, the weights of its faces
PASSES: bool = False
# === engine ===

# The guards of every step; those that ask about attacks or the board after a move, which attacks do not obey;
# the steps; when a phase ends; when the game ends, or is adjudicated; which marks are forgotten. They are given
# their values at the end of the file.
GUARDS: list[Any] = []
LOOKING: list[Any] = []
STEPS: dict[str, list[Step]] = {}
PHASES: list[tuple[int, int, Any]] = []
ENDS: list[tuple[str, Any]] = []
ADJUDICATIONS: list[tuple[str, bool, Any]] = []  # whether it has to be claimed
FORGET: list[tuple[str, str, Any]] = []

Vector = tuple[int, ...]

NAMES = {place: name for name, place in SQUARES.items()}
ORDER = {name: number for number, name in enumerate(SQUARES)}
HIGHEST = [max(axis) for axis in zip(*SQUARES.values(), strict=True)]
LONGEST = max(map(len, SQUARES), default=0)  # name of a square
TWISTED = any(mirrored is not None for _, _, mirrored in WRAPS)
ZERO = (0,) * len(TURN)
DEEP = 32  # changes of a board that lie above each other before it is copied


class Man(NamedTuple):
    """What stands on a square."""

    kind: str
    owner: int | None
    marks: frozenset[str] = frozenset()


class Step(NamedTuple):
    """One displacement of a piece, with the guards around it."""

    vector: Vector
    longest: int  # how often it may be repeated; 1 for a leap
    only: str | None
    name: str | None
    guards: list[Any]
    takes: tuple[Vector, Any] | None
    carries: list[tuple[Any, Vector, Vector]]
    leaves: tuple[str, int | None] | None
    marks: tuple[str, ...]
    quiet: list[tuple[str, str, int, str | None]]  # effects of a quiet step: counter, sign, amount, owner
    loud: list[tuple[str, str, int, str | None]]  # effects of a capture

    @property
    def plain(self) -> bool:
        """Does it change no other squares than those where it begins and ends?"""
        return not (self.takes or self.carries or self.leaves)


def steps(
    *vectors: Vector,
    longest: int = 1,
    only: str | None = None,
    name: str | None = None,
    guards: Any = (),
    takes: Any = None,
    carries: Any = (),
    leaves: Any = None,
    marks: tuple[str, ...] = (),
    quiet: Any = (),
    loud: Any = (),
) -> list[Step]:
    """Steps that share everything but their vector; the guards of the whole game come last."""
    every = [*guards, *GUARDS]
    rest = (longest, only, name, every, takes, list(carries), leaves, marks, list(quiet), list(loud))
    return [Step(vector, *rest) for vector in vectors]


class Board:
    """What stands where: some squares, and below them perhaps another board that has the rest."""

    def __init__(self, squares: dict[str, Man | None], below: Board | None = None) -> None:
        self.squares, self.below = squares, below
        self.depth: int = below.depth + 1 if below else 0
        self.kinds: dict[str, list[str]] = {}
        self.marks: list[str] = []
        for square, man in squares.items():
            if man is not None:
                self.kinds.setdefault(man.kind, []).append(square)
                if man.marks:
                    self.marks.append(square)

    def get(self, square: str | None) -> Man | None:
        board: Board | None = self
        while board is not None:
            if square in board.squares:
                return board.squares[square]
            board = board.below
        return None

    def items(self) -> Any:
        """The squares with what stands on them."""
        return self.men().items()

    def men(self) -> dict[str, Man]:
        """Every piece by its square."""
        found = self.below.men() if self.below else {}
        for square, man in self.squares.items():
            found.pop(square, None)
            if man is not None:
                found[square] = man
        return found

    def where(self, kinds: tuple[str, ...]) -> Any:
        """The squares with a piece of certain kinds; of any kind, if none is named."""
        if not kinds:
            return self.men()
        found = [s for s in self.below.where(kinds) if s not in self.squares] if self.below else []
        return found + [square for kind in kinds for square in self.kinds.get(kind, ())]

    def marked(self) -> list[str]:
        """The squares with a piece that has a mark."""
        found = [s for s in self.below.marked() if s not in self.squares] if self.below else []
        return found + self.marks

    def changed(self, squares: dict[str, Man | None]) -> Board:
        """This board with other things on some squares."""
        if not squares:
            return self
        return Board(squares, self if self.depth < DEEP else Board({**self.men()}))

    def unlike(self, other: Board) -> dict[str, Man | None]:
        """What stands on the squares where another board, often one below this, has something else."""
        board: Board | None = self
        touched: set[str] = set()
        while board is not None and board is not other:
            touched |= board.squares.keys()
            board = board.below
        if board is None:
            touched |= other.men().keys()
        return {square: self.get(square) for square in touched if self.get(square) != other.get(square)}


class Position:
    """A board, the letter of the state it is in, and the counters."""

    def __init__(self, board: Board, state: str, counters: dict[tuple[str, int | None], int]) -> None:
        self.board, self.state, self.counters = board, state, counters
        self.able: set[tuple[int, str | None]] = set()  # who is known to have a move, or one of a name
        self.times = 1  # how often it has occurred

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return STATES[self.state][0]

    def keyed(self) -> Any:
        """The counters that make two positions different."""
        return {key: value for key, value in self.counters.items() if COUNTERS[key[0]][4]}


# --- geometry ---


def plus(a: Vector, b: Vector) -> Vector:
    """The sum of two offsets."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


@cache
def turned(vector: Vector, player: int) -> Vector:
    """A vector of the first player, as another player means it."""
    for _ in range(player):
        vector = tuple(sum(a * x for a, x in zip(row, vector, strict=True)) for row in TURN)
    return vector


def reach(square: str, offset: Vector, player: int) -> str | None:
    """The square at an offset as a player sees the board; None beyond its edge."""
    place = plus(SQUARES[square], turned(offset, player))
    return NAMES.get(folded(place) if WRAPS else place)


def folded(place: Vector) -> Vector:
    """A place beyond an edge that is glued to another, on the board."""
    found = list(place)
    for axis, length, mirrored in WRAPS:
        rounds, found[axis] = divmod(found[axis], length)
        if mirrored is not None and rounds % 2:
            found[mirrored] = HIGHEST[mirrored] - found[mirrored]
    return tuple(found)


def origins(target: str, offset: Vector, player: int) -> list[str]:
    """The squares from which an offset leads to the target: at most one, unless the board is twisted."""
    there, back = SQUARES[target], tuple(-x for x in turned(offset, player))
    if not WRAPS:
        name = NAMES.get(plus(there, back))
        return [name] if name else []
    mirrors = [mirrored for _, _, mirrored in WRAPS if mirrored is not None]
    found: dict[str, None] = {}
    for flips in product((False, True), repeat=len(mirrors)):
        place = list(there)
        for axis, flip in zip(mirrors, flips, strict=True):
            place[axis] = HIGHEST[axis] - place[axis] if flip else place[axis]
        place = list(plus(tuple(place), back))
        for axis, length, _ in WRAPS:
            place[axis] %= length
        name = NAMES.get(tuple(place))
        if name is not None and reach(name, offset, player) == target:
            found[name] = None
    return list(found)


def seen(square: str, player: int) -> Vector:
    """The coordinates of a square from 1, as a player counts them."""
    place = turned(SQUARES[square], (len(PLAYERS) - player) % len(PLAYERS))
    return tuple(x - y + 1 for x, y in zip(place, lowest(player), strict=True))


@cache
def lowest(player: int) -> Vector:
    """The least coordinates of the board, as a player counts them."""
    places = [turned(place, (len(PLAYERS) - player) % len(PLAYERS)) for place in SQUARES.values()]
    return tuple(map(min, zip(*places, strict=True)))


# --- what guards may ask ---


def fits(man: Man | None, phrase: Any, player: int) -> bool:
    """Is this what a phrase such as ("enemy", ("pawn",), ("jumped",)) says, for a player?"""
    owner, kinds, marks = phrase
    if owner in ("empty", "outside", "square"):
        return owner == "square" or (owner == "empty" and man is None)
    if man is None or (kinds and man.kind not in kinds) or not set(marks) <= man.marks:
        return False
    return owner == "any" or man.owner is None or (man.owner == player) == (owner == "own")


class Move:
    """A step that may be legal: where from, where to, the board before and the board after."""

    def __init__(
        self, before: Position, player: int, start: str, step: Step | None, length: int, lands: str
    ) -> None:
        self.before, self.player, self.start, self.step, self.lands = before, player, start, step, lands
        self.board: Position = before
        self.vector: Vector = tuple(length * x for x in step.vector) if step else ()
        self.zero = ZERO
        self.to = self.vector
        self.end = reach(start, self.vector, player) if step else None
        self.after: Position = before
        self.becomes: str | None = None

    @property
    def capture(self) -> bool:
        return self.lands != "empty" or self.en_passant

    @property
    def castling(self) -> bool:
        return self.step is not None and bool(self.step.carries)

    @property
    def en_passant(self) -> bool:
        return self.step is not None and self.step.takes is not None

    @property
    def promotion(self) -> bool:
        man = self.before.board.get(self.start)
        return (
            man is not None
            and man.kind in PROMOTIONS
            and self.end in REGIONS[PROMOTIONS[man.kind][0]][self.player]
        )

    def afterwards(self, question: Any) -> bool:
        self.board = self.after
        try:
            return bool(question(self))
        finally:
            self.board = self.before

    def square(self, offset: Vector) -> str | None:
        return reach(self.start, offset, self.player)

    def between(self, first: Vector, last: Vector) -> list[Vector]:
        way = tuple(b - a for a, b in zip(first, last, strict=True))
        parts = 0
        for x in way:  # the greatest common divisor: how many equal steps the way has
            a, b = abs(x), parts
            while b:
                a, b = b, a % b
            parts = a
        return [plus(first, tuple(k * x // parts for x in way)) for k in range(1, parts)]

    def holds(self, offset: Vector, phrase: Any) -> bool:
        square = self.square(offset)
        if square is None:
            return bool(phrase[0] == "outside")
        if (
            self.lands == "target"
            and offset == self.to
            and self.board is self.before
            and not phrase[1]
            and not phrase[2]
        ):
            return phrase[0] in ("enemy", "any", "square")  # as if an enemy stood there
        return fits(self.board.board.get(square), phrase, self.player)

    def whose(self, owner: str | None) -> int:
        return (self.player + 1) % len(PLAYERS) if owner == "enemy" else self.player

    def within(self, offset: Vector, region: str, owner: str | None) -> bool:
        square = self.square(offset)
        return square is not None and square in REGIONS[region][self.whose(owner)]

    def coordinate(self, offset: Vector, axis: int) -> int | None:
        square = self.square(offset)
        return None if square is None else seen(square, self.player)[axis]

    def component(self, axis: int, absolute: bool) -> int:
        return abs(self.vector[axis]) if absolute else self.vector[axis]

    def count(self, phrase: Any, region: str | None, owner: str | None) -> int:
        board, region_of = self.board.board, REGIONS[region][self.whose(owner)] if region else SQUARES
        if phrase[0] in ("empty", "outside", "square"):
            some = {"empty": len(region_of) - sum(square in region_of for square in board.men())}
            return some.get(phrase[0], len(region_of) if phrase[0] == "square" else 0)
        places = board.marked() if phrase[2] else board.where(phrase[1])
        return sum(square in region_of and fits(board.get(square), phrase, self.player) for square in places)

    def counter(self, name: str, owner: str | None) -> int:
        if name == "move_number":
            return self.board.counters["ply", None] // len(PLAYERS) + 1
        return self.board.counters[name, self.whose(owner) if COUNTERS[name][3] else None]

    def repeated(self, times: int) -> bool:
        return self.board.times >= times

    def attacked(self, offset: Vector) -> bool:
        square = self.square(offset)
        others = [player for player in range(len(PLAYERS)) if player != self.player]
        return square is not None and any(strikes(self.board, player, square) for player in others)

    def in_check(self, enemy: bool) -> bool:
        mine = [player for player in range(len(PLAYERS)) if (player == self.player) != enemy]
        theirs = [self.player] if enemy else [p for p in range(len(PLAYERS)) if p != self.player]
        board = self.board.board
        royal = [(square, board.get(square)) for square in board.where(ROYAL)] if ROYAL else []
        return any(
            strikes(self.board, player, square)
            for square, man in royal
            if man is not None and man.owner in mine
            for player in theirs
        )

    def can(self, name: str, enemy: bool) -> bool:
        players = [p for p in range(len(PLAYERS)) if p != self.player] if enemy else [self.player]
        wanted = None if name == "move" else name
        for player in players:
            if (player, wanted) not in self.board.able and any(
                True for _ in candidates(self.board, player, wanted)
            ):
                self.board.able.add((player, wanted))
        return any((player, wanted) in self.board.able for player in players)


def compare(left: int | None, relation: str, right: int | None) -> bool:
    """Two numbers in a relation; a coordinate beyond the edge is in none."""
    if left is None or right is None:
        return False
    return {
        "=": left == right, "!=": left != right, "<": left < right,
        "<=": left <= right, ">": left > right, ">=": left >= right,
    }[relation]  # fmt: skip


# --- displacements and attacks ---


def ways(position: Position, player: int, start: str, step: Step, end: str | None = None) -> Any:
    """How often a step may be repeated, and where that ends, for every end or for one: a way stops at a piece.

    Each is given with the first square on the way that is not empty, if an end was asked for.
    """
    longest = step.longest
    if end is not None and not WRAPS:
        longest = repeated(SQUARES[start], SQUARES[end], turned(step.vector, player))
        if longest > step.longest:
            return
    blocked = None
    for length in range(1, longest + 1):
        square = reach(start, tuple(length * x for x in step.vector), player)
        if square is None or (square == start and length > 1):
            return
        if end is None or square == end:
            yield length, square, blocked
        if position.board.get(square) is not None:
            if end is None:
                return
            blocked = blocked or square


def repeated(start: Vector, end: Vector, vector: Vector) -> int:
    """How often a vector leads from one place to another; 0 if it does not."""
    axis = next((axis for axis, x in enumerate(vector) if x), None)
    length = (end[axis] - start[axis]) // vector[axis] if axis is not None else 0
    return length if plus(start, tuple(length * x for x in vector)) == end else 0


@cache
def table(which: str) -> list[tuple[Vector, int, dict[str, list[Step]]]]:
    """Steps by vector and kind, with their greatest length: those that take, special ones, or all."""
    wanted: dict[Vector, dict[str, list[Step]]] = {}
    for kind, own in STEPS.items():
        for step in own:
            takes = step.only != "move" and not step.takes and not step.carries
            if which == "all" or (takes if which == "taking" else not step.plain):
                wanted.setdefault(step.vector, {}).setdefault(kind, []).append(step)
    return [
        (vector, max(step.longest for own in kinds.values() for step in own), kinds)
        for vector, kinds in wanted.items()
    ]


def arrivals(position: Position, player: int, target: str, which: str) -> Any:
    """The pieces of a player that a step would bring to the target over empty squares, found from there."""
    for vector, longest, kinds in table(which):
        offset = ZERO
        for length in range(1, longest + 1):
            offset = plus(offset, vector)
            places = origins(target, offset, player)
            men = [
                (square, position.board.get(square)) for square in places if square != target or length == 1
            ]
            for square, man in men:
                if man is None or man.owner not in (player, None):
                    continue
                for step in kinds.get(man.kind, ()):
                    if length <= step.longest and (
                        not TWISTED or clear(position, player, square, step, length)
                    ):
                        yield square, step, length
            if not TWISTED and (not men or men[0][1] is not None):
                break


def clear(position: Position, player: int, start: str, step: Step, length: int) -> bool:
    """Can a step be repeated so often? Asked on twisted boards, where a way back has other squares."""
    return any(far == length for far, _, _ in ways(position, player, start, step))


def strikes(position: Position, player: int, target: str) -> bool:
    """Could a piece of this player take what stands, or would stand, on the target?"""
    for square, step, length in arrivals(position, player, target, "taking"):
        move = Move(position, player, square, step, length, "target")
        if all(guard(move) for guard in step.guards if guard not in LOOKING):
            return True
    return False


# --- moves ---


def candidates(position: Position, player: int, name: str | None = None) -> Any:
    """Every step that all guards let pass, or those of one name."""
    board = position.board
    for kind, own in STEPS.items():
        for step in own:
            if name is not None and step.name != name:
                continue
            if step.takes and step.takes[1][2]:  # what it takes is marked, and few pieces are
                squares = [s for at in board.marked() for s in origins(at, step.takes[0], player)]
            else:
                squares = board.where((kind,))
            for square in squares:
                man = board.get(square)
                if man is not None and man.kind == kind and man.owner in (player, None):
                    for length, _, _ in ways(position, player, square, step):
                        yield from tried(position, player, square, step, length)


def between(position: Position, player: int, start: str, end: str, refused: list[str] | None = None) -> Any:
    """Every step from one square to another that all guards let pass; why the others may not be made is noted."""
    man = position.board.get(start)
    if man is None or man.owner not in (player, None):
        return
    for step in STEPS[man.kind]:
        for length, _, blocked in ways(position, player, start, step, end):
            if blocked is None:
                yield from tried(position, player, start, step, length, refused)
            elif refused is not None:
                other = position.board.get(blocked)
                refused.append(f"the {other.kind if other else 'piece'} on {blocked} stands in the way")


def tried(
    position: Position, player: int, start: str, step: Step, length: int, refused: list[str] | None = None
) -> Any:
    """A step done, once for each piece that it may become; if it may not be made, why not is noted."""
    move = Move(position, player, start, step, length, "empty")
    man, other = position.board.get(start), position.board.get(move.end)
    assert man is not None
    assert move.end is not None
    if other is not None:
        move.lands = "enemy"
    wrong = misplaced(move, man, other)
    if isinstance(wrong, str):
        if refused is not None:
            refused.append(wrong)
        return
    kinds: list[str | None] = [None]
    if move.promotion:
        _, into, optional = PROMOTIONS[man.kind]
        kinds = [*into, *([None] if optional else [])]
    counters = adjusted(position.counters, step.loud if move.capture else step.quiet, player)
    if counters is None:
        if refused is not None:
            refused.append("a counter would pass its bounds")
        return
    for kind in kinds:
        done = Move(position, player, start, step, length, move.lands)
        changes = wrong if kind is None else {**wrong, move.end: Man(kind, man.owner)}
        done.becomes = kind
        done.after = Position(position.board.changed(changes), position.state, counters)
        guard = next((guard for guard in step.guards if not guard(done)), None)
        if guard is None:
            yield done
        elif refused is not None:
            name = guard.__name__.removeprefix("guard_")
            refused.insert(0, f"the guard {name} forbids it: {guard.__doc__}")


def misplaced(move: Move, man: Man, other: Man | None) -> str | dict[str, Man | None]:
    """Why the pieces around a step do not allow it; if they do, what stands where afterwards."""
    step, player, start, end, board = move.step, move.player, move.start, move.end, move.before.board
    assert step is not None
    assert end is not None
    if other is not None and other.owner in (player, None):
        return f"{end} is taken by a friend"
    if other is not None and (step.only == "move" or step.takes or step.carries):
        return f"{end} is not empty, and the {man.kind} takes nothing there"
    if other is None and step.only == "capture" and not step.takes and not step.carries:
        return f"{end} is empty, and the {man.kind} goes there only to take"
    changes: dict[str, Man | None] = {}
    if step.takes:
        place = move.square(step.takes[0])
        if place is None or not fits(board.get(place), step.takes[1], player):
            return (
                f"what the {man.kind} would take is not on {place or 'this board'}: {called(step.takes[1])}"
            )
        changes[place] = None
    kept = frozenset(mark for mark in man.marks if MARKS[mark] != "until moved")
    changes[start] = None
    changes[end] = Man(man.kind, man.owner, (kept if end != start else man.marks) | set(step.marks))
    for phrase, first, last in step.carries:
        one, two = move.square(first), move.square(last)
        carried = changes.get(one, board.get(one)) if one else None
        if one is None or carried is None or not fits(carried, phrase, player):
            return f"what the {man.kind} would carry is not on {one or 'this board'}: {called(phrase)}"
        if two is None or changes.get(two, board.get(two)) is not None:
            return f"what the {man.kind} carries has no place on {two or 'this board'}"
        changes[one], changes[two] = None, Man(carried.kind, carried.owner)
    if step.leaves and changes[start] is None:
        changes[start] = Man(step.leaves[0], None if step.leaves[1] is None else player)
    return changes


def adjusted(counters: Any, effects: Any, player: int) -> Any:
    """The counters after some effects; None if one would pass its bounds."""
    counters = dict(counters)
    for name, sign, amount, owner in effects:
        low, high, _, each, _ = COUNTERS[name]
        who = (player + 1) % len(PLAYERS) if owner == "enemy" else player
        key = (name, who if each else None)
        counters[key] = counters[key] + amount if sign == "+=" else amount
        if not low <= counters[key] <= high:
            return None
    return counters


def finished(move: Move) -> Position:
    """The position after a move: phases and plies counted, the turn passed on, marks fallen, rights forgotten."""
    after, counters = move.after, dict(move.after.counters)
    asked = Move(after, move.player, move.start, None, 1, "empty")
    for old, new, question in PHASES:
        if counters["phase", None] == old and question(asked):
            counters["phase", None] = new
            break
    if "ply" in COUNTERS:
        counters["ply", None] = min(counters["ply", None] + 1, COUNTERS["ply"][1])
    _, quietly, loudly = STATES[move.before.state]
    state = loudly if move.capture else quietly
    player = STATES[state][0]
    fallen: dict[str, Man | None] = {}
    for square in after.board.marked():
        man = after.board.get(square)
        assert man is not None
        kept = {mark for mark in man.marks if MARKS[mark] != "until end"}
        if player != move.player and man.owner == player:
            kept = {mark for mark in kept if MARKS[mark] != "until next turn"}
        fallen[square] = Man(man.kind, man.owner, frozenset(kept))
    position = Position(after.board.changed(fallen), state, counters)
    settle(position)
    return position


def settle(position: Position) -> None:
    """Forget what can never matter again, player by player."""
    for player, (mark, kind, unless) in product(range(len(PLAYERS)), FORGET):
        for square in sorted(position.board.marked(), key=ORDER.__getitem__):
            man = position.board.get(square)
            if man is None or (man.kind, man.owner) != (kind, player) or mark not in man.marks:
                continue
            if not unless(Move(position, player, square, None, 1, "empty")):
                less = Man(man.kind, man.owner, man.marks - {mark})
                position.board, position.able = position.board.changed({square: less}), set()


def rolling(position: Position) -> bool:
    """Is a die to be cast before this player moves?"""
    return CHANCE is not None and STATES[STATES[position.state][1]][0] == position.player


def asking(position: Position) -> Move:
    """No move, for questions about a position itself."""
    return Move(position, position.player, next(iter(SQUARES)), None, 1, "empty")


def over(position: Position) -> str | None:
    """Why the game has ended here; None if it goes on."""
    return next((reason for reason, question in ENDS if question(asking(position))), None)


# --- texts of moves ---


def named(moves: Any, position: Position) -> dict[str, Move]:
    """Moves by their texts; those that read alike also name the other squares they change."""
    best: dict[Any, tuple[Any, str, Move, Position]] = {}
    for move in moves:
        final = finished(move)
        changes = final.board.unlike(position.board)
        if not PASSES and not changes and final.keyed() == position.keyed():
            continue
        letter = letter_of(move.becomes, move.player)
        text = f"{move.start}{move.end}{letter.lower()}"
        label = (ORDER[move.start], ORDER[move.end], list(LETTERS).index(letter) if letter else -1)
        key = (final.state, frozenset(changes.items()), frozenset(final.counters.items()))
        if key not in best or label < best[key][0]:
            best[key] = (label, text, move, final)
    often = Counter(text for _, text, _, _ in best.values())
    found = {}
    for _, text, move, final in sorted(best.values(), key=lambda each: each[0]):
        others = final.board.unlike(position.board).keys() - {move.start, move.end}
        also = f"x{''.join(sorted(others, key=ORDER.__getitem__))}" * bool(others)
        more = also + told_apart(text, final, best.values()) if often[text] > 1 else ""
        found[text + more] = move
    return found


def letter_of(kind: str | None, player: int) -> str:
    """The letter of a kind that a piece becomes; none if it stays what it is."""
    fitting = (each for each, (other, owner) in LETTERS.items() if other == kind and owner in (player, None))
    return next(fitting, "")


def told_apart(text: str, final: Position, rivals: Any) -> str:
    """The counters that are not the same after all moves that read alike."""
    alike = [other.counters for _, said, _, other in rivals if said == text]
    differ = [key for key in final.counters if len({counters[key] for counters in alike}) > 1]
    values = final.counters
    return "".join(
        f",{n}" + (f"_{PLAYERS[o]}" if o is not None else "") + f"={values[n, o]}" for n, o in differ
    )


def squares_of(text: str) -> list[tuple[str, str]]:
    """The two squares that a text of a move begins with, in every way of reading it."""
    starts = [text[:n] for n in range(LONGEST, 0, -1) if text[:n] in SQUARES]
    return [
        (start, text[len(start) : len(start) + n])
        for start in starts
        for n in range(LONGEST, 0, -1)
        if text[len(start) : len(start) + n] in SQUARES
    ]


def near(position: Position, start: str, end: str) -> dict[str, Move]:
    """The moves from one square to another by their texts, with others that lead to the same position."""
    player = position.player
    moves = list(between(position, player, start, end))
    which = "special" if all(move.step.plain for move in moves) else "all"
    rivals = [
        other
        for square in {square for move in moves for square in move.after.board.unlike(position.board)}
        for place, step, length in arrivals(position, player, square, which)
        if (place, square) != (start, end)
        for other in tried(position, player, place, step, length)
    ]
    return named([*moves, *rivals], position)


def decided(position: Position, text: str) -> Move | None:
    """The move that a text says, if it is legal; the other moves are not listed."""
    for start, end in squares_of(text):
        move = near(position, start, end).get(text)
        if move is not None and move.step is not None:
            position.able |= {(position.player, None), (position.player, move.step.name)}
            return None if over(position) else move
    return None


# --- positions as texts ---


def read(fen: str, settled: bool = True) -> Position:
    """The position that a line of FEN describes; marks that can never matter are forgotten if it is settled."""
    words = fen.split()
    rows = words[0].split("/") if words else []
    if not rows or len(rows) > len(ROWS):
        raise ValueError(
            f"this board has {len(ROWS)} rows, and {words[0] if words else ''!r} has {len(rows)}"
        )
    squares: dict[str, Man | None] = {}
    for row, text in zip(ROWS[len(ROWS) - len(rows) :], rows, strict=True):
        at = 0
        for found in re.findall(r"\d+|.", text):
            if found.isdigit():
                at += int(found)
                continue
            if found != "*" and found not in LETTERS:
                raise ValueError(f"{found!r} is no piece: the pieces are {' '.join(LETTERS)}")
            if found != "*" and at < len(row):
                squares[row[at]] = Man(*LETTERS[found])
            at += 1
        if at != len(row):
            raise ValueError(f"a row has {len(row)} squares, and {text!r} has {at}")
    counters = {
        (name, player): start
        for name, (_, _, start, each, _) in COUNTERS.items()
        for player in (range(len(PLAYERS)) if each else [None])
    }
    position = Position(Board(squares), next(iter(STATES)), counters)
    for field, word in zip(FIELDS[1:], words[1:], strict=False):
        read_field(position, field, word)
    if settled:
        settle(position)
    return position


def read_field(position: Position, field: str, word: str) -> None:
    """What one word after the board says about the position."""
    kind, *options = field.split(":")
    if kind == "side":
        if word not in STATES:
            raise ValueError(f"{word!r} is nobody's turn: write {' or '.join(STATES)}")
        position.state = word
    elif kind == "counter":
        position.counters[options[0], None] = whole(word)
    elif kind == "counts":
        for player, number in enumerate(word.split("+")[: len(PLAYERS)]):
            position.counters[options[0], player] = whole(number)
    elif kind == "marked" and word != "-":
        for name in word.split("+"):
            mark(position, name, options[0])
    elif kind == "castling" and word != "-":
        read_rights(position, word, *options)
    elif kind == "passing" and word != "-":
        read_passing(position, word, *options)


def whole(word: str) -> int:
    """A number that a word says."""
    if not re.fullmatch(r"-?[0-9]{1,18}", word):
        raise ValueError(f"{word!r} is no number")
    return int(word)


def mark(position: Position, square: str, name: str) -> None:
    """Mark the piece on a square."""
    man = position.board.get(square)
    if man is None:
        raise ValueError(f"nothing on {square} can be {name}")
    position.board = position.board.changed({square: Man(man.kind, man.owner, man.marks | {name})})


def read_rights(position: Position, word: str, name: str, king: str, rook: str) -> None:
    """KQkq: the king of each player and the outermost rook on that side are marked."""

    def own(kind: str) -> list[str]:
        men = ((square, position.board.get(square)) for square in position.board.where((kind,)))
        return sorted((square for square, man in men if man and man.owner == player), key=ORDER.__getitem__)

    for letter in word:
        player = 0 if letter.isupper() else 1
        if not (kings := own(king)):
            raise ValueError(f"{letter}: there is no {king}")
        x, y = SQUARES[kings[0]][:2]
        rooks = [s for s in own(rook) if SQUARES[s][1] == y and (SQUARES[s][0] > x) == (letter in "Kk")]
        if not rooks:
            raise ValueError(f"{letter}: there is no {rook} on that side")
        for square in (kings[0], max(rooks, key=lambda s: abs(SQUARES[s][0] - x))):
            mark(position, square, name)


def read_passing(position: Position, word: str, name: str, pawn: str) -> None:
    """The square that a pawn has just passed over: the pawn one step further is marked."""
    enemy = (position.player + 1) % len(PLAYERS)
    square = (
        reach(word, tuple(int(axis == 1) for axis in range(len(TURN))), enemy) if word in SQUARES else None
    )
    man = position.board.get(square)
    if square is None or man is None or man.kind != pawn or man.owner != enemy:
        raise ValueError(f"no {pawn} has passed over {word}")
    mark(position, square, name)


# --- what this file is for; a position is a line of FEN, or one that `read` has read ---


def legal_moves(fen: str | Position = START) -> list[str]:
    """Every legal move of a position."""
    position = read(fen) if isinstance(fen, str) else fen
    if rolling(position):
        return [f"{CHANCE[0]}={face}" for face in CHANCE[1]] if CHANCE else []
    return [] if over(position) else list(named(candidates(position, position.player), position))


def is_legal(fen: str | Position, move: str) -> bool:
    """Is this a legal move here? The other moves are not listed."""
    position = read(fen) if isinstance(fen, str) else fen
    return move in legal_moves(position) if rolling(position) else decided(position, move) is not None


def why_illegal(fen: str | Position, move: str) -> str | None:
    """Why a move is not legal here; None if it is."""
    position = read(fen) if isinstance(fen, str) else fen
    if is_legal(position, move):
        return None
    if rolling(position):
        return "the die is cast first"
    if reason := over(position):
        return f"the game is over: {reason}"
    squares = squares_of(move)
    if not squares:
        return "a move names two squares of this board"
    start, end = squares[0]
    man = position.board.get(start)
    if man is None:
        return f"{start} is empty"
    if man.owner not in (position.player, None):
        return f"the {man.kind} on {start} is {PLAYERS[man.owner or 0]}'s, and it is {PLAYERS[position.player]}'s turn"
    moves = near(position, start, end)
    if said := [text for text, done in moves.items() if (done.start, done.end) == (start, end)]:
        return f"from {start} to {end} one may move so: {', '.join(said)}"
    for done in between(position, position.player, start, end):
        final = finished(done)
        same = [text for text, other in moves.items() if not finished(other).board.unlike(final.board)]
        return f"it is the same move as {same[0]}" if same else "it would leave the position as it is"
    # as it was written: with marks that cannot matter, since a guard forbids what they allow
    given = read(fen, settled=False) if isinstance(fen, str) else position
    refused: list[str] = []
    list(between(given, given.player, start, end, refused))
    guards = [each for each in refused if each.startswith("the guard ")]
    return "; ".join(dict.fromkeys(guards[-1:] or refused)) or (
        f"no displacement of the {man.kind} leads from {start} to {end} on this board"
    )


def adjudicated(*line: str) -> dict[str, bool]:
    """Reasons to end the game at the last of these positions by adjudication; true if one has to be claimed."""
    *earlier, last = [read(fen) for fen in line]
    same = [each for each in earlier if (each.state, each.keyed()) == (last.state, last.keyed())]
    last.times += sum(not each.board.unlike(last.board) for each in same)
    return {reason: claimed for reason, claimed, question in ADJUDICATIONS if question(asking(last))}


def called(phrase: Any) -> str:
    """A phrase such as ("enemy", ("pawn",), ("jumped",)) in words."""
    owner, kinds, marks = phrase
    return " ".join([owner, " or ".join(kinds) or "piece", *(f"marked {mark}" for mark in marks)])


# === guards ===


def main(given: list[str]) -> int:
    """The command line: a position and a move, or only a position, or nothing for the start."""
    try:
        if len(given) < 2:
            print("\n".join(legal_moves(*given[:1])))
            return 0
        reason = why_illegal(given[0], given[1])
    except ValueError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    print(reason or "legal")
    return 1 if reason else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
