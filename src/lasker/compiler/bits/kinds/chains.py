"""Code generation for chains: the pieces that can hop are found at once; each chain is then followed to its
ends."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.kinds.rules import AT, ON_A_BOARD, Rules, aligned
from lasker.compiler.bits.language import (
    AFTER,
    BOARD,
    FALSE,
    GROUND,
    NONE,
    OCCUPIED,
    TRUE,
    Assign,
    Block,
    Call,
    CFunction,
    Chained,
    Compared,
    Do,
    Each,
    Either,
    Expr,
    Field,
    If,
    Let,
    Literal,
    Name,
    Number,
    Parameters,
    Pointer,
    Return,
    Stmt,
    Unary,
    address,
    bit,
    call,
    first,
    has,
    lowest,
    meet,
    no,
    shifted,
    union,
)
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.royal_safety.safety import FROM
from lasker.compiler.groups.moves import Chain, Hop, Tail
from lasker.compiler.groups.path import NotClassified
from lasker.kernel.package_data import c_runtime

ENDS, HERE, WAS, NOW, FOUND = Pointer("ends"), Name("here"), Name("was"), Name("now"), Name("found")


class Chains:
    """The functions of chains; each is generated once."""

    def __init__(self, layout: Layout, rules: Rules, counts: Counts) -> None:
        self.layout, self.rules, self.counts = layout, rules, counts
        self._numbers: dict[tuple[object, ...], int] = {}

    def begins(self, chain: Chain) -> Call:
        """The pieces that can hop."""
        return Call(f"begins_{self._number(chain)}", (BOARD,))

    def ends(self, chain: Chain, starts: Expr, ends: Expr) -> Stmt:
        """Collects all ends of the chains from some squares into a list."""
        return Do(call(f"chains_{self._number(chain)}", GROUND, BOARD, starts, ends))

    def head(self) -> Iterator[str]:
        """Declarations for boards of games with chains."""
        if not self._numbers:
            return
        fields = list(self.layout.fields())
        if self.layout.kept():
            raise NotClassified("pieces bear marks that last, beside a chain")
        same = " && ".join(f"equal(x->{field}, y->{field})" for field in fields)
        differ = " | ".join(f"(x->{field} ^ y->{field})" for field in fields)
        yield f"static bool same_pieces(const Board *x, const Board *y) {{ return {same}; }}"
        yield "static int symbol_at(const Board *b, bits at) {"
        kinds = [
            f"any({self.layout.kind(each)} & at) ? {each} : " for each in range(1, len(self.layout.kinds))
        ]
        yield f"    return {''.join(kinds)}0;"
        yield "}"
        yield "static bool board_precedes(const Board *x, const Board *y) {"
        yield f"    const bits differ = {differ};"
        yield "    return any(differ) && symbol_at(x, LOWEST(differ)) < symbol_at(y, LOWEST(differ));"
        yield "}"
        yield c_runtime("bitboards/chains")

    def _number(self, chain: Chain) -> int:
        key = (chain.movers, chain.sites, chain.hops, chain.tails, chain.terms.counters)
        if key not in self._numbers:
            number = self._numbers[key] = len(self._numbers)
            self.rules.functions += list(self._functions(chain, number))
        return self._numbers[key]

    def _functions(self, chain: Chain, number: int) -> Iterator[CFunction]:
        squares = self.layout.squares
        start: list[Stmt] = [Let("occupied", self.layout.occupied), Let("found", NONE, "bits")]
        start += self._begin(chain.hops)
        start.append(Return(FOUND & squares(chain.movers) & self.layout.constant(chain.sites)))
        note = "The pieces that can hop."
        given: Parameters = (("const Board *", "b"),)
        yield CFunction("static inline bits", f"begins_{number}", given, tuple(start), note)
        note = "All continuations of a chain from a square; where there is no hop, the chain ends."
        given = (*ON_A_BOARD, ("int", "was"), ("int", "from"), ("int", "at"), ("Ends *", "ends"))
        yield CFunction("static void", f"chain_{number}", given, tuple(self._walked(chain, number)), note)
        began = call("symbol_at", BOARD, lowest(FROM))
        walked = call(f"chain_{number}", GROUND, BOARD, began, first(FROM), first(FROM), ENDS)
        body = (
            Assign(Field(ENDS, "size"), "=", Number(0)),
            Assign(Field(ENDS, "hops"), "=", Number(0)),
            Assign(Field(ENDS, "full"), "=", FALSE),
            Each("f", Name("starts"), (Do(walked),)),
        )
        given = (*ON_A_BOARD, ("bits", "starts"), ("Ends *", "ends"))
        yield CFunction("static void", f"chains_{number}", given, body)

    def _walked(self, chain: Chain, number: int) -> Iterator[Stmt]:
        yield Let("here", bit(AT))
        yield Let("occupied", self.layout.occupied)
        yield Let("more", FALSE, "bool")
        for hop in chain.hops:
            yield self._hop(hop, number)
        yield If(Name("more"), (Return(),))
        yield Let("after", Unary("*", BOARD), "Board")
        for tail in chain.tails:
            yield from self._tail(tail)
        yield from self.counts.changed(chain.terms.counters, AFTER)
        yield Let("now", call("symbol_at", address(AFTER), HERE), "const int")
        becomes = Either(Compared(NOW, "==", WAS), Number(-1), NOW)
        parts = tuple(call("(int16_t)", each) for each in (Name("from"), AT, becomes, WAS))
        yield Do(call("chain_ends", ENDS, address(AFTER), Literal(parts, "Labelled")))

    def _begin(self, hops: tuple[Hop, ...]) -> Iterator[Stmt]:
        """The squares from which a hop matches: all at once where its squares have fixed offsets, else one by
        one."""
        alike: dict[Expr, list[Expr]] = defaultdict(list)
        for hop in hops:
            mover = self.layout.squares(hop.rule.holds[0])
            patterns = aligned(hop.rule)
            for apart, origins in patterns or ():
                alike[self.layout.constant(origins) & self._laid(hop, apart)].append(mover)
            if patterns is None:
                yield Each("f", mover, self._rows(hop, first(FROM), (Assign(FOUND, "|=", lowest(FROM)),)))
        for pattern, movers in alike.items():
            yield Assign(FOUND, "|=", union(*movers) & pattern)

    def _laid(self, hop: Hop, apart: tuple[int, ...]) -> Expr:
        """The squares from which all other squares of a hop, at these offsets, hold the required contents."""
        squares = (self.layout.squares(held) for held in hop.rule.holds[1:])
        return meet(*(shifted(held, -by) for held, by in zip(squares, apart, strict=True)))

    def _hop(self, hop: Hop, number: int) -> Stmt:
        """A hop wherever it matches, and its continuation."""
        patterns, inside = aligned(hop.rule), list[Stmt]()
        for apart, origins in patterns or ():
            squares = (AT, *(Chained("+", (AT, Number(by))) for by in apart))
            row = Literal(tuple(call("(square)", each) for each in squares))
            there = has(self.layout.constant(origins) & self._laid(hop, apart), AT)
            inside.append(
                If(there, (Let("row", row, "const square[]"), *self._hopped(hop, Name("row"), number)))
            )
        if patterns is None:
            laid, _ = self.rules.rows(hop.rule)
            inside += self._rows(hop, AT, self._hopped(hop, laid[Name("i")], number))
        return If(has(self.layout.squares(hop.rule.holds[0]), AT), tuple(inside))

    def _hopped(self, hop: Hop, row: Expr, number: int) -> Block:
        """A hop carried out, and the chain from its target square."""
        return (
            Assign(Name("more"), "=", TRUE),
            If(no(call("hops_on", ENDS)), (Return(),)),
            Let("after", Unary("*", BOARD), "Board"),
            Do(call(f"{self.rules.fits(hop.rule)}_make", address(AFTER), BOARD, row)),
            Do(call(f"chain_{number}", GROUND, address(AFTER), WAS, Name("from"), row[hop.to], ENDS)),
        )

    def _rows(self, hop: Hop, site: Expr, done: Block) -> Block:
        laid, _ = self.rules.rows(hop.rule)
        fit = call(f"{self.rules.fits(hop.rule)}_fits", Number(0), BOARD, OCCUPIED, laid[Name("i")])
        return (self.rules.rows_from(hop.rule, site, (If(fit, done),)),)

    def _tail(self, tail: Tail) -> Iterator[Stmt]:
        """What the piece becomes where the chain ends."""
        if tail.value is None:
            return
        (symbol,), new = self.layout.symbols(tail.contents), tail.value.adds >> self.layout.program.marks
        changed = (
            Assign(self.layout.kind(symbol, AFTER), "^=", HERE),
            Assign(self.layout.kind(new, AFTER), "|=", HERE),
        )
        yield If(has(self.layout.kind(symbol) & self.layout.constant(tail.sites), AT), changed)
