"""Semantics of the hand-written C runtime for bit programs: functions of sets, chains, positions, options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from lasker.compiler.bits.meaning.frames import Variable

Board = dict[str, Any]  # sets by field, and a list of counters
MOST_MADE, MOST_HOPS = 256, 1 << 16  # as in chains.h


def first(squares: int) -> int:
    """The first square of a set."""
    return (squares & -squares).bit_length() - 1


def lowest(squares: int) -> int:
    """The first square of a set, as a set."""
    return squares & -squares


def highest(squares: int) -> int:
    """The last square of a set, as a set."""
    return 1 << squares.bit_length() - 1 if squares else 0


def several(squares: int) -> bool:
    """Are there two squares in a set?"""
    return squares & (squares - 1) != 0


def pin(allowed: Variable, pinned: Variable, line: dict[int, int], between: int, stay: int) -> None:
    """An attacker without pieces between gives check, which other pieces meet on `stay`; a single piece there
    is pinned."""
    if not between:
        allowed.value &= stay
    elif not several(between):
        at = first(between)
        line[at] = line[at] & stay if pinned.value & between else stay
        pinned.value |= between


def bind(allowed: Variable, pinned: Variable, line: dict[int, int], *sets: int) -> None:
    """Movers from squares between may move to `own` only, all others to `others` only."""
    between, own, others = sets
    for site in sites(pinned.value & ~between):
        line[site] &= others
    for site in sites(between):
        line[site] = (line[site] if pinned.value >> site & 1 else allowed.value) & own
    pinned.value |= between
    allowed.value &= others


def sites(squares: int) -> list[int]:
    """The squares of a set, in order."""
    found = []
    while squares:
        found.append(first(squares))
        squares &= squares - 1
    return found


@dataclass
class Choice:
    """One move of a list."""

    id: int
    origin: int = 0
    to: int = 0
    row: int = 0
    then: int = 0

    def __getitem__(self, name: str) -> int:
        return self.origin if name == "from" else int(getattr(self, name))


@dataclass
class Options:
    """The moves that are put into a list."""

    choices: list[Choice] = field(default_factory=list)
    fields: dict[str, Any] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Any:
        if name == "size":
            return (
                len(self.choices) + self.fields.get("ends", {"size": 0})["size"] - self.fields.get("lanes", 0)
            )
        if name == "ends":
            self.fields.setdefault("ends", ends())
        return self.fields[name]

    def __setitem__(self, name: str, value: Any) -> None:
        if name != "size":  # which is known anyway
            self.fields[name] = value

    def one_goes(self, origin: int, goals: int, number: int, row: int) -> None:
        """A piece with all its targets."""
        self.choices += (Choice(number, origin, to, row) for to in sites(goals))

    def all_go(self, starts: int, by: int, number: int) -> None:
        """Pieces that all make the same step."""
        self.choices += (Choice(number, start, start + by) for start in sites(starts))

    def shoots(self, origin: int, to: int, goals: int, number: int) -> None:
        """A piece that has moved, with all its shots."""
        self.choices += (Choice(number, origin, to, then=then) for then in sites(goals))


def ends() -> Board:
    """An empty list of ends of chains."""
    return {"size": 0, "hops": 0, "full": False, "made": []}


def hops_on(found: Board) -> bool:
    """May a chain hop once more?"""
    found["hops"] += 1
    found["full"] = found["full"] or found["hops"] > MOST_HOPS
    return not found["full"]


def chain_ends(found: Board, after: Board, label: tuple[int, ...]) -> None:
    """Adds an end of a chain, once, with the least of its labels."""
    for made in found["made"]:
        if made["after"] == after:
            made["label"] = min(made["label"], label)
            return
    if found["size"] < MOST_MADE:
        found["made"].append({"after": after, "label": label})
        found["size"] += 1
    else:
        found["full"] = True


def reached() -> Board:
    """An empty set of positions."""
    return {"size": 0, "full": False, "board": [], "turn": [], "told": []}


def put_position(found: Board, board: Board, turn: int) -> bool:
    """Adds a position; true if it is new."""
    return put_labelled(found, board, turn, ())


def put_labelled(found: Board, board: Board, turn: int, told: tuple[int, ...]) -> bool:
    """The same, with the move to it: of several the one with the least label."""
    places = list(zip(found["board"], found["turn"], strict=True))
    if (board, turn) in places:
        at = places.index((board, turn))
        found["told"][at] = min(found["told"][at], dict(zip(LABEL_FIELDS, told, strict=False)), key=_label)
        return False
    found["board"].append(board)
    found["turn"].append(turn)
    found["told"].append(dict(zip(LABEL_FIELDS, told, strict=False)))
    found["size"] += 1
    return True


LABEL_FIELDS = ("from", "to", "symbol", "was", "id", "row")


def _label(told: dict[str, int]) -> list[int]:
    return [told[each] for each in LABEL_FIELDS[:4] if each in told]


class Crowded(Exception):
    """The list or set was full: the walk must count."""


def crowded(_: int) -> None:
    """The list or set was full."""
    raise Crowded


def runtime(width: int) -> dict[str, Callable[..., Any]]:
    """Every function of the runtime by its name, for sets of so many bits."""
    full = (1 << width) - 1
    same = ("", "(int)", "(uint64_t)", "(int64_t)", "(int16_t)", "(uint16_t)", "(square)")
    return {
        **dict.fromkeys(same, lambda value: value),
        "any": bool,
        "several": several,
        "equal": lambda a, b: a == b,
        "has": lambda squares, site: squares >> site & 1,
        "first": first,
        "LOWEST": lowest,
        "highest": highest,
        "size": int.bit_count,
        "BIT": lambda site: 1 << site,
        "shifted": lambda squares, by: (squares << by) & full if by >= 0 else squares >> -by,
        "all_before": lambda one: one - 1 if one else 0,
        "all_after": lambda one: full & -(one << 1),
        "pin": pin,
        "bind": bind,
        "STOPPED": lambda _: 0,
        "CROWDED =": crowded,
        "new Ends": ends,
        "hops_on": hops_on,
        "chain_ends": chain_ends,
        "new Reached": reached,
        "clear_positions": lambda _: None,
        "put_position": put_position,
        "put_labelled": put_labelled,
        "one_goes": Options.one_goes,
        "all_go": Options.all_go,
        "piece_shoots": Options.shoots,
        "put_shots_in_order": lambda *_: None,
        "one_passes": lambda options, number: options.choices.append(Choice(number)),
        "label_from": lambda label: label & 0xFFFF,
        "label_to": lambda label: label >> 16 & 0xFFFF,
    }
