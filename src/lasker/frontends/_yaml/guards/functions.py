"""The words and functions of guards: what a name may mean, and what each function takes and gives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.frontends._yaml.guards import terms as t
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SortError

RELATIONS = {"==": "=", "=": "=", "!=": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
KINDS = ("capture", "castling", "en_passant", "promotion")
SQUARES = {"from": "from", "u": "from", "p": "from", "piece": "from", "to": "to", "v": "to"}
AXES = {"u_x": 0, "u_y": 1, "v_x": 0, "v_y": 1}  # coordinates as the paper writes them
COMPONENTS = {"dx": 0, "dy": 1, "dz": 2}
SIZES = {"files": 0, "ranks": 1, "last_rank": 1, "last_file": 0}
STANDS = ("empty", "outside", "square")
OWNERS = {"own": "own", "friend": "own", "friendly": "own", "enemy": "enemy", "any": "any"}
OCCUPANCY = {"empty": t.Phrase("empty"), "friendly": t.Phrase("own"), "enemy": t.Phrase("enemy")}
FACTS = {
    "in_check": t.InCheck(),
    "enemy_in_check": t.InCheck(enemy=True),
    "pinned": t.both([t.Not(t.InCheck()), t.After(t.InCheck())]),
    "safe": t.After(t.Not(t.InCheck())),
    "true": t.TRUE,
    "false": t.FALSE,
    **{kind: t.StepKind(kind) for kind in KINDS},
}
OF_A_MOVE = {*SQUARES, *KINDS, *AXES, *COMPONENTS, "pinned", "safe", "after"}  # words that speak of a move
# The sorts of what a guard is made of, each with what to do where another one stands in its place.
SORTS: dict[str, tuple[Any, str]] = {
    "condition": (t.Guard, "compare it: rank(to) = 8, or ask what stands there: to is empty"),
    "square": (t.Square, "squares are from, to, and from + (1, 0)"),
    "number": (t.Amount, "numbers are 3, rank(to), file(from), dx, count(enemy), or a counter"),
}


@dataclass(frozen=True)
class GuardWords:
    """The words that a guard may use: what the specification declares, and whether it speaks of a move."""

    pieces: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    sizes: tuple[int, ...] = (8, 8)
    moving: bool = True
    adjudging: bool = False
    bound: tuple[str, ...] = ()

    def kind(self, name: str) -> str | None:
        """The piece of that name, capitals aside."""
        return next((piece for piece in self.pieces if piece.lower() == name.lower()), None)

    def meanings(self) -> dict[str, Any]:
        """What each word means that stands alone: a counter, a fact, a number, a square.

        >>> GuardWords(counters=("score",)).meanings()["score"], GuardWords(sizes=(8, 5)).meanings()["ranks"]
        (CountedTerm(name='score'), Number(value=5))
        """
        zero, counters = (0,) * len(self.sizes), (*self.counters, "ply", "move_number")
        squares = {name: t.Square(base, zero) for name, base in SQUARES.items()}
        return {
            **{name: t.CountedTerm(name) for name in (*counters, *(["phase"] if self.phases else []))},
            **FACTS,
            **{name: t.Number(self.sizes[axis]) for name, axis in SIZES.items() if axis < len(zero)},
            **{name: t.Coordinate(squares[name[0]], axis) for name, axis in AXES.items()},
            **{name: t.Component(axis) for name, axis in COMPONENTS.items() if axis < len(zero)},
            **squares,
            **{name: t.Square(name, zero) for name in self.bound},
        }


def sort(value: Any) -> str:
    """The sort of a value, as a reader is told it."""
    return next((name for name, (kind, _) in SORTS.items() if isinstance(value, kind)), "offset")


# --- functions --------------------------------------------------------------------------------------


def _holds(owner: str) -> Callable[[GuardWords, t.Square], t.Guard]:
    return lambda words, square: t.Holds(square, t.Phrase(owner))


def _coordinate(words: GuardWords, square: t.Square, number: t.Amount) -> t.Amount:
    axis = number.value if isinstance(number, t.Number) else 0
    if not 1 <= axis <= len(words.sizes):
        raise SortError(f"this board has {len(words.sizes)} dimensions", remedy="coordinate(from, 1)")
    return t.Coordinate(square, axis - 1)


def _absolute(words: GuardWords, number: t.Amount) -> t.Amount:
    match number:
        case t.Number(value):
            return t.Number(abs(value))
        case t.Component(axis):
            return t.Component(axis, absolute=True)
    raise SortError("abs is for dx and dy", remedy="abs(dx) = 2")


def _repeated(words: GuardWords, times: t.Amount) -> t.Guard:
    if not words.adjudging or not isinstance(times, t.Number) or times.value < 1:
        raise SortError("repeated(n) stands alone in an adjudication", remedy="drawn: repeated(3)")
    return t.Repeated(times.value)


# What each function is made of, by the sorts of its arguments.
CALLS: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "after": (("condition",), lambda words, guard: t.After(guard)),
    "attacked": (("square",), lambda words, square: t.Attacked(square)),
    "path_clear": (("square", "square"), lambda words, *ends: t.path_clear(t.Path(*ends))),
    "empty": (("square",), _holds("empty")),
    "occupied": (("square",), _holds("any")),
    "friend": (("square",), _holds("own")),
    "enemy": (("square",), _holds("enemy")),
    "file": (("square",), lambda words, square: _coordinate(words, square, t.Number(1))),
    "rank": (("square",), lambda words, square: _coordinate(words, square, t.Number(2))),
    "coordinate": (("square", "number"), _coordinate),
    "abs": (("number",), _absolute),
    "repeated": (("number",), _repeated),
}
FUNCTIONS = (*CALLS, "is_in_check", "can", "enemy_can", "occ", "count", "every", "some", "color", "turn")
