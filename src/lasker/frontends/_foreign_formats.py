"""Files of other programs, known by what stands in them: to be named when somebody gives one to Lasker."""

from __future__ import annotations

import re
from functools import lru_cache

from lasker.kernel.dataclass import dataclass

REWRITE = "write its rules in Lasker's language: `lasker new NAME` gives a file to begin with"
LANGUAGE = re.compile(r"^[ \t]*lasker[ \t]+[0-9]", re.MULTILINE)  # the line that every rules file has
CONTROL = re.compile(rb"[\x00-\x08\x0e-\x1f]")  # bytes that no text has
MAGIC = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
    b"\xff\xfe": "text in UTF-16",
    b"\xfe\xff": "text in UTF-16",
}


@dataclass(frozen=True)
class FileKind:
    """A kind of file: what it is called, how it is known, and what to do with one."""

    name: str
    known_by: str  # a regular expression
    remedy: str
    by_start: bool = False  # does the pattern hold where the text begins, or anywhere in it?
    suffix: str = ""  # of the files that are read, if this kind is

    def fits(self, text: str) -> bool:
        """Does a text look like this?"""
        known_by = re.compile(self.known_by, re.MULTILINE | re.IGNORECASE)
        return (known_by.match if self.by_start else known_by.search)(text) is not None


def _kind(
    name: str, pattern: str, remedy: str = REWRITE, by_start: bool = False, suffix: str = ""
) -> FileKind:
    return FileKind(name, pattern, remedy, by_start, suffix)


def _read(name: str, suffix: str, pattern: str) -> FileKind:
    """A kind of file that is read, whatever its name ends in, unless that is the suffix of another kind."""
    return FileKind(f"{name} ({suffix})", pattern, f"call the file NAME{suffix}", suffix=suffix)


KINDS = (  # the first that fits
    _read("a game of Ludii", ".lud", r'^[ \t]*\((game[ \t]+"|define[ \t]+"|match[ \t]+")'),
    _read("a game of Zillions", ".zrf", r"^[ \t]*\((game|variant|define|version|include)\b"),
    _kind("a game in GDL (.kif)", r"^[ \t]*\((role|init|<=)[ \t]"),
    _kind("a game of RBG (.rbg)", r"^[ \t]*#(players|pieces|variables|rules|board)[ \t]*="),
    _kind(
        "a variants file of Fairy-Stockfish (.ini)",
        r"^\[[\w-]+:[\w-]+\][ \t]*$|^(startFen|maxRank|maxFile|customPiece\d+|variantTemplate|"
        r"pieceToCharTable|promotionPieceTypes|doubleStep|castling)[ \t]*=",
        "call the file NAME.ini; lasker convert NAME.ini VARIANT --to rules makes rules of it",
    ),
    _read(
        "an Interactive Diagram",
        ".diagram",
        r"^[ \t]*(promoZone|promoChoice|maxPromote|promoOffset|graphicsDir|whitePrefix|satellite)[ \t]*=|"
        r"^[ \t]*[A-Za-z][\w '-]*:[A-Za-z+']{0,3}:[^:\n]*:[^:\n]*:[a-z][0-9]{1,2}"
        r"([,-][a-z][0-9]{1,2})*[ \t]*(:|$)",
    ),
    _kind(
        "a problem for Popeye",
        r"^[ \t]*(BeginProblem|DebutProbleme|AnfangProblem|Stipulation\b|Forderung\b|Enonce\b)",
        "show its position with: lasker show GAME --fen FEN",
    ),
    _kind(
        "a record of games in PGN",
        r'^\[[A-Za-z]\w*[ \t]+"[^"\n]*"\][ \t]*$',
        "a record has moves, not rules: name the game that was played instead, as in `lasker play GAME`",
    ),
    _kind("a record of a game in SGF", r"\s*\(;[A-Z]{1,2}\[", "a record has moves, not rules", by_start=True),
    _kind(
        "a position in FEN",
        r"\s*[A-Za-z0-9+~*]+(/[A-Za-z0-9+~*]+){2,}(\[[^\]\n]*\])?([ \t]+[a-z][ \t\n]|\s*\Z)",
        "show it with: lasker show GAME --fen FEN",
        by_start=True,
    ),
    _kind("a page of HTML or XML", r"\s*<(!DOCTYPE|\?xml|html|svg|[a-z]+[ >])", by_start=True),
    _kind(
        "JSON",
        r"\s*(\{\s*(\"|\})|\[\s*[\[{\"0-9])",
        "a game in YAML may be written as JSON: call the file NAME.yaml",
        by_start=True,
    ),
    _kind(
        "a game in YAML",
        r"^(---[ \t]*$|(lasker|game|piece|pieces|board|players|extends)[ \t]*:(?![=\w])[ \t]*(\S|$))",
        "call the file NAME.yaml",
    ),
    _kind("an INI file", r"^\[[\w -]+\][ \t]*\n(.*\n)*?[\w.-]+[ \t]*=", REWRITE),
)
EXPECTED = {  # what a file of a suffix may well look like
    ".yaml": ("JSON", "a game in YAML"),
    ".ini": ("a variants file of Fairy-Stockfish (.ini)", "an INI file"),
}


def seems(text: str, suffix: str = "") -> FileKind | None:
    """The kind of file that a text seems to be; None if it may be a game for Lasker in a file of that suffix.

    >>> seems('[Event "Casual"]').name
    'a record of games in PGN'
    >>> seems('lasker 1\\ngame "Mine"') is None
    True
    """
    if LANGUAGE.search(text):
        return None
    for kind in KINDS:
        if kind.fits(text):
            expected = kind.name in EXPECTED.get(suffix, ()) or kind.suffix == suffix != ""
            return None if expected else kind
    return None


@lru_cache(maxsize=64)
def language(text: str) -> str:
    """The suffix of the files that a text is like, for texts in files with other suffixes; empty for the
    rules language, and for what is not read.

    >>> language("(game (title \\"Chess\\"))"), language("lasker 1")
    ('.zrf', '')
    """
    kind = seems(text)
    return kind.suffix if kind is not None else ""


def binary(content: bytes) -> str:
    """What a file that is no UTF-8 text seems to be.

    >>> binary("game: Schach für alle".encode("latin-1"))
    'text in another encoding, Latin-1 or one like it'
    """
    known = next((name for magic, name in MAGIC.items() if content.startswith(magic)), "")
    if not known and not CONTROL.search(content):
        return "text in another encoding, Latin-1 or one like it"
    return known or "binary data"
