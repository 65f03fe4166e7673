"""Masks of checks and pins: where pieces may move without leaving a royal piece attacked.

A strike hits if exactly its number of screens is occupied. A move vacates one square and fills another. So it
changes only strikes whose number of occupied squares between is right, or differs by one; each of those
restricts the target squares of movers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from lasker.compiler.bits.attack_tables import AttackTables, Reach
from lasker.compiler.bits.language import (
    ALL,
    BOARD,
    GROUND,
    NONE,
    OCCUPIED,
    Assign,
    Comment,
    Compared,
    Do,
    Each,
    Either,
    Expr,
    If,
    Let,
    Name,
    Number,
    Stmt,
    Switch,
    address,
    any_of,
    both,
    call,
    first,
    lowest,
    union,
)
from lasker.compiler.bits.scope import Scope
from lasker.compiler.groups.game import Attack
from lasker.compiler.groups.moves import Entry

FEW = 4  # targets of a royal piece that are tested one by one
FROM, TO, STRIKER, GOALS = Name("f"), Name("t"), Name("s"), Name("goals")
ALLOWED, PINNED, LINE, ROYAL = Name("allowed"), Name("pinned"), Name("line"), Name("royal")


class Safety:
    """The target squares of the pieces of a turn for which an attack does not hit."""

    def __init__(self, block: str, attack: Attack, tables: AttackTables) -> None:
        self.block, self.attack, self.tables = block, attack, tables
        self.hops = any(strike.screens for strike in attack.strikes)

    def masks(self, scope: Scope) -> Iterator[Stmt]:
        """`allowed` for most movers, `line` for those among `pinned`."""
        yield Comment("A check must be met on `allowed`; a pinned piece must stay on its line.")
        yield Let("allowed", ALL, "bits")
        yield Let("pinned", NONE, "bits")
        yield Let("line", None, "bits[SITES]")
        yield Let("royal", scope.squares(self.attack.royals))
        found: list[Stmt] = [Let("k", first(ROYAL), "const int")]
        leaps: list[Expr] = []
        for strike in self.attack.strikes:
            strikers = scope.squares(strike.strikers)
            for reach in self.tables.backward(strike.entries, strike.screens):
                aligned = reach.aligned(Name("k")) & strikers
                if reach.leaps:
                    leaps.append(aligned)
                else:
                    found.append(Each("s", aligned, tuple(self._strike(reach))))
        if leaps:
            leapers = Name("leapers")
            meeting = Either(call("several", leapers), NONE, leapers)
            found.append(Let("leapers", union(*leaps)))
            bound = self._bound(NONE, ALL, meeting) if self.hops else Assign(ALLOWED, "&=", meeting)
            found.append(If(any_of(leapers), (bound,)))
        yield If(any_of(ROYAL), tuple(found))

    def _strike(self, reach: Reach) -> Iterator[Stmt]:
        """The strikes of one table. Without pieces between it is a check, a single piece between is pinned;
        with screens, the numbers shift accordingly."""
        path, between, free, here = Name("path"), Name("between"), Name("free"), lowest(STRIKER)
        yield Let("path", self.tables.path(reach, Name("k"), first(STRIKER)))
        if not self.hops:
            masks = (address(ALLOWED), address(PINNED), LINE)
            yield Do(call("pin", *masks, path & OCCUPIED, path | here))
            return
        yield Let("between", path & OCCUPIED)
        yield Let("free", path & ~OCCUPIED)
        cases = [(0, (self._bound(between, ~free, free | here),))]
        cases.append((1, (self._bound(between, free | here, ALL),)))
        if reach.screens:
            cases.append((-1, (self._bound(between, ALL, ~free),)))
        too_many = Compared(call("(int)", call("size", between)), "-", Number(reach.screens))
        yield Switch(too_many, tuple(cases))

    def _bound(self, between: Expr, own: Expr, others: Expr) -> Stmt:
        return Do(call("bind", address(ALLOWED), address(PINNED), LINE, between, own, others))

    def mask(self) -> Expr:
        """The allowed targets of the piece on the lowest square of `f`."""
        pinned = any_of(PINNED & lowest(FROM))
        if self.hops:
            return Either(pinned, LINE[first(FROM)], ALLOWED)
        return ALLOWED & Either(pinned, LINE[first(FROM)], ALL)

    def pinned_mask(self) -> Expr:
        """The same for a piece that is known to be among `pinned`."""
        return LINE[first(FROM)] if self.hops else ALLOWED & LINE[first(FROM)]

    def fled(self, entries: tuple[Entry, ...], scope: Scope) -> Iterator[Stmt]:
        """Keeps those of the `goals` of a royal piece on `f` where it cannot be captured.

        The attacked squares are found once, without the piece; of a few targets each is tested.
        """
        if max(Counter(origin for origin, _, _ in entries).values()) <= FEW:
            gone = OCCUPIED & ~lowest(FROM)
            strikers = call(f"{self.block}__strikers", GROUND, BOARD, first(TO), gone) & ~lowest(TO)
            yield Each("t", GOALS, (If(any_of(strikers), (Assign(GOALS, "^=", lowest(TO)),)),))
            return
        attacked_squares = scope.attacked_squares(self.block)
        found = call(f"{self.block}__danger", GROUND, BOARD, OCCUPIED & ~ROYAL)
        unknown = both(any_of(GOALS), call("equal", attacked_squares, ALL))
        assert unknown is not None
        yield If(unknown, (Assign(attacked_squares, "=", found),))
        yield Assign(GOALS, "&=", ~attacked_squares)
