"""Values of options: reads each kind of text, and says where it is wrong."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from lasker.frontends._ini.document import IniOption
from lasker.frontends._ini.option_table import ALL, CHOICES
from lasker.frontends._squares import Square
from lasker.kernel.errors import ParseError

FILES, RANKS = 12, 10  # the largest board of Fairy-Stockfish
Letters = dict[str, str]  # the kind of piece of each letter, in lower case


def _wrong(
    entry: IniOption, message: str, start: int = 0, end: int | None = None, remedy: str = ""
) -> ParseError:
    return ParseError(f"{entry.key}: {message}", span=entry.part(start, end), remedy=remedy or None)


def boolean(entry: IniOption, letters: Letters) -> bool:
    """`true` or `false`."""
    if entry.value not in ("true", "false"):
        raise _wrong(entry, f"{entry.value!r} is neither true nor false", remedy="write true or false")
    return entry.value == "true"


def number(entry: IniOption, letters: Letters) -> int:
    """A natural number."""
    if not re.fullmatch("[0-9]{1,6}", entry.value):
        raise _wrong(entry, f"{entry.value!r} is no natural number", remedy="write a number such as 2")
    return int(entry.value)


def rank(entry: IniOption, letters: Letters) -> int:
    """A rank from 1, given from 0."""
    if not re.fullmatch("[0-9]{1,6}", entry.value) or not 1 <= int(entry.value) <= RANKS:
        raise _wrong(entry, f"{entry.value!r} is no rank", remedy=f"ranks are 1 to {RANKS}")
    return int(entry.value) - 1


def file(entry: IniOption, letters: Letters) -> int:
    """A file by number or letter, given from 0."""
    text = entry.value
    found = int(text) - 1 if re.fullmatch("[0-9]{1,6}", text) else ord(text) - 97 if len(text) == 1 else -1
    if not 0 <= found < FILES:
        raise _wrong(entry, f"{text!r} is no file", remedy=f"files are 1 to {FILES}, or a to l")
    return found


def text(entry: IniOption, letters: Letters) -> str:
    """Any text."""
    return entry.value


def region(entry: IniOption, letters: Letters) -> frozenset[Square]:
    """Squares, ranks and files: `d4 *8 a*`; a dash for none."""
    return frozenset().union(*(squares for _, squares in region_words(entry)))


def region_words(entry: IniOption) -> Iterator[tuple[re.Match[str], frozenset[Square]]]:
    """The words of a region, each with its squares on the largest board."""
    for word in re.finditer(r"\S+", entry.value):
        if word.group() == "-":
            break
        square = re.fullmatch(r"(?P<file>[a-lA-L*])(?P<rank>[0-9]{1,2}|\*)", word.group())
        digits = square and square["rank"] != "*"
        if square is None or word.group() == "**" or (digits and not 1 <= int(square["rank"]) <= RANKS):
            raise _wrong(
                entry,
                f"{word.group()!r} is no square",
                word.start(),
                word.end(),
                "squares are a1 to l10, *8 is a rank and a* a file",
            )
        files = range(FILES) if square["file"] == "*" else [ord(square["file"].lower()) - 97]
        ranks = [int(square["rank"]) - 1] if digits else range(RANKS)
        yield word, frozenset((x, y) for x in files for y in ranks)


def _piece(entry: IniOption, at: int, letters: Letters, everything: bool = True) -> str:
    letter = entry.value[at].lower()
    if letter == ALL and everything:
        return ALL
    if letter not in letters:
        raise _wrong(
            entry,
            f"no piece has the letter {entry.value[at]!r}",
            at,
            at + 1,
            f"the letters of this variant are {''.join(sorted(letters))}",
        )
    return letters[letter]


def pieces(entry: IniOption, letters: Letters) -> tuple[str, ...]:
    """Letters of pieces, one behind the other; a star for all, a dash for none."""
    found: list[str] = []
    for at, letter in enumerate(entry.value):
        if letter == "-":
            break
        if not letter.isspace():
            found.append(_piece(entry, at, letters))
    return tuple(dict.fromkeys(found))


def piece(entry: IniOption, letters: Letters) -> str:
    """One letter of a piece; a star for all, a dash for none."""
    found = pieces(entry, letters)
    if len(found) > 1:
        raise _wrong(entry, "one piece is needed here, and these are several")
    return found[0] if found else ""


def _pairs(entry: IniOption, letters: Letters, second: str) -> list[tuple[str, re.Match[str]]]:
    found, at = [], 0
    pattern = re.compile(rf"\s*(?P<piece>\S)\s*:\s*(?P<other>{second})\s*")
    while at < len(entry.value.rstrip()):
        match = pattern.match(entry.value, at)
        if match is None:
            raise _wrong(entry, "a pair such as p:q or q:1 is needed here", at)
        found.append((_piece(entry, match.start("piece"), letters, everything=False), match))
        at = match.end()
    return found


def numbers(entry: IniOption, letters: Letters) -> dict[str, int]:
    """A number for some pieces: `q:1 r:2`."""
    return {kind: int(match["other"]) for kind, match in _pairs(entry, letters, "-?[0-9]{1,6}")}


def pairs(entry: IniOption, letters: Letters) -> dict[str, str]:
    """A piece for some pieces: `p:g s:g`; a dash for none."""
    return {
        kind: "" if match["other"] == "-" else _piece(entry, match.start("other"), letters, everything=False)
        for kind, match in _pairs(entry, letters, r"\S")
    }


def rights(entry: IniOption, letters: Letters) -> str:
    """Castling rights: `KQkq`."""
    for at, letter in enumerate(entry.value):
        if letter == "-":
            break
        if letter not in "KQkq":
            raise _wrong(entry, f"{letter!r} is no castling right", at, at + 1, "rights are K, Q, k and q")
    return entry.value.partition("-")[0]


def _choice(kind: str) -> Callable[[IniOption, Letters], str]:
    def read(entry: IniOption, letters: Letters) -> str:
        if entry.value not in CHOICES[kind]:
            raise _wrong(entry, f"{entry.value!r} is no {kind}", remedy=f"it is {', '.join(CHOICES[kind])}")
        return entry.value

    return read


READERS: dict[str, Callable[[IniOption, Letters], Any]] = {
    "bool": boolean,
    "int": number,
    "Rank": rank,
    "File": file,
    "text": text,
    "Bitboard": region,
    "PieceSet": pieces,
    "PieceType": piece,
    "numbers": numbers,
    "pairs": pairs,
    "CastlingRights": rights,
    **{kind: _choice(kind) for kind in CHOICES},
}
