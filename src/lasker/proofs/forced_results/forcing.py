"""Forced results: a strategy by which a player gets at least a payoff within a number of plies.

Iterative deepening over positions with a table. Every position is proved within so many plies, refuted for
good, or open as far as it was searched. Only the rules that end the game count: adjudications are left out,
and chance is an adversary.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from fractions import Fraction

from lasker.backends import Engine
from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel import cancel
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import SortError, Undecided
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.proofs.forced_results.search_tables import INFINITE, Claim, ClaimTables

BUDGET = 200_000  # positions whose successors are listed


class OutOfBudget(Undecided):
    """More positions would have to be looked at than the budget allows."""


@dataclass(frozen=True)
class Choice:
    """One choice of a strategy: the position, the plies within which it is over, the position chosen."""

    at: ProgramPosition
    within: int
    chosen: ProgramPosition


@dataclass
class Forcing:
    """The search for a strategy that satisfies a claim.

    >>> import lasker
    >>> from lasker.backends import position
    >>> from lasker.play.backend_choice import reference
    >>> start = lasker.load("tictactoe").position("XX1/OO1/3 x 5")
    >>> search = Forcing(start.game.model, reference(start.game.model), Claim(0, Fraction(1)))
    >>> search.proved(position(start.node), 3)
    1
    """

    game: Game
    engine: Engine
    claim: Claim
    budget: int = BUDGET
    tell: Callable[[int, int], None] | None = None  # receives the plies and the positions so far
    tables: ClaimTables = field(default_factory=ClaimTables)
    _next: dict[ProgramPosition, tuple[ProgramPosition, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.game.forbids_repetition:
            raise SortError(
                "the moves of this game depend on its history, and a position is searched without one"
            )
        self._states = list(self.game.states.values())
        self._needed, self._open = self.tables.proved, self.tables.open

    def proved(self, start: ProgramPosition, within: int | None = None) -> int | None:
        """The least number of plies in which the claim is forced; None if it is not, within that number or
        ever. Beyond the budget, or interrupted, it raises `Undecided` and says how far it came."""
        depth, looked = 0, [0]  # positions looked at before each depth
        while within is None or depth <= within:
            try:
                if self.tell is not None:
                    self.tell(depth, len(self._next))
                self._search(start, depth)
            except (OutOfBudget, KeyboardInterrupt):
                positions, known = len(self._next), f": not within {plural(depth - 1)}" if depth else ""
                raise Undecided(
                    f"no answer after {positions} positions{known}{_forecast(looked, depth, positions)}",
                    remedy="give a larger --budget, or a position nearer to the end",
                ) from None
            if self._needed.get(start, INFINITE) <= depth:
                return self._needed[start]
            if self._open.get(start, -1) >= INFINITE:
                return None
            depth += 1
            looked.append(len(self._next))
        return None

    def strategy(self, start: ProgramPosition) -> Iterator[Choice]:
        """The choices that matter from a position from which the claim has been proved."""
        seen, todo = {start}, [start]
        while todo:
            here = todo.pop()
            after = self._after(here)
            if not after:
                continue
            if self._mine(here):
                best = min(after, key=lambda each: self._needed.get(each, INFINITE))
                yield Choice(here, self._needed[here], best)
                after = (best,)
            todo += (each for each in after if each not in seen)
            seen.update(after)

    def _mine(self, position: ProgramPosition) -> bool:
        return self._states[position.turn].player == self.claim.player

    def _after(self, position: ProgramPosition) -> tuple[ProgramPosition, ...]:
        found = self._next.get(position)
        if found is None:
            if not len(self._next) % 256:
                cancel.check()
            successors = self.engine.successors(position)
            found = self._next[position] = tuple(dict.fromkeys(each.after for each in successors))
            self._decide(position, found)
        return found

    def _decide(self, position: ProgramPosition, after: tuple[ProgramPosition, ...]) -> None:
        """Note the result of a position without successors."""
        if after:
            return
        number = self.engine.verdict(position)
        if number >= 0 and self._enough(self.game.endings[number].result, position):
            self._needed[position] = 0
        else:
            self._open[position] = INFINITE

    def _enough(self, result: str | Fraction, position: ProgramPosition) -> bool:
        return payoffs(self.game, position.turn, result)[self.claim.player] >= self.claim.least

    def _search(self, position: ProgramPosition, depth: int) -> None:
        """Prove a position within so many plies, or note that it is open that far, or refuted for good."""
        needed, opened = self._needed, self._open
        if needed.get(position, INFINITE) <= depth or opened.get(position, -1) >= depth:
            return
        if position not in self._next and len(self._next) >= self.budget:
            raise OutOfBudget(f"no answer after {len(self._next)} positions")
        after = self._after(position)
        if not after or depth == 0:
            if after:
                opened.setdefault(position, 0)
            return
        mine, worst, least = self._mine(position), -1, INFINITE
        for each in self._ordered(after, mine, depth):
            self._search(each, depth - 1)
            if needed.get(each, INFINITE) <= depth - 1:
                worst = max(worst, needed[each])
                if mine:
                    needed[position] = needed[each] + 1
                    return
                continue
            reach = opened[each]
            if not mine:
                opened[position] = INFINITE if reach >= INFINITE else depth
                return
            least = min(least, reach)
        if mine:
            opened[position] = INFINITE if least >= INFINITE else depth
        else:
            needed[position] = worst + 1

    def _ordered(
        self, after: tuple[ProgramPosition, ...], mine: bool, depth: int
    ) -> tuple[ProgramPosition, ...] | list[ProgramPosition]:
        """First what was proved, or refuted; then, for the player of the claim, what leaves few replies."""
        if depth < 2:
            return after
        needed, opened, known = self._needed, self._open, self._next

        def rank(each: ProgramPosition) -> tuple[int, int]:
            proof = needed.get(each, INFINITE)
            if mine:
                return proof, len(known.get(each, ())) if each in known else 1 << 10
            return -opened.get(each, -1), -proof

        return sorted(after, key=rank)


def _forecast(looked: list[int], depth: int, now: int) -> str:
    """What the depth that was not finished would take, if the positions go on growing as they did over the
    last two plies; nothing if that is refuted already, or too few plies were searched.

    >>> _forecast([0, 10, 20, 100], 3, 150), _forecast([0, 1], 1, 2)
    ('; 3 plies would take about 200', '')
    """
    if len(looked) < 3 or not looked[-3]:
        return ""
    expected = looked[-2] * looked[-1] // looked[-3]
    return f"; {plural(depth)} would take about {expected:,}" if expected > now else ""


def plural(plies: int) -> str:
    """A number of plies in words.

    >>> plural(1), plural(2)
    ('1 ply', '2 plies')
    """
    return "1 ply" if plies == 1 else f"{plies} plies"


def payoffs(game: Game, turn: int, result: str | Fraction) -> tuple[Fraction, ...]:
    """What every player gets if an end with this result is reached in a state of the turn order."""
    state = list(game.states.values())[turn]
    return Node(game, game.arena.start(()), state).payoffs(result)
