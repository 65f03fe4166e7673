"""The part of a generated validator that is the same for every game: how its tables are read and obeyed.

The tables are replaced by those of one game, its guards are put where the second ruler stands, and the whole is
written out as one file that needs nothing but Python. It shares no code with the algebra, so that each can check
the other. Long because a validator is one file.
"""

# ruff: noqa: E501

# === tables ===
from __future__ import annotations

import re
import sys
from collections import Counter
from typing import Any, NamedTuple

GAME = ""
PLAYERS: tuple[str, ...] = ()
STATES: dict[str, tuple[int, str, str]] = {}  # letter of FEN: player, next letter, next letter on a capture
START = ""
FIELDS: tuple[str, ...] = ()
SQUARES: dict[str, tuple[int, ...]] = {}
ROWS: tuple[tuple[str, ...], ...] = ()
WRAPS: tuple[
    tuple[int, int, int | None], ...
] = ()  # axes that come back, after how many steps, what is mirrored
TURN: tuple[tuple[int, ...], ...] = ()  # how the next player sees a vector
LETTERS: dict[str, tuple[str, int | None]] = {}  # letter: kind and owner
ROYAL: tuple[str, ...] = ()
MARKS: dict[str, str] = {}
COUNTERS: dict[str, tuple[int, int, int, bool, bool]] = {}  # low, high, start, one for each player, keyed
REGIONS: dict[str, tuple[frozenset[str], ...]] = {}  # for each player
GUARDS: list[Any] = []  # the guards of every step
LOOKING: list[Any] = []  # guards that ask about attacks or the board after a move: attacks do not obey them
STEPS: dict[str, list[Step]] = {}
PROMOTIONS: dict[str, tuple[str, tuple[str, ...], bool]] = {}  # region, kinds, whether it may be declined
PHASES: list[tuple[int, int, Any]] = []
ENDS: list[tuple[str, Any]] = []
FORGET: list[tuple[str, str, Any]] = []
CHANCE: tuple[str, dict[int, int]] | None = None  # the counter that shows a die, the weights of its faces
PASSES = False
# === engine ===


class Man(NamedTuple):
    """What stands on a square."""

    kind: str
    owner: int | None
    marks: frozenset[str] = frozenset()


class Step(NamedTuple):
    """One displacement of a piece, with the guards around it."""

    vector: tuple[int, ...]
    longest: int  # how often it may be repeated; 1 for a leap
    only: str | None
    name: str | None
    guards: list[Any]
    takes: tuple[tuple[int, ...], Any] | None
    carries: list[tuple[Any, tuple[int, ...], tuple[int, ...]]]
    leaves: tuple[str, int | None] | None
    marks: tuple[str, ...]
    quiet: list[tuple[str, str, int, str | None]]  # effects of a quiet step: counter, sign, amount, owner
    loud: list[tuple[str, str, int, str | None]]  # effects of a capture


def steps(
    *vectors: tuple[int, ...],
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
    rest = (
        longest,
        only,
        name,
        [*guards, *GUARDS],
        takes,
        list(carries),
        leaves,
        marks,
        list(quiet),
        list(loud),
    )
    return [Step(vector, *rest) for vector in vectors]


class Position:
    """A board, the letter of the state it is in, and the counters."""

    def __init__(
        self, board: dict[str, Man], state: str, counters: dict[tuple[str, int | None], int]
    ) -> None:
        self.board, self.state, self.counters = board, state, counters

    @property
    def player(self) -> int:
        """Whose turn it is."""
        return STATES[self.state][0]

    def key(self) -> Any:
        """What makes two positions different, whoever is to move."""
        kept = {key: value for key, value in self.counters.items() if COUNTERS[key[0]][4]}
        return self.board, kept


NAMES = {place: name for name, place in SQUARES.items()}
ORDER = {name: number for number, name in enumerate(SQUARES)}
HIGHEST = [max(axis) for axis in zip(*SQUARES.values(), strict=True)]


def plus(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """The sum of two offsets."""
    return tuple(x + y for x, y in zip(a, b, strict=True))


def turned(vector: tuple[int, ...], player: int) -> tuple[int, ...]:
    """A vector of the first player, as another player means it."""
    for _ in range(player):
        vector = tuple(sum(a * x for a, x in zip(row, vector, strict=True)) for row in TURN)
    return vector


def reach(square: str, offset: tuple[int, ...], player: int) -> str | None:
    """The square at an offset as a player sees the board; None beyond its edge."""
    place = list(plus(SQUARES[square], turned(offset, player)))
    for axis, length, mirrored in WRAPS:
        rounds, place[axis] = divmod(place[axis], length)
        if mirrored is not None and rounds % 2:
            place[mirrored] = HIGHEST[mirrored] - place[mirrored]
    return NAMES.get(tuple(place))


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
        self.vector: tuple[int, ...] = tuple(length * x for x in step.vector) if step else ()
        self.zero = tuple(0 for _ in next(iter(SQUARES.values())))
        self.to = self.vector
        self.end = reach(start, self.vector, player) if step else None
        self.after: Position = before
        self.becomes: str | None = None

    # --- what guards may ask ---

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
        kind = self.before.board[self.start].kind
        return kind in PROMOTIONS and self.end in REGIONS[PROMOTIONS[kind][0]][self.player]

    def afterwards(self, question: Any) -> bool:
        self.board = self.after
        try:
            return bool(question(self))
        finally:
            self.board = self.before

    def square(self, offset: tuple[int, ...]) -> str | None:
        return reach(self.start, offset, self.player)

    def between(self, first: tuple[int, ...], last: tuple[int, ...]) -> list[tuple[int, ...]]:
        way = tuple(b - a for a, b in zip(first, last, strict=True))
        parts = 0
        for x in way:  # the greatest common divisor: how many equal steps the way has
            a, b = abs(x), parts
            while b:
                a, b = b, a % b
            parts = a
        return [plus(first, tuple(k * x // parts for x in way)) for k in range(1, parts)]

    def holds(self, offset: tuple[int, ...], phrase: Any) -> bool:
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

    def within(self, offset: tuple[int, ...], region: str, owner: str | None) -> bool:
        square = self.square(offset)
        who = (self.player + 1) % len(PLAYERS) if owner == "enemy" else self.player
        return square is not None and square in REGIONS[region][who]

    def coordinate(self, offset: tuple[int, ...], axis: int) -> int | None:
        square = self.square(offset)
        return None if square is None else seen(square, self.player)[axis]

    def component(self, axis: int, absolute: bool) -> int:
        return abs(self.vector[axis]) if absolute else self.vector[axis]

    def count(self, phrase: Any, region: str | None, owner: str | None) -> int:
        who = (self.player + 1) % len(PLAYERS) if owner == "enemy" else self.player
        return sum(
            fits(self.board.board.get(square), phrase, self.player)
            for square in SQUARES
            if region is None or square in REGIONS[region][who]
        )

    def counter(self, name: str, owner: str | None) -> int:
        if name == "move_number":
            return self.board.counters["ply", None] // len(PLAYERS) + 1
        who = (self.player + 1) % len(PLAYERS) if owner == "enemy" else self.player
        return self.board.counters[name, who if COUNTERS[name][3] else None]

    def attacked(self, offset: tuple[int, ...]) -> bool:
        square = self.square(offset)
        others = [player for player in range(len(PLAYERS)) if player != self.player]
        return square is not None and any(strikes(self.board, player, square) for player in others)

    def in_check(self, enemy: bool) -> bool:
        mine = [player for player in range(len(PLAYERS)) if (player == self.player) != enemy]
        theirs = [self.player] if enemy else [p for p in range(len(PLAYERS)) if p != self.player]
        return any(
            strikes(self.board, player, square)
            for square, man in self.board.board.items()
            if man.kind in ROYAL and man.owner in mine
            for player in theirs
        )

    def can(self, name: str, enemy: bool) -> bool:
        players = [p for p in range(len(PLAYERS)) if p != self.player] if enemy else [self.player]
        wanted = None if name == "move" else name
        return any(True for player in players for _ in candidates(self.board, player, wanted))


def compare(left: int | None, relation: str, right: int | None) -> bool:
    """Two numbers in a relation; a coordinate beyond the edge is in none."""
    if left is None or right is None:
        return False
    return {
        "=": left == right, "!=": left != right, "<": left < right,
        "<=": left <= right, ">": left > right, ">=": left >= right,
    }[relation]  # fmt: skip


def seen(square: str, player: int) -> tuple[int, ...]:
    """The coordinates of a square from 1, as a player counts them."""
    if player not in VIEWS:
        places = {
            name: turned(place, (len(PLAYERS) - player) % len(PLAYERS)) for name, place in SQUARES.items()
        }
        low = [min(place[axis] for place in places.values()) for axis in range(len(TURN))]
        VIEWS[player] = {
            name: tuple(x - y + 1 for x, y in zip(place, low, strict=True)) for name, place in places.items()
        }
    return VIEWS[player][square]


VIEWS: dict[int, dict[str, tuple[int, ...]]] = {}


def lines(position: Position, player: int, square: str, step: Step) -> Any:
    """How far a step may be repeated, and onto what it then comes: empty squares, then perhaps an enemy."""
    for length in range(1, step.longest + 1):
        offset = tuple(length * x for x in step.vector)
        end = reach(square, offset, player)
        if end is None or (end == square and length > 1):
            return
        man = position.board.get(end)
        yield length, end, man
        if man is not None:
            return


def strikes(position: Position, player: int, target: str) -> bool:
    """Could a piece of this player take what stands, or would stand, on the target?"""
    for square, man in position.board.items():
        if man.owner not in (player, None):
            continue
        for step in STEPS[man.kind]:
            if step.only == "move" or step.takes or step.carries:
                continue
            for length, end, _ in lines(position, player, square, step):
                if end == target:
                    move = Move(position, player, square, step, length, "target")
                    if all(guard(move) for guard in step.guards if guard not in LOOKING):
                        return True
    return False


def candidates(
    position: Position, player: int, name: str | None = None, refused: list[Any] | None = None
) -> Any:
    """Every step that all guards let pass; what they do not, is noted with the guard."""
    for square, man in list(position.board.items()):
        if man.owner not in (player, None):
            continue
        for step in STEPS[man.kind]:
            if name is not None and step.name != name:
                continue
            for length, _, other in lines(position, player, square, step):
                lands = "empty" if other is None else "enemy"
                if other is not None and other.owner in (player, None):
                    continue
                if step.takes or step.carries:
                    if lands != "empty":
                        continue
                elif (step.only == "move") != (lands == "empty") and step.only is not None:
                    continue
                for move in outcomes(Move(position, player, square, step, length, lands)):
                    wrong = next((guard for guard in step.guards if not guard(move)), None)
                    if wrong is None:
                        yield move
                    elif refused is not None:
                        refused.append((move, wrong))


def outcomes(move: Move) -> Any:
    """The move done, once for each piece that it may become."""
    step, before, player = move.step, move.before, move.player
    assert step is not None
    assert move.end is not None
    board = dict(before.board)
    if step.takes:
        place = move.square(step.takes[0])
        if place is None or not fits(board.get(place), step.takes[1], player):
            return
        board.pop(place, None)
    man = board.pop(move.start)
    kept = frozenset(mark for mark in man.marks if MARKS[mark] != "until moved")
    board[move.end] = Man(
        man.kind, man.owner, (kept if move.end != move.start else man.marks) | set(step.marks)
    )
    for phrase, start, end in step.carries:
        first, last = move.square(start), move.square(end)
        if first is None or last is None or last in board or not fits(board.get(first), phrase, player):
            return
        carried = board.pop(first)
        board[last] = Man(carried.kind, carried.owner)
    if step.leaves and move.start not in board:
        board[move.start] = Man(step.leaves[0], None if step.leaves[1] is None else player)
    kinds: list[str | None] = [None]
    if man.kind in PROMOTIONS and move.end in REGIONS[PROMOTIONS[man.kind][0]][player]:
        _, into, optional = PROMOTIONS[man.kind]
        kinds = [*into, *([None] if optional else [])]
    for kind in kinds:
        changed = dict(board)
        if kind is not None:
            changed[move.end] = Man(kind, man.owner)
        counters = adjusted(before.counters, step.loud if move.capture else step.quiet, player)
        if counters is None:
            continue
        done = Move(before, player, move.start, step, 1, move.lands)
        done.vector = done.to = move.vector
        done.end, done.becomes = move.end, kind
        done.after = Position(changed, before.state, counters)
        yield done


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
    board = {}
    for square, man in after.board.items():
        fallen = {mark for mark in man.marks if MARKS[mark] == "until end"}
        if player != move.player and man.owner == player:
            fallen |= {mark for mark in man.marks if MARKS[mark] == "until next turn"}
        board[square] = Man(man.kind, man.owner, man.marks - fallen)
    position = Position(board, state, counters)
    settle(position)
    return position


def settle(position: Position) -> None:
    """Forget what can never matter again, player by player."""
    for player in range(len(PLAYERS)):
        for mark, kind, unless in FORGET:
            for square in SQUARES:
                man = position.board.get(square)
                if man is None or (man.kind, man.owner) != (kind, player) or mark not in man.marks:
                    continue
                if not unless(Move(position, player, square, None, 1, "empty")):
                    position.board[square] = Man(man.kind, man.owner, man.marks - {mark})


def rolling(position: Position) -> bool:
    """Is a die to be cast before this player moves?"""
    return CHANCE is not None and STATES[STATES[position.state][1]][0] == position.player


def over(position: Position) -> str | None:
    """Why the game has ended here; None if it goes on."""
    asked = Move(position, position.player, next(iter(SQUARES)), None, 1, "empty")
    return next((reason for reason, question in ENDS if question(asked)), None)


def named(moves: Any, position: Position) -> dict[str, Move]:
    """Moves by their texts; those that read alike also name the other squares they change."""
    best: dict[Any, tuple[Any, str, Move, Position]] = {}
    for move in moves:
        final = finished(move)
        if not PASSES and final.key() == position.key():
            continue
        letter = next(
            (
                each
                for each, (kind, owner) in LETTERS.items()
                if kind == move.becomes and owner in (move.player, None)
            ),
            "",
        )
        text = move.start + move.end + letter.lower()
        label = (ORDER[move.start], ORDER[move.end], list(LETTERS).index(letter) if letter else -1)
        key = (final.state, frozenset(final.board.items()), frozenset(final.counters.items()))
        if key not in best or label < best[key][0]:
            best[key] = (label, text, move, final)
    often = Counter(text for _, text, _, _ in best.values())
    found = {}
    for _, text, move, final in sorted(best.values(), key=lambda each: each[0]):
        others = [
            square
            for square in SQUARES
            if position.board.get(square) != final.board.get(square) and square not in (move.start, move.end)
        ]
        if often[text] > 1:
            text += f"x{''.join(others)}" * bool(others) + told_apart(text, final, best.values())
        found[text] = move
    return found


def told_apart(text: str, final: Position, rivals: Any) -> str:
    """The counters that are not the same after all moves that read alike."""
    alike = [other.counters for _, said, _, other in rivals if said == text]
    differ = [key for key in final.counters if len({counters[key] for counters in alike}) > 1]
    values = final.counters
    return "".join(
        f",{n}" + (f"_{PLAYERS[o]}" if o is not None else "") + f"={values[n, o]}" for n, o in differ
    )


# --- what this file is for ---


def read(fen: str, settled: bool = True) -> Position:
    """The position that a line of FEN describes; marks that can never matter are forgotten if it is settled."""
    words = fen.split()
    board: dict[str, Man] = {}
    rows = words[0].split("/")
    for row, text in zip(ROWS[len(ROWS) - len(rows) :], rows, strict=True):
        at = 0
        for found in re.finditer(r"\d+|.", text):
            if found.group().isdigit():
                at += int(found.group())
                continue
            if found.group() != "*":
                board[row[at]] = Man(*LETTERS[found.group()])
            at += 1
        if at != len(row):
            raise ValueError(f"a row has {len(row)} squares, and {text!r} has {at}")
    counters = {
        (name, player): start
        for name, (_, _, start, each, _) in COUNTERS.items()
        for player in (range(len(PLAYERS)) if each else [None])
    }
    position = Position(board, next(iter(STATES)), counters)
    for field, word in zip(FIELDS[1:], words[1:], strict=False):
        kind, *options = field.split(":")
        if kind == "side":
            position.state = word
        elif kind == "counter":
            counters[options[0], None] = int(word)
        elif kind == "counts":
            for player, number in enumerate(word.split("+")):
                counters[options[0], player] = int(number)
        elif kind == "marked" and word != "-":
            for name in word.split("+"):
                man = position.board[name]
                position.board[name] = Man(man.kind, man.owner, man.marks | {options[0]})
        elif kind == "castling" and word != "-":
            read_rights(position, word, *options)
        elif kind == "passing" and word != "-":
            read_passing(position, word, *options)
    if settled:
        settle(position)
    return position


def read_rights(position: Position, word: str, mark: str, king: str, rook: str) -> None:
    """KQkq: the king of each player and the outermost rook on that side are marked."""
    for letter in word:
        player = 0 if letter.isupper() else 1
        kings = [s for s, man in position.board.items() if man.kind == king and man.owner == player]
        if not kings:
            raise ValueError(f"{letter}: there is no {king}")
        x, y = SQUARES[kings[0]][:2]
        rooks = [
            s
            for s, man in position.board.items()
            if man.kind == rook
            and man.owner == player
            and SQUARES[s][1] == y
            and (SQUARES[s][0] > x) == (letter in "Kk")
        ]
        if not rooks:
            raise ValueError(f"{letter}: there is no {rook} on that side")
        for square in (kings[0], max(rooks, key=lambda s: abs(SQUARES[s][0] - x))):
            man = position.board[square]
            position.board[square] = Man(man.kind, man.owner, man.marks | {mark})


def read_passing(position: Position, word: str, mark: str, pawn: str) -> None:
    """The square that a pawn has just passed over: the pawn one step further is marked."""
    enemy = (position.player + 1) % len(PLAYERS)
    square = reach(word, tuple(int(axis == 1) for axis in range(len(TURN))), enemy)
    man = position.board.get(square or "")
    if square is None or man is None or man.kind != pawn or man.owner != enemy:
        raise ValueError(f"no {pawn} has passed over {word}")
    position.board[square] = Man(man.kind, man.owner, man.marks | {mark})


def legal_moves(fen: str = START) -> list[str]:
    """Every legal move of a position."""
    position = read(fen)
    if rolling(position):
        return [f"{CHANCE[0]}={face}" for face in CHANCE[1]] if CHANCE else []
    return [] if over(position) else list(named(candidates(position, position.player), position))


def is_legal(fen: str, move: str) -> bool:
    """Is this a legal move here?"""
    return move in legal_moves(fen)


def why_illegal(fen: str, move: str) -> str | None:
    """Why a move is not legal here; None if it is."""
    position = read(fen)
    if rolling(position):
        return None if move in legal_moves(fen) else "the die is cast first"
    if reason := over(position):
        return f"the game is over: {reason}"
    moves = named(candidates(position, position.player), position)
    if move in moves:
        return None
    start = max((s for s in SQUARES if move.startswith(s)), key=len, default="")
    end = max((s for s in SQUARES if move[len(start) :].startswith(s)), key=len, default="")
    if not start or not end:
        return "a move names two squares of this board"
    man = position.board.get(start)
    if man is None:
        return f"{start} is empty"
    if man.owner not in (position.player, None):
        return f"the {man.kind} on {start} is {PLAYERS[man.owner or 0]}'s, and it is {PLAYERS[position.player]}'s turn"
    if said := [text for text, done in moves.items() if (done.start, done.end) == (start, end)]:
        return f"from {start} to {end} one may move so: {', '.join(said)}"
    given = read(
        fen, settled=False
    )  # as it was written: with marks that cannot matter, since a guard forbids it
    return "; ".join(dict.fromkeys(obstacles(given, start, end))) or (
        f"no displacement of the {man.kind} leads from {start} to {end} on this board"
    )


def obstacles(position: Position, start: str, end: str) -> Any:
    """What forbids each displacement that leads from one square to another; nothing, if none does."""
    player, man, target = position.player, position.board[start], position.board.get(end)
    refused: list[Any] = []
    allowed = list(candidates(position, player, None, refused))
    guards = [guard for other, guard in refused if (other.start, other.end) == (start, end)]
    if guards:
        yield from (
            f"the guard {g.__name__.removeprefix('guard_')} forbids it: {g.__doc__}" for g in guards[:1]
        )
        return
    if any((done.start, done.end) == (start, end) for done in allowed):
        yield "it would leave the position as it is"
        return
    for step in STEPS[man.kind]:
        way: list[str] = []
        for length in range(1, step.longest + 1):
            square = reach(start, tuple(length * x for x in step.vector), player)
            if square is None or (square == start and length > 1):
                break
            if square == end:
                yield obstacle(position, Move(position, player, start, step, length, "empty"), way, target)
            way.append(square)


def obstacle(position: Position, move: Move, way: list[str], target: Man | None) -> str:
    """What forbids one displacement, guards apart."""
    step, kind, end, player = move.step, position.board[move.start].kind, move.end, move.player
    assert step is not None
    if blocked := next((square for square in way if square in position.board), None):
        return f"the {position.board[blocked].kind} on {blocked} stands in the way"
    if target is not None and target.owner in (player, None):
        return f"{end} is taken by a friend"
    if target is not None and (step.only == "move" or step.takes or step.carries):
        return f"{end} is not empty, and the {kind} takes nothing there"
    if target is None and step.only == "capture" and not step.takes:
        return f"{end} is empty, and the {kind} goes there only to take"
    if step.takes:
        place = move.square(step.takes[0])
        if place is None or not fits(position.board.get(place), step.takes[1], player):
            return f"what the {kind} would take is not on {place or 'this board'}: {called(step.takes[1])}"
    for phrase, first, last in step.carries:
        one, two = move.square(first), move.square(last)
        if one is None or not fits(position.board.get(one), phrase, player):
            return f"what the {kind} would carry is not on {one or 'this board'}: {called(phrase)}"
        if two is None or (two in position.board and two not in (one, move.start)) or two == end:
            return f"what the {kind} carries has no place on {two or 'this board'}"
    return "a counter would pass its bounds"


def called(phrase: Any) -> str:
    """A phrase such as ("enemy", ("pawn",), ("jumped",)) in words."""
    owner, kinds, marks = phrase
    return " ".join([owner, " or ".join(kinds) or "piece", *(f"marked {mark}" for mark in marks)])


# === guards ===

if __name__ == "__main__":
    given = sys.argv[1:]
    asked_fen = given[0] if given else START
    if len(given) < 2:
        print("\n".join(legal_moves(asked_fen)))
    else:
        print(why_illegal(asked_fen, given[1]) or "legal")
        sys.exit(0 if is_legal(asked_fen, given[1]) else 1)
