"""The counting of moves to a draw, as in makruk, in Cambodia and in ASEAN chess.

The first move of a player against a weak enemy sets a limit, and from then on plies are counted.
"""

from __future__ import annotations

from lasker.frontends._ini.army import union
from lasker.frontends._ini.piece_counts import ALWAYS, NEVER, at_least, fewer, many
from lasker.frontends._ini.rules_text import Sheet

# Moves against a bare king, by the first pieces that there are so many of: kind, number, moves.
HONOUR = {
    "makruk": (("rook", 2, 8), ("rook", 1, 16), ("silver", 2, 22), ("knight", 2, 32), ("silver", 1, 44)),
    "cambodian": (("rook", 2, 7), ("rook", 1, 15), ("silver", 2, 21), ("knight", 2, 31), ("silver", 1, 43)),
    "asean": (("rook", 1, 16), ("silver", 1, 44), ("knight", 1, 64)),
}
OTHERWISE = {"makruk": 64, "cambodian": 63, "asean": 0}  # with other pieces, or against more than a king
PROMOTION, CAPTURE, PAWN_TAKEN = " event := 1", " event := 2", " event := 3"


def is_counted(sheet: Sheet) -> bool:
    """Are moves counted in this variant?"""
    return sheet.variant["countingRule"] in HONOUR


def told(sheet: Sheet, event: str) -> str:
    """What a move does that counting asks about."""
    return event if is_counted(sheet) else ""


def targets(sheet: Sheet, taken: list[tuple[str, str]]) -> list[tuple[str, str, str]]:
    """What is taken, the counter of its hand, and what is told of it: pawns apart from others."""
    pawns = union(sheet.army.of("pawn"), enemy=True) if sheet.army.of("pawn") else ""
    if not is_counted(sheet):
        return [(target, counter, "") for target, counter in taken]
    if not pawns:
        return [(target, counter, CAPTURE) for target, counter in taken]
    found = []
    for target, counter in taken:
        if "pawn" not in target and target != "enemy":
            found.append((target, counter, CAPTURE))
        elif target == pawns:
            found.append((target, counter, PAWN_TAKEN))
        else:
            found += [
                (f"({target}) \\ {pawns}", counter, CAPTURE),
                (f"({target}) \\ (enemy \\ {pawns})", counter, PAWN_TAKEN),
            ]
    return found


def write(sheet: Sheet) -> None:
    """Define what happens to the counters after every move, and the draw."""
    rule = sheet.variant["countingRule"]
    if not is_counted(sheet):
        return
    sheet.counters |= {
        "limit": "0..128 unkeyed",
        "counted": "0..9999 unkeyed",
        "event": "0..3 unkeyed",
        "moved": "0..1 each unkeyed",
    }
    pawns = sheet.army.of("pawn")
    both = f"{union(pawns)} | {union(pawns, enemy=True)}" if pawns else ""
    pawnless = f"![{both}]" if pawns else ALWAYS
    bare, enemy_bare = (fewer(sheet, sheet.army.pieces, 2, enemy) for enemy in (False, True))
    sheet.define("honour(M)", _honour(sheet, rule), "How long a player may go on against a bare king.")
    count = "(each %(friend | enemy): counted += 1)"
    if rule == "asean":
        sheet.define("begin(n)", "limit := n counted := 0")
        armed, last = "nil", "nil"
    else:
        sheet.define("begin(n)", f"limit := n counted := 0 {count} {count}")
        sheet.define(  # as the enemy of who is alone sees it
            "early(n)", f"limit := n counted := 0 {count} (each %friend: counted += 1)"
        )
        weak = pawnless if rule == "makruk" else f"!{at_least(sheet, sheet.army.pieces, 4, True)}"
        start = f"limit := {2 * OTHERWISE[rule]} counted := 0"
        armed = f"if {weak} then (if [limit = 0] then {start} else nil) else nil"
        last = f"if [event = 3] then (if {pawnless} then C honour(early) else nil) else nil"
    sheet.define("armed", armed)
    sheet.define("last_pawn", last)
    again = "if [limit = 0] then honour(begin) else if [event >= 1] then honour(begin) else nil"
    sheet.define("alone", f"if {pawnless} then ({again}) else nil")
    sheet.define(
        "counting",
        f"if [moved = 1] then (if {enemy_bare} then (if {bare} then nil else alone)"
        f" else if {bare} then last_pawn else armed) else nil",
        "What a move of this player begins.",
    )
    one_more = "if [counted < 9999] then counted += 1 else nil"
    sheet.define("tick", f"if [moved = 1] then (if [limit > 0] then ({one_more}) else nil) else nil")
    sheet.define("settle", "tick C tick counting C counting event := 0 moved := 0 C(moved := 0)")
    sheet.ends.append('adjudicate "the moves are counted out" drawn: [limit > 0] [counted > limit]')


def _honour(sheet: Sheet, rule: str) -> str:
    text = f"M({2 * OTHERWISE[rule]})" if OTHERWISE[rule] else "nil"
    for kind, number, moves in reversed(HONOUR[rule]):
        pieces = sheet.army.of(kind)
        test = many(sheet, union(pieces), number) if pieces else NEVER
        if test != NEVER:
            text = f"if {test} then M({2 * moves})\n  else {text}"
    return text


def fields(sheet: Sheet) -> tuple[dict[str, str], dict[str, str]]:
    """The fields of FEN that stand in place of captures in passing and of quiet plies; and those at the end,
    where these are told, too."""
    if not is_counted(sheet):
        return {}, {}
    limit, clock = {"optional:limit": sheet.start.limit}, {"counter:counted": sheet.start.clocks.split()[0]}
    if sheet.start.limit == "-":
        clock = {"counter:counted": "0"}
    if sheet.jumped:
        return {}, limit | clock
    return (limit, clock) if sheet.variant["nMoveRule"] else (limit | clock, {})
