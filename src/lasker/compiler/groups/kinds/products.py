"""Products: a piece moves, and then shoots from its target square: two moves in one.

Enumerating the pairs would take too many paths. So each part is enumerated by itself, and the second is
counted after every first. No first part makes or captures what is shot, so the final position determines both
parts, and no two combinations lead to one position.
"""

from __future__ import annotations

from collections.abc import Callable

from lasker.compiler.groups.alternatives import guards
from lasker.compiler.groups.moves import EMPTY, Entry, Moves, Product, image
from lasker.compiler.groups.path import NotClassified, Path, from_each_base, unconditional
from lasker.compiler.groups.symbolic_execution import SymbolicExecutor
from lasker.compiler.ir.ops import Alias, Body, Choose, NoteEnd, Program, free

Sort = Callable[[Body], Moves]


def is_product(body: Body) -> bool:
    """Does a body choose a square twice, and leave the first cursor last?"""
    noted = [op for op in body if isinstance(op, Choose) and op.noted]
    if len(noted) != 2 or noted[0].cursor == noted[1].cursor:
        return False
    return body[0] == noted[0] and body[-1] == NoteEnd(noted[0].cursor)


def product_of(program: Program, body: Body, alphabet: int, sort: Sort) -> Product:
    """The body as a product; NotClassified if one of the proofs fails. `sort` classifies the paths of a
    body."""
    asked, legs = guards(body), body[len(guards(body)) :]
    begin = legs[0]
    assert isinstance(begin, Choose)
    second = next(at for at, op in enumerate(legs) if at and isinstance(op, Choose) and op.noted)
    while isinstance(legs[second - 1], Alias):
        second -= 1
    goes, shoots = (*asked, *legs[:second], NoteEnd(begin.cursor)), legs[second:-1]
    if free(shoots) - {begin.cursor}:
        raise NotClassified("the second part of a move needs more than where the first has ended")
    first = sort(goes)
    if first.drops or first.rules or first.specials() or len({flat.terms for flat in first.flats}) != 1:
        raise NotClassified("the first part of a move is more than a piece that goes somewhere")
    after = 0
    for flat in first.flats:
        terms = flat.terms
        if terms.counters or terms.question or terms.asked or terms.odd_label or terms.effects:
            raise NotClassified("the first part of a move asks or counts something")
        if flat.value.adds & (1 << program.marks) - 1:
            raise NotClassified("the first part of a move leaves a mark")
        after |= image(flat.movers, flat.value)
    content, entries = _shots(program, shoots, alphabet, begin.cursor, after)
    own = ((1 << (1 << program.marks)) - 1) << (content >> program.marks << program.marks)
    if any((flat.movers | flat.targets | after) & own for flat in first.flats):
        raise NotClassified("the first part of a move makes or takes what is shot")
    if content & (1 << program.marks) - 1:
        raise NotClassified("what is shot bears a mark")
    return Product(first.flats, content, entries, first.flats[0].terms)


def _shots(
    program: Program, body: Body, alphabet: int, cursor: str, held: int
) -> tuple[int, tuple[Entry, ...]]:
    """What is shot, and its entries: from, to, squares between."""
    contents, entries = set[int](), dict[tuple[int, int], int]()
    begin = Path((1 << program.sites) - 1, origin=0, known=((0, held),), cursors=((cursor, 0),))
    for end in (
        each for found in SymbolicExecutor(program).body(body, begin) for each in from_each_base(found)
    ):
        site, known = end.origin, {square: contents & alphabet for square, contents in end.known}
        if site is None or not all(known.values()):
            continue
        if end.questions or end.counters or dict(end.cursors)[cursor] != site or len(end.writes) != 1:
            raise NotClassified("the second part of a move is more than a shot")
        ((target, value),) = ((site, unconditional(value)) for site, value in end.writes)
        between = known.keys() - {site, target}
        if known.pop(site) != held or set(known.values()) != {EMPTY} or target not in known:
            raise NotClassified("a shot does not go over empty squares to an empty one")
        if value.site is not None or [(note.start, note.end) for note in end.notes] != [(site, target)]:
            raise NotClassified("labels tell more than where a shot comes from and goes to")
        if (site, target) in entries or end.notes[0].value != value:
            raise NotClassified("two shots may lead to one square")
        contents.add(value.adds)
        entries[site, target] = sum(1 << square for square in between)
    if len(contents) != 1:
        raise NotClassified("different things are shot")
    return contents.pop(), tuple((*ends, between) for ends, between in sorted(entries.items()))
