"""Sets of positions for moves that may coincide: declarations and bounds."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.bits.counters import Counts
from lasker.compiler.bits.layout import Layout
from lasker.compiler.groups.game import Classes
from lasker.compiler.groups.moves import Drop, Flat, Rule, Shared
from lasker.compiler.ir.ops import Program
from lasker.kernel.package_data import c_runtime

MOST_REACHED = 512  # compared positions of a node; with more the walk takes over


def reached_head(program: Program, classes: Classes, layout: Layout, counts: Counts) -> Iterator[str]:
    """Declarations for sets of positions; empty where no moves share one."""
    most = max((ways(each) for turn in classes.turns for each in turn.moves.shared), default=0)
    if not most and not classes.residuals:
        return
    room = MOST_REACHED if classes.residuals else min(most, MOST_REACHED)
    yield f"enum {{ MOST_REACHED = {room}, REACHED_SLOTS = {1 << (2 * room - 1).bit_length()} }};"
    counters = [f"x->counter[{at}] == y->counter[{at}]" for at in counts.place.values()]
    fields = [f"equal(x->{field}, y->{field})" for field in layout.fields()]
    yield "static bool same_position(const Board *x, const Board *y) {"
    yield f"    return {' && '.join([*fields, *counters]) or 'true'};"
    yield "}"
    keyed = [
        f"x->counter[{at}] == y->counter[{at}]" for s, at in counts.place.items() if program.counters[s].keyed
    ]
    yield "/* Are two positions equal, without counters that do not distinguish positions? */"
    yield "static inline bool unchanged(const Board *x, const Board *y) {"
    yield f"    return {' && '.join([*fields, *keyed]) or 'true'};"
    yield "}"
    yield "static uint64_t position_hash(const Board *b) {"
    yield "    uint64_t hash = 0;"
    told = [f"folded(b->{field})" for field in layout.fields()]
    told += [f"(uint64_t)b->counter[{at}]" for at in counts.place.values()]
    for number, value in enumerate(told):
        odd = (0x9E3779B97F4A7C15 * (2 * number + 1)) & (1 << 64) - 1
        yield f"    hash = (hash ^ {value}) * {odd:#x}u;"
    yield "    return hash ^ hash >> 32;"
    yield "}"
    yield c_runtime("bitboards/position_set")


def ways(shared: Shared) -> int:
    """An upper bound on the number of moves of a component."""
    found = 0
    for move in shared.moves:
        match move:
            case Flat():
                found += len(move.entries)
            case Drop():
                found += sum(sites.bit_count() for _, sites in move.entries)
            case Rule():
                found += len(move.rows)
    return found
