"""EPD: a line has a position, and operations such as `bm Nf3;` and `D3 8902;`, which are kept as they are.

Suites of perft counts write `POSITION ;D1 20 ;D2 400`, others `POSITION bm e4;`. Both are read. The
position may be of any game: where a game is given, the fields that it can read are the position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.source import Source, Span
from lasker.model.game import Game
from lasker.notation.fen import fen
from lasker.notation.fen.fields import layouts

FIELDS = 4  # of a position in EPD, if nothing else tells where it ends
FEWEST = 2  # fields of a position in any game
LONGEST = 20_000  # characters of a line
OPCODE = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
KNOWN = re.compile(
    r"ac[dns]|am|bm|c[0-9e]|dm|draw_\w+|D[0-9]+|eco|fmvn|hmvc|id|nic|noop|p[mv]|rc|resign|sm|tc\w+|v[0-9]"
)
PART = re.compile(r'(?:"[^"]*"|[^;"])*')  # up to a semicolon outside of quotation marks


@dataclass(frozen=True)
class Operation:
    """An operation of a line: its opcode, and its operands as they are written."""

    opcode: str
    text: str
    place: Span

    @property
    def operands(self) -> list[str]:
        """The operands one by one, texts without their quotation marks."""
        return [found.strip('"') for found in re.findall(r'"[^"]*"|[^\s"]+', self.text)]


@dataclass(frozen=True)
class EpdLine:
    """A line of EPD: a position, its operations in their order, and where it stands."""

    position: str
    operations: tuple[Operation, ...]
    place: Span

    def get(self, opcode: str) -> list[str]:
        """The operands of the first operation with an opcode; an empty list if there is none."""
        return next((each.operands for each in self.operations if each.opcode == opcode), [])

    def __str__(self) -> str:
        told = (f" {each.opcode}{' ' + each.text if each.text else ''};" for each in self.operations)
        return self.position + "".join(told)


def read(text: str, game: Game | None = None, name: str = "<epd>") -> Iterator[EpdLine]:
    """The lines of a text; empty ones, and comments that begin with #, are left out.

    >>> [line] = read('4k3/8/8/8/8/8/8/4K2R w K - bm O-O "Kf1"; c0 "a; b";')
    >>> line.position, line.get("bm"), line.get("c0")
    ('4k3/8/8/8/8/8/8/4K2R w K -', ['O-O', 'Kf1'], ['a; b'])
    >>> print(*read("4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;D2 66"))
    4k3/8/8/8/8/8/8/4K2R w K - 0 1 D1 15; D2 66;
    """
    source = Source(text, name)
    for found in re.finditer(r"[^\r\n]+", text):
        if found.group().strip() and not found.group().lstrip().startswith("#"):
            yield _line(source, found.start(), found.end(), game)


def read_line(text: str, game: Game | None = None) -> EpdLine:
    """The only line of a text."""
    lines = list(read(text, game))
    if len(lines) != 1:
        raise NotationError(f"this is {len(lines)} lines of EPD instead of one")
    return lines[0]


def _line(source: Source, start: int, end: int, game: Game | None) -> EpdLine:
    text = source.text
    if end - start > LONGEST:
        raise NotationError(
            f"this line has more than {LONGEST} characters", span=Span(source, start, start + 1)
        )
    parts = [(at, text[at:stop]) for at, stop in _parts(source, start, end)]
    words = [(found.group(), found.start() + parts[0][0]) for found in re.finditer(r"\S+", parts[0][1])]
    if not words:
        raise NotationError("a line of EPD begins with a position", span=Span(source, start, start + 1))
    size = _fields([word for word, _ in words], game)
    first = words[size][1] if size < len(words) else None
    position = " ".join(word for word, _ in words[:size])
    told = ([] if first is None else [(first, text[first : parts[0][0] + len(parts[0][1])])]) + parts[1:]
    operations = [_operation(source, at, part) for at, part in told if part.strip()]
    return EpdLine(position, tuple(operations), Span(source, start, end))


def _parts(source: Source, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The stretches between the semicolons of a line."""
    at = start
    while at <= end:
        found = PART.match(source.text, at, end)
        stop = found.end() if found else at
        if stop < end and source.text[stop] == '"':
            raise NotationError(
                "a quotation mark is not closed", span=Span(source, stop, stop + 1), remedy='write "…"'
            )
        yield at, stop
        at = stop + 1


def _fields(words: list[str], game: Game | None) -> int:
    """How many of the words in front of the first semicolon are the position."""
    begins = (
        at
        for at, (word, following) in enumerate(zip(words, [*words[1:], ""], strict=True))
        if (at >= FEWEST and KNOWN.fullmatch(word) and not _is_square(word, following))
        or (at >= FIELDS and OPCODE.fullmatch(word))
    )
    usual = next(begins, len(words))
    if game is None or _reads(game, words[:usual]):
        return usual
    most = min(len(words), max(len(fields) for fields in layouts(game)))
    return next((size for size in range(most, 0, -1) if _reads(game, words[:size])), usual)


def _is_square(word: str, following: str) -> bool:
    """Is `c3` the square of a capture in passing? As an opcode it has a comment in quotation marks.

    >>> read_line("4k3/8/8/8/2Pp4/8/8/4K3 b - c3 bm dxc3;").position
    '4k3/8/8/8/2Pp4/8/8/4K3 b - c3'
    """
    return re.fullmatch("c[0-9]", word) is not None and not following.startswith('"')


def _reads(game: Game, words: list[str]) -> bool:
    try:
        fen.read(game, " ".join(words))
    except LaskerError:
        return False
    return True


def _operation(source: Source, at: int, text: str) -> Operation:
    at, text = at + len(text) - len(text.lstrip()), text.strip()
    opcode = text.split()[0]
    if not OPCODE.fullmatch(opcode):
        raise NotationError(
            f"{opcode[:40]!r} is no opcode",
            span=Span(source, at, at + len(opcode)),
            remedy="an operation is a word, its operands and a semicolon: bm Nf3;",
        )
    return Operation(opcode, text[len(opcode) :].strip(), Span(source, at, at + len(text)))
