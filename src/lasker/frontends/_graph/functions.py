"""The words and functions of guards: what a name may mean, and what each function takes and gives."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from lasker.frontends._graph import terms as t
from lasker.kernel.dataclass import dataclass

RELATIONS = {"==": "=", "=": "=", "!=": "!=", "≠": "!=", "≤": "<=", "≥": ">="}
KINDS = ("capture", "castling", "en_passant", "promotion")
SQUARES = {"from": "from", "u": "from", "p": "from", "piece": "from", "to": "to", "v": "to"}
AXES = {"u_x": 0, "u_y": 1, "v_x": 0, "v_y": 1}  # coordinates as the paper writes them
COMPONENTS = {"dx": 0, "dy": 1, "dz": 2}
SIZES = {"files": 0, "ranks": 1, "last_rank": 1, "last_file": 0}
STANDS = ("empty", "outside", "square")
OWNERS = {"own": "own", "friend": "own", "friendly": "own", "enemy": "enemy", "any": "any"}
OCCUPANCY = {"empty": t.Phrase("empty"), "friendly": t.Phrase("own"), "enemy": t.Phrase("enemy")}
FUNCTIONS = (
    "after", "attacked", "is_in_check", "path_clear", "rank", "file", "coordinate", "abs", "can", "enemy_can",
    "occ", "empty", "friend", "enemy", "occupied", "count", "every", "some", "repeated", "color", "turn",
)  # fmt: skip
FACTS = {
    "in_check": t.InCheck(),
    "enemy_in_check": t.InCheck(enemy=True),
    "pinned": t.both([t.Not(t.InCheck()), t.After(t.InCheck())]),
    "safe": t.After(t.Not(t.InCheck())),
    "true": t.TRUE,
    "false": t.FALSE,
    **{kind: t.Kind(kind) for kind in KINDS},
}
# The sorts of what a guard is made of, each with what to do where another one stands in its place.
SORTS: dict[str, tuple[Any, str]] = {
    "condition": (t.Guard, "compare it: rank(to) = 8, or ask what stands there: to is empty"),
    "square": (t.Square, "squares are from, to, and from + (1, 0)"),
    "number": (t.Amount, "numbers are 3, rank(to), file(from), dx, count(enemy), or a counter"),
}


def _holds(owner: str, square: t.Square) -> t.Guard:
    return t.Holds(square, t.Phrase(owner))


# Functions that ask for nothing but the sorts of their arguments.
CALLS: dict[str, tuple[tuple[str, ...], Callable[..., Any]]] = {
    "attacked": (("square",), t.Attacked),
    "path_clear": (("square", "square"), lambda start, end: t.path_clear(t.Path(start, end))),
    "empty": (("square",), partial(_holds, "empty")),
    "occupied": (("square",), partial(_holds, "any")),
    "friend": (("square",), partial(_holds, "own")),
    "enemy": (("square",), partial(_holds, "enemy")),
}


@dataclass(frozen=True)
class Words:
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


def sort(value: Any) -> str:
    """The sort of a value, as a reader is told it."""
    return next((name for name, (kind, _) in SORTS.items() if isinstance(value, kind)), "offset")
