"""Reading PGN: the games of a stream one by one; a malformed game does not affect the next one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import StringIO, TextIOWrapper
from pathlib import Path
from typing import TextIO

from lasker.kernel.files import opened
from lasker.kernel.limits import DEFAULT, Limits
from lasker.notation.pgn.lexer import PgnToken, tokens
from lasker.notation.pgn.tree import RESULTS, Line, Ply, Problem, Record

LARGEST = 1 << 34  # bytes of a file that is read game by game
FIRST = ("1", "1.")  # numbers with which a game may begin


def read_games(stream: TextIO, limits: Limits = DEFAULT) -> Iterator[Record]:
    """The games of a stream, each yielded as soon as it is complete, with its problems."""
    number, builder = 0, None
    for given in tokens(stream):
        if given.kind == "move" and builder is not None and builder.goes_on(given):
            builder.move(given)
            continue
        for token in _apart(given):
            if builder is not None and builder.ends_before(token):
                yield builder.finished()
                builder = None
            if builder is None:
                builder = Builder(number + 1, token, limits)
            builder.take(token)
            number = max(number, builder.record.number if builder.counts else 0)
            if builder.over:
                yield builder.finished()
                builder = None
    if builder is not None and builder.counts:
        yield builder.finished()


def _apart(token: PgnToken) -> tuple[PgnToken, ...]:
    """A move that is told with its number as two tokens."""
    if token.kind != "move" or not token.name:
        return (token,)
    return token._replace(kind="number", text=token.name, name=""), token._replace(name="")


def read_text(text: str) -> list[Record]:
    """The games of a text.

    >>> [game] = read_text("1. e4 e5 2. Nf3 (2. f4) 2... Nc6 {The usual move.} 1/2-1/2")
    >>> game.moves, game.result, game.main.plies[2].variations[0].plies[0].text
    (['e4', 'e5', 'Nf3', 'Nc6'], '1/2-1/2', 'f4')
    """
    return list(read_games(StringIO(text)))


def read_file(path: Path | str, most: int = LARGEST) -> Iterator[Record]:
    """The games of a file of at most `most` bytes in UTF-8; bytes that are not UTF-8 are read as Latin-1."""
    with opened(path, most) as file:
        yield from read_games(TextIOWrapper(file, encoding="utf-8", errors="surrogateescape"))


class Builder:
    """A partially read game."""

    def __init__(self, number: int, first: PgnToken, limits: Limits) -> None:
        self.record = Record(number=number, at=first.line)
        self.limits = limits
        self.lines = [self.record.main]  # the main line and the open variations
        self.opened: list[PgnToken] = []
        self.skipped = 0  # brackets inside a variation that is nested too deeply
        self.over = self.numbered = self.counts = False
        self.result = ""
        self.last = first
        self.characters = 0

    def wrong(self, token: PgnToken, message: str) -> None:
        self.record.problems.append(Problem(token.line, token.column, message))

    def ends_before(self, token: PgnToken) -> bool:
        """Does this token belong to the next game? Called only where no result has ended the game."""
        if token.kind == "move":
            return False
        apart = token.line - self.last.line > 1  # an empty line between
        if token.kind == "tag":
            again = apart and token.name in self.record.tags
            return bool(again or self.record.main.plies or len(self.lines) > 1 or self.result)
        first_move = token.kind == "number" and token.text in FIRST
        return apart and first_move and len(self.lines) == 1 and len(self.record.main.plies) > 1

    def goes_on(self, move: PgnToken) -> bool:
        """Does a move certainly belong to this game, and its number say nothing new?"""
        told = move.name
        return self.counts and not self.skipped and (not told or (self.numbered and told not in FIRST))

    def take(self, token: PgnToken) -> None:
        """Add one token to the game."""
        self.last, kind = token, token.kind
        if kind == "number":
            if not (self.skipped or self.numbered):
                self._number(token)
            return
        self.counts = self.counts or kind != "comment"
        if self.skipped and kind in SKIPPED:
            return
        if kind in COUNTED and not self._fits(token):
            return
        TAKE[kind](self, token)

    def _fits(self, token: PgnToken) -> bool:
        """Is this token within the limits? Excess tokens are dropped, with one problem reported."""
        before, most = self.characters, self.limits.characters
        self.characters += len(token.text) + 1
        if before <= most < self.characters:
            self.wrong(token, f"the game has more than {most} characters; the rest of it is left out")
        return self.characters <= most

    def _tag(self, token: PgnToken) -> None:
        if token.name in self.record.tags:
            self.wrong(token, f"there is a second tag {token.name}")
        else:
            self.record.tags[token.name] = token.text

    def _comment(self, token: PgnToken) -> None:
        line = self.lines[-1]
        if token.text:
            (line.plies[-1].comments if line.plies else line.comments).append(token.text)

    def _number(self, token: PgnToken) -> None:
        digits = token.text.rstrip(".…")
        if not self.numbered and not self.record.main.plies and digits and len(digits) < 7:
            dots = len(token.text.replace("…", "...")) - len(digits)
            later = min(max(0, dots - 2) or int(dots == 2), self.record.turn - 1)
            self.record.ply = max(0, self.record.turn * (int(digits) - 1)) + later
            self.numbered = True

    def move(self, token: PgnToken) -> None:
        """Add a move, if it is within the limits."""
        self.last = token
        if self._fits(token):
            _, text, line, column, _ = token
            self.lines[-1].plies.append(Ply(text, [], [], [], "", -1, line, column))

    def _nag(self, token: PgnToken) -> None:
        if self.lines[-1].plies:
            self.lines[-1].plies[-1].nags.append(int(token.text))
        else:
            self.wrong(token, "there is no move here to give a mark to")

    def _open(self, token: PgnToken) -> None:
        if self.skipped or len(self.lines) > self.limits.depth:
            if not self.skipped:
                self.wrong(token, f"variations are nested more than {self.limits.depth} deep")
            self.skipped += 1
            return
        line, above = Line(), self.lines[-1]
        if above.plies:
            above.plies[-1].variations.append(line)
        else:
            self.wrong(token, "a variation begins before there is a move to vary")
        self.lines.append(line)
        self.opened.append(token)

    def _close(self, token: PgnToken) -> None:
        if self.skipped:
            self.skipped -= 1
        elif len(self.lines) == 1:
            self.wrong(token, "a variation is closed that was never opened")
        else:
            self._leave()

    def _leave(self) -> None:
        """Return to the parent line; an empty variation is removed."""
        line, above = self.lines.pop(), self.lines[-1]
        self.opened.pop()
        if not line.plies and not line.comments and above.plies:
            above.plies[-1].variations.pop()

    def _result(self, token: PgnToken) -> None:
        self.result = token.text
        self.over = len(self.lines) == 1 and not self.skipped

    def _problem(self, token: PgnToken) -> None:
        self.wrong(token, token.text)

    def finished(self) -> Record:
        """The finished game, with problems for what is missing at its end."""
        if self.opened:
            self.wrong(self.opened[-1], "this variation is not closed")
        while self.opened:
            self._leave()
        if not self.result:
            self.wrong(self.last, "the game ends without a result")
            declared = self.record.tags.get("Result", "*")
            self.result = declared if declared in RESULTS else "*"
        self.record.result = self.result
        self.record.ply = self.record.ply if self.record.main.plies else 0
        return self.record


SKIPPED = frozenset(("move", "nag", "comment"))  # inside a variation that is nested too deeply
COUNTED = frozenset(("comment", "tag", "problem"))  # tokens whose characters are counted
TAKE: dict[str, Callable[[Builder, PgnToken], None]] = {
    "tag": Builder._tag,
    "comment": Builder._comment,
    "move": Builder.move,
    "nag": Builder._nag,
    "open": Builder._open,
    "close": Builder._close,
    "result": Builder._result,
    "problem": Builder._problem,
}
