"""Attacks given by moves, on bitboards: which goals open an attack on a royal piece of the other side.

A mover strikes from its goal, or it uncovers the strike of another piece. As long as nothing strikes before
the move, no other goal has to be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from lasker.backends.c.bitboards.tables import Tables
from lasker.ir.classes.kinds import Attack, Classes
from lasker.ir.classes.moves import Moves, Terms


class Given:
    """An attack that is asked about after moves, foretold where that can be done."""

    def __init__(self, block: str, attack: Attack, tables: Tables, squares: Callable[[int], str]) -> None:
        self.block, self.attack, self.tables, self.squares = block, attack, tables, squares

    def lines(self) -> Iterator[str]:
        """Where the royal piece is, whether it is struck already, and who covers it."""
        block = self.block
        yield f"    /* Who leaves a line uncovers an attack ({block}). */"
        yield f"    const bits {block}__aim = {self.squares(self.attack.royals)};"
        yield f"    const int {block}__aimed = any({block}__aim) ? first({block}__aim) : 0;"
        yield f"    bool {block}__hit = false;"
        yield f"    bits {block}__uncovering = NONE, {block}__cover[SITES];"
        yield f"    if (any({block}__aim)) {{"
        for strike in self.attack.strikes:
            strikers = self.squares(strike.strikers)
            for reach in self.tables.backward(strike.entries):
                aligned = f"REACH_{reach.number}[{block}__aimed] & ({strikers})"
                if reach.leaps:
                    yield f"        if (any({aligned})) {block}__hit = true;"
                    continue
                path = self.tables.path(reach, f"{block}__aimed", "first(s)")
                yield f"        for (bits s = {aligned}; any(s); s = rest(s)) {{"
                yield f"            const bits path = {path}, between = path & occupied;"
                yield f"            if (!any(between)) {block}__hit = true;"
                yield "            if (!any(between) || several(between)) continue;"
                held = f"{block}__cover[first(between)]"
                before = f"any({block}__uncovering & between) ? {held} : ALL"
                yield f"            {held} = ({before}) & (path | LOWEST(s));"
                yield f"            {block}__uncovering |= between;"
                yield "        }"
        yield "    }"

    def strikes_from(self, becomes: int, occupied: str) -> str:
        """The squares from which a piece strikes."""
        found = [
            reach.targets(f"{self.block}__aimed", occupied)
            for strike in self.attack.strikes
            if strike.strikers & becomes
            for reach in self.tables.backward(strike.entries)
        ]
        return f"({' | '.join(found)})" if found else "NONE"

    def giving(self, becomes: int, from_a_square: bool) -> str:
        """The goals that give the attack, of a piece on `f` or of one that is dropped, if nothing strikes."""
        if not from_a_square:
            return f"(any({self.block}__aim) ? {self.strikes_from(becomes, 'occupied')} : NONE)"
        kept = f"{self.block}__cover[first(f)] | {self.block}__aim"  # who takes the piece itself attacks none
        uncovered = f"(any({self.block}__uncovering & LOWEST(f)) ? ~({kept}) : NONE)"
        own = self.strikes_from(becomes, "occupied & ~LOWEST(f)")
        return f"(any({self.block}__aim) ? {own} | {uncovered} : NONE)"


def attack_in(block: str, classes: Classes) -> str | None:
    """The attack without which a test never holds, if there is one: the test itself, or one that it asks."""
    test = classes.tests[block]
    if isinstance(test, Attack):
        return None if any(strike.screens for strike in test.strikes) else block
    if not isinstance(test, Moves) or not test.ruled or any(rule.holds for rule in test.rules):
        return None
    asked = [{q.block for q in rule.questions if q.first and q.wanted} for rule in test.rules]
    common = set.intersection(*asked) if asked else set()
    return next((found for each in sorted(common) if (found := attack_in(each, classes)) == each), None)


def foretold(terms: Terms, becomes: int, classes: Classes) -> tuple[str, str] | None:
    """The one test that is asked after a move and must fail, and the attack without which it does."""
    if len(terms.asks) != 1 or terms.asks[0][1]:
        return None
    block = terms.asks[0][0]
    name = attack_in(block, classes)
    attack = classes.tests[name] if name else None
    if name is None or not isinstance(attack, Attack) or attack.royals in classes.tried:
        return None
    if becomes & attack.royals:
        return None
    for strike in attack.strikes:
        if becomes & strike.strikers not in (0, becomes):
            return None
    return block, name
