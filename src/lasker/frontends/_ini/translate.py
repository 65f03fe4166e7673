"""From a variant to the rules of a game: every part in its turn, and what is lost."""

from __future__ import annotations

from lasker.frontends._ini import castling, effects, ends, movement, start
from lasker.frontends._ini import move_counting as counting
from lasker.frontends._ini.army import Army
from lasker.frontends._ini.document import Section
from lasker.frontends._ini.drops import Hands, hand_field
from lasker.frontends._ini.losses import losses
from lasker.frontends._ini.moves import Arrivals, FirstMoves
from lasker.frontends._ini.rules_text import Sheet
from lasker.frontends._ini.turn import MoveDefinition
from lasker.frontends._ini.variant import Variant
from lasker.frontends._squares import square_name
from lasker.kernel.dataclass import dataclass
from lasker.kernel.source import Span


@dataclass(frozen=True)
class Translated:
    """A variant as rules, where it and its first position stand in the file, and what is lost: option, place,
    reason."""

    text: str
    place: Span
    start: Span
    lost: tuple[tuple[str, Span, str], ...]


def translated(variant: Variant, sections: dict[str, Section]) -> Translated:
    """The rules of a variant and what they do not say."""
    sheet = translate(variant)
    parent = sections[variant.name].parent if variant.name in sections else ""
    based = f", based on {parent}" if parent else ""
    sheet.facts["source"] = f"A variants file of Fairy-Stockfish: {variant.name}{based}."
    return Translated(sheet.text(), variant.place, variant.span("startFen"), tuple(losses(variant, sections)))


def translate(variant: Variant) -> Sheet:
    """The rules of a variant."""
    first = start.read(variant)
    sheet = Sheet(variant, first, Army(variant, first))
    sheet.facts |= {"game": variant.name, "source": ""}
    sheet.walls = "*" in first.board.values()
    movement.write(sheet)
    safe = "safe" if "safe" in sheet.definitions else ""
    arrivals = Arrivals(sheet)
    arrivals.going()
    firsts = FirstMoves(sheet, arrivals)
    home = variant["wallingRule"] == "past" and not variant["wallOrMove"]
    castle = castling.write(sheet, safe, effects.walls(sheet).strip() if home else "")
    hands = Hands(sheet, arrivals)
    _fields(sheet, hands, castle)
    MoveDefinition(sheet, arrivals, firsts, castle, hands, safe).write()
    ends.write(sheet, hands)
    counting.write(sheet)
    return sheet


def _fields(sheet: Sheet, hands: Hands, castle: str) -> None:
    """The fields of FEN, and what they are at the start."""
    fields, first, variant = sheet.fields, sheet.start, sheet.variant
    fields["board"] = first.rows
    if hands.kinds:
        fields[hand_field(hands)] = ""
    if "promoted" in sheet.marks:
        fields["promoted:~:promoted"] = ""
    fields["side:w:b"] = first.side
    field, rights = castling.field(sheet) if castle else ("fixed:-", "-")
    fields[field] = rights
    counted, last = counting.fields(sheet)
    if sheet.jumped:
        fields[f"passing:jumped:{sheet.jumped}"] = first.passed
    elif counted:
        fields["optional:limit"] = counted["optional:limit"]
    else:
        fields["fixed:- "] = "-"
    if variant["checkCounting"]:
        checks = first.checks or "1+1"
        fields["counts:left" if sheet.army.royal else f"fixed:{checks}"] = checks
    clock, number = first.clocks.split()
    if "counter:counted" in counted:
        fields["counter:counted"] = counted["counter:counted"]
    else:
        fields["counter:quiet" if variant["nMoveRule"] else "fixed:0"] = clock
    fields["number"] = number
    if gates := effects.gate_squares(sheet):
        sheet.marks["gate"] = "until moved"
        fields["marked:gate"] = "+".join(square_name(square) for square in gates)
    fields |= last
