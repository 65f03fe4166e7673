"""The verdicts of the prover on random pairs of moves against the naive evaluator.

`python tests/random_equations.py FIRST LAST NUMBER` compares so many pairs for every seed of the range, and
prints what it counted after each.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random

import lasker
from lasker.algebra.contents import Vocabulary
from lasker.algebra.decision.guards import NotCoveredError
from lasker.algebra.decision.symbolic_execution import choices, looks_around
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.images import moved
from lasker.algebra.meaning import Configuration
from lasker.algebra.moves import Move
from lasker.algebra.moves import Variable as Unknown
from lasker.algebra.subterms import variables
from lasker.space.board_kinds import KINDS
from lasker.space.space import Space
from lasker.syntax.values import is_move
from naive import Naive, TooMuch
from naive_boards import State
from random_texts import RULES, Texts

SIZES = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (3, 2), (2, 3), (4, 1), (1, 4)]
BUDGET = 1000
MOST_RESULTS = 5_000  # of the naive evaluator at one setting

Instance = dict[str, Move]
Setting = tuple[Space, Configuration, Instance]


class WithInstances(Naive):
    """The naive evaluator, with moves for the unknown ones."""

    def __init__(self, space: Space, vocabulary: Vocabulary, instance: Instance) -> None:
        super().__init__(space, vocabulary, MOST_RESULTS)
        self.instance = instance
        self.known: dict[tuple[Unknown, State], set[State]] = {}

    def runs(self, move: Move, state: State) -> set[State]:
        """The relation that a move denotes, at one state."""
        if not isinstance(move, Unknown):
            return super().runs(move, state)
        if (move, state) not in self.known:
            meant = self.instance[move.name]
            if move.movement is not None:
                meant = moved(meant, move.movement, self.vocabulary)
            self.known[move, state] = super().runs(meant, state)
        return self.known[move, state]


def covered(move: Move) -> bool:
    """Does a move choose at most two squares that it looks beyond, or four in all?"""
    try:
        return choices(move) <= (2 if looks_around(move) else 4)
    except NotCoveredError:
        return False


def settings(
    random: Random, words: lasker.Rules, kind: str, number: int, unknown: frozenset[str]
) -> Iterator[Setting]:
    """Random settings of small boards, with random moves for the unknown ones."""
    v = words.vocabulary
    for _ in range(number):
        width, height = random.choice(SIZES[:3] if unknown else SIZES)
        sites = [(x, y) for x in range(width) for y in range(height)]
        if kind == "square" and len(sites) > 2 and random.random() < 0.3:
            sites.remove(random.choice(sites))
        space = words.space or KINDS[kind].board(sites)
        often = 0.5 if random.random() < 0.4 else 0.1
        board = tuple(0 if random.random() < often else random.randrange(v.size) for _ in space.sites)
        counts = tuple(random.randint(c.low, c.high) for c in v.counters.values())
        yield (
            space,
            Configuration(board, (), counts),
            {name: random.choice(known_moves()) for name in sorted(unknown)},
        )


@cache
def known_moves() -> list[Move]:
    """Instances of unknown moves: mostly relations between the contents of one square."""
    words, random, found = lasker.rules(RULES), Random(1), []
    for _ in range(200):
        squares = [(a, b) for a in ".♙♟♖" for b in ".♙♟♖" if random.random() < 0.25]
        relation = " | ".join(f"({a} -> {b})" for a, b in squares) or "fail"
        move = words.evaluate(relation if random.random() < 0.7 else Texts(random).rule())
        assert is_move(move)
        found.append(move)
    return found


def disagrees(
    left: Move, right: Move, verdict: Verdict, at: Setting, words: lasker.Rules, included: bool
) -> bool:
    """Does the naive evaluator contradict a verdict?"""
    naive = WithInstances(at[0], words.vocabulary, at[2])
    state = naive.state(at[1])
    try:
        one, two = naive.results(left, state), naive.results(right, state)
    except TooMuch:
        return False
    return (one <= two if included else one == two) is not verdict.equal


def compare(seed: int, number: int, boards: int = 4) -> tuple[Counter[str], list[str]]:
    """Compare verdicts on so many pairs; what was counted, and the pairs with a wrong verdict or none."""
    random, tally, noted = Random(seed), Counter[str](), list[str]()
    texts = Texts(random)
    known: dict[tuple[str, str], lasker.Rules] = {}
    while tally["pairs"] < number:
        family, (kind, board), (a, b) = texts.question()
        if (kind, board) not in known:
            known[kind, board] = lasker.rules(RULES + (f"board {board}" if board else ""), space=kind or None)
        words = known[kind, board]
        one, two = (lasker.parse(text, words, variables=True) for text in (a, b))
        left, right = one.value, two.value
        assert is_move(left)
        assert is_move(right)
        if family == "moves" and not (covered(left) and covered(right)):
            continue
        inclusion = random.random() < 0.2
        verdict = (lasker.included if inclusion else lasker.equal)(one, two, words, budget=BUDGET)
        tally["pairs"] += 1
        tally[{True: "equal", False: "different", None: "undecided"}[verdict.equal]] += 1
        if verdict.witness is not None:
            found = verdict.witness
            asked = iter([(found.arena.space, found.start, dict(found.instance))])
        else:
            asked = settings(random, words, kind, boards, frozenset(variables(left) | variables(right)))
        pair = f"on {kind or board} ({family}): {a} {'<=' if inclusion else '='} {b}"
        if verdict.equal is None:
            noted.append(f"undecided {pair}")
            tally[f"undecided {family}"] += 1
        elif any(disagrees(left, right, verdict, at, words, verdict.of_inclusion) for at in asked):
            tally["wrong"] += 1
            noted.append(f"wrong ({verdict.equal}) {pair}")
    return tally, noted


if __name__ == "__main__":
    first, last, each = map(int, sys.argv[1:])
    for chosen in range(first, last):
        counted, pairs = compare(chosen, each)
        print(chosen, *pairs, dict(sorted(counted.items())), sep="\n", flush=True)
