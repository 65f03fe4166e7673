"""Termination of a game: is every play finite? Proved, refuted by a cycle, or undecided.

A game is finite if potentials rise with every move and are bounded, if its rules forbid repetition, or if an
automatic adjudication ends it at some repetition, since there are finitely many positions. It is infinite if
a play returns to an earlier position with the same counters, and nothing stops it. Otherwise the question is
undecided.
"""

from __future__ import annotations

from math import prod

from lasker.algebra.contents import Life
from lasker.algebra.moves import NIL, Choice, Compare, Move, Nil, Sequence, Test
from lasker.formulations.arithmetic.sizes import size
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError
from lasker.model.game import Game as Model
from lasker.play.game import Game, Position
from lasker.proofs.termination.possible_moves import PossibleMoves
from lasker.proofs.termination.potentials import Potential, Potentials, Vector
from lasker.proofs.termination.returning_play import ReturningPlay, from_later, from_start


@dataclass(frozen=True)
class Answer:
    """Whether every play ends, the method of the proof, and an upper bound on the number of plies."""

    finite: bool | None
    method: str
    bound: int | None = None
    play: ReturningPlay | None = None  # if it is infinite
    potentials: tuple[tuple[frozenset[str], tuple[Potential, ...]], ...] = ()  # by states of turns

    def __str__(self) -> str:
        if self.finite is None:
            return f"undecided: {self.method}"
        if self.bound is None:
            return f"infinite: {self.method}"
        plies = f"{self.bound} plies" if self.bound < 10**12 else f"a number of plies of {size(self.bound)}"
        return f"finite: at most {plies}, because {self.method}"


def finite(game: Game) -> Answer:
    """Whether every play of a game from its initial position ends.

    >>> from lasker.play.game import load
    >>> print(finite(load("connect_four")))
    finite: at most 42 plies, because empty squares get fewer
    >>> print(finite(load("rim")).method)
    a position that occurs 3 times ends the game, and there are finitely many
    """
    repetition = _by_repetition(game)
    if repetition is None and (play := from_start(game)) is not None:
        return _infinite(play)
    tried = "no potential rises with every move"
    try:
        answer = _by_potentials(game) or repetition
    except LimitError as error:
        tried, answer = error.message, repetition
    if answer is None and (play := from_later(game)) is not None:
        return _infinite(play)
    return answer or Answer(None, f"{tried}, no rule ends repetitions, no way back was found")


def _infinite(play: ReturningPlay) -> Answer:
    return Answer(False, str(play), play=play)


def _by_potentials(game: Game) -> Answer | None:
    """A lexicographic potential for every strongly connected component of the turn
    automaton; each is left at most once."""
    model = game.model
    start = game.start()
    potentials, possible = Potentials(model), PossibleMoves(model, start.node.configuration.board)
    proofs = []
    components = _components(
        {state.name: {name for _, name in state.next} for state in model.states.values()}
    )
    for component in components:
        proof = _Component(model, potentials, possible, component).proof(start)
        if proof is None:
            return None
        proofs.append(proof)
    words = list(dict.fromkeys(each.words for _, chosen in proofs for each in chosen))
    plies = sum(bound for bound, _ in proofs) + len(components) - 1
    rising = tuple((names, chosen) for names, (_, chosen) in zip(components, proofs, strict=True))
    return Answer(True, ", then ".join(words), plies, potentials=rising)


class _Component:
    """A strongly connected component of the turn automaton, with potentials that rise
    while play stays in it."""

    def __init__(
        self, model: Model, potentials: Potentials, possible: PossibleMoves, names: frozenset[str]
    ) -> None:
        self.model, self.potentials, self.names = model, potentials, names
        settling = potentials.floor(possible(model.settle))
        self.effects: dict[str, list[Vector]] = {}
        self.passes: dict[str, set[Move]] = {}
        for name in names:
            move = model.states[name].move
            options = move.options if isinstance(move, Choice) else (move,)
            longest = [
                option
                for option in options
                if _only_tests(option) and (model.passes or _tests_change_nothing(model))
            ]
            if model.passes and longest:
                self.passes[name] = set.intersection(*(set(_parts(option)) for option in longest))
            working = [option for option in options if option not in longest]
            found = potentials.floor(possible(Choice(tuple(working))))
            self.effects[name] = [
                tuple(x + y for x, y in zip(v, w, strict=True)) for v in found for w in settling
            ]

    def proof(self, start: Position) -> tuple[int, tuple[Potential, ...]] | None:
        """The greatest number of plies in the component, and the potentials that prove it."""
        chosen: list[int] = []
        before: list[int] | None = None
        while chosen != before:  # what falls only where a later one rises comes after it
            before = [*chosen]
            for index in range(len(self.potentials.every)):
                least = self._least([*chosen, index])
                if index not in chosen and least >= (0,) * len(least) and self._rises(index):
                    chosen.append(index)
        if (longest := self._longest_without_rise(chosen)) is None:
            return None
        for index in reversed(chosen):
            fewer = [other for other in chosen if other != index]
            if self._least(fewer) >= (0,) * len(fewer) and self._longest_without_rise(fewer) == longest:
                chosen = fewer
        steady = [i for i in chosen if all(v[i] >= 0 for found in self.effects.values() for v in found)]
        spans = [self._span(i, start) for i in steady]
        others = prod(
            1 + self.potentials.span(self.potentials.every[i], self.names) for i in chosen if i not in steady
        )
        rises = (sum(spans) + 1) * others - 1
        return rises + (rises + 1) * longest, tuple(self.potentials.every[i] for i in chosen)

    def _span(self, index: int, start: Position) -> int:
        potential: Potential = self.potentials.every[index]
        first = start.node.state.name in self.names
        return (
            self.potentials.left(potential, start.node.configuration, self.names)
            if first
            else self.potentials.span(potential, self.names)
        )

    def _least(self, chosen: list[int], name: str | None = None) -> tuple[float, ...]:
        found = [
            tuple(vector[i] for i in chosen)
            for state, effects in self.effects.items()
            for vector in effects
            if name in (None, state)
        ]
        return min(found, default=(1,) * len(chosen))

    def _rises(self, index: int) -> bool:
        return any(vector[index] > 0 for found in self.effects.values() for vector in found)

    def _longest_without_rise(self, chosen: list[int]) -> int | None:
        """The greatest number of successive plies that raise nothing; None if unbounded."""
        without_rise = {n for n in self.names if not self._least(chosen, n) > (0,) * len(chosen)}
        successors = {n: {then for _, then in self.model.states[n].next} for n in self.names}
        if _components({n: successors[n] & without_rise for n in without_rise}):
            return None
        passing = set(self.passes) | without_rise
        if not _components({n: successors[n] & passing for n in passing}):
            return len(passing)
        return len(passing) if not without_rise and self._ends_when_all_pass() else None

    def _ends_when_all_pass(self) -> bool:
        """When all players have passed, all tests that passing requires to fail have failed on one board:
        does that end the game?"""
        if not _tests_change_nothing(self.model) or set(self.passes) != self.names:
            return False
        if any(len(self.model.states[name].next) > 1 for name in self.names):
            return False
        failed = set().union(*self.passes.values())
        return any(
            not ending.repeated and _only_tests(test) and set(_parts(test)) <= failed
            for ending in self.model.endings
            for name, test in ending.tests.items()
            if name in self.names
        )


def _tests_change_nothing(model: Model) -> bool:
    """Does a move that only tests leave the position unchanged, even though the turn passes?"""
    marks = model.rules.vocabulary.marks.values()
    return model.settle == NIL and not any(mark.life is Life.TURN for mark in marks)


def _parts(move: Move) -> tuple[Move, ...]:
    return move.parts if isinstance(move, Sequence) else (move,)


def _only_tests(move: Move) -> bool:
    return all(isinstance(part, Nil | Test | Compare) for part in _parts(move))


def _components(successors: dict[str, set[str]]) -> list[frozenset[str]]:
    """The strongly connected components that contain a cycle."""
    beyond = {name: set(after) for name, after in successors.items()}
    for middle in successors:
        for name in successors:
            if middle in beyond[name]:
                beyond[name] |= beyond[middle]
    found = {frozenset(o for o in beyond[n] if n in beyond.get(o, ())) for n in successors if n in beyond[n]}
    return sorted(found, key=sorted)


def _passing(model: Model) -> int | None:
    """The greatest number of successive states whose positions a rule against repetition does not count; None
    if play can stay in them for ever."""
    counted = {name for at, name in enumerate(model.states) if at in model.repetition.states}
    others = model.states.keys() - counted if counted else set[str]()
    stays = _components({name: {then for _, then in model.states[name].next} & others for name in others})
    return None if stays else len(others)


def _by_repetition(game: Game) -> Answer | None:
    model = game.model
    words = model.rules.vocabulary
    lasting = 1 << sum(mark.life is not Life.END for mark in words.marks.values())
    counters = prod(c.high - c.low + 1 for c in words.counters.values() if c.keyed and not c.scratch)
    boards = (len(words.glyphs) * lasting) ** len(model.space.sites) * counters
    if (most := model.repetition.times - 1) > 0 and (uncounted := _passing(model)) is not None:
        often = "twice" if most == 1 else f"{most + 1} times"
        plies = (most * boards * max(1, len(model.repetition.states)) + 1) * (uncounted + 1) - 1
        return Answer(True, f"no position may occur {often}, and there are finitely many", plies)
    states = model.states.values()
    if any(s.by_chance and any(model.states[n].by_chance for _, n in s.next) for s in states):
        return None
    times = [
        rule.repeated
        for rule in model.adjudications
        if rule.repeated and not rule.manner and all(test == NIL for test in rule.tests.values())
    ]
    if not times:
        return None
    method = f"a position that occurs {min(times)} times ends the game, and there are finitely many"
    return Answer(True, method, 2 * boards * len(model.states) * (min(times) - 1) + 2)
