"""What the rules of a variant do not say: options that concern other programs, and rules about past moves."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.frontends._ini.document import Section
from lasker.frontends._ini.option_table import OPTIONS
from lasker.frontends._ini.values import region_words
from lasker.frontends._ini.variant import AFTER_A_MOVE, SPELLINGS, Variant
from lasker.kernel.source import Span

REASONS = {
    "chasingRule": "which pieces were chased in past moves cannot be asked; moves are not touched by it",
    "moveRepetitionIllegal": "single past moves cannot be asked; moves are not touched by it",
    "shatarMateRule": "whether a series of checks had a shak in it cannot be asked; mate is mate",
    "twoBoards": "one board is played; nothing comes from the other but what a FEN puts in hand",
    "chess960": "castling is from the squares of this start; its moves are called by where the king goes",
}


def losses(variant: Variant, sections: dict[str, Section]) -> Iterator[tuple[str, Span, str]]:
    """Option, place and reason of everything that is lost."""
    for option in OPTIONS.values():
        reason = option.remark or REASONS.get(option.name, "")
        if not reason or variant.values.get(option.name) == option.default:
            continue
        entry = variant.entries.get(option.name)
        if entry is None and option.remark:
            continue  # inherited, and of no interest for the rules
        yield option.name, entry.span if entry else variant.place, reason
    files, ranks = variant.size
    for entry in variant.entries.values():
        known = SPELLINGS.get(entry.key)
        is_region = entry.key.startswith("mobilityRegion") if known is None else known.kind == "Bitboard"
        for word, squares in region_words(entry) if is_region else ():
            if not any(x < files and y < ranks for x, y in squares):
                where = entry.part(word.start(), word.end())
                yield entry.key, where, f"{word.group()} is not on this board of {files}x{ranks}"
    blown = variant.entries.get("blastOnCapture")
    if variant["blastOnCapture"] and variant["capturesToHand"]:
        place = blown.span if blown else variant.place
        yield "blastOnCapture", place, "of what is blown up only the piece that is taken goes into a hand"
    alone = variant.entries.get("wallOrMove")
    if variant["wallOrMove"] and variant["wallingRule"] in AFTER_A_MOVE:
        place = alone.span if alone else variant.place
        yield "wallOrMove", place, f"walls by the rule {variant['wallingRule']} need a move"
    section = sections.get(variant.name)
    for entry in section.replaced if section else ():
        yield entry.key, entry.span, "it is given again farther down, and the last one counts"
