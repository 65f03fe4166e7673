"""A game as data: its facts, its board and pieces, who moves when, what ends it.

What its parts are is said in `parts`. How they are read from a text is no matter of the model.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from hashlib import sha256
from typing import TYPE_CHECKING

from lasker.algebra.contents import Vocabulary
from lasker.algebra.meaning import Arena
from lasker.algebra.moves import Move, Test
from lasker.kernel.immutable import once
from lasker.kernel.limits import Limits
from lasker.model.forbidden_repetition import Repetition
from lasker.model.parts import NOBODY, Calling, Ending, Parts, PerftClaim, State
from lasker.space.movement import Movement
from lasker.space.space import Space

if TYPE_CHECKING:
    from lasker.model.weights import Weight

__all__ = ["NOBODY", "Ending", "Game", "PerftClaim", "State"]


class Game:
    """A game, made of its parts.

    >>> import lasker
    >>> game = lasker.load("tictactoe").model
    >>> game.title, list(game.states), len(game.space.sites)
    ('Tic-tac-toe', ['x', 'o'], 9)
    """

    title: str
    aliases: tuple[str, ...]
    tags: tuple[str, ...]
    about: str
    source: str
    start: str
    fen_fields: tuple[str, ...]
    fen_dialects: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    passes: bool
    by_label: bool
    forbids_repetition: bool
    letters: tuple[tuple[str, str], ...]
    counts: tuple[PerftClaim, ...]

    def __init__(self, parts: Parts, again: tuple[Callable[..., Game], tuple[object, ...]]) -> None:
        """Make a game of its parts; `again` says how another process makes the same one."""
        self.parts, self.rules, self.lock = parts, parts.rules, parts.lock
        vars(self).update(vars(parts.facts))
        self._arenas, self._again = threading.local(), again

    def __reduce__(self) -> tuple[object, ...]:
        return self._again

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def check(self) -> None:
        """Read every rule of the game, so that a mistake is found before somebody plays into it."""
        self.parts.check()

    @once
    def text_hash(self) -> str:
        """The hash of the text and all it extends: what caches are keyed by."""
        texts = [source.text for source in (*self.rules.bases, self.rules.source)]
        return sha256("\0".join(texts).encode()).hexdigest()

    @property
    def vocabulary(self) -> Vocabulary:
        """What may stand on a square, and what is counted: pieces, marks and counters."""
        return self.rules.vocabulary

    @property
    def limits(self) -> Limits:
        """How much may be spent on the game."""
        return self.rules.limits

    @once
    def space(self) -> Space:
        """The board."""
        return self.parts.space

    @once
    def weights(self) -> tuple[Weight, ...]:
        """What the displacements of pieces weigh, where the rules say it."""
        return self.parts.weights

    @property
    def arena(self) -> Arena:
        """Where the moves of the game are evaluated, with the choices of their binders noted; each thread has
        its own, which counts what it does."""
        if not hasattr(self._arenas, "own"):
            self._arenas.own = Arena(self.space, self.rules.vocabulary, self.rules.limits, tracing=True)
        found: Arena = self._arenas.own
        return found

    @once
    def view(self) -> Movement:
        """How the next player sees the board."""
        return self.parts.view

    def seen(self, move: Move, player: int) -> Move:
        """A term of the first player, as another player sees it; the same term each time it is asked."""
        return self.parts.seen(move, player)

    @once
    def states(self) -> dict[str, State]:
        """The turn automaton; the first state is the one in which a game begins."""
        return self.parts.states

    @once
    def turns(self) -> tuple[str, ...]:
        """The states in the order in which they follow each other if nothing special happens."""
        found = [next(iter(self.states))]
        while (following := self.states[found[-1]].next[-1][1]) not in found:
            found.append(following)
        return tuple(found)

    def plies_between(self, now: str, then: str) -> int:
        """How many plies later a state comes: moving again begins a new turn, and turns left out count."""
        order = self.turns
        if now not in order or then not in order:
            return 1
        return (order.index(then) - order.index(now)) % len(order) or len(order)

    @once
    def settle(self) -> Move:
        """What is tidied up after every move."""
        return self.parts.settle

    @once
    def endings(self) -> tuple[Ending, ...]:
        """The rules that end the game, in their order: they stop play, and counting."""
        return self.parts.endings

    @once
    def adjudications(self) -> tuple[Ending, ...]:
        """The rules by which a game is called drawn or won though it could go on; counting ignores them."""
        return self.parts.adjudications

    @once
    def faults(self) -> tuple[Ending, ...]:
        """What makes a set-up no position of this game."""
        return self.parts.faults

    @once
    def callings(self) -> tuple[Calling, ...]:
        """What moves are called that lead where a rule leads; the first that fits counts."""
        return self.parts.callings

    @once
    def reasons(self) -> dict[Move, str]:
        """The tests that forbid moves, as every player sees them, each with its reason in words."""
        return self.parts.reasons

    @once
    def repetition(self) -> Repetition:
        """Which moves are forbidden because of the past."""
        return self.parts.repetition

    @once
    def checking(self) -> Move | None:
        """The definition called `check`, as the first player sees it; None where there is none."""
        return self.parts.checking

    @once
    def tests(self) -> dict[str, Test]:
        """The tests that the rules name, as the first player sees them."""
        return self.parts.tests
