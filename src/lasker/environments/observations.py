"""Observations: the planes of a position, named by the rules.

There is a plane for every kind of piece of every player, the viewer's own first, which tells also how many
stand together where pieces are counted; for every mark; for every counter, the viewer's own first, hands
among them; for the state of the turn; and for repetitions, where the rules ask for them.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from lasker.algebra.contents import Life
from lasker.environments.arrays import numpy_module
from lasker.model.game import NOBODY, Game
from lasker.space.space import LatticeSpace

if TYPE_CHECKING:
    from lasker.environments.actions import View


class PlaneTables:
    """The planes of a game: their names, and the tables by which native code fills them.

    >>> from lasker.environments.actions import ActionSpace
    >>> from lasker.play.library import model
    >>> game = model("tictactoe")
    >>> found = PlaneTables(game, ActionSpace(game).views)
    >>> found.names, found.shape
    (('own stone', 'stone of the next player', 'turn x', 'turn o'), (4, 3, 3))
    """

    def __init__(self, game: Game, views: list[View]) -> None:
        np, vocabulary = numpy_module(), game.rules.vocabulary
        players = range(len(game.players))
        names: list[str] = []

        def plane(name: str) -> int:
            names.append(name)
            return len(names) - 1

        kinds = sorted(
            enumerate(vocabulary.pieces, start=1),
            key=lambda each: (each[1].owner is None, each[1].owner or 0, each[0]),
        )
        first: dict[tuple[str, int | None], int] = {}
        most: dict[tuple[str, int | None], int] = {}
        for _, piece in kinds:  # as the first player sees them
            kind = piece.kind or piece.name, piece.owner
            if kind not in first:
                first[kind] = plane(_whose(*kind))
            most[kind] = max(most.get(kind, 1), piece.count)
        self._piece = np.full((len(players), len(kinds) + 1), -1, "int32")
        self._count = np.ones((len(kinds) + 1,), "uint8")
        self._share = np.ones((len(kinds) + 1,), "float32")
        for symbol, piece in kinds:
            kind = piece.kind or piece.name, piece.owner
            self._count[symbol] = min(255, piece.count or 1)
            self._share[symbol] = (piece.count or 1) / most[kind]
            for player in players:
                seen = None if piece.owner is None else (piece.owner - player) % len(players)
                self._piece[player, symbol] = first.get((kind[0], seen), first[kind])
        lasting = [mark.life is not Life.END for mark in vocabulary.marks.values()]
        marks = [plane(name) if kept else -1 for name, kept in zip(vocabulary.marks, lasting, strict=True)]
        self._mark = np.array([*marks, -1], "int32")
        counters = [each for each in vocabulary.counters.values() if not each.scratch]
        slots = {key: slot for slot, key in enumerate(vocabulary.counters)}
        first_counter = len(names)
        ordered = sorted(counters, key=lambda each: (each.owner is not None, each.owner or 0))
        for counter in ordered:
            plane(_whose(counter.name, counter.owner) if counter.owner is not None else counter.name)
        self._slot = np.zeros((len(players), len(ordered) + 1), "int32")[:, : len(ordered)].copy()
        for player in players:
            for number, counter in enumerate(ordered):
                owner = None if counter.owner is None else (counter.owner + player) % len(players)
                own = slots[counter.name, counter.owner]
                self._slot[player, number] = slots.get((counter.name, owner), own)
        every = list(vocabulary.counters.values())
        self._low = np.array([*(each.low for each in every), 0], "float32")
        self._scale = np.array([*(1 / max(1, each.high - each.low) for each in every), 1], "float32")
        first_turn = len(names)
        for state in game.states:
            plane(f"turn {state}")
        repeated = max((rule.repeated for rule in game.adjudications), default=0)
        again = plane("earlier occurrences") if repeated or game.forbids_repetition else -1
        self._site = np.array([view.squares for view in views], "int32")
        self.names = tuple(names)
        self.shape = (len(names), *board_shape(game))
        sizes = [len(ordered), first_counter, first_turn, len(game.states), again, len(names)]
        self._numbers = [*sizes, max(1, repeated - 1)]

    def fields(self, viewer: int | None) -> list[int]:
        """What native code must know, in its order."""
        arrays = (
            self._piece,
            self._count,
            self._share,
            self._mark,
            self._site,
            self._slot,
            self._low,
            self._scale,
        )
        addresses = [each.ctypes.data for each in arrays]
        return [*addresses, *self._numbers, NOBODY if viewer is None else viewer]


def board_shape(game: Game) -> tuple[int, ...]:
    """The shape of the board as an array: rows and columns of a rectangle, else the squares in a row.

    >>> from lasker.play.library import model
    >>> board_shape(model("xiangqi")), board_shape(model("chinese_checkers"))
    ((10, 9), (121,))
    """
    space = game.space
    if isinstance(space, LatticeSpace):
        lengths = [high - low + 1 for low, high in zip(space.low, space.high, strict=True)][::-1]
        if prod(lengths) == len(space.sites):
            return tuple(lengths)
    return (len(space.sites),)


def _whose(name: str, owner: int | None) -> str:
    """A thing with its owner, as the viewer calls him."""
    if owner is None:
        return f"neutral {name}"
    return f"own {name}" if owner == 0 else f"{name} of the next player" + f" but {owner - 1}" * (owner > 1)
