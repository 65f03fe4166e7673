"""Outcomes of games in C: the rule that ended a game, adjudications, chance, and repetition keys."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lasker.compiler.ir.ops import Adjust, Compare, Most, Program
from lasker.compiler.ir.passes.drop_unreached import every, move_blocks, repeated

CALLED = ("", "claimed")  # adjudications of playouts: automatic ones before claimed ones


def outcomes_text(program: Program) -> Iterator[str]:
    """Sizes, tables and functions that playouts need besides the moves."""
    rules = program.adjudications
    called = [n for manner in CALLED for n, rule in enumerate(rules) if rule.manner == manner]
    repeated = [rules[n].repeated for n in called if rules[n].repeated]
    sizes = {
        "ENDS": max(len(turn.verdicts) for turn in program.turns),
        "ADJUDICATIONS": len(rules),
        "CALLS": len(called),
        "LEAST_REPEATED": min(repeated, default=0),
        "FORBIDS": int(any(program.forbids)),
        "OCCURRENCES": program.forbids.times,
        "BY_STATE": int(program.forbids.by_state),
        "NULL_TURNS": int(program.forbids.null_turns),
        "OPTIONS": max(len(turn.odds) for turn in program.turns),
        "QUESTIONS": max(len(turn.questions) for turn in program.turns),
    }
    yield "/* How games end. */\n"
    yield from (f"#define {name} {value}" for name, value in sizes.items())
    yield f"static const int CALLED[] = {_listed(called)};"
    yield f"static const int REPEATED[] = {_listed([rule.repeated for rule in rules])};"
    yield f"static const bool GIVING[] = {_listed([int(rule.giving) for rule in rules])};"
    yield f"static const int PLAYER[] = {_listed([turn.player for turn in program.turns])};"
    states = range(len(program.turns))
    forbidden = [int(not program.forbids.states or state in program.forbids.states) for state in states]
    yield f"static const bool FORBIDDEN_IN[] = {_listed(forbidden)};"
    yield f"static const bool KEYED[] = {_listed([int(each.keyed) for each in program.counters])};"
    yield f"static const int CHANCES[] = {_listed([len(turn.odds) for turn in program.turns])};\n"
    yield from _verdicts(program)
    yield from _adjudged(program)
    yield from _questions(program)
    yield from _chances(program)
    yield from _counters(program)
    yield from _forgotten(program)


def _listed(numbers: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, numbers or [0])) + "}"


def _verdicts(program: Program) -> Iterator[str]:
    yield "/* The first rule that ends the game here, or -1; `stuck` says that there is no move. */"
    yield "static int32_t ended_by(Machine *m, bool stuck) {"
    yield "    (void)stuck;"
    yield "    begin_answer(m);"
    yield "    switch (m->turn) {"
    for number, turn in enumerate(program.turns):
        yield f"    case {number}: /* {turn.name} */"
        for rule, end in enumerate(turn.verdicts):
            stuck = "stuck && " if end.idle else ""
            yield f"        if ({stuck}do_{end.block}(m)) return {rule};"
        yield "        break;"
    yield "    }"
    yield "    return -1;"
    yield "}\n"


def _adjudged(program: Program) -> Iterator[str]:
    yield "/* Does the test of an adjudication hold? */"
    yield "static bool adjudged(Machine *m, int rule) {"
    yield "    begin_answer(m);"
    yield "    switch (m->turn * ADJUDICATIONS + rule) {"
    for number, turn in enumerate(program.turns):
        for rule, block in enumerate(turn.adjudications):
            yield f"    case {number * len(program.adjudications) + rule}: return do_{block}(m);"
    yield "    }"
    yield "    return false;"
    yield "}\n"


def _questions(program: Program) -> Iterator[str]:
    yield "/* What notation asks of a position: what makes it no position of the game; then check. */"
    yield "static bool asked(Machine *m, int question) {"
    yield "    (void)question;"
    yield "    begin_answer(m);"
    yield "    switch (m->turn * (QUESTIONS + 1) + question) {"
    for number, turn in enumerate(program.turns):
        for question, block in enumerate(turn.questions):
            yield f"    case {number} * (QUESTIONS + 1) + {question}: return do_{block}(m);"
    yield "    }"
    yield "    return false;"
    yield "}\n"


def _chances(program: Program) -> Iterator[str]:
    odds = [(n, i, *each) for n, turn in enumerate(program.turns) for i, each in enumerate(turn.odds)]
    yield "/* The options of chance, and their weights. */"
    yield "static void option(Machine *m, int number) {"
    yield "    (void)number;"
    yield "    switch (m->turn * (OPTIONS + 1) + number) {"
    yield from (f"    case {n} * (OPTIONS + 1) + {i}: do_{block}(m); break;" for n, i, _, block in odds)
    yield "    }"
    yield "}"
    yield "static uint64_t weight(int32_t turn, int number) {"
    yield "    switch (turn * (OPTIONS + 1) + number) {"
    yield from (f"    case {n} * (OPTIONS + 1) + {i}: return {weight}u;" for n, i, weight, _ in odds)
    yield "    }"
    yield "    return 0;"
    yield "}\n"


def _counters(program: Program) -> Iterator[str]:
    """The counters that belong to the key of a position, mixed into a hash."""
    yield "static uint64_t hash_counters(const count *counter, uint64_t hash) {"
    yield "    (void)counter;"
    for slot, each in enumerate(program.counters):
        if each.keyed:
            yield f"    hash = hashed(hash, (uint32_t)counter[{slot}]);"
    yield "    return hash;"
    yield "}\n"


def _forgotten(program: Program) -> Iterator[str]:
    """Counters that no move reads: as long as they reach no bound, their values do not matter."""
    slots = set(range(len(program.counters)))
    more: dict[int, int] = {}  # the greatest increase of a counter by one move
    again = repeated(program)
    for name in move_blocks(program):
        for op in every(program.blocks[name].body):
            if isinstance(op, Compare):
                slots -= {op.slot} | ({op.other} if op.other_is_slot else set())
            elif isinstance(op, Most):
                slots -= {op.slot}
            elif isinstance(op, Adjust) and op.relative:
                more[op.slot] = more.get(op.slot, 0) + op.amount
                slots -= {op.slot} if op.amount < 0 or name in again else set()
    yield "/* Counters that cannot matter within `depth` plies are reset: more positions are equal. */"
    yield "static void forget_counters(Machine *m, int depth) {"
    yield "    (void)m, (void)depth;"
    for slot in sorted(slots):
        counter, value = program.counters[slot], f"m->now.facts.counter[{slot}]"
        most = f"{value} + {more.get(slot, 0)} * (int64_t)depth"
        yield f"    if ({most} <= {counter.high}) {value} = {counter.low};"
    yield "}\n"
