"""Checks and discovered checks: the target squares whose moves attack a royal piece of the other side.

A mover attacks from its target square, or it uncovers the attack of another piece. As long as there is no
attack before the move, no other target needs a test.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.attack_tables import AttackTables, Reach
from lasker.compiler.bits.language import (
    ALL,
    FALSE,
    NONE,
    OCCUPIED,
    TRUE,
    Assign,
    Comment,
    Continue,
    Each,
    Either,
    Expr,
    If,
    Let,
    Name,
    Number,
    Stmt,
    any_of,
    call,
    either,
    first,
    lowest,
    no,
    union,
)
from lasker.compiler.bits.royal_safety.safety import FROM, STRIKER
from lasker.compiler.bits.scope import Scope
from lasker.compiler.groups.game import Attack, Classes
from lasker.compiler.groups.moves import Moves, Terms


class Discovered:
    """An attack that is tested after moves, decided before the move where possible."""

    def __init__(self, block: str, attack: Attack, tables: AttackTables) -> None:
        self.block, self.attack, self.tables = block, attack, tables
        self.aim, self.aimed = Name(f"{block}__aim"), Name(f"{block}__aimed")
        self.hit, self.uncovering = Name(f"{block}__hit"), Name(f"{block}__uncovering")
        self.cover = Name(f"{block}__cover")

    def lines(self, scope: Scope) -> Iterator[Stmt]:
        """The square of the royal piece, whether it is attacked already, and the pieces that shield it."""
        yield Comment(f"A piece that leaves its line discovers an attack ({self.block}).")
        yield Let(self.aim.name, scope.squares(self.attack.royals))
        yield Let(self.aimed.name, Either(any_of(self.aim), first(self.aim), Number(0)), "const int")
        yield Let(self.hit.name, FALSE, "bool")
        yield Let(self.uncovering.name, NONE, "bits")
        yield Let(self.cover.name, None, "bits[SITES]")
        found: list[Stmt] = []
        for strike in self.attack.strikes:
            strikers = scope.squares(strike.strikers)
            for reach in self.tables.backward(strike.entries):
                aligned = reach.aligned(self.aimed) & strikers
                if reach.leaps:
                    found.append(If(any_of(aligned), (Assign(self.hit, "=", TRUE),)))
                else:
                    found.append(Each("s", aligned, tuple(self._covered(reach))))
        yield If(any_of(self.aim), tuple(found))

    def _covered(self, reach: Reach) -> Iterator[Stmt]:
        """An attacker in line: it hits, or a single piece stands in between."""
        path, between = Name("path"), Name("between")
        yield Let("path", self.tables.path(reach, self.aimed, first(STRIKER)))
        yield Let("between", path & OCCUPIED)
        yield If(no(any_of(between)), (Assign(self.hit, "=", TRUE),))
        yield If(either(no(any_of(between)), call("several", between)), (Continue(),))
        held = self.cover[first(between)]
        before = Either(any_of(self.uncovering & between), held, ALL)
        yield Assign(held, "=", before & (path | lowest(STRIKER)))
        yield Assign(self.uncovering, "|=", between)

    def strikes_from(self, becomes: int, occupied: Expr) -> Expr:
        """The squares from which a piece attacks."""
        return union(
            *(
                reach.targets(self.aimed, occupied)
                for strike in self.attack.strikes
                if strike.strikers & becomes
                for reach in self.tables.backward(strike.entries)
            )
        )

    def checking_goals(self, becomes: int, from_a_square: bool) -> Expr:
        """The targets that give the attack, for a piece on `f` or for a dropped one, if there is no attack
        before."""
        if not from_a_square:
            return Either(any_of(self.aim), self.strikes_from(becomes, OCCUPIED), NONE)
        kept = self.cover[first(FROM)] | self.aim  # capturing the royal piece itself attacks none
        uncovered = Either(any_of(self.uncovering & lowest(FROM)), ~kept, NONE)
        own = self.strikes_from(becomes, OCCUPIED & ~lowest(FROM))
        return Either(any_of(self.aim), own | uncovered, NONE)


def implied_attack(block: str, classes: Classes) -> str | None:
    """The attack that is necessary for a test to hold, if there is one: the test itself, or one that it
    uses."""
    test = classes.tests[block]
    if isinstance(test, Attack):
        return None if any(strike.screens for strike in test.strikes) else block
    if not isinstance(test, Moves) or not test.only_rules or any(rule.holds for rule in test.rules):
        return None
    asked = [{q.block for q in rule.questions if q.first and q.wanted} for rule in test.rules]
    common = set.intersection(*asked) if asked else set()
    return next((found for each in sorted(common) if (found := implied_attack(each, classes)) == each), None)


def denied_attack(terms: Terms, becomes: int, classes: Classes) -> tuple[str, str] | None:
    """The one test after a move that must fail, and the attack that is necessary for it."""
    if len(terms.asks) != 1 or terms.asks[0][1] or terms.effects:
        return None
    block = terms.asks[0][0]
    name = implied_attack(block, classes)
    attack = classes.tests[name] if name else None
    if name is None or not isinstance(attack, Attack) or attack.royals in classes.tested_royals:
        return None
    if becomes & attack.royals:
        return None
    for strike in attack.strikes:
        if becomes & strike.strikers not in (0, becomes):
            return None
    return block, name
