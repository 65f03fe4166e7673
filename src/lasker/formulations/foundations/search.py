"""Small states in the order of their size, and the smallest on which two readings disagree."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, pairwise, permutations, product
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from lasker.formulations.foundations.definitions import MOST_OCCURRENCES, Definitions, repaired
from lasker.formulations.foundations.fen import move_texts
from lasker.formulations.foundations.sets import (
    C,
    Colour,
    Move,
    Piece,
    Shape,
    State,
    Tile,
    fill,
    graph,
    men,
    positions,
    shape,
    switch,
)

Question: TypeAlias = Callable[[Definitions, State], Hashable]

COLOURS: tuple[Colour, ...] = ("white", "black")
MEN: tuple[Piece, ...] = tuple(product(COLOURS, ("K", "P", "N", "B", "R", "Q")))
SMALL_BOARDS: tuple[Shape, ...] = tuple(
    sorted(product(range(1, 5), range(1, 5)), key=lambda size: (size[0] * size[1], size))
)
"""The boards of up to four files and four ranks, the smallest first."""

BUDGET = 20_000
"""The default number of states that a search tries."""


def materials(count: int) -> Iterator[tuple[Piece, ...]]:
    """Every choice of so many men, with or without kings.

    >>> len(list(materials(2)))
    78
    """
    return combinations_with_replacement(MEN, count)


def states(material: Sequence[Piece], size: Shape = (8, 8)) -> Iterator[State]:
    """Every state with exactly these men on a board of this size, each once.

    >>> sum(1 for _ in states([("white", "K"), ("black", "K")], (3, 3)))
    144
    """
    ordered = sorted(material, key=MEN.index)
    for places in permutations(sorted(positions(*size)), len(ordered)):
        placed: list[Tile] = list(zip(places, ordered, strict=True))
        # Two equal men that changed places are the same state.
        if all(one[1] != other[1] or one[0] < other[0] for one, other in pairwise(placed)):
            grid = fill(frozenset(placed), size)
            yield from (State(grid, colour) for colour in COLOURS)


def states_by_size(
    *readings: Definitions, boards: Sequence[Shape] = SMALL_BOARDS, most_men: int = 4
) -> Iterator[State]:
    """The states of any of these readings: few men before many, then small boards before large ones.

    >>> sum(1 for _ in states_by_size(repaired, boards=[(2, 2)], most_men=3))
    504
    """
    for count, size in product(range(most_men + 1), boards):
        for material in materials(count):
            if any(reading.fits(_in_a_row(material)) for reading in readings):
                yield from states(material, size)


def _in_a_row(material: Sequence[Piece]) -> frozenset[Tile]:
    return frozenset(((x, 0), piece) for x, piece in enumerate(material))


def recast(s: State, reading: Definitions) -> State:
    """The same men in the same places, and elsewhere a null piece that the reading knows (E-A2).

    >>> from lasker.formulations.foundations import ERRATA, read
    >>> sorted(recast(read("kK w"), ERRATA["E-A2"]).grid) == sorted(read("kK w").grid)
    True
    """
    return State(fill(men(s.grid), shape(s.grid), reading.a_null()), s.colour)


def to_and_fro(s: State, reading: Definitions = repaired) -> tuple[State, ...]:
    """Two legal moves, one of each side, and the same two back: five states, the last the first; or nothing.

    >>> from lasker.formulations.foundations.fen import read, write
    >>> [write(after)[:9] for after in to_and_fro(read("k2/3/2K w"))]
    ['k2/3/2K w', 'k2/3/1K1 ', '1k1/3/1K1', '1k1/3/2K ', 'k2/3/2K w']
    """

    def after(before: State) -> Iterator[tuple[Move, State]]:
        for m in sorted(reading.legal_moves(before)):
            yield from ((m, state) for state in reading.successors(before, m))

    def back(before: State, m: Move) -> frozenset[State]:
        (k1, piece), (k2, _) = m
        m_back = (k2, piece), (k1, graph(before.grid)[k1])
        legal = m_back in reading.moves(before) and reading.is_legal(before, m_back)
        return reading.successors(before, m_back) if legal else frozenset()

    walks = (
        (s, s1, s2, s3, s)
        for m1, s1 in after(s)
        for m2, s2 in after(s1)
        for s3 in back(s2, m1)
        if s in back(s3, m2)
    )
    return next(walks, ())


def goes_on_forever(reading: Definitions, s: State) -> bool:
    """Whether one can move to and fro, and its coming back again and again does not end the game (E-A7).

    >>> from lasker.formulations.foundations import ERRATA, read
    >>> [goes_on_forever(reading, read("k2/3/2K w")) for reading in (ERRATA["E-A7"], repaired)]
    [True, False]
    """
    return not reading.is_over((s,) * MOST_OCCURRENCES) and bool(to_and_fro(s, reading))


def outcomes_of_a_move(reading: Definitions, s: State) -> frozenset[int]:
    """How many successors the legal moves have; "the successor" promises one (E-A2).

    >>> from lasker.formulations.foundations import read
    >>> outcomes_of_a_move(repaired, read("k2/3/2K w"))
    frozenset({1})
    """
    return frozenset(len(reading.successors(s, m)) for m in reading.legal_moves(s))


QUESTIONS: Mapping[str, Question] = MappingProxyType(
    {
        "in check": lambda reading, s: reading.in_check(s.grid, s.colour),
        "Theorem 1 holds": lambda reading, s: all(reading.theorem_1(s.grid, c) for c in C),
        "legal moves": lambda reading, s: move_texts(s, reading),
        "successors of a move": outcomes_of_a_move,
        "checkmate": lambda reading, s: reading.is_checkmate(s),
        "stalemate": lambda reading, s: reading.is_stalemate(s),
        "goes on for ever": goes_on_forever,
    }
)
"""The questions about a state that both readings accept."""


class Disagreement(NamedTuple):
    """A state, a question, and the two answers to it."""

    state: State
    question: str
    answers: tuple[Hashable, Hashable]


def disagreements(
    s: State, one: Definitions, other: Definitions = repaired, questions: Mapping[str, Question] = QUESTIONS
) -> Iterator[Disagreement]:
    """Every question that two readings answer differently about the men of one state.

    >>> from lasker.formulations.foundations import ERRATA, read
    >>> mate = read("k7/1Q6/2K5/8/8/8/8/8 b")
    >>> [found.question for found in disagreements(mate, ERRATA["E-A6"])]
    ['stalemate']
    """
    both = recast(s, one), recast(s, other)
    known = one.is_state(both[0]), other.is_state(both[1])
    if known[0] != known[1]:
        yield Disagreement(s, "is a state", known)
    if all(known):
        for name, question in questions.items():
            answers = question(one, both[0]), question(other, both[1])
            if answers[0] != answers[1]:
                yield Disagreement(s, name, answers)


def smallest_disagreement(
    one: Definitions,
    other: Definitions = repaired,
    questions: Mapping[str, Question] = QUESTIONS,
    candidates: Iterable[State] | None = None,
    budget: int = BUDGET,
) -> Disagreement | None:
    """The first disagreement among so many candidates, which are all small states unless others are given.

    States in which a king could be captured are skipped: they do not occur in games.

    >>> from lasker.formulations.foundations import ERRATA, write
    >>> found = smallest_disagreement(ERRATA["E-A7"])
    >>> found.question, write(found.state)
    ('goes on for ever', 'k1/2/K1 w - - 0 1')
    """
    found = (
        disagreement
        for s in islice(states_by_size(one, other) if candidates is None else candidates, budget)
        if not other.in_check(s.grid, switch(s.colour))
        for disagreement in disagreements(s, one, other, questions)
    )
    return next(found, None)
