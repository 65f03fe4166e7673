"""Clauses of a game that stand in declarations: how it ends, whose turn follows whose, names of moves."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from fractions import Fraction

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.kernel.source import Span
from lasker.syntax.tree import Bound, Digits, Node, Row, Scope


@dataclass(frozen=True)
class EndRule:
    """`end "reason" lost: test`, or `adjudicate …`: what it means for the player to move, and when. In
    `called "name" "short": move` the reason is the name, and the manner the short one."""

    reason: str
    result: str | Fraction  # or the share of the one point that the player to move gets
    test: Node | None
    place: Span
    repeated: int = 0  # when the position has occurred so often, the test having held all the time:
    giving: bool = False  # whenever another player was to move, or else whenever the same one was
    manner: str = ""  # automatic, or one of MANNERS
    scope: Scope | None = None  # whom it concerns, and in which states it is asked: the mover, and all
    names: Mapping[str, Span] = field(default_factory=dict)  # where its scope names players and states


@dataclass(frozen=True)
class StateRule:
    """`state NAME of PLAYER: move then other if test, next`; of chance: `1: move, 2: move then next`."""

    name: str
    player: str
    moves: tuple[tuple[int, Node], ...]  # one, unless chance chooses: then each with its weight
    next: tuple[tuple[Node | None, str], ...]  # tests in order, the last without one
    place: Span
    names: dict[str, Span]  # where it names its player and the states that come next


NAMING = 'a name is one word, as in called "O-O": …; % in it is how the move is written otherwise'
_UNWRITABLE = re.compile(r"""[\s{}()\[\];"']""")  # what separates moves, comments and variations in PGN
_OTHER = re.compile(r"[0-9]+\.*|\*|[01]-[01]|1/2-1/2|\$.*|.*[+#!?]")  # numbers, results, signs of PGN


def unwritable(name: str) -> str | None:
    """Why a text cannot be the name of a move in a list of moves; None if it can.

    >>> unwritable("O-O"), unwritable("%/H"), unwritable("two words")
    (None, None, 'it has a blank, a quote or a bracket')
    >>> unwritable("1-0")
    'in lists of moves it means something else'
    """
    if not name:
        return "it is empty"
    if _UNWRITABLE.search(name):
        return "it has a blank, a quote or a bracket"
    return "in lists of moves it means something else" if _OTHER.fullmatch(name) else None


def weighed(option: Node) -> tuple[int, Node]:
    """What chance may do, with its weight: `2: M`, or M alone, which weighs 1."""
    match option:
        case Bound(Row((Digits(digits),)), body):
            if not int(digits):
                raise DeclarationError("a weight is a whole number from 1 on")
            return int(digits), body
    return 1, option
