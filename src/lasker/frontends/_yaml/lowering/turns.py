"""Turn orders: the states of a game, whose turn each is, and what follows it."""

from __future__ import annotations

from lasker.frontends._yaml.specification.schema import GameSpec
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class TurnState:
    """A state of the turn order: its player, the states after a quiet move and after a capture."""

    name: str
    player: int
    quiet: str
    capture: str
    casts: bool = False  # is a die cast, and no move made?


def states(spec: GameSpec) -> list[TurnState]:
    """All states, in the order of the players.

    >>> [state.name for state in states(GameSpec(turn="on last of sequence", sequence=2))]
    ['white', 'white_2', 'black', 'black_2']
    >>> states(GameSpec(turn="on capture"))[0]
    TurnState(name='white', player=0, quiet='white', capture='black', casts=False)
    """
    length = (spec.sequence or 2) if spec.turn == "on last of sequence" else 1
    cast = "rolls_" if spec.chance else ""
    found = []
    for number, player in enumerate(spec.players[:1] if spec.turn == "never" else spec.players):
        other = cast + spec.players[(number + 1) % len(spec.players)]
        names = [player, *(f"{player}_{k}" for k in range(2, length + 1))]
        if cast:
            found.append(TurnState(cast + player, number, player, player, casts=True))
        for name, following in zip(names, [*names[1:], other], strict=True):
            passing = {"never": (name, name), "on capture": (name, other), "on quiet move": (other, name)}
            found.append(TurnState(name, number, *passing.get(spec.turn, (following, following))))
    return found
