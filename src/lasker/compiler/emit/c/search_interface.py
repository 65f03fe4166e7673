"""Interface between a game and the search in C: attacks, and on bitboards the successors."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.game import BitProgram
from lasker.compiler.bits.printer import Item
from lasker.compiler.emit.c.evaluation_code import Evaluation
from lasker.compiler.emit.c.evaluation_terms import terms_text
from lasker.compiler.groups.game import Classes
from lasker.compiler.ir.ops import Program

DECLARED = (  # called by the evaluation, defined by the runtime later
    "typedef struct Evaluation Evaluation;",
    "static inline void add_term(Evaluation *x, int term, int32_t times);",
    "static inline void set_king_zone(Evaluation *x, int player, bits around);",
    "static inline void add_mobility(Evaluation *x, int kind, int player, bits moves, bits takes);",
    "static inline bool counts_king_pressure(const Evaluation *x, int player);",
    "static inline bits safe_to_go(const Evaluation *x, int player);",
    "static inline bits safe_to_drop(const Evaluation *x, int player);",
    "static inline void add_king_pressure(Evaluation *x, int player, int32_t checks, int32_t drops);",
    "static inline void add_passed_piece(Evaluation *x, int kind, bits ahead, bits bars, bits help,"
    " bits chain, bits alike);",
    "/* Breadth-first search: squares reached in `steps`, in one, two, three more; and visited before. */",
    "typedef struct { bits here, next, soon, later, past; int32_t steps; } Race;",
    "static inline bool counts_race(const Evaluation *x, int kind);",
    "static inline bool is_far(const Evaluation *x, const Race *r, int kind);",
    "static inline void next_race_step(const Evaluation *x, Race *r, int player);",
    "",
)


def played_text(made: BitProgram) -> Iterator[Item]:
    """The bit program of a game for an opponent, and its static evaluation."""
    evaluation = Evaluation(made.program, made.classes, made.common.layout, made.common.tables)
    looking = evaluation.text()  # before the tables are printed, to which it adds
    yield from made.text()
    kinds = range(len(made.common.layout.kinds))
    owners = [evaluation.flats[kind][0] if kind in evaluation.flats else -1 for kind in kinds]
    yield f"static const int8_t OWNER[] = {{{', '.join(map(str, owners))}}};"
    yield from DECLARED
    yield from looking


def opponent_text(program: Program, classes: Classes | None) -> Iterator[str]:
    """Everything that an opponent needs besides moves and ends."""
    players = max(turn.player for turn in program.turns) + 1
    yield "/* Interface of the search. */\n"
    yield f"enum {{ PLAYERS = {max(players, 1)} }};"
    belongs = [int(counter.keyed) for counter in program.counters]
    yield f"static const uint8_t keyed[] = {{{', '.join(map(str, [*belongs, 0]))}}};"
    yield from terms_text()
    yield "\n/* For an end without moves: is the player to move attacked? */"
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
    yield from _switch(f"uint64_t listed_fast(Search *t, {board}, bool all)", listed, "0")
    finished = [f"({name}__finish(g, before, b), true)" for name in names]
    yield from _switch(f"bool finish_fast({place}, const Board *before, Board *b)", finished, "false")


def _switch(head: str, answers: list[str], otherwise: str) -> Iterator[str]:
    yield f"static {head} {{"
    yield "    switch (turn) {"
    yield from (f"    case {number}: return {answer};" for number, answer in enumerate(answers))
    yield "    }"
    yield f"    return {otherwise};"
    yield "}"
