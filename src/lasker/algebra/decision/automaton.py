"""The automaton of a move: its states are partial derivatives, its edges letters under tests (Antimirov)."""

from __future__ import annotations

from lasker.algebra.decision.derivatives import TooLargeError, unrolled
from lasker.algebra.decision.dynamic_logic import Proposition, Signed, firsts
from lasker.algebra.laws import simplify
from lasker.algebra.moves import Move, Test
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError

MOST_STATES = 60
Guards = tuple[Move, ...]  # tests that must hold


@dataclass(frozen=True)
class Edge:
    """From one state to another by a letter, where the guards hold."""

    start: int
    end: int
    guards: Guards
    letter: Move


@dataclass(frozen=True)
class Automaton:
    """States by number, the first one at the start; what remains to be done in each; edges; and under which
    guards a state may be the last."""

    states: tuple[Move, ...]
    edges: tuple[Edge, ...]
    stops: tuple[tuple[int, Guards], ...]

    @property
    def final(self) -> frozenset[int]:
        """The states that may be the last."""
        return frozenset(state for state, _ in self.stops)


def automaton(move: Move) -> Automaton:
    """The automaton of a move.

    >>> from lasker.algebra.moves import Repeat, Variable, sequence
    >>> M, N = Variable("M"), Variable("N")
    >>> found = automaton(Repeat(sequence([M, N]), 0, None))
    >>> [(edge.start, edge.letter.name, edge.end) for edge in found.edges], sorted(found.final)
    ([(0, 'M', 1), (1, 'N', 0)], [0])
    """
    try:
        start = unrolled(simplify(move)[0])
        numbers = {start: 0}
        edges: dict[Edge, None] = {}
        stops: dict[tuple[int, Guards], None] = {}
        todo = [start]
        for state in todo:  # the list grows
            for first in firsts(state):
                guards = tuple(dict.fromkeys(map(_asked, first.guards)))
                if first.letter is None:
                    stops[numbers[state], guards] = None
                    continue
                if first.rest not in numbers:
                    numbers[first.rest] = len(numbers)
                    todo.append(first.rest)
                edges[Edge(numbers[state], numbers[first.rest], guards, first.letter)] = None
            if len(todo) > MOST_STATES:
                raise TooLargeError
    except TooLargeError:
        raise LimitError(
            f"the automaton has more than {MOST_STATES} states", remedy="draw the automaton of a smaller move"
        ) from None
    return Automaton(tuple(numbers), tuple(edges), tuple(stops))


def _asked(guard: Signed) -> Move:
    """A guard as a test."""
    formula, wanted = guard
    if isinstance(formula, Proposition):
        assert not isinstance(formula.name, str)
        return formula.name if wanted else Test(formula.name, False)
    return Test(formula.program, wanted)
