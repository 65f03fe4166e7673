"""What an opponent needs of a game in C: attacks, and on bitboards the positions that follow."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.backends.c.bitboards.counters import Counts
from lasker.backends.c.bitboards.fast import Fast
from lasker.backends.c.bitboards.groups import Going, guarded
from lasker.backends.c.bitboards.shared import UNLISTED
from lasker.backends.c.bitboards.specials import under
from lasker.backends.c.bitboards.turn import MovesText
from lasker.backends.c.bitboards.words import EMPTY
from lasker.backends.c.look import Look
from lasker.backends.c.terms import terms_text
from lasker.ir.classes.kinds import Classes
from lasker.ir.classes.moves import Drop, Flat
from lasker.ir.classes.path import NotFlat
from lasker.ir.ops import Program

BOARD = "const bits *g, const Board *b"
DECLARED = (  # what the moves and the look at a board call, defined by the runtime later
    "typedef struct Thinker Thinker;",
    "typedef struct Look Look;",
    "static bool listed(Thinker *who, const Board *after, int32_t turn);",
    "static bool stepped(Thinker *who, const Board *after, int32_t turn, int was, int is, bits f, bits t);",
    "static inline void told(Look *x, int term, int32_t times);",
    "static inline void stays(Look *x, int player, bits around);",
    "static inline void reached(Look *x, int kind, int player, bits moves, bits takes);",
    "static inline bool presses(const Look *x, int player);",
    "static inline bits safe_to_go(const Look *x, int player);",
    "static inline bits safe_to_drop(const Look *x, int player);",
    "static inline void pressed(Look *x, int player, int32_t checks, int32_t drops);",
    "static inline void ran(Look *x, int kind, bits ahead, bits bars, bits help, bits chain, bits alike);",
    "/* Where a piece could stand after so many steps, where it could go, soon or later, where it was. */",
    "typedef struct { bits here, next, soon, later, past; int32_t steps; } Race;",
    "static inline bool races(const Look *x, int kind);",
    "static inline bool is_far(const Look *x, const Race *r, int kind);",
    "static inline void run_on(const Look *x, Race *r, int player);",
    "",
)


class AllCounts(Counts):
    """Counters that are all kept with the board, since a player looks at them."""

    def __init__(self, program: Program, classes: Classes) -> None:
        super().__init__(program, classes)
        self.place = {slot: slot for slot in range(len(program.counters))}


class ListingMoves(MovesText):
    """The moves of a turn on bitboards that can also be written down."""

    listing = False
    step: tuple[int, int] | None = None  # what a piece was that is moving, or 0, and what it will be

    def text(self, ends: tuple[str, ...]) -> Iterator[str]:
        """Everything that is done with the moves of a turn, and the list of what follows it."""
        if self.moves.shared:
            raise NotFlat(UNLISTED)
        yield from super().text(ends)
        self.listing = True
        body = ["    uint64_t n = 0;", "    (void)all;", *self.masks()]
        for guards, moves in guarded(self.moves):
            quiet = tuple(flat for flat in moves.flats if _quiet(flat))
            others = tuple(flat for flat in moves.flats if not _quiet(flat))
            seldom = [line for going in self.goings(quiet) for line in self.made(going)]
            seldom += [line for drop in moves.drops for line in self.dropped(drop)]
            inside = [line for going in self.goings(others) for line in self.made(going)]
            seldom += self.made_specials(moves)
            inside += [*under("all", seldom), *self.ruled(moves.rules, self.carried_out)]
            body += under(self.asked(guards), inside)
        yield f"/* Where the moves of {self.name} lead; without `all`, quiet ones are left out. */"
        head = f"static uint64_t {self.name}__list(Thinker *who, {BOARD}, bool all)"
        yield from self.function(head, ends, body, "n")
        self.listing = False
        yield from self._questions(ends)

    def follows(self) -> str:
        """After a move has been made: what follows it is counted, or written down."""
        if not self.listing:
            return super().follows()
        if self.step is None:
            return f"if (!listed(who, &after, {self.name}__next(g, &after))) return n; else n++;"
        was, becomes = self.step
        start = "from" if was else "to"
        written = f"stepped(who, &after, {self.name}__next(g, &after), {was}, {becomes}, {start}, to)"
        return f"if (!{written}) return n; else n++;"

    def made(self, going: Going) -> Iterator[str]:
        """The moves of a kind of piece, each of which is a step from a square to another."""
        (was,) = self.words.symbols(going.movers)
        value = going.value
        self.step = was, was if value.site is not None else value.adds >> self.words.program.marks
        yield from super().made(going)
        self.step = None

    def dropped(self, drop: Drop) -> Iterator[str]:
        """The moves of a drop, each of which is a step of what was nothing."""
        self.step = 0, drop.content >> self.words.program.marks
        yield from super().dropped(drop)
        self.step = None

    def _questions(self, ends: tuple[str, ...]) -> Iterator[str]:
        """Is a royal piece attacked, who could take a piece on a square, has the game ended?"""
        block = None if self.safety is None else self.safety.block
        attacked = "-1" if block is None else f"{block}__holds(g, b)"
        strikers = "NONE" if block is None else f"{block}__strikers(g, b, site, occupied)"
        ended = " || ".join(f"{end}__holds(g, b)" for end in ends) or "false"
        unused = "(void)g, (void)b;"
        yield f"static int {self.name}__attacked({BOARD}) {{ {unused} return {attacked}; }}"
        yield f"static bits {self.name}__struck({BOARD}, int site, bits occupied) {{"
        yield f"    (void)site, (void)occupied, {unused}"
        yield f"    return {strikers} & ~BIT(site);"
        yield "}"
        yield f"static bool {self.name}__over({BOARD}) {{ {unused} return {ended}; }}\n"


def _quiet(flat: Flat) -> bool:
    """Does a piece go to an empty square and stay what it is?"""
    return flat.targets == EMPTY and flat.value.site is not None


class ListingFast(Fast):
    """The fast path of a game that is to be played."""

    counting, moving = AllCounts, ListingMoves

    def board(self) -> Iterator[str]:
        """A position as sets of squares, and what may be done with one that follows a move."""
        yield from super().board()
        kept = self.words.kept()
        yield f"enum {{ FIELDS = KINDS - 1 + {len(kept)} }}; /* sets of a board */"
        yield f"static const int8_t kept_mark[] = {{{', '.join(map(str, [*kept, 0]))}}};"
        for turn in self.program.turns:
            yield f"static inline int32_t {turn.name}__next({BOARD});"
        yield from DECLARED

    def text(self) -> Iterator[str]:
        """Everything, and what happens after a move without going on."""
        look = Look(self.program, self.classes, self.words, self.tables)
        looking = look.text()  # before the tables are written, which it adds to
        yield from super().text()
        for number in range(len(self.turns)):
            yield from self.finish(number)
            yield from self.following(number)
        owners = [look.flats[kind][0] if kind in look.flats else -1 for kind in range(len(self.words.kinds))]
        yield f"static const int8_t OWNER[] = {{{', '.join(map(str, owners))}}};"
        yield from looking

    def following(self, number: int) -> Iterator[str]:
        """Whose turn comes after a move."""
        found = "".join(
            f"{test}__holds(g, b) ? {to} : " if test else f"{to}"
            for test, to in self.classes.turns[number].next
        )
        yield f"static inline int32_t {self.program.turns[number].name}__next({BOARD}) {{"
        yield f"    return (void)g, (void)b, {found};"
        yield "}"


def opponent_text(program: Program, classes: Classes | None) -> Iterator[str]:
    """What an opponent asks of a game, besides its moves and its ends."""
    players = max(turn.player for turn in program.turns) + 1
    yield "/* What an opponent must know. */\n"
    yield f"enum {{ PLAYERS = {max(players, 1)} }};"
    belongs = [int(counter.keyed) for counter in program.counters]
    yield f"static const uint8_t keyed[] = {{{', '.join(map(str, [*belongs, 0]))}}};"
    yield from terms_text()
    yield "\n/* What an end asks where there is no move: is the player to move attacked? */"
    yield "static bool attacked(Machine *m, int rule) {"
    yield "    (void)rule;"
    yield "    switch (m->turn * (ENDS + 1) + rule) {"
    for number, turn in enumerate(program.turns):
        for rule, end in enumerate(turn.verdicts):
            if end.idle:
                yield f"    case {number} * (ENDS + 1) + {rule}: return do_{end.block}(m);"
    yield "    }"
    yield "    return false;"
    yield "}"
    if classes is not None:
        yield from _on_bitboards([turn.name for turn in program.turns])
    yield ""


def _on_bitboards(names: list[str]) -> Iterator[str]:
    yield "\n/* The same on bitboards, and the moves there. */"
    place, board = "const bits *g, int32_t turn", "const bits *g, int32_t turn, const Board *b"
    yield from _switch(f"int attacked_fast({board})", [f"{name}__attacked(g, b)" for name in names], "-1")
    yield from _switch(f"bool over_fast({board})", [f"{name}__over(g, b)" for name in names], "false")
    struck = [f"{name}__struck(g, b, site, occupied)" for name in names]
    yield from _switch(f"bits strikers_fast({board}, int site, bits occupied)", struck, "NONE")
    listed = [f"{name}__list(t, g, b, all)" for name in names]
    yield from _switch(f"uint64_t listed_fast(Thinker *t, {board}, bool all)", listed, "0")
    finished = [f"({name}__finish(g, before, b), true)" for name in names]
    yield from _switch(f"bool finish_fast({place}, const Board *before, Board *b)", finished, "false")


def _switch(head: str, answers: list[str], otherwise: str) -> Iterator[str]:
    yield f"static {head} {{"
    yield "    switch (turn) {"
    yield from (f"    case {number}: return {answer};" for number, answer in enumerate(answers))
    yield "    }"
    yield f"    return {otherwise};"
    yield "}"
