"""Random pairs of moves as texts, of every family that the prover decides.

* moves: of at most two squares that look around them, tests of single squares anywhere, counters, priorities,
  bounded repetition; on all plain boards, on cylinders, and on small declared boards of every kind
* laws: unknown moves, tests, tests over repetition, sequence, choice, repetition, movements
* binders: unknown moves at a cursor
* counting: counters on finite ranges, repeated and tested
* sets: repetition of rules for sets of contents, and of the rules for their parts
* boards: everything, on small declared boards
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

RULES = """
counter n 0..2
counter k 0..1
mark hot until moved
mark dead lasting
piece man ♙ ♟ 'P' 'p'
piece rook ♖ 'R'
piece bishop ♗ 'B'
"""
BOARDS = ["2x2", "torus 2x2", "3x1", "cylinder 3x2", "möbius 2x2", "2x3"]
PLAIN = [("square", "")]
DECLARED = [("", board) for board in BOARDS]
WORLDS = PLAIN * 10 + [("cylinder", ""), ("cylinder", "")] + DECLARED
COUNTING = ["n += 1", "n += -1", "n := 1", "k := 1", "[n >= 1]", "[n = k]", "[n < 2]", "n := 0"]
MUTATIONS = {" + u": " + d", "♙": "♟", "{2}": "{1,2}", "//": "|", "![": "[", "^hot": "", " -> .": " -> ♟"}
MUTATIONS |= {"M": "N", "*": "+", "n += 1": "n += -1"}
FAMILIES = {"moves": 41, "laws": 25, "binders": 8, "counting": 10, "sets": 2, "boards": 14}

Pair = tuple[str, str]


class Texts:
    """Random texts of moves from a seed."""

    def __init__(self, random: Random) -> None:
        self.random, self.pick = random, random.choice

    def question(self) -> tuple[str, tuple[str, str], Pair]:
        """A family, a world and a pair of moves of them."""
        family = self.random.choices(list(FAMILIES), list(FAMILIES.values()))[0]
        worlds = {"moves": WORLDS, "boards": DECLARED}.get(family, PLAIN)
        return family, self.pick(worlds), getattr(self, f"two_{family}")()

    # --- pairs ----------------------------------------------------------------------------------

    def two_moves(self) -> Pair:
        """Two moves of the family `moves`."""
        return self.pair(self.move)

    def two_laws(self) -> Pair:
        """Two sides of a law, true or false."""
        return self.pick((self.pair, self.repeated))(self.law)

    def two_binders(self) -> Pair:
        """Two moves that make unknown moves at cursors."""
        kind = self.random.random()
        a, b = self.law(1), self.law(1)
        if kind < 0.1:
            return self.pick((("%♙: M N", "(%♙: M) (%♙: N)"), (f"%♙: {a} {b}", f"%♙: {b} {a}")))
        if kind < 0.5:
            return f"%(♙ | ♟): ({a})", self.pick((f"(%♙: {a}) | (%♟: {a})", f"(%♙: {a}) | (%♟: {b})"))
        left, right = self.pick((self.pair, self.repeated))(self.law, 1)
        square = self.pick("♙♟.")
        return f"%{square}: {left}", f"%{square}: {right}"

    def two_counting(self) -> Pair:
        """Two moves of counters."""
        return self.pick((self.pair, self.repeated))(self.counting)

    def two_sets(self) -> Pair:
        """A move that repeats rules for sets, and one that repeats the rules for their parts."""
        whole, parts = self.sets(2)
        left, right = self.repeated(lambda depth: "A" if depth else self.pick(("A", "(♖ -> .)")))
        if self.random.random() < 0.3:
            parts = parts.replace(self.pick(("♙", "♟", "♖")), "♗")
        return left.replace("A", whole), right.replace("A", parts)

    def two_boards(self) -> Pair:
        """Two moves of any kind."""
        return self.pick((self.pair, self.repeated))(self.anything)

    def pair(self, make: Callable[[int], str], depth: int = 2) -> Pair:
        """Two moves that are equal for some reason, perhaps, or differ a little."""
        a, b, c = make(depth), make(1), make(1)
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
                (f"[{a} {b}]", f"[{a} [{b}]]"),
            )
        )

    def repeated(self, make: Callable[[int], str], depth: int = 1) -> Pair:
        """The same, with repetition."""
        a, b = make(depth), make(1)
        left, right = self.pick(
            (
                (f"({a} | {b})*", f"({a})* ({b} ({a})*)*"),
                (f"({a} {b})* {a}", f"{a} ({b} {a})*"),
                (f"[({a})* {b}]", f"[{b}] | [{a} [({a})* {b}]]"),
                (f"[({a})* {b}]", f"[{b} ({a})*]"),
                (f"({a})*", f"nil | {a} ({a})*"),
                (f"({a})*", f"(({a}){{2}})* ({a})?"),
                (f"exhaust({a})", f"({a})* ![{a}]"),
                (f"![({a})* {b}]", f"![{b}] ![({a})+ {b}]"),
                (f"(({a})? // {b})*", f"(({a})? | {b})*"),
                (f"[{b}] ![({a})* [{b}] {a} ![{b}]]", f"[{b}] ![({a})* [{b}] {a} ![{b}]] ![({a})* ![{b}]]"),
                (f"({a} // {b})*", f"({a} | ![{a}] {b})*"),
                (f"({a})* ({b})*", f"({a} | {b})*"),
            )
        )
        return (left, right) if self.random.random() < 0.7 else (left, self.mutated(left))

    def mutated(self, text: str) -> str:
        """A text with one small change."""
        for before, after in self.random.sample(list(MUTATIONS.items()), len(MUTATIONS)):
            if before in text:
                return text.replace(before, after, 1)
        return f"{text} nil"

    # --- moves ----------------------------------------------------------------------------------

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
        """A move of one or two squares, or of several that it does not look beyond."""
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

    def composed(self, depth: int, leaf: Callable[[], str]) -> str:
        """A term of tests, sequence, choice, priority and repetition over leaves."""
        if depth <= 0 or self.random.random() < 0.2:
            return leaf()
        a, b = self.composed(depth - 1, leaf), self.composed(depth - 1, leaf)
        repeated = f"({a}){self.pick(('*', '+', '?', '{2}', '*'))}"
        test = f"{self.pick(('', '!'))}[{a}]"
        return self.pick((f"({a} {b})", f"({a} | {b})", f"({a} // {b})", repeated, test, f"{test} {b}"))

    def law(self, depth: int) -> str:
        """A term of unknown moves."""
        turned = ("M", "N", "M", "N", "M", "N", "nil", "(R M)" if self.random.random() < 0.3 else "N")
        return self.composed(depth, lambda: self.pick(turned))

    def counting(self, depth: int) -> str:
        """A term of counters."""
        text = self.composed(depth, lambda: self.pick(COUNTING))
        return f"(most n ({text}))" if self.random.random() < 0.15 else text

    def sets(self, number: int) -> Pair:
        """A choice of so many rules for sets of contents, and of the rules for their parts."""
        whole, parts = [], []
        for _ in range(number):
            a, b, c = self.random.sample("♙♟♖.", 3)  # a content that is written again would keep its marks
            whole.append(f"({a} | {b} -> {c})")
            parts += [f"({a} -> {c})", f"({b} -> {c})"]
        return f"({' | '.join(whole)})", f"({' | '.join(parts)})"

    def anything(self, depth: int) -> str:
        """A term of all operators."""
        kind = self.random.random()
        if kind < 0.25:
            return f"(each %{self.pick(('♙', '♟', '(♙ | ♟)'))}: {self.around(1)})"
        if kind < 0.35:
            return f"(most n ({self.composed(1, lambda: self.pick((self.rule(), self.pick(COUNTING))))}))"
        return self.composed(depth, lambda: self.move(1))
