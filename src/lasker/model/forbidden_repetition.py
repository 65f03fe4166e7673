"""Which moves a game forbids because of what has been before: repetitions, and turns that change nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
ANY = -1  # whoever is to move


class Repetition(NamedTuple):
    """What `forbid` says of the past.

    A position is given as the number of its state and its board with the counters. `gone` is the set of
    those to which no move may lead now, and `form` how a position is looked up there.

    >>> ko = Repetition(times=2)
    >>> ko.form(1, "empty") in ko.gone([(0, "empty"), (1, "a stone")], players=(0, 1))
    True
    >>> thrice = Repetition(times=3, states=(0, 1))
    >>> thrice.form(1, "empty") in thrice.gone([(1, "empty"), (0, "a stone")], players=(0, 1))
    False
    >>> thrice.grows, thrice.ends_with(1, times=1), thrice.ends_with(1, times=2)
    (True, False, True)
    """

    times: int = 0  # the occurrence that is forbidden; 0 where positions may come again
    states: tuple[int, ...] = ()  # of these states, each for itself; none: in all, whoever is to move
    null_turns: bool = False  # may a turn not end with the position it began with?

    @property
    def by_state(self) -> bool:
        """Does it matter who is to move?"""
        return bool(self.states) or not self.times

    @property
    def grows(self) -> bool:
        """Are the positions that are gone after a move those before it, and perhaps the one it led to?"""
        return not self.null_turns and (self.times == 2 or self.by_state)

    def ends_with(self, state: int, times: int) -> bool:
        """Is a position of a state gone, now that it has occurred so often?"""
        return times >= self.times - 1 and (not self.states or state in self.states)

    def form(self, state: int, key: Key) -> tuple[int, Key]:
        """A position as it is looked up among those that are gone."""
        return (state if self.by_state else ANY, key)

    def gone(self, past: Sequence[tuple[int, Key]], players: Sequence[int]) -> set[tuple[int, Key]]:
        """The positions to which no move may lead, after a past that ends with the position to move in."""
        often = Counter(self.form(*each) for each in past if not self.states or each[0] in self.states)
        found = {each for each, times in often.items() if self.times and times >= self.times - 1}
        if not self.null_turns:
            return found
        first, player = len(past) - 1, players[past[-1][0]]
        while first and players[past[first - 1][0]] == player:
            first -= 1
        others = (state for state, other in enumerate(players) if other != player)
        return found | {self.form(state, past[first][1]) for state in others}


ALLOWED = Repetition()
NEVER_AGAIN = Repetition(times=2)
