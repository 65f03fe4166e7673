"""The bit program of a game: its board, its tables, its tests, and the functions of its turns."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.attack_tables import AttackTables
from lasker.compiler.bits.attacks import Attacks
from lasker.compiler.bits.codegen_context import Common
from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.end_of_move import Settling, counted
from lasker.compiler.bits.kinds.chains import Chains
from lasker.compiler.bits.kinds.drops import Places
from lasker.compiler.bits.kinds.effects import EffectFunctions
from lasker.compiler.bits.kinds.pattern_tables import Patterns
from lasker.compiler.bits.kinds.rules import Rules
from lasker.compiler.bits.kinds.sweeps import Sweeps
from lasker.compiler.bits.language import (
    BOARD,
    FALSE,
    TRUE,
    CFunction,
    Compared,
    Declared,
    Expr,
    If,
    Let,
    Name,
    Number,
    Return,
    Stmt,
    Switch,
    Unary,
    any_of,
    both,
    call,
    names,
    no,
)
from lasker.compiler.bits.layout import Layout
from lasker.compiler.bits.passes import simplified
from lasker.compiler.bits.position_sets import reached_head
from lasker.compiler.bits.predicates import Tests
from lasker.compiler.bits.printer import Item
from lasker.compiler.bits.residuals import residual_head
from lasker.compiler.bits.turn import TurnFunctions
from lasker.compiler.groups.game import Attack, Census, Classes, Fill, SquareTest, Test
from lasker.compiler.groups.side_conditions.watched_marks import marks_to_watch
from lasker.compiler.ir.ops import Program


class BitProgram:
    """The whole bit program of a game: it counts moves; or, if `played`, lists the positions after them for
    an opponent."""

    def __init__(
        self,
        program: Program,
        classes: Classes,
        without: frozenset[str] = frozenset(),
        played: bool = False,
    ) -> None:
        self.program, self.classes, self.played = program, classes, played
        layout, tables, counts = (
            Layout(program, classes),
            AttackTables(program.sites),
            Counts(program, classes, everything=played),
        )
        rules, sweeps = Rules(program, classes, layout, counts), Sweeps(layout, program.sites)
        self.common = Common(
            program,
            classes,
            layout,
            tables,
            counts,
            rules,
            Patterns(classes, layout, program.sites),
            sweeps,
            Chains(layout, rules, counts),
            Places(classes.alphabet, layout),
            EffectFunctions(layout, program.sites),
            together="merged_targets" not in without,
            lanes="equal_offsets" not in without,
        )
        self.common.patterns.sorting.wanted = "rule_tables" not in without
        hanging = {} if "watched_marks" in without else marks_to_watch(program, classes)
        self.settling = Settling(self.common, hanging)
        self.royals = set[int]()  # on which attacks are decided by masks
        self.names = [turn.name for turn in program.turns]

    # --- functions --------------------------------------------------------------------------------------

    def tests(self) -> Iterator[CFunction]:
        """The tests as functions of the board."""
        for name, test in self.classes.tests.items():
            yield from self._test(name, test)

    def _test(self, name: str, test: Test) -> Iterator[CFunction]:
        common = self.common
        tests = Tests(self.program, common.layout, common.tables, common.rules)
        attacks = Attacks(common.layout, common.tables)
        match test:
            case Attack():
                yield from attacks.functions(name, test)
            case Fill():
                yield tests.fill(name, test)
            case Census():
                yield tests.census(name, test)
            case SquareTest():
                yield tests.placed(name, test)
            case _:
                made = TurnFunctions(common, name, test, None)
                yield made.test()
                self.royals |= made.royals

    def turns(self) -> Iterator[CFunction]:
        """The functions of all turns."""
        for number, turn in enumerate(self.classes.turns):
            made = TurnFunctions(self.common, self.names[number], turn.moves, self.settling.absent[number])
            if self.played:
                yield from made.played(turn.ends)
            else:
                yield made.leaves(turn.ends)
                yield made.sequences(turn.ends)
            self.royals |= made.royals

    def after_moves(self) -> Iterator[CFunction]:
        """The functions that finish the moves of every turn."""
        shares = any(turn.moves.shared or turn.moves.residuals for turn in self.classes.turns)
        for number in range(len(self.names)):
            if self.played or shares:
                yield self.settling.finish(number)
            if self.played:
                yield self.settling.next(number)
            else:
                yield self.settling.then(number)

    # --- the whole --------------------------------------------------------------------------------------

    def text(self) -> Iterator[Item]:
        """The whole program: board, tables, tests, turns, without unused constants."""
        return simplified(self._items())

    def _items(self) -> Iterator[Item]:
        """All items in their order. Tables come first but are generated last, since functions add to them."""
        common = self.common
        tests, turns, after = list(self.tests()), list(self.turns()), list(self.after_moves())
        yield from self._board()
        yield from self._board_access() if self.played else ()
        yield from common.tables.lines()
        yield ""
        for name, test in self.classes.tests.items():
            about = ", int at" if isinstance(test, SquareTest) else ""
            yield f"static bool {name}__holds(const bits *g, const Board *b{about});"
        yield from map(Declared, (*after, self._sound()))
        yield from () if self.played else (Declared(self._from_start()),)
        yield ""
        yield from common.chains.head()
        yield from reached_head(self.program, self.classes, common.layout, common.counts)
        yield from residual_head(self.classes, common.layout)
        yield from common.patterns.lines()
        yield from common.places.tables.values()
        yield from common.rules.tables()
        yield from common.sweeps.tables()
        yield from common.effects.tables
        yield from common.sweeps.functions
        yield from common.effects.functions
        yield from common.rules.functions
        yield from tests
        yield from map(Declared, turns)
        yield from turns
        yield from after
        yield self._sound()
        yield from self._start()
        if not self.played:
            yield self._from_start()

    def _board(self) -> Iterator[str]:
        """A position as sets of squares, with the counters that moves depend on."""
        layout = self.common.layout
        yield "/* A position as sets of squares: one for each kind of piece, and one for each mark. */"
        counters = self.common.counts.field()
        yield f"typedef struct {{ bits {', '.join(layout.fields()) or 'nothing'}; {counters}}} Board;"

    def _board_access(self) -> Iterator[str]:
        """Access to the sets of a board, for an opponent."""
        kept = self.common.layout.kept()
        yield f"enum {{ FIELDS = KINDS - 1 + {len(kept)} }}; /* sets of a board */"
        yield f"static const int8_t kept_mark[] = {{{', '.join(map(str, [*kept, 0]))}}};"
        yield "typedef struct Search Search;"
        yield "static bool listed(Search *who, const Board *after, int32_t turn);"
        step = "int was, int is, bits f, bits t"
        yield "static bool listed_settled(Search *who, const Board *after, int32_t turn);"
        yield f"static bool stepped(Search *who, const Board *after, int32_t turn, {step});"

    def _start(self) -> Iterator[str]:
        """Conversion of a given position to bitboards, where their side conditions hold."""
        layout = self.common.layout
        yield "/* The position on bitboards; false where bitboards do not apply, and the walk must count. */"
        yield "static bool start(const Machine *m, const bits *g, int depth, Board *b) {"
        yield "    bits piece[KINDS] = {NONE}, mark[MARKS + 1] = {NONE};"
        yield "    (void)g, (void)depth;"
        yield "    for (int site = 0; site < SITES; site++) {"
        yield "        const content here = m->now.facts.board[site];"
        yield "        if (!here) continue;"
        yield "        if (here >> MARKS == 0 || here & ENDED) return false; /* not settled */"
        yield "        piece[here >> MARKS] |= BIT(site);"
        yield "        for (int i = 0; i < MARKS; i++)"
        yield "            if (here >> i & 1) mark[i] |= BIT(site);"
        yield "    }"
        values = [f".{layout.kinds[symbol]} = piece[{symbol}]" for symbol in range(1, len(layout.kinds))]
        for mark in layout.kept():
            bearers = [f"piece[{s}]" for s in range(len(layout.kinds)) if layout.asked[s] >> mark & 1]
            values.append(f".{layout.marks[mark]} = mark[{mark}] & ({' | '.join(bearers)})")
        yield f"    *b = (Board){{{', '.join(values) or 'NONE'}}};"
        yield "    if (!sound(g, b, m->turn)) return false;"
        yield from self.common.counts.given()
        yield "    return true;"
        yield "}\n"

    def _sound(self) -> CFunction:
        """Whether the bit program is valid for a position: no second royal piece where masks decide attacks,
        no marks that are always removed by then, and steps that wait for a mark are settled."""
        layout, hanging, body = self.common.layout, self.settling.hanging, list[Stmt]()
        for royals in sorted(self.royals | self.common.patterns.royals()):
            body.append(_unsound(call("several", layout.squares(royals))))
        for number, absent in enumerate(self.settling.absent):
            borne = [
                any_of(layout.mark(mark) & layout.kind(symbol))
                for symbol, marks in enumerate(absent)
                for mark in layout.kept()
                if marks & layout.asked[symbol] & 1 << mark
            ]
            here = Compared(Name("turn"), "==", Number(number))
            body += (_unsound(both(here, each) or TRUE) for each in borne)
        tidied = [line for tidy in hanging for line in self.settling.tidied(tidy, None)]
        if tidied:
            body += [Let("given", Unary("*", BOARD), "const Board"), *tidied]
        for mark in sorted(set(hanging.values())) if tidied else ():
            same = call("equal", layout.mark(mark), layout.mark(mark, Name("given")))
            body.append(_unsound(no(same)))
        given = (("const bits *", "g"), ("Board *", "b"), ("int32_t", "turn"))
        if "occupied" in names(tuple(body)):
            body.insert(0, Let("occupied", layout.occupied))
        return CFunction("static bool", "sound", given, (*body, Return(TRUE)))

    def _from_start(self) -> CFunction:
        """The number of move sequences from a position."""
        cases = tuple((number, (Return(counted(name)),)) for number, name in enumerate(self.names))
        given = (("const bits *", "g"), ("const Board *", "b"), ("int32_t", "turn"), ("int", "depth"))
        body = (Switch(Name("turn"), cases), Return(Number(0)))
        return CFunction("static uint64_t", "from_start", given, body)


def _unsound(condition: Expr) -> Stmt:
    return If(condition, (Return(FALSE),))
