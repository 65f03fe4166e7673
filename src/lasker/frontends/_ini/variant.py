"""A variant with everything that it inherits: its pieces, and the value of every option."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import Any

from lasker.frontends._ini import values
from lasker.frontends._ini.document import IniOption, Section, ancestry, read
from lasker.frontends._ini.option_table import (
    COLOURS,
    CUSTOM,
    HIDDEN,
    NOWHERE,
    OPTIONS,
    PAWN_TYPES,
    TYPES,
    Option,
    start_values,
)
from lasker.frontends._squares import Square
from lasker.kernel.errors import NameProblem, ParseError, Problems, did_you_mean
from lasker.kernel.package_data import files
from lasker.kernel.source import Source, Span

AFTER_A_MOVE = ("past", "arrow")  # rules for walls that say where the piece that moved was, or shoots
SPELLINGS = {key: option for option in OPTIONS.values() for key in option.spellings}
OUTDATED = {  # the names of earlier versions, which Fairy-Stockfish still reads
    "whiteFlag": "flagRegionWhite",
    "blackFlag": "flagRegionBlack",
    "whiteDropRegion": "dropRegionWhite",
    "blackDropRegion": "dropRegionBlack",
    "castlingRookPiece": "castlingRookPieces",
}
RANKS_FOR_REGIONS = ("promotionRank", "doubleStepRank", "doubleStepRankMin")


@dataclass
class Variant:
    """What a variant is: the letters of its pieces, how its own pieces move, and the value of each option."""

    name: str
    place: Span
    letters: dict[str, str] = field(default_factory=dict)  # of each kind of piece, in lower case
    moves: dict[str, str] = field(default_factory=dict)  # in Betza notation, of custom pieces and the king
    values: dict[str, Any] = field(default_factory=start_values)
    mobility: dict[tuple[str, str], frozenset[Square]] = field(default_factory=dict)
    entries: dict[str, IniOption] = field(default_factory=dict)  # what gave each value, if the file did

    def __getitem__(self, key: str) -> Any:
        return self.values[key]

    def both(self, name: str) -> tuple[Any, Any]:
        """The values of an option for White and for Black."""
        return self.values[name + COLOURS[0]], self.values[name + COLOURS[1]]

    def span(self, key: str) -> Span:
        """Where a value was given; the head of the variant where it was inherited."""
        return self.entries[key].part() if key in self.entries else self.place

    @property
    def size(self) -> tuple[int, int]:
        """Files and ranks."""
        return self["maxFile"] + 1, self["maxRank"] + 1

    def remove(self, kind: str) -> None:
        """A kind of piece is no longer part of the variant, nor can anything be promoted to it."""
        self.letters.pop(kind, None)
        for colour in COLOURS:
            key = "promotionPieceTypes" + colour
            self.values[key] = tuple(other for other in self.values[key] if other != kind)


@cache
def builtin() -> dict[str, Section]:
    """The variants that Fairy-Stockfish brings along, as sections of a variants file."""
    file = files("lasker.frontends").joinpath("_ini", "builtin.ini")
    return read(Source(file.read_text("utf-8"), "builtin.ini"))


def resolve(name: str, sections: dict[str, Section]) -> Variant:
    """A variant of a file with everything that it inherits; all that is wrong with its options is told.

    >>> sections = read(Source("[wide:chess]\\nqueen = -\\narchbishop = a", "my.ini"))
    >>> variant = resolve("wide", sections)
    >>> variant.letters["archbishop"], variant.both("promotionPieceTypes")[0]
    ('a', ('rook', 'bishop', 'knight'))
    """
    section = sections.get(name) or builtin().get(name)
    if section is None:
        raise NameProblem(f"no variant is called {name}", remedy=f"there are {', '.join(sections)}")
    problems = Problems()
    variant = Variant(section.name, section.place)
    for each in ancestry(section, sections, builtin()):
        own = each.place.source is section.place.source
        _apply(variant, each, problems, own)
    problems.settle()
    return variant


def _apply(variant: Variant, section: Section, problems: Problems, own: bool) -> None:
    """Change a variant by the options of a section, in the order in which Fairy-Stockfish reads them."""
    entries = dict(section.entries)
    if own:
        variant.entries |= entries
    for kind in TYPES:
        with problems.gathered():
            _piece(variant, kind, entries)
        for colour in COLOURS:
            key = f"mobilityRegion{colour}{kind[0].upper()}{kind[1:]}"
            if key in entries:
                with problems.gathered():
                    variant.mobility[kind, colour] = values.region(entries.pop(key), {})
    letters = {letter: kind for kind, letter in variant.letters.items()}
    for key in ("maxRank", "maxFile"):
        if key in entries:
            with problems.gathered():
                variant.values[key] = values.READERS[OPTIONS[key].kind](entries.pop(key), letters)
    with problems.gathered():
        _ranks(variant, entries, letters)
    if "pawnTypes" in entries:
        with problems.gathered():
            found = values.pieces(entries.pop("pawnTypes"), letters)
            variant.values |= {name + colour: found for name in PAWN_TYPES for colour in COLOURS}
    for old, new in OUTDATED.items():
        if old in entries:
            entries.setdefault(new, entries.pop(old))
    known = SPELLINGS if section.place.source.name != "builtin.ini" else SPELLINGS | HIDDEN
    for key in sorted(entries, key=lambda key: key.endswith(COLOURS)):  # those for both sides come first
        with problems.gathered():
            _value(variant, known, entries[key], letters)
    if not variant["doubleStep"]:
        variant.values |= {"doubleStepRegion" + colour: NOWHERE for colour in COLOURS}
    elif not any(variant.both("doubleStepRegion")):
        variant.values["doubleStep"] = False


def _piece(variant: Variant, kind: str, entries: dict[str, IniOption]) -> None:
    if kind not in entries or not entries[kind].value:
        return
    entry = entries.pop(kind)
    letter, moves = entry.value[0].lower(), entry.value[2:]
    if letter == "-":
        variant.remove(kind)
        return
    if not (letter.isascii() and letter.isalpha()):
        raise ParseError(f"{kind}: {letter!r} is no letter", span=entry.part(0, 1), remedy="write a to z")
    takes_moves = kind in CUSTOM or kind == "king"
    if len(entry.value) > 1 and (entry.value[1] != ":" or not takes_moves):
        remedy = (
            f"write {kind} = {letter}:BETZA" if takes_moves else "only custom pieces and kings have moves"
        )
        raise ParseError(f"{kind}: nothing may follow the letter", span=entry.part(1), remedy=remedy)
    if kind in CUSTOM and not moves:
        raise ParseError(
            f"{kind}: it has no moves", span=entry.part(), remedy=f"write {kind} = {letter}:BETZA"
        )
    for other in [other for other, used in variant.letters.items() if used == letter]:
        variant.remove(other)
    variant.letters[kind] = letter
    if takes_moves:
        variant.moves[kind] = moves or TYPES[kind]
        variant.values["kingType"] = "" if kind == "king" else variant["kingType"]
        if kind in CUSTOM and "e" in moves:
            for colour in COLOURS:
                key = "enPassantTypes" + colour
                variant.values[key] = (*variant[key], kind)


def _ranks(variant: Variant, entries: dict[str, IniOption], letters: values.Letters) -> None:
    """The outdated options that give regions by ranks."""
    found = {key: values.rank(entries.pop(key), letters) for key in RANKS_FOR_REGIONS if key in entries}
    last = variant["maxRank"]

    def zone(low: int, high: int) -> None:
        name = "promotionRegion" if "promotionRank" in found and high == last else "doubleStepRegion"
        white = frozenset((x, y) for x in range(values.FILES) for y in range(low, high + 1))
        variant.values[name + "White"] = white
        variant.values[name + "Black"] = frozenset((x, last - y) for x, y in white)

    if "promotionRank" in found:
        zone(found["promotionRank"], last)
    if len(found) > ("promotionRank" in found):
        found.pop("promotionRank", None)
        zone(found.get("doubleStepRankMin", 1), found.get("doubleStepRank", 1))


def _value(variant: Variant, known: dict[str, Option], entry: IniOption, letters: values.Letters) -> None:
    key = entry.key if entry.key in known else OUTDATED.get(entry.key, entry.key)
    if key == "dropOnTop":
        variant.values["enclosingDrop"] = (
            "top" if values.boolean(entry, letters) else variant["enclosingDrop"]
        )
        return
    if key not in known:
        remedy = did_you_mean(key, [*known, *TYPES, "pawnTypes"], "docs/how-to/fairy-stockfish.md lists them")
        raise ParseError(f"there is no option {entry.key}", span=entry.span, remedy=remedy)
    option = known[key]
    value = values.READERS[option.kind](entry, letters)
    if option.kind in ("numbers", "pairs"):
        value = variant[option.name] | value
    if option.sides and key == option.name:
        variant.values |= {key + colour: value for colour in COLOURS}
    else:
        variant.values[key] = value
