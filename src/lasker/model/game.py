"""A game as data: its facts, its board and pieces, who moves when, what ends it.

How they are read from a text is said in `reading`, and what they are in `parts`; a game that was read before
can be made of what was `kept` of it.
"""

from __future__ import annotations

import re
import threading
from hashlib import sha256
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

from lasker.algebra.meaning import Arena
from lasker.algebra.moves import Move
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Source, Span
from lasker.kernel.values import once
from lasker.model.parts import NOBODY, Ending, Parts, PerftClaim, State
from lasker.space.movement import Movement
from lasker.space.space import Space

if TYPE_CHECKING:
    from lasker.model.weights import Weight

__all__ = ["NOBODY", "Ending", "Game", "PerftClaim", "State", "game_of", "row_of_start"]


class Game:
    """A game made from a rules text, and from the texts that it extends.

    >>> game = Game(Source('''lasker 1
    ... game "Coins"
    ... players first second
    ... board 3x1
    ... piece coin ● ○
    ... move = %.: put(●)
    ... end "full" lost: ![move]
    ... '''))
    >>> game.title, list(game.states)
    ('Coins', ['first', 'second'])
    """

    title: str
    aliases: tuple[str, ...]
    about: str
    source: str
    start: str
    fen_fields: tuple[str, ...]
    fen_dialects: tuple[tuple[str, ...], ...]
    players: tuple[str, ...]
    passes: bool
    by_label: bool
    forbids_repetition: bool
    counts: tuple[PerftClaim, ...]

    def __init__(
        self,
        source: Source,
        bases: tuple[Source, ...] = (),
        limits: Limits = DEFAULT,
        kept: Parts | None = None,
    ) -> None:
        if kept is None:
            from lasker.model.reading import Reading  # the whole language, which a game that is kept need not

            kept = Reading(source, bases, limits)
        self.parts, self.rules, self.lock = kept, kept.rules, kept.lock
        vars(self).update(vars(kept.facts))
        self._arenas = threading.local()
        _known.setdefault((source, bases, limits), self)

    def __reduce__(self) -> tuple[object, ...]:
        return game_of, (self.rules.source, self.rules.bases, self.rules.limits)

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
    def reasons(self) -> dict[Move, str]:
        """The tests that forbid moves, as every player sees them, each with its reason in words."""
        return self.parts.reasons

    @once
    def checking(self) -> Move | None:
        """The definition called `check`, as the first player sees it; None where there is none."""
        return self.parts.checking


_known: WeakValueDictionary[tuple[Source, tuple[Source, ...], Limits], Game] = WeakValueDictionary()


def game_of(source: Source, bases: tuple[Source, ...], limits: Limits) -> Game:
    """The game that some texts describe: the one that is in use, or a new one."""
    found = _known.get((source, bases, limits))
    return Game(source, bases, limits) if found is None else found


def row_of_start(game: Game, at: int) -> Span | None:
    """Where in its file the row of the start is written to which a place in its FEN belongs."""
    whole = game.rules.declared.places.get(("fact", "start"))
    row = game.start.count("/", 0, at)
    for text in re.finditer(r'"[^"\n]*"', whole.source.text[whole.start : whole.end] if whole else ""):
        row -= text.group().count("/") + 1
        if whole and row < 0:
            return Span(whole.source, whole.start + text.start(), whole.start + text.end())
    return whole
