"""Static evaluation in C: mobility, attacked pieces, king safety, passed pieces.

Everything that counts besides material and piece-square values is a *term*, which is counted here. Which
terms there are follows from the moves alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.language import ConstantTable, Expr, Name, union
from lasker.compiler.bits.layout import EMPTY, Layout
from lasker.compiler.emit.c.evaluation_terms import term_of_kind, term_of_player
from lasker.compiler.emit.c.king_pressure import Pressure, held
from lasker.compiler.groups.game import Attack, Classes
from lasker.compiler.groups.moves import Entry, Flat, Screens
from lasker.compiler.ir.ops import Program

Ways = dict[Screens, set[Entry]]


class Evaluation:
    """The text of the static evaluation of a game for two."""

    def __init__(self, program: Program, classes: Classes, layout: Layout, tables: AttackTables) -> None:
        self.program, self.classes, self.layout, self.tables = program, classes, layout, tables
        self.runs: list[str | ConstantTable] = []  # tables for pieces that never move back
        self._goals: dict[int, str] = {}  # where pieces may go, by contents

    @cached_property
    def flats(self) -> dict[int, tuple[int, list[Flat]]]:
        """By kind, its player and the classes of its moves; those of a player's first turn that has any."""
        found: dict[int, tuple[int, list[Flat]]] = {}
        if max(turn.player for turn in self.program.turns) != 1:  # not a game for two
            return found
        for turn, classes in zip(self.program.turns, self.classes.turns, strict=True):
            here: dict[int, list[Flat]] = {}
            shared = (flat for each in classes.moves.shared for flat in each.inside.flats)
            for flat in (*classes.moves.flats, *shared):
                for kind in self.layout.symbols(flat.movers):
                    here.setdefault(kind, []).append(flat)
            for kind, flats in here.items():
                found.setdefault(kind, (turn.player, flats))
        return {kind: found[kind] for kind in sorted(found) if kind and found[kind][0] >= 0}

    @cached_property
    def attacks(self) -> dict[int, Attack]:
        """By player of a game for two, the attack that must not exist after his moves."""
        found: dict[int, Attack] = {}
        if not self.flats:
            return found
        for turn, classes in zip(self.program.turns, self.classes.turns, strict=True):
            for block in filter(None, (terms.question for terms in classes.moves.terms())):
                test = self.classes.tests[block]
                if isinstance(test, Attack) and turn.player >= 0:
                    found[turn.player] = test
        return found

    @cached_property
    def royals(self) -> dict[int, int]:
        """By player, the contents that must not be captured."""
        return {player: attack.royals for player, attack in self.attacks.items()}

    def text(self) -> list[str | ConstantTable]:
        """The function that evaluates a board."""
        reached = [line for kind in self.flats for line in self._reached(kind)]
        body = [
            f"    const bits occupied = {self.layout.occupied};",
            "    (void)x, (void)g, (void)occupied;",
            *(f"    const bits {name} = {self.layout.squares(held)};" for held, name in self._goals.items()),
            *(line for player in sorted(self.royals) for line in self._zone(player)),
            *reached,
            *(line for kind in self.flats for line in self._run(kind)),
            *(line for player in sorted(self.attacks) for line in self._pressed(player)),
            *(line for player in sorted(self.royals) for line in self._races(player)),
        ]
        head = "static void evaluate_bitboards(Evaluation *x, const bits *g, const Board *b) {"
        return [*self.runs, head, *body, "}", ""]

    def _zone(self, player: int) -> Iterator[str]:
        """The squares around a royal piece."""
        for kind, here in self._royal(player):
            around = f"{self._near(kind, f'first({here})')} | LOWEST({here})"
            yield f"    if (any({here})) set_king_zone(x, {player}, {around});"

    def _races(self, player: int) -> Iterator[str]:
        """The distance of a royal piece, in moves, from where it wins."""
        for kind, here in self._royal(player):
            yield f"    if (counts_race(x, {kind}) && any({here})) {{"
            yield f"        Race r = {{.here = LOWEST({here})}};"
            yield f"        while (is_far(x, &r, {kind})) {{"
            yield "            for (bits f = r.here; any(f); f = rest(f))"
            yield f"                r.next |= {self._near(kind, 'first(f)')};"
            yield f"            next_race_step(x, &r, {player});"
            yield "        }"
            term = term_of_player(len(self.layout.kinds), player, "goal_distance")
            yield f"        add_term(x, {term} + r.steps, 1);"
            yield "    }"

    def _royal(self, player: int) -> Iterator[tuple[int, str]]:
        """The royal kinds of a player that move, and their squares."""
        for kind in self.layout.symbols(self.royals[player]):
            if kind in self.flats:
                yield kind, f"b->{self.layout.kinds[kind]}"

    def _near(self, kind: int, at: str) -> str:
        """The squares that a kind reaches from a square on an empty board."""
        near = {(a, b, 0) for entries in self._ways(kind, EMPTY).values() for a, b, _ in entries}
        return str(self.tables.reach(near).targets(Name(at)))

    def _ways(self, kind: int, among: int) -> Ways:
        """The entries of a kind to some contents, by screens."""
        found: Ways = {}
        for flat in self.flats[kind][1]:
            if flat.targets & among:
                found.setdefault(flat.screens, set()).update(flat.entries)
        return found

    def _reached(self, kind: int) -> Iterator[str]:
        """The mobility of the pieces of a kind, and the pieces that they attack."""
        player, flats = self.flats[kind]
        quiet, taking = self._ways(kind, EMPTY), self._ways(kind, ~EMPTY)
        taken = 0
        for flat in flats:
            taken |= flat.targets & ~EMPTY
        name, at = self.layout.kinds[kind], "first(f)"
        if not self._reaches(kind):
            return
        yield f"    bits goes_{kind} = NONE;"
        yield f"    (void)goes_{kind};"
        yield f"    for (bits f = b->{name}; any(f); f = rest(f)) {{"
        yield f"        const bits takes = {self._targets(taking, at)};"
        if quiet == taking:
            moves = f"takes & {self._goal(taken | EMPTY)}"
        else:
            still = f"({self._targets(quiet, at)} & ALL & ~occupied)"
            moves = f"{still} | (takes & {self._goal(taken)})" if taking else still
        yield f"        const bits moves = {moves};"
        yield f"        goes_{kind} |= moves;"
        yield f"        add_mobility(x, {kind}, {player}, moves, takes);"
        yield "    }"
        yield f"    if (several(b->{name})) add_term(x, {term_of_kind(kind, 'pair')}, 1);"

    def _goal(self, contents: int) -> str:
        """The squares that hold one of some contents, in a variable that all kinds share."""
        return self._goals.setdefault(contents, f"goals_{len(self._goals)}")

    def _pressed(self, player: int) -> Iterator[str]:
        """The pressure on the royal piece of a player."""
        enemy = [
            classes.moves
            for turn, classes in zip(self.program.turns, self.classes.turns, strict=True)
            if turn.player == 1 - player
        ]
        hand = held(enemy[0], self.layout) if enemy else []
        pressure = Pressure(player, self.attacks[player], hand, self.layout, self.tables)
        yield from pressure.lines(
            {
                kind: f"goes_{kind}"
                for kind in self.flats
                if self.flats[kind][0] != player and self._reaches(kind)
            }
        )

    def _reaches(self, kind: int) -> bool:
        """Does mobility of a kind have value? For royal pieces it does not."""
        return self.layout.symbols(self.royals.get(self.flats[kind][0], 0)) != [kind]

    def _targets(self, ways: Ways, at: str) -> str:
        return f"({union(*(self._reached_over(each, ways[each], at) for each in sorted(ways)))})"

    def _reached_over(self, screens: Screens, entries: set[Entry], at: str) -> Expr:
        barred = self.layout.barred(screens)
        return self.tables.goals(
            entries, screens.number, Name(at), self.layout.squares(barred) if barred else None
        )

    def _run(self, kind: int) -> Iterator[str]:
        """Passed pieces, for kinds that never move back: is the path free, is there support, is another one
        ahead?"""
        ahead = self._ahead(kind)
        if ahead is None:
            return
        player, name = self.flats[kind][0], self.layout.kinds[kind]
        rivals = {
            k: far for k, (whose, _) in self.flats.items() if whose != player and (far := self._ahead(k))
        }
        taking = _by_site(self._ways(kind, ~EMPTY), self.program.sites)
        covers = [_union(taking, far | 1 << site) for site, far in enumerate(ahead)]
        self._table(f"AHEAD_{kind}", ahead)
        self._table(f"HELP_{kind}", _inverse(covers))
        self._table(f"CHAIN_{kind}", _inverse(taking))
        barred = []
        for rival, far in rivals.items():
            strikes = _by_site(self._ways(rival, ~EMPTY), self.program.sites)
            bars = [
                far[at] | 1 << at | _union(strikes, far[at] | 1 << at) for at in range(self.program.sites)
            ]
            held = [ahead[at] for at in range(self.program.sites)]
            hits = [_union(strikes, far[at] | 1 << at) for at in range(self.program.sites)]
            rows = [
                sum(
                    1 << at
                    for at in range(self.program.sites)
                    if bars[at] & held[site] or hits[at] >> site & 1
                )
                for site in range(self.program.sites)
            ]
            self._table(f"BARS_{kind}_{rival}", rows)
            barred.append(f"(b->{self.layout.kinds[rival]} & BARS_{kind}_{rival}[s])")
        yield f"    for (bits f = b->{name}; any(f); f = rest(f)) {{"
        yield "        const int s = first(f);"
        yield f"        add_passed_piece(x, {kind}, AHEAD_{kind}[s], {' | '.join(barred) or 'NONE'},"
        yield f"            HELP_{kind}[s], CHAIN_{kind}[s], b->{name});"
        yield "    }"

    def _ahead(self, kind: int) -> list[int] | None:
        """By square, the squares reachable by quiet moves; None if some lead back."""
        steps = _by_site(self._ways(kind, EMPTY), self.program.sites)
        found = list(steps)
        while True:
            wider = [far | _union(found, far) for far in found]
            if any(far >> site & 1 for site, far in enumerate(wider)):
                return None
            if wider == found:
                return found if any(found) else None
            found = wider

    def _table(self, name: str, sets: list[int]) -> None:
        self.runs.append(self.layout.table(name, sets))


def _by_site(ways: Ways, sites: int) -> list[int]:
    """Targets of entries by start square."""
    found = [0] * sites
    for entries in ways.values():
        for origin, target, _ in entries:
            found[origin] |= 1 << target
    return found


def _union(sets: list[int], members: int) -> int:
    """The union of the sets of all members."""
    found = 0
    while members:
        found |= sets[(members & -members).bit_length() - 1]
        members &= members - 1
    return found


def _inverse(sets: list[int]) -> list[int]:
    """The inverse relation: by square, those whose sets contain it."""
    return [
        sum(1 << other for other, held in enumerate(sets) if held >> site & 1) for site in range(len(sets))
    ]
