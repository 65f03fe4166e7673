"""A look at a board in C: how far pieces reach, what they aim at, which of them run freely.

Everything that counts beside what stands where is a *term*: a number that is counted here, and that a search
multiplies by what one of it is worth. Which terms there are follows from the moves alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from lasker.backends.c.bitboards.tables import Tables
from lasker.backends.c.bitboards.words import EMPTY, Words
from lasker.backends.c.pressure import Pressure, held
from lasker.ir.classes.kinds import Attack, Classes, Entry, Flat
from lasker.ir.ops import Program

OF_KIND = ("reach", "pair", "alone", "chained", "doubled")  # terms of every kind of piece
FREE = 16  # and one for each number of squares that a piece has ahead of it which nobody can bar
OF_PLAYER = ("loose", "tempo", "bare", "checks", "drops")  # terms of every player
EXPOSED = 16  # and one for each number of strikes around his royal piece

Ways = dict[int, set[Entry]]  # by the number of screens


def term_of_kind(kind: int, name: str, ahead: int = 0) -> int:
    """The number of a term of a kind of piece; for "free", of a piece with so many squares ahead.

    >>> term_of_kind(2, "pair")
    43
    """
    at = len(OF_KIND) + ahead if name == "free" else OF_KIND.index(name)
    return kind * (len(OF_KIND) + FREE) + at


def term_of_player(kinds: int, player: int, name: str, strikes: int = 0) -> int:
    """The number of a term of a player in a game of so many kinds; for "exposed", of so many strikes."""
    at = len(OF_PLAYER) + strikes if name == "exposed" else OF_PLAYER.index(name)
    return kinds * (len(OF_KIND) + FREE) + player * (len(OF_PLAYER) + EXPOSED) + at


def terms(kinds: int, players: int) -> int:
    """How many terms there are."""
    return term_of_player(kinds, players, OF_PLAYER[0])


def term_names(kinds: Sequence[str], players: Sequence[str]) -> list[str]:
    """The names of all terms, by the names of the kinds, the empty square among them, and of the players.

    >>> term_names(["nothing", "rook"], ["red"])[term_of_kind(1, "free", 2)]
    'rook free 2'
    """
    of_kind = [*OF_KIND, *(f"free {n}" for n in range(FREE))]
    of_player = [*OF_PLAYER, *(f"exposed {n}" for n in range(EXPOSED))]
    return [
        *(f"{kind} {name}" for kind in kinds for name in of_kind),
        *(f"{player} {name}" for player in players for name in of_player),
    ]


def terms_text() -> Iterator[str]:
    """The numbers of the terms as C."""
    of_kind = (*(name.upper() for name in OF_KIND), "FREE")
    of_player = (*(name.upper() for name in OF_PLAYER), "EXPOSED")
    yield f"enum {{ {', '.join(of_kind)}, OF_KIND = FREE + {FREE} }}; /* terms of a kind of piece */"
    yield f"enum {{ {', '.join(of_player)}, STRIKES = {EXPOSED}, OF_PLAYER = EXPOSED + STRIKES }};"
    yield "#define OF_PLAYERS (KINDS * OF_KIND) /* where the terms of players begin */"
    yield "#define TERMS (OF_PLAYERS + PLAYERS * OF_PLAYER)"


class Look:
    """The text of a look at a board of a game for two."""

    def __init__(self, program: Program, classes: Classes, words: Words, tables: Tables) -> None:
        self.program, self.classes, self.words, self.tables = program, classes, words, tables
        self.runs: list[str] = []  # tables of runners

    @cached_property
    def flats(self) -> dict[int, tuple[int, list[Flat]]]:
        """By kind its player and the classes of its moves; those of a player's first turn that has any."""
        found: dict[int, tuple[int, list[Flat]]] = {}
        if max(turn.player for turn in self.program.turns) != 1:  # not a game for two
            return found
        for turn, classes in zip(self.program.turns, self.classes.turns, strict=True):
            here: dict[int, list[Flat]] = {}
            for flat in classes.moves.flats:
                for kind in self.words.symbols(flat.movers):
                    here.setdefault(kind, []).append(flat)
            for kind, flats in here.items():
                found.setdefault(kind, (turn.player, flats))
        return {kind: found[kind] for kind in sorted(found) if kind and found[kind][0] >= 0}

    @cached_property
    def attacks(self) -> dict[int, Attack]:
        """By player of a game for two what must not be possible after his moves."""
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
        """By player the contents that must not be taken."""
        return {player: attack.royals for player, attack in self.attacks.items()}

    def text(self) -> list[str]:
        """The function that looks at a board."""
        occupied = " | ".join(f"b->{kind}" for kind in self.words.kinds[1:]) or "NONE"
        body = [
            f"    const bits occupied = {occupied};",
            "    (void)x, (void)g, (void)occupied;",
            *(line for player in sorted(self.royals) for line in self._zone(player)),
            *(line for kind in self.flats for line in self._reached(kind)),
            *(line for kind in self.flats for line in self._run(kind)),
            *(line for player in sorted(self.attacks) for line in self._pressed(player)),
        ]
        head = "static void look_fast(Look *x, const bits *g, const Board *b) {"
        return [*self.runs, head, *body, "}", ""]

    def _zone(self, player: int) -> Iterator[str]:
        """The squares around a royal piece."""
        for kind in self.words.symbols(self.royals[player]):
            if kind in self.flats:
                near = {(a, b, 0) for entries in self._ways(kind, EMPTY).values() for a, b, _ in entries}
                here = f"b->{self.words.kinds[kind]}"
                reach = self.tables.reach(near)
                around = f"{reach.targets(f'first({here})')} | LOWEST({here})"
                yield f"    if (any({here})) stays(x, {player}, {around});"

    def _ways(self, kind: int, among: int) -> Ways:
        """The ways of a kind to some contents, by screens."""
        found: Ways = {}
        for flat in self.flats[kind][1]:
            if flat.targets & among:
                found.setdefault(flat.screens, set()).update(flat.entries)
        return found

    def _reached(self, kind: int) -> Iterator[str]:
        """How far the pieces of a kind reach, and what they aim at."""
        player, flats = self.flats[kind]
        quiet, taking = self._ways(kind, EMPTY), self._ways(kind, ~EMPTY)
        taken = 0
        for flat in flats:
            taken |= flat.targets & ~EMPTY
        name, at = self.words.kinds[kind], "first(f)"
        if not self._reaches(kind):
            return
        yield f"    bits goes_{kind} = NONE;"
        yield f"    (void)goes_{kind};"
        yield f"    for (bits f = b->{name}; any(f); f = rest(f)) {{"
        yield f"        const bits takes = {self._targets(taking, at)};"
        moves = f"takes & ({self.words.squares(taken | EMPTY, 'b')})"
        if quiet != taking:
            still = f"({self._targets(quiet, at)} & ALL & ~occupied)"
            moves = f"{still} | (takes & ({self.words.squares(taken, 'b')}))" if taking else still
        yield f"        const bits moves = {moves};"
        yield f"        goes_{kind} |= moves;"
        yield f"        reached(x, {kind}, {player}, moves, takes);"
        yield "    }"
        yield f"    if (several(b->{name})) told(x, {term_of_kind(kind, 'pair')}, 1);"

    def _pressed(self, player: int) -> Iterator[str]:
        """How much threatens the royal piece of a player."""
        enemy = [
            classes.moves
            for turn, classes in zip(self.program.turns, self.classes.turns, strict=True)
            if turn.player == 1 - player
        ]
        hand = held(enemy[0], self.words) if enemy else []
        pressure = Pressure(player, self.attacks[player], hand, self.words, self.tables)
        yield from pressure.lines(
            {
                kind: f"goes_{kind}"
                for kind in self.flats
                if self.flats[kind][0] != player and self._reaches(kind)
            }
        )

    def _reaches(self, kind: int) -> bool:
        """Is it worth something that a kind reaches far? What must not be taken should not."""
        return self.words.symbols(self.royals.get(self.flats[kind][0], 0)) != [kind]

    def _targets(self, ways: Ways, at: str) -> str:
        found = [self.tables.reach(entries, screens).targets(at) for screens, entries in sorted(ways.items())]
        return f"({' | '.join(found)})" if found else "NONE"

    def _run(self, kind: int) -> Iterator[str]:
        """Pieces that never come back: is the way free, is there help, does another stand ahead?"""
        ahead = self._ahead(kind)
        if ahead is None:
            return
        player, name = self.flats[kind][0], self.words.kinds[kind]
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
            barred.append(f"(b->{self.words.kinds[rival]} & BARS_{kind}_{rival}[s])")
        yield f"    for (bits f = b->{name}; any(f); f = rest(f)) {{"
        yield "        const int s = first(f);"
        yield f"        ran(x, {kind}, AHEAD_{kind}[s], {' | '.join(barred) or 'NONE'},"
        yield f"            HELP_{kind}[s], CHAIN_{kind}[s], b->{name});"
        yield "    }"

    def _ahead(self, kind: int) -> list[int] | None:
        """By square the squares that quiet moves lead to, one after the other; None if some come back."""
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
        self.runs.append(f"static const bits {name}[] = {self.words.table(sets)};")


def _by_site(ways: Ways, sites: int) -> list[int]:
    """Where ways lead to from every square."""
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
    """By square those whose sets hold it."""
    return [
        sum(1 << other for other, held in enumerate(sets) if held >> site & 1) for site in range(len(sets))
    ]
