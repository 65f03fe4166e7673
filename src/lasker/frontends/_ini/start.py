"""The start of a variant: what its FEN says, checked against board and letters, field by field."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lasker.frontends._ini.variant import Variant
from lasker.kernel.errors import NotationError
from lasker.kernel.source import Span

CELL = re.compile(r"(?P<run>[0-9]+)|(?P<wall>\*)|(?P<piece>\+?[A-Za-z]~?)")


@dataclass
class Start:
    """A position as its FEN tells it."""

    board: dict[tuple[int, int], str] = field(default_factory=dict)  # letters with + and ~, * for a wall
    hand: str = ""
    rows: str = ""
    side: str = "w"
    rights: str = "-"
    passed: str = "-"
    checks: str = ""
    limit: str = "-"  # of the counting of moves
    clocks: str = "0 1"

    def letters(self) -> set[str]:
        """Every letter on the board or in hand, in lower case, promoted pieces with their sign."""
        return {cell.lower().rstrip("~") for cell in (*self.board.values(), *self.hand)}


def read(variant: Variant) -> Start:
    """The start of a variant; an error has its place in the file."""
    text, start = variant["startFen"], Start()
    words = [(found.group(), found.start()) for found in re.finditer(r"\S+", text)]

    def wrong(message: str, at: int, end: int, remedy: str = "") -> NotationError:
        entry = variant.entries.get("startFen")
        span: Span = entry.part(at, end) if entry else variant.place
        return NotationError(f"startFen: {message}", span=span, remedy=remedy or None)

    if not words:
        raise wrong("an empty line is no position", 0, 0)
    board, _, hand = words[0][0].partition("[")
    start.rows = board
    _board(variant, start, board, wrong)
    known = set(variant.letters.values())
    for offset, letter in enumerate(hand):
        if letter in "]-":
            continue
        if letter.lower() not in known:
            at = len(board) + 1 + offset
            raise wrong(f"no piece has the letter {letter!r}", at, at + 1)
        start.hand += letter
    fields = words[1:]
    if fields and fields[0][0] in ("w", "b"):
        start.side = fields.pop(0)[0]
    elif fields and not fields[0][0][0].isdigit():
        word, at = fields[0]
        raise wrong(f"nobody is called {word!r}", at, at + len(word), "it is w or b")
    if fields and not fields[0][0][0].isdigit():
        start.rights = fields.pop(0)[0]
    if fields and not fields[0][0][0].isdigit():
        start.passed = fields.pop(0)[0]
    if fields and re.fullmatch(r"[0-9]+\+[0-9]+", fields[0][0]):
        start.checks = fields.pop(0)[0]
    if variant["countingRule"] != "none" and len(fields) == 3 and fields[0][0].isdigit():
        start.limit = fields.pop(0)[0]
    clocks = [word for word, _ in fields if re.fullmatch("[0-9]{1,6}", word)]
    if len(clocks) != len(fields) or len(clocks) > 2:
        word, at = next(each for each in fields if not re.fullmatch("[0-9]{1,6}", each[0]))
        raise wrong(f"{word!r} is no field of a FEN here", at, at + len(word))
    start.clocks = " ".join([*clocks, *["0", "1"][len(clocks) :]])
    return start


def _board(variant: Variant, start: Start, board: str, wrong: object) -> None:
    assert callable(wrong)
    (files, ranks), at = variant.size, 0
    promotes = {
        variant.letters[kind]
        for kind, to in variant["promotedPieceType"].items()
        if to and kind in variant.letters
    }
    rows = board.split("/")
    if len(rows) != ranks:
        raise wrong(f"the board has {ranks} ranks, and this has {len(rows)}", 0, len(board), "see maxRank")
    for number, row in enumerate(rows):
        x = position = 0
        while position < len(row):
            cell = CELL.match(row, position)
            if cell is None:
                raise wrong(f"{row[position]!r} is no piece", at + position, at + position + 1)
            if cell["piece"]:
                letter = cell["piece"].strip("+~").lower()
                known = promotes if "+" in cell["piece"] else set(variant.letters.values())
                if letter not in known:
                    raise wrong(f"no piece has the letter {cell['piece']!r}", at + position, at + cell.end())
            if not cell["run"]:
                start.board[x, ranks - 1 - number] = cell.group()
            x, position = x + (int(cell["run"][:4]) if cell["run"] else 1), cell.end()
        if x != files:
            raise wrong(
                f"rank {ranks - number} has {x} squares instead of {files}", at, at + len(row), "see maxFile"
            )
        at += len(row) + 1
