"""Suites of positions in EPD: positions read, counts of moves compared, moves tested by the rules."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, NotationError
from lasker.kernel.source import Span
from lasker.notation.epd import EpdLine, Operation, read
from lasker.play.game import Game, Position

COUNT = re.compile(r"D([0-9]{1,2})")
MOVES = frozenset(("bm", "am", "sm", "pm"))  # operations whose operands are moves of the position
SLOW = 20_000  # positions a second that are counted at least, before any were


@dataclass(frozen=True)
class Finding:
    """What was found about one line, or one operation of it: `true`, `false`, or `undecided` for want of
    time."""

    answer: str
    what: str
    how: str
    place: Span


class Suite:
    """The lines of an EPD text for a game, each position read.

    >>> from lasker.play.game import load
    >>> suite = Suite(load("chess"), "4k3/8/8/8/8/8/8/4K2R w K - D1 15; D2 67; bm O-O Kg3;")
    >>> for finding in suite.findings(seconds=10):
    ...     print(finding.answer, finding.what, finding.how)
    true D1 15 (15)
    false D2 67 (66)
    false bm Kg3 is no legal move here
    """

    def __init__(self, game: Game, text: str, name: str = "<epd>") -> None:
        self.lines: list[tuple[EpdLine, Position]] = []
        for line in read(text, game.model, name):
            try:
                self.lines.append((line, game.position(line.position)))
            except LaskerError as error:
                raise NotationError(error.message, span=_within(error, line), remedy=error.remedy) from None

    def findings(self, seconds: float, tell: Callable[[int], None] = lambda done: None) -> Iterator[Finding]:
        """All findings: moves first, then counts from the smallest on, as far as the time allows. `tell` is
        given the number of counts that are done."""
        counts: list[tuple[int, int, Operation, Position]] = []
        waiting: list[Finding] = []
        for line, position in self.lines:
            for operation in line.operations:
                if depth := COUNT.fullmatch(operation.opcode):
                    counts.append((_number(operation), int(depth[1]), operation, position))
                elif operation.opcode in MOVES or operation.opcode == "pv":
                    waiting += _moves(operation, position)
        yield from self._counted(sorted(counts, key=lambda each: each[:2]), seconds, tell)
        yield from waiting

    def _counted(
        self,
        counts: list[tuple[int, int, Operation, Position]],
        seconds: float,
        tell: Callable[[int], None],
    ) -> Iterator[Finding]:
        began, counted = time.monotonic(), 0
        for done, (number, depth, operation, position) in enumerate(counts):
            spent = time.monotonic() - began
            speed = max(SLOW, counted / spent) if spent > 0 else SLOW
            what = f"{operation.opcode} {number}"
            if spent + number / speed > seconds:
                how = "no time left; --seconds gives more"
                yield Finding("undecided", what, how, operation.place)
                continue
            total = position.perft(depth)
            counted += total
            tell(done + 1)
            yield Finding("true" if total == number else "false", what, f"({total})", operation.place)


def _number(operation: Operation) -> int:
    if not re.fullmatch("[0-9]{1,18}", operation.text):
        raise NotationError(
            f"{operation.opcode} needs a number of moves",
            span=operation.place,
            remedy=f"write {operation.opcode} 20;",
        )
    return int(operation.text)


def _moves(operation: Operation, position: Position) -> Iterator[Finding]:
    """One finding for each move that is not legal, or one for all if they are."""
    bad = 0
    for text in operation.operands:
        try:
            after = position.play(text)
        except LaskerError:
            bad += 1
            yield Finding("false", operation.opcode, f"{text} is no legal move here", operation.place)
            if operation.opcode == "pv":
                return
            continue
        position = after if operation.opcode == "pv" else position
    if not bad:
        yield Finding("true", f"{operation.opcode} {operation.text}", "(legal)", operation.place)


def _within(error: LaskerError, line: EpdLine) -> Span:
    """The place of an error in a position, in the file."""
    source, start = line.place.source, line.place.start
    at = source.text.find(line.position, start, line.place.end)
    if error.span is None or error.span.source.text != line.position or at < 0:
        return line.place
    return Span(source, at + error.span.start, at + error.span.end)
