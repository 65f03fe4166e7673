"""Random pairs of moves as texts, and the verdicts of the prover on them against the naive evaluator.

The fragment: moves of at most two squares that look around them, tests of single squares anywhere, counters,
priorities, bounded repetition; on all plain boards, on cylinders, and on small declared boards of every kind.
`python tests/random_equations.py SEED NUMBER` compares so many pairs and prints what it counted.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import lasker
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.algebra.paths import NotCoveredError, choices, looks_around
from lasker.algebra.verdict import Verdict
from lasker.space.kinds import KINDS
from lasker.space.space import Space
from lasker.syntax.values import is_move
from naive import Naive, TooMuch

RULES = """
counter n 0..2
counter k 0..1
mark hot until moved
mark dead lasting
piece man ♙ ♟ 'P' 'p'
piece rook ♖ 'R'
"""
BOARDS = ["2x2", "torus 2x2", "3x1", "cylinder 3x2", "möbius 2x2", "2x3"]
WORLDS = [("square", "")] * 10 + [("cylinder", "")] + [("", board) for board in BOARDS]
SIZES = [(1, 1), (2, 1), (1, 2), (3, 1), (1, 3), (2, 2), (3, 2), (2, 3), (4, 1), (1, 4)]
COUNTING = ["n += 1", "n += -1", "n := 1", "k := 1", "[n >= 1]", "[n = k]", "[n < 2]", "n := 0"]
MUTATIONS = {"u": "d", "♙": "♟", "{2}": "{1,2}", "//": "|", "![": "[", "^hot": "", " -> .": " -> ♟"}
BUDGET = 1000

Setting = tuple[Space, Configuration]


class Texts:
    """Random texts of moves from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.pick = self.random.choice

    def content(self) -> str:
        """A set of contents."""
        return self.pick(("♙", "♟", ".", "♖", "(♙ | ♟)", "♙^hot", "♙^-hot", "(. | ♟)"))

    def rule(self) -> str:
        """A rule that may be applied anywhere."""
        if self.random.random() < 0.6:
            return f"({self.content()} -> {self.pick('♙♟.♖')})"
        way = self.pick("udlr")
        return f"({self.content()} + {way}{self.content()} -> {self.pick('♙♟.')} + {way}{self.pick('♙♟.')})"

    def around(self, depth: int) -> str:
        """A move around the cursor."""
        way = self.pick("udlr")
        if depth <= 0 or self.random.random() < 0.35:
            return self.pick(
                (
                    f"(% + {way}. -> . + {way}%)",
                    f"(% + {way}♟ -> . + {way}%)",
                    "(% -> ♟)",
                    "(% -> %^dead)",
                    "(% -> .)",
                    f"[% + {way}{self.content()}]",
                    f"![% + {way}{self.content()}]",
                    f"[% + {way}#]",
                    self.pick(COUNTING),
                )
            )
        a, b = self.around(depth - 1), self.around(depth - 1)
        repeated = f"({a}){{{self.pick(('2', '1,2', '0,1'))}}}"
        return self.pick(
            (f"{a} {b}", f"({a} | {b})", f"({a} // {b})", repeated, f"[{a}]", f"![{a}]", f"![{a}] {b}")
        )

    def move(self, depth: int) -> str:
        """A move."""
        kind = self.random.random()
        if depth <= 0 or kind < 0.25:
            return self.pick((self.rule(), self.rule(), self.pick(COUNTING), f"[{self.content()}]"))
        if kind < 0.55:
            return f"(%{self.pick(('♙', '♟', '(♙ | ♟)', '♙^hot'))}: {self.around(2)})"
        if kind < 0.7:
            return f"{self.pick(('', '!'))}[{self.move(depth - 1)}]"
        a, b = self.move(depth - 1), self.move(depth - 1)
        repeated = f"({a}){{{self.pick(('2', '0,1'))}}}"
        return self.pick((f"({a} {b})", f"({a} | {b})", f"({a} // {b})", repeated))

    def pair(self) -> tuple[str, str]:
        """Two moves that are equal for some reason, perhaps, or differ a little."""
        a, b, c = self.move(2), self.move(1), self.move(1)
        return self.pick(
            (
                (f"{a} {b}", f"{b} {a}"),
                (f"{a} // {b}", f"{a} | ![{a}] {b}"),
                (f"({a}){{1,2}}", f"{a} | {a} {a}"),
                (f"[{a}] {a}", a),
                (f"{a} [{b}]", a),
                (f"({a} | {b}) {c}", f"{a} {c} | {b} {c}"),
                (a, self.mutated(a)),
                (a, self.mutated(a)),
                (f"{a} | {b}", f"{b} | {a} [{c}] | {a} ![{c}]"),
                (f"[[{a}] {b}]", f"[{a}] [{b}]"),
                (f"{a} n := 1", f"n := 1 {a} n := 1"),
                (f"{a} [n >= 1]", f"[n >= 1] {a}"),
            )
        )

    def mutated(self, text: str) -> str:
        """A text with one small change."""
        for before, after in self.random.sample(list(MUTATIONS.items()), len(MUTATIONS)):
            if before in text:
                return text.replace(before, after, 1)
        return f"{text} nil"


def covered(move: Move) -> bool:
    """Does a move choose at most two squares that it looks beyond, or four in all?"""
    try:
        return choices(move) <= (2 if looks_around(move) else 4)
    except NotCoveredError:
        return False


def settings(
    random: Random, words: lasker.Rules, kind: str, number: int
) -> Iterator[tuple[Space, Configuration]]:
    """Random settings of small boards."""
    v = words.vocabulary
    for _ in range(number):
        width, height = random.choice(SIZES)
        sites = [(x, y) for x in range(width) for y in range(height)]
        if kind == "square" and len(sites) > 2 and random.random() < 0.3:
            sites.remove(random.choice(sites))
        space = words.space or KINDS[kind].board(sites)
        often = 0.5 if random.random() < 0.4 else 0.1
        board = tuple(0 if random.random() < often else random.randrange(v.size) for _ in space.sites)
        counts = tuple(random.randint(c.low, c.high) for c in v.counters.values())
        yield space, Configuration(board, (), counts)


def disagrees(
    left: Move, right: Move, verdict: Verdict, at: tuple[Space, Configuration], words: lasker.Rules
) -> bool:
    """Does the naive evaluator contradict a verdict?"""
    naive = Naive(at[0], words.vocabulary, 20_000)
    try:
        same = naive.results(left, naive.state(at[1])) == naive.results(right, naive.state(at[1]))
    except TooMuch:
        return False
    return same is not verdict.equal


def compare(seed: int, number: int, boards: int = 6) -> tuple[Counter[str], list[str]]:
    """Compare verdicts on so many pairs of the fragment; what was counted, and the pairs with a wrong verdict
    or none."""
    texts, random, tally, noted = Texts(seed), Random(seed), Counter[str](), list[str]()
    known: dict[tuple[str, str], lasker.Rules] = {}
    while tally["pairs"] < number:
        kind, board = random.choice(WORLDS)
        if (kind, board) not in known:
            known[kind, board] = lasker.rules(RULES + (f"board {board}" if board else ""), space=kind or None)
        words, (a, b) = known[kind, board], texts.pair()
        left, right = words.evaluate(a), words.evaluate(b)
        assert is_move(left)
        assert is_move(right)
        if not (covered(left) and covered(right)):
            continue
        verdict = lasker.equal(a, b, words, budget=BUDGET)
        tally["pairs"] += 1
        tally[{True: "equal", False: "different", None: "undecided"}[verdict.equal]] += 1
        if verdict.witness is not None:
            arena: Arena = verdict.witness.arena
            asked = iter([(arena.space, verdict.witness.start)])
        else:
            asked = settings(random, words, kind, boards)
        if verdict.equal is None:
            noted.append(f"undecided on {kind or board}: {a} = {b}")
        elif any(disagrees(left, right, verdict, at, words) for at in asked):
            tally["wrong"] += 1
            noted.append(f"wrong ({verdict.equal}) on {kind or board}: {a} = {b}")
    return tally, noted


if __name__ == "__main__":
    counted, pairs = compare(int(sys.argv[1]), int(sys.argv[2]))
    print(*pairs, dict(sorted(counted.items())), sep="\n")
