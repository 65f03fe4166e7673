"""The whole C text of a program: sizes, constants, blocks, and the hand-written runtime around them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from weakref import WeakKeyDictionary

from lasker.compiler.bits.game import BitProgram
from lasker.compiler.bits.passes import simplified
from lasker.compiler.bits.printer import Item, lines, require_size
from lasker.compiler.emit.c.line_wrapping import page
from lasker.compiler.emit.c.parallel_compilation import halves
from lasker.compiler.emit.c.playout_interface import options
from lasker.compiler.emit.c.search_interface import opponent_text, played_text
from lasker.compiler.emit.c.table_of_contents import with_contents
from lasker.compiler.emit.c.translation_units import LARGE, Busy, Large, Seldom, Steps, Walk
from lasker.compiler.emit.c.walk.constants import Sets, eaches, most_searched
from lasker.compiler.emit.c.walk.end_of_move import settling, turn_needed
from lasker.compiler.emit.c.walk.floods import floods
from lasker.compiler.emit.c.walk.function import BlockFunction, signature
from lasker.compiler.emit.c.walk.known_results import has_known_results, with_known_results
from lasker.compiler.emit.c.walk.outcomes import outcomes_text
from lasker.compiler.emit.c.walk.plain_puts import puts_text
from lasker.compiler.emit.c.walk.priorities import most_priorities, with_priorities
from lasker.compiler.emit.c.walk.rounds_in_place import called_blocks
from lasker.compiler.groups.path import NotClassified
from lasker.compiler.ir.ops import Program, Turn
from lasker.compiler.ir.passes.drop_unreached import outcome_blocks, reached_from
from lasker.compiler.ir.sizes import most_cursors, most_notes
from lasker.compiler.pipeline import Compiled, uncollected
from lasker.kernel.package_data import c_runtime

BITS = ("bitboards/squares", "bitboards/tables")  # headers of bitboards
# Headers of batches, of libraries that list moves and do not search.
ENVIRONMENTS = tuple(f"environments/{name}" for name in ("elements", "actions", "listing", "steps", "planes"))
APART = "they are compiled by themselves"  # why there are none here
TITLE = """/* A game, compiled from its rules; all names are derived from the rules. */
"""
HEAD = """
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
"""
UNOPTIMISED = """#if defined(__clang__)
#pragma clang optimize off
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize ("O0")
#endif
"""
OPTIMISED = """#if defined(__clang__)
#pragma clang optimize on
#elif defined(__GNUC__)
#pragma GCC pop_options
#endif
"""


@uncollected()
def c_text(made: Compiled, played: bool = False, batches: bool = False) -> Busy:
    """The C text of a compiled game in one piece, with moves listed on bitboards, and steps of `batches`, if
    wanted; or with an opponent in it, if it is to be `played`, which then does not count on bitboards."""
    quick, options, why = written(made, listing=not played, played=played)
    listing = list(lines(options))
    program = made.walked if quick else made.program
    environments = map(c_runtime, ENVIRONMENTS if batches else ())
    others = _opponent(made, program, bool(quick)) if played else environments
    walk = _walk(program, seldom=bool(quick and (played or options)), ends=not played)
    parts = [
        _common(program),
        walk,
        _fast(list(lines(quick)), why, counts=not played),
        _exports(listing, why),
        others,
    ]
    text = with_contents(page([TITLE, *(line for part in parts for line in part)]))
    return Busy(text) if quick else Steps(text) if batches else Walk(text)


def c_parts(made: Compiled) -> Iterator[str]:
    """The same in two parts, which are compiled in parallel. They count, and list moves by the walk; where
    bitboards count, the walk is seldom used; where they do not, it does all the work."""
    quick, why = fast(made)
    program = made.walked if quick else made.program
    yield "\n".join(page([*_common(program), *_fast(list(lines(quick)), why)]))
    walk = "\n".join(page([*_common(program), *_walk_and_exports(program)]))
    yield Seldom(walk) if quick and not program.residuals else Walk(walk)


@uncollected()
def walking_text(made: Compiled, played: bool = False) -> Seldom:
    """The walk alone, for a game that is counted elsewhere; or with an opponent in it, if it is to be
    `played` until there is a better one. Symbolic paths are not enumerated for it."""
    opponent = _opponent(made, made.program, False) if played else iter(())
    nothing = _fast([], APART, counts=not played)
    parts = (_common(made.program), _walk(made.program), nothing, _exports([], APART), opponent)
    return Seldom("\n".join(page(line for part in parts for line in part)))


@uncollected()
def counting_parts(made: Compiled) -> list[str]:
    """The code that counts on bitboards and nothing else, in two parts if it is large; or NotClassified."""
    quick, why = fast(made)
    if not quick:
        raise NotClassified(why)
    if made.classes is not None and made.classes.residuals:
        raise NotClassified("some moves are walked")
    turns = [turn.name for turn in made.tree.turns]
    interface = ("api/bitboards", "api/open", "api/counting_library")
    whole = list(lines(quick))
    large = sum(map(len, whole)) > LARGE and len(turns) > 1
    common = [*_common(made.tree), "#define FAST 1", "#define COUNTS 1", *map(c_runtime, BITS)]
    first, *others = halves(quick, turns) if large else [whole]
    texts = [[*common, *first, *map(c_runtime, interface)], *([*common, *other] for other in others)]
    return [(Large if large else str)("\n".join(text)) for text in texts]


def _common(program: Program) -> Iterator[str]:
    """The common part of both: sizes, and the structure of the machine."""
    yield HEAD
    yield from _sizes(program)
    yield c_runtime("walk/machine")


def _walk(program: Program, seldom: bool = False, ends: bool = True) -> Iterator[str]:
    """The part that every game has: blocks, moves, playouts. Where bitboards list the moves, it runs
    `seldom`, and blocks that only list moves are compiled without optimization, in a fraction of the time;
    so are those of the `ends`, where bitboards tell them too."""
    plain, program = program, with_known_results(with_priorities(program))
    sets = Sets(program)
    puts = list(puts_text(plain, sets))
    hot = (*program.residuals, *(outcome_blocks(program) if ends else ()))
    often = reached_from(program, hot) if seldom else program.blocks
    functions: dict[bool, list[str]] = {True: [], False: []}
    names = called_blocks(program)
    called = [block for name, block in program.blocks.items() if name in names]
    for block in called:
        functions[block.name in often] += BlockFunction(block, program, sets).write()
    rounds = [program.blocks[name] for name in sets.in_place]
    for block in rounds:
        functions[block.name in often] += BlockFunction(block, program, sets, in_place=True).write()
    looks = [
        line
        for each, first in sets.firsts.items()
        if first is not None
        for line in BlockFunction(program.blocks[each.block], program, sets).first_look(
            sets.eaches[each], first
        )
    ]
    looks += sets.wheres()
    ending = list(settling(program, sets))
    yield f"#define KNOWN_RESULTS {int(has_known_results(program))}"
    yield from map(
        c_runtime,
        (
            "walk/changes",
            "walk/floods",
            "walk/puts",
            "walk/records",
            "walk/sets",
            "walk/stars",
            "walk/each",
            "walk/single_result",
        ),
    )
    yield from sets.lines()
    yield from _tables(program)
    yield from sets.ways()
    yield from sets.flood_lines()
    yield from sets.hops_lines()
    yield "\n/* The blocks of the game. */\n"
    yield from (f"{signature(block)};" for block in called)
    yield from (f"{signature(block, in_place=True)};" for block in rounds)
    yield ""
    yield from looks
    yield from sets.rewrite_lines()
    yield from functions[True]
    yield from [UNOPTIMISED, *functions[False], OPTIMISED] if functions[False] else []
    yield from _game(program)
    yield from puts
    yield from ending
    yield from outcomes_text(program)
    yield from map(
        c_runtime, ("api/open", "walk/counting", "walk/moves", "playouts/label_order", "playouts/playouts")
    )


def _walk_and_exports(program: Program) -> Iterator[str]:
    yield from _walk(program)
    yield from _exports([], APART)


def _exports(options: list[str], why: str) -> Iterator[str]:
    """The exported functions other than counting; on bitboards, if moves are listed there."""
    without = [f"/* Moves are not listed on bitboards: {why}. */", "#define QUICK 0"]
    yield from [*options, c_runtime("playouts/bitboard_playouts")] if options else without
    yield from map(c_runtime, ("playouts/tally", "api/listed_moves", "api/positions", "api/notation"))


def _fast(quick: list[str], why: str, counts: bool = True) -> Iterator[str]:
    """The bitboard part, if there is one, with or without counting."""
    yield f"#define FAST {int(bool(quick))}"
    yield f"#define COUNTS {int(counts)}"
    yield from [*map(c_runtime, BITS), *quick] if quick else [f"/* There is no fast path: {why}. */", ""]
    yield c_runtime("api/bitboards")


_refused: WeakKeyDictionary[Compiled, str] = WeakKeyDictionary()  # games without a bit program that counts


def fast(made: Compiled) -> tuple[list[Item], str]:
    """The bit program that counts, or why there is none, which two libraries of a game ask for."""
    if made in _refused:
        return [], _refused[made]
    quick, _, why = written(made, listing=False)
    if not quick:
        _refused[made] = why
    return quick, "" if quick else why


def written(
    made: Compiled, *, listing: bool = True, played: bool = False
) -> tuple[list[Item], list[Item], str]:
    """The bit program, the code that lists moves, and why one of them is missing."""
    if made.classes is None:
        return [], [], made.why
    try:
        program = BitProgram(made.tree, made.classes, made.without, played)
        listed, why = _listed(program) if listing else ([], "nobody wants them")
        return within_limit(played_text(program) if played else program.text()), listed, why
    except NotClassified as reason:
        return [], [], str(reason)


def _listed(program: BitProgram) -> tuple[list[Item], str]:
    """The code that lists the moves of every turn, or why they cannot be listed."""
    try:
        return within_limit(simplified(options(program))), ""
    except NotClassified as reason:
        return [], str(reason)


def within_limit(program: Iterable[Item]) -> list[Item]:
    """A bit program, unless no compiler would be done with it within seconds."""
    found, size = list[Item](), 0
    for item in program:
        found.append(item)
        size += sum(map(len, lines([item])))
        require_size(size)
    return found


def _opponent(made: Compiled, program: Program, quick: bool) -> Iterator[str]:
    yield from opponent_text(program, made.classes if quick else None)
    yield from map(
        c_runtime,
        (
            "search/states",
            "search/evaluation",
            "search/transposition_table",
            "search/quiescence",
            "search/repetition",
            "search/move_ordering",
            "search/alpha_beta",
            "search/mate_search",
            "api/engine",
            "search/tree_search",
            "search/classification",
        ),
    )


def _sizes(program: Program) -> Iterator[str]:
    sizes = {
        "SITES": program.sites,
        "FRAMES": program.frames,
        "COUNTERS": len(program.counters),
        "CURSORS": most_cursors(program),
        "NOTES": most_notes(program),
        "MARKS": program.marks,
        "MOVED": program.moved,
        "ENDED": program.ended,
        "PASSES": int(program.passes),
        "BY_LABEL": int(program.by_label),
        "TURN_NEEDED": int(turn_needed(program)),
        "SETTLES": int(program.settle is not None),
        "KINDS": len(program.contents) >> program.marks,
        "EACHES": len(eaches(program)),
        "SEARCHES": most_searched(program),
        "PRIORITIES": most_priorities(program),
        "FLOODS": len(set(floods(program))),
    }
    yield from (f"#define {name} {value}" for name, value in sizes.items())
    yield f"typedef uint{8 if len(program.contents) <= 256 else 16}_t content;"
    sets = Sets(program)
    kinds = [
        f"{sets.content(number)} = {number}" for number in range(len(program.contents))[:: 1 << program.marks]
    ]
    yield f"enum {{ {', '.join(kinds)} }};"
    if program.marks:
        yield f"enum {{ {', '.join(f'{sets.mark(mark)} = {1 << mark}' for mark in range(program.marks))} }};"
    yield ""


def _tables(program: Program) -> Iterator[str]:
    for number, table in enumerate(program.tables):
        rows = (f"{{{', '.join(map(str, row)) if row is not None else 'NOWHERE'}}}" for row in table.rows)
        yield f"static const place TABLE_{number}[][{table.columns}] = {{{', '.join(rows)}}};"


def _game(program: Program) -> Iterator[str]:
    """The turns of the game: player to move, next turn, ends."""
    yield "/* The turns of the game. */\n"
    yield from _by_turn(program, "void generate", lambda turn: f"do_{turn.move}(m)", None)
    yield from _residuals(program)
    yield from _by_turn(program, "bool over", _ends, "false", "    begin_answer(m);")
    yield from _by_turn(program, "int32_t following", _next, "-1")
    chances = " || ".join(f"turn == {n}" for n, turn in enumerate(program.turns) if turn.by_chance)
    yield f"static bool by_chance(int32_t turn) {{ (void)turn; return {chances or 'false'}; }}"
    yield from _counters(program)


def _residuals(program: Program) -> Iterator[str]:
    """The residual blocks, which the walk runs for bitboard code."""
    yield "static bool walk_residual(Machine *m, int residual) {"
    yield "    switch (residual) {"
    for number, name in enumerate(program.residuals):
        arrives = program.blocks[name].arrives
        done = f"do_{name}(m); return true;" if arrives else f"return do_{name}(m);"
        yield f"    case {number}: {done}"
    yield "    }"
    yield "    return (void)m, false;"
    yield "}"


def _by_turn(
    program: Program, head: str, text: Callable[[Turn], str], otherwise: str | None, *first: str
) -> Iterator[str]:
    yield f"static {head}(Machine *m) {{"
    yield from first
    yield "    switch (m->turn) {"
    for number, turn in enumerate(program.turns):
        told = text(turn)
        yield f"    case {number}: {f'return {told};' if otherwise else f'{told}; break;'} /* {turn.name} */"
    yield "    }"
    yield f"    {f'return {otherwise};' if otherwise else ''}"
    yield "}"


def _ends(turn: Turn) -> str:
    return " || ".join(f"do_{end.block}(m)" for end in turn.ends) or "false"


def _next(turn: Turn) -> str:
    text = "-1"
    for test, to in reversed(turn.next):
        text = str(to) if test is None else f"do_{test}(m) ? {to} : {text}"
    return text


def _counters(program: Program) -> Iterator[str]:
    """Scratch counters reset, and the comparison of positions by key."""
    same = [f"a[{slot}] == b[{slot}]" for slot, each in enumerate(program.counters) if each.keyed]
    yield "static void set_back_counters(count *counter) {"
    yield "    (void)counter;"
    for slot, each in enumerate(program.counters):
        if each.scratch:
            yield f"    counter[{slot}] = {each.start};"
    yield "}"
    yield "static void set_back(Machine *m) {"
    yield "    (void)m;"
    for slot, each in enumerate(program.counters):
        if each.scratch:
            back = f"change_at_end(m, COUNTED + {slot}, {each.start})"
            yield f"    if (m->now.facts.counter[{slot}] != {each.start}) {back};"
    yield "}"
    yield "static bool same_counters(const count *a, const count *b) {"
    yield f"    (void)a, (void)b; return {' && '.join(same) or 'true'};"
    yield "}"
    yield "static bool equal_keys(const Configuration *a, const Configuration *b) {"
    yield "    for (int site = 0; site < SITES; site++)"
    yield "        if (a->facts.board[site] != b->facts.board[site]) return false;"
    yield "    return same_counters(a->facts.counter, b->facts.counter);"
    yield "}"
