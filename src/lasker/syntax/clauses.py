"""Clauses of a game that stand in declarations: how it ends, and whose turn follows whose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from lasker.kernel.errors import DeclarationError
from lasker.kernel.source import Span
from lasker.syntax.tree import Bound, Digits, Node, Row, Scope


@dataclass(frozen=True)
class EndRule:
    """`end "reason" lost: test`, or `adjudicate …`: what it means for the player to move, and when."""

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


def weighed(option: Node) -> tuple[int, Node]:
    """What chance may do, with its weight: `2: M`, or M alone, which weighs 1."""
    match option:
        case Bound(Row((Digits(digits),)), body):
            if not int(digits):
                raise DeclarationError("a weight is a whole number from 1 on")
            return int(digits), body
    return 1, option
