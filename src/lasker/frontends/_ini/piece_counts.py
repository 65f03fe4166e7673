"""Tests of how many pieces or squares of some kinds there are."""

from __future__ import annotations

from lasker.frontends._ini.army import IniPiece, union
from lasker.frontends._ini.rules_text import Sheet

NEVER, ALWAYS = "[fail]", "[nil]"


def fewer(sheet: Sheet, pieces: list[IniPiece], limit: int, enemy: bool = False) -> str:
    """The test that there are fewer pieces of some kinds on the board than a limit."""
    return "!" + at_least(sheet, pieces, limit, enemy)


def at_least(
    sheet: Sheet, pieces: list[IniPiece], limit: int, enemy: bool = False, hands: tuple[str, ...] = ()
) -> str:
    """The test that there are so many pieces of some kinds, with those in hand that the counters count."""
    if not pieces:
        return ALWAYS if limit <= 0 else NEVER
    owner = " of black" if enemy else ""
    return many(sheet, union(pieces, enemy), limit, tuple(hand + owner for hand in hands))


def many(sheet: Sheet, pattern: str, limit: int, hands: tuple[str, ...] = ()) -> str:
    """The test that so many squares fit a pattern."""
    if limit <= 0:
        return ALWAYS
    if limit == 1:
        held = "".join(f" | [{hand} >= 1]" for hand in hands)
        return f"[[{pattern}]{held}]" if held else f"[{pattern}]"
    if limit == 2 and not hands:
        return f"[%({pattern}): %x ({pattern}): ![@ + @x]]"
    return f"[{counted(sheet, pattern, 'number', hands)} [number >= {limit}]]"


def counted(sheet: Sheet, pattern: str, counter: str, hands: tuple[str, ...] = (), weight: int = 1) -> str:
    """A counter that only lasts for this test goes up by every square that fits."""
    sheet.counters.setdefault(counter, "0..5000 until end")
    held = "".join(f" exhaust({hand} -= 1 {counter} += {weight})" for hand in hands)
    return f"(each %({pattern}): {counter} += {weight}){held}"
