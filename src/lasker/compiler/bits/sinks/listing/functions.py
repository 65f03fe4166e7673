"""The functions that list the moves of a turn with their labels, and make any one of them."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.codegen_context import COPY, Common, Writing
from lasker.compiler.bits.kinds.rules import ON_A_BOARD, WHICH
from lasker.compiler.bits.language import (
    AFTER,
    Assign,
    CFunction,
    Chained,
    ConstantTable,
    Do,
    Expr,
    Field,
    Let,
    Name,
    Pointer,
    Return,
    Switch,
    Unary,
    bit,
    call,
)
from lasker.compiler.bits.moves import Emission
from lasker.compiler.bits.scope import Absent
from lasker.compiler.bits.sinks.listing.sink import OPTIONS, ListSink
from lasker.compiler.groups.moves import Moves, Rule
from lasker.compiler.groups.path import NotClassified


class ListingFunctions:
    """The functions that list and make the moves of one turn."""

    def __init__(
        self, common: Common, name: str, moves: Moves, absent: Absent, lanes: tuple[int, ...]
    ) -> None:
        self.common, self.name, self.moves, self.absent = common, name, moves, absent
        self.writing = Writing(common, name, moves, absent)
        self.sink = ListSink(self.writing, lanes)
        self.changes = f"{name.upper()}__CHANGES"

    def check(self) -> None:
        """NotClassified, unless the label of every move is known."""
        inside = (each for component in self.moves.shared for each in component.moves)
        for each in (*self.moves.every(), *inside):
            if isinstance(each, Rule):
                if each.terms.note is None or not each.rows:
                    raise NotClassified("the label of a rule is not simple")
            elif each.terms.odd_label:
                raise NotClassified("labels tell more than where a piece comes from and goes to")

    def text(self, ends: tuple[str, ...]) -> Iterator[ConstantTable | CFunction]:
        """The labels of all classes; the list; and how one of its moves is made."""
        self.check()
        sink = self.sink
        body = Emission(self.writing, sink).all(self.moves)
        size: Expr = Field(OPTIONS, "size")
        if sink.shots and len(sink.labels) > 1:
            body.append(Do(call("put_shots_in_order", OPTIONS, Name(self.changes))))
        changes = ", ".join(f"{{{symbol}, {was}}}" for symbol, was in sink.labels or [(-1, 0)])
        yield ConstantTable(self.changes, "Change", sink.labels, f"{{{changes}}}")
        if sink.lanes:
            table = ConstantTable(f"{self.name.upper()}__LANES", "int16_t", sink.lanes)
            yield table
            body.append(Assign(Field(OPTIONS, "shift"), "=", table))
            size = Chained("+", (size, call("lanes_size", OPTIONS)))
        yield self.writing.function(
            ("uint64_t", "list"),
            (*ON_A_BOARD, ("Options *", "o")),
            [*body, Return(size)],
            ends=ends,
            note=f"The moves of {self.name}, each with its label; returns their number.",
        )
        yield self._make()

    def _make(self) -> CFunction:
        """Makes one of the moves, with all its counter updates."""
        writing = Writing(self.common, self.name, self.moves, self.absent)
        body = [
            Let("from", bit(Field(WHICH, "from"))),
            Let("to", bit(Field(WHICH, "to"))),
            COPY,
            Switch(Field(WHICH, "id"), tuple(enumerate(self.sink.made_by))),
            Assign(Unary("*", Pointer("made")), "=", AFTER),
        ]
        given = (*ON_A_BOARD, ("Choice", "which"), ("Board *", "made"), ("count *", "counter"))
        return writing.function(("void", "make"), given, body, masks=False)
