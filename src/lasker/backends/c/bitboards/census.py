"""Tests that count pieces, in C: by counting bits."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.backends.c.bitboards.rules import Rules
from lasker.ir.classes.kinds import Census, Tally
from lasker.ir.names import RELATIONS
from lasker.ir.ops import Compare


def counted(name: str, census: Census, rules: Rules) -> Iterator[str]:
    """A census as a function of the board; its counters begin anew."""
    counters = rules.program.counters
    slots = {slot for step in census.steps for slot in _slots(step)}
    yield f"static bool {name}__holds(const bits *g, const Board *b) {{"
    yield f"    const bits occupied = {rules.occupied()};"
    yield "    (void)g, (void)occupied;"
    for block, wanted in census.asks:
        yield f"    if ({'!' if wanted else ''}{block}__holds(g, b)) return false;"
    yield from (f"    int64_t counted_{slot} = {counters[slot].start};" for slot in sorted(slots))
    for step in census.steps:
        if isinstance(step, Tally):
            squares = f"({rules.words.squares(step.contents, 'b')}) & {rules.words.these(step.sites)}"
            high = counters[step.slot].high
            yield f"    counted_{step.slot} += (int64_t)size({squares});"
            yield f"    if (counted_{step.slot} > {high}) counted_{step.slot} = {high};"
        else:
            right = f"counted_{step.other}" if step.other_is_slot else str(step.other)
            yield f"    if (!(counted_{step.slot} {RELATIONS[step.relation]} {right})) return false;"
    yield "    return true;"
    yield "}\n"


def _slots(step: Tally | Compare) -> list[int]:
    if isinstance(step, Tally):
        return [step.slot]
    return [step.slot, step.other] if step.other_is_slot else [step.slot]
