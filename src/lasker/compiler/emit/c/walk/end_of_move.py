"""The end of a move in C: marks are removed, and settling is skipped where it would do nothing.

Most moves change nothing that `settle` depends on. Where it is a sequence of `each`, it can be skipped if
each has no matching square, or does nothing at the root and no content has changed its class since.
"""

from __future__ import annotations

from collections.abc import Iterator

from lasker.compiler.emit.c.walk.constants import Sets, falling, words
from lasker.compiler.emit.c.walk.footprints import classes
from lasker.compiler.ir.ops import Each, Go, Program

MOST = 8  # in sequence: classes are bytes of a word


def settling(program: Program, sets: Sets) -> Iterator[str]:
    """The code at the end of a move, and when the root moves."""
    chain = _chain(program)
    idle = list(_idle(sets, [each for _, each in chain]))
    yield from _turned(program, sets)
    yield from _corrected(program, sets)
    if not program.settle:
        yield "static bool settle(Machine *m) { return !m; }\n"
        return
    if idle:
        yield from _settle(program, chain, idle)
    else:
        yield f"static bool settle(Machine *m) {{ return do_{program.settle}(m); }}\n"


def _chain(program: Program) -> list[tuple[str, Each]]:
    """The blocks of `settle`, if it is a sequence of `each` without cursors."""
    found: list[tuple[str, Each]] = []
    name = program.settle or ""
    body = program.blocks[name].body if name else ()
    while len(body) == 2 and isinstance(body[0], Each) and not body[0].cursors and isinstance(body[1], Go):
        found.append((name, body[0]))
        name = body[1].block
        body = program.blocks[name].body
    return [] if body or len(found) > MOST else found


def _idle(sets: Sets, chain: list[Each]) -> Iterator[str]:
    for number, each in enumerate(chain):
        where = sets.where(each)
        no_site = f"has_no_site(m, {where})"
        if sets.classed(each) == "0":
            yield no_site
        else:
            same = f"!(changed >> {8 * number} & 255) && is_idle_at_root(m, {sets.handed[each]}, {where})"
            yield f"(({same}) || {no_site})"


def _settle(program: Program, chain: list[tuple[str, Each]], idle: list[str]) -> Iterator[str]:
    found = [classes(program, each) for _, each in chain]
    signs = [
        sum((row[content] if row else 0) << 8 * number for number, row in enumerate(found))
        for content in range(len(program.contents))
    ]
    yield "/* Settling begins with the first `each` that is not idle; each has a byte of content classes. */"
    yield "static bool settle(Machine *m) {"
    yield f"    static const uint64_t sign[] = {{{', '.join(f'0x{sign:x}u' for sign in signs)}}};"
    yield "    uint64_t changed = 0;"
    yield "    for (int32_t i = 0; i < m->changes; i++)"
    yield "        if (m->cell[i] < COUNTED)"
    yield "            changed |= sign[m->now.facts.board[m->cell[i]]]"
    yield "                     ^ sign[m->root.facts.board[m->cell[i]]];"
    for condition, (name, _) in zip(idle, chain, strict=True):
        yield f"    if (!{condition}) return do_{name}(m);"
    yield "    return keep(m, 0, 0);"
    yield "}\n"


def turn_needed(program: Program) -> bool:
    """Do positions after moves depend on the turn that follows, or may none follow?"""
    return len(set(_after_turn(program))) > 1 or any(
        all(test is not None for test, _ in turn.next) for turn in program.turns
    )


def _after_turn(program: Program) -> list[tuple[int, ...]]:
    """What contents become after a move, by the next player; the last row without one."""
    plain = tuple(range(len(program.contents)))
    return [tuple(row[each & ~program.ended] for each in plain) for row in (*program.turned, plain)]


def _turned(program: Program, sets: Sets) -> Iterator[str]:
    plain = tuple(range(len(program.contents)))
    rows = _after_turn(program)
    yield "static void turned(Machine *m, int32_t turn) {"
    if any(falling(program)):
        listed = ", ".join("{" + ", ".join(map(str, row)) + "}" for row in rows)
        players = ", ".join(str(turn.player) for turn in program.turns)
        yield f"    static const content becomes[][{len(plain)}] = {{{listed}}};"
        yield f"    static const int player[] = {{{players}}};"
        yield "    const bool same = player[turn] < 0 || player[turn] == player[m->turn];"
        yield f"    switch (same ? {len(program.turned)} : player[turn]) {{"
        for number, contents in enumerate(falling(program)):
            if contents:
                yield f"    case {number}:"
                held = f"{sets.search(contents)}, {sets.name(contents)}"
                yield f"        replace_all(m, {held}, becomes[{number}]);"
                yield "        break;"
        yield "    }"
    else:
        yield "    (void)m, (void)turn;"
    yield "}"


def _corrected(program: Program, sets: Sets) -> Iterator[str]:
    """Updates of the caches about the root: for every set of contents that boards are searched for, which of
    two contents it contains, and which `each` distinguishes them."""
    size = (len(sets.searches) + 63) // 64
    inside = [
        sum(1 << number for contents, number in sets.searches.items() if contents >> content & 1)
        for content in range(len(program.contents))
    ]
    rows = ", ".join("{" + ", ".join(words(each, 64 * size)) + "}" for each in inside)
    tables = ", ".join(sets.classed(each) for each in sets.eaches)
    yield "static void changed_root(Machine *m, int site, int32_t was, int32_t is) {"
    if size:
        yield f"    static const uint64_t searched[][{size}] = {{{rows}}};"
        yield f"    for (int word = 0; word < {size}; word++)"
        yield "        for (uint64_t left = searched[was][word] ^ searched[is][word]; left; left &= left - 1)"
        yield "        {"
        yield "            const int i = 64 * word + __builtin_ctzll(left);"
        yield "            if (!m->found[i]) continue;"
        yield "            m->members[i][site >> 6] ^= (uint64_t)1 << (site & 63);"
        yield "            m->held[i] += searched[is][word] & left & -left ? 1 : -1;"
        yield "        }"
    yield f"    static const uint8_t *const class[] = {{{tables or 0}}};"
    yield f"    for (int i = 0; i < {len(sets.eaches)}; i++)"
    yield "        if (!class[i] || class[i][was] != class[i][is]) m->idle[i] = NOT_KNOWN;"
    for each, number in sets.eaches.items():
        if sets.firsts[each]:
            yield f"    clear_failed(m->failed_guard[{number}], NEAR_{number}[site], MOST_NEAR_{number});"
    for flood, number in sets.floods.items():
        asked = [each for each in (flood.contents, flood.wanted) if isinstance(each, int)]
        differ = (f"HAS({sets.name(each)}, was) != HAS({sets.name(each)}, is)" for each in asked)
        yield f"    if ({' || '.join(differ)}) forget_flood(m, {number}, site);"
    yield "    (void)m, (void)site, (void)was, (void)is;"
    yield "}"
