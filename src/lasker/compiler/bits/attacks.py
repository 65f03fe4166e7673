"""Code generation for attacks: attackers of a square, attacked squares, is a royal piece in check?"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.kinds.rules import ON_A_BOARD
from lasker.compiler.bits.language import (
    BOARD,
    FALSE,
    GROUND,
    NONE,
    OCCUPIED,
    TRUE,
    Assign,
    CFunction,
    Chained,
    Compared,
    Continue,
    Each,
    Either,
    Field,
    If,
    Let,
    Name,
    Number,
    Numbers,
    Pointer,
    Return,
    Stmt,
    any_of,
    bit,
    call,
    first,
    no,
    shifted,
)
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.royal_safety.safety import ROYAL, STRIKER
from lasker.compiler.groups.game import Attack

FOUND = Name("found")
WITH_OCCUPIED = (*ON_A_BOARD, ("bits", "occupied"))


class Attacks:
    """The functions of attacks."""

    def __init__(self, layout: Layout, tables: AttackTables) -> None:
        self.layout, self.tables = layout, tables

    def functions(self, name: str, attack: Attack) -> Iterator[CFunction]:
        """An attack: the attackers of a square, the attacked squares, whether a royal piece stands on one."""
        note = "The attackers of a royal piece on a square."
        on_square = (*ON_A_BOARD, ("int", "royal"), ("bits", "occupied"))
        body = tuple(self._strikers(attack))
        yield CFunction("static inline bits", f"{name}__strikers", on_square, body, note)
        note = "The squares on which a royal piece would be attacked."
        yield CFunction("static bits", f"{name}__danger", WITH_OCCUPIED, tuple(self._danger(attack)), note)
        note = "Is a royal piece attacked at any of these points of a move?"
        given = (*WITH_OCCUPIED, ("const Probe *", "p"), ("int", "probes"))
        yield CFunction("static bool", f"{name}__meets", given, tuple(self._meets(name, attack)), note)
        struck = any_of(call(f"{name}__strikers", GROUND, BOARD, first(ROYAL), OCCUPIED))
        whole = (
            Let("occupied", self.layout.occupied),
            Each("royal", self.layout.squares(attack.royals), (If(struck, (Return(TRUE),)),)),
            Return(FALSE),
        )
        yield CFunction("static bool", f"{name}__holds", ON_A_BOARD, whole)

    def _strikers(self, attack: Attack) -> Iterator[Stmt]:
        """Leaps first, slides only where aligned."""
        yield Let("found", NONE, "bits")
        for strike in attack.strikes:
            for reach in self.tables.backward(strike.entries, strike.screens):
                aligned = reach.aligned(ROYAL) & self.layout.squares(strike.strikers)
                if reach.leaps:
                    yield Assign(FOUND, "|=", aligned)
                else:
                    yield If(any_of(aligned), (Assign(FOUND, "|=", aligned & reach.targets(ROYAL)),))
        yield Return(FOUND)

    def _danger(self, attack: Attack) -> Iterator[Stmt]:
        yield Let("found", NONE, "bits")
        for strike in attack.strikes:
            reach = self.tables.reach(strike.entries, strike.screens)
            strikers = self.layout.squares(strike.strikers)
            shifts = reach.shifts() if reach.leaps else None
            if shifts is None:
                yield Each("s", strikers, (Assign(FOUND, "|=", reach.targets(first(STRIKER))),))
            for shift, origins, _ in shifts or ():
                yield Assign(FOUND, "|=", shifted(strikers & self.layout.constant(origins), shift))
        yield Return(FOUND)

    def _meets(self, name: str, attack: Attack) -> Iterator[Stmt]:
        """Whether one of some probes meets an attack."""
        probe, then, changed = Pointer("q"), Name("then"), Name("changed")
        emptied, filled, stands = (Field(probe, each) for each in ("emptied", "filled", "royal"))
        on_board = Compared(stands, "<", Name("SITES"))
        struck = call(f"{name}__strikers", GROUND, BOARD, first(ROYAL), then) & ~changed
        moment = (
            Let("q", Chained("+", (Pointer("p"), Name("i"))), "const Probe *const"),
            Let("changed", emptied | filled),
            Let("royal", Either(on_board, bit(stands), self.layout.squares(attack.royals))),
            If(no(any_of(ROYAL)), (Continue(),)),
            Let("then", (OCCUPIED & ~emptied) | filled),
            If(any_of(struck), (Return(TRUE),)),
        )
        yield Numbers("i", Number(0), Name("probes"), moment)
        yield Return(FALSE)
