"""King safety in C: which pieces could attack a royal piece next, from the board or from the hand."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.language import Name, union
from lasker.compiler.bits.layout import Layout
from lasker.compiler.groups.game import Attack
from lasker.compiler.groups.moves import Moves
from lasker.compiler.ir.ops import Adjust
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Held:
    """A kind that can be dropped while a counter is positive, and the squares for it, as bits."""

    kind: int
    slot: int
    sites: int


def held(moves: Moves, layout: Layout) -> list[Held]:
    """The kinds that can be dropped, each from one counter that decreases."""
    found: dict[tuple[int, int], int] = {}
    for drop in moves.drops:
        down = [op for op in drop.terms.counters if isinstance(op, Adjust) and op.relative and op.amount < 0]
        if len(down) == 1:
            key = drop.content >> layout.program.marks, down[0].slot
            for _, sites in drop.entries:
                found[key] = found.get(key, 0) | sites
    return [Held(kind, slot, sites) for (kind, slot), sites in found.items()]


class Pressure:
    """The text for the royal piece of a player, which the other player attacks."""

    def __init__(
        self, player: int, attack: Attack, hand: list[Held], layout: Layout, tables: AttackTables
    ) -> None:
        self.player, self.attack, self.hand = player, attack, hand
        self.layout, self.tables = layout, tables

    def lines(self, goes: dict[int, str]) -> Iterator[str]:
        """The number of kinds that could attack without being captured, given the targets of each kind."""
        royal = self.layout.squares(self.attack.royals)
        yield f"    if (counts_king_pressure(x, {self.player})) {{"
        yield f"        const int k = first({royal});"
        yield f"        const bits go = safe_to_go(x, {self.player});"
        yield f"        const bits drop = safe_to_drop(x, {self.player}) & ~occupied;"
        yield "        int32_t checks = 0, drops = 0;"
        yield "        (void)k, (void)go, (void)drop;"
        for kind in self.layout.symbols(self.attack.strikers):
            hands = [each for each in self.hand if each.kind == kind]
            if kind not in goes and not hands:
                continue
            yield f"        const bits from_{kind} = {self._from(kind)};"
            if kind in goes:
                yield f"        checks += any(from_{kind} & {goes[kind]} & go);"
            for each in hands:
                there = f"from_{kind} & drop & {self.layout.constant(each.sites)}"
                yield f"        drops += b->counter[{each.slot}] > 0 && any({there});"
        yield f"        add_king_pressure(x, {self.player}, checks, drops);"
        yield "    }"

    def _from(self, kind: int) -> str:
        """The squares from which a kind attacks the royal piece."""
        found = [
            reach.targets(Name("k"))
            for strike in self.attack.strikes
            if kind in self.layout.symbols(strike.strikers)
            for reach in self.tables.backward(strike.entries, strike.screens)
        ]
        return f"({union(*found)})"
