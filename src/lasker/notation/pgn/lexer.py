"""The lexer of PGN: the tokens of a stream, each with its line and column.

Nothing is rejected: unreadable text becomes a token of kind `problem`, and reading continues.
A comment that is never closed ends where the tags of the next game begin.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple, TextIO

from lasker.kernel.errors import NotationError
from lasker.kernel.limits import DEFAULT

LONGEST = 1 << 16  # characters of one line that are read together
BLANK = " \t\n\r\v\f"
BOMS = ("\ufeff", "ï»¿")
LATIN = {0xDC80 + byte: 0x80 + byte for byte in range(128)}  # bytes that are not UTF-8, as Latin-1

STRING = r'"(?:[^"\\]|\\.)*"'
NAME = r"[A-Za-z0-9_][A-Za-z0-9_+#=:-]*"
TAG = re.compile(rf"\[\s*({NAME})\s*({STRING})\s*\]")
LOOSE_TAG = re.compile(rf'\[\s*({NAME})\s*"?(.*?)"?\s*\]?\s*$')
LINE_OF_TAG = re.compile(rf"{TAG.pattern}\s*$")
RESULT = r"1[-–:]0|0[-–:]1|(?:1/2|½|0?\.5)[-–:](?:1/2|½|0?\.5)|1/2|½|\*"
STOP = r"(?=[\s()\[\]{};$\"<>]|$)"
TOKEN = re.compile(
    rf"""
    \s* (?:
      (?P<space> $ )
    | (?P<comment> \{{ )
    | (?P<rest> ; )
    | (?P<tag> {TAG.pattern} )
    | (?P<bracket> \[ )
    | (?P<open> \( )
    | (?P<close> \) )
    | (?P<nag> \$[0-9]{{1,3}}(?![0-9]) )
    | (?P<string> {STRING} )
    | (?P<result> (?:{RESULT}){STOP} )
    | (?P<number> [0-9]+(?:\.+|…) | [0-9]+{STOP} | \.+ | … )
    | (?P<word> [^\s()\[\]{{}};$"<>*]+ (?: \([A-Za-z]\) )? )  # a promotion may stand in brackets
    | (?P<stray> <[^>]*>? | \$[0-9]* | . )
    )""",
    re.VERBOSE,
)
USUAL = re.compile(r"\s*(?:([0-9]+\.+)\s*)?([A-Za-z][A-Za-z0-9@=+#-]*)(?=\s|$)")  # a number and a move
SUFFIX = re.compile(r"^(.*?[^!?])(!!|\?\?|!\?|\?!|!|\?)$")
SIGNS = {
    "!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6, "=": 10, "∞": 13, "⩲": 14, "+=": 14, "+/=": 14,
    "⩱": 15, "=+": 15, "=/+": 15, "±": 16, "+/-": 16, "∓": 17, "-/+": 17, "+-": 18, "-+": 19, "N": 146,
}  # fmt: skip
IGNORED = frozenset({"e.p.", "e.p", "ep", "+", "++", "#", "ch", "ch.", "mate"})


WORDS = IGNORED.union(SIGNS)  # words that are no moves


class PgnToken(NamedTuple):
    """A token: tag, comment, open, close, nag, result, number, move, problem."""

    kind: str
    text: str
    line: int
    column: int
    name: str = ""  # of a tag; of a move the number before it, if it is written as usual


class LinePart(NamedTuple):
    """A line of the file, or a part of one that is too long."""

    text: str
    line: int
    column: int
    whole: bool  # does the line end here?


_token = tuple.__new__  # a token without keywords, which is made faster


def line_parts(stream: TextIO) -> Iterator[LinePart]:
    """The lines of a stream without their ends, never more than a few thousand characters at a time."""
    line, column, rest = 1, 1, ""
    while True:
        try:
            text = stream.readline(LONGEST)
            if text.endswith("\r"):
                text += stream.readline(1)  # the two characters of a line end belong together
        except UnicodeDecodeError as error:
            raise NotationError(
                f"line {line} or one soon after it is not {error.encoding} text",
                remedy="open the file with errors='surrogateescape', or let read_file open it",
            ) from None
        if not text:
            break
        text = rest + text.translate(LATIN).replace("\r\n", "\n").replace("\r", "\n")
        *ended, rest = text.split("\n")
        for each in ended:
            yield LinePart(_without_bom(each) if column == 1 else each, line, column, True)
            line, column = line + 1, 1
        if len(rest) >= LONGEST:
            cut = max((rest.rfind(blank) for blank in " \t"), default=-1) + 1 or len(rest)
            yield LinePart(_without_bom(rest[:cut]) if column == 1 else rest[:cut], line, column, False)
            rest, column = rest[cut:], column + cut
    if rest or column > 1:
        yield LinePart(_without_bom(rest) if column == 1 else rest, line, column, True)


def _without_bom(text: str) -> str:
    """A line without the byte order mark at the beginning of a file."""
    return next((text[len(bom) :] for bom in BOMS if text.startswith(bom)), text)


def tokens(stream: TextIO) -> Iterator[PgnToken]:
    """The tokens of a file; white space and escaped lines are omitted."""
    return Lexer().run(stream)


class Lexer:
    """The state of the lexer: inside a comment in braces, inside a comment to the end
    of the line, or neither."""

    def __init__(self) -> None:
        self.comment: list[str] | None = None  # the parts of a comment in braces
        self.rest: list[str] | None = None  # the parts of a comment to the end of the line
        self.length = 0  # characters of the comment
        self.began = (1, 1)
        self.escaped = False
        self.after_blank = True

    def run(self, stream: TextIO) -> Iterator[PgnToken]:
        for part in line_parts(stream):
            if self.comment is not None and self._next_game(part):
                yield from self._unclosed()
            yield from self._words(part)
            if part.whole:
                if self.rest is not None:
                    yield PgnToken("comment", _one_line(self.rest), *self.began)
                self.rest, self.escaped = None, False
                self.after_blank = not part.text.strip()
        if self.comment is not None:
            yield from self._unclosed()

    def _next_game(self, part: LinePart) -> bool:
        """Does a tag begin here that is unlikely to belong to the open comment?"""
        found = LINE_OF_TAG.match(part.text) if part.column == 1 else None
        return found is not None and (self.after_blank or found[1] == "Event")

    def _unclosed(self) -> Iterator[PgnToken]:
        yield PgnToken("comment", _one_line(self.comment or []), *self.began)
        yield PgnToken("problem", "this comment is not closed", *self.began)
        self.comment = None

    def _words(self, part: LinePart) -> Iterator[PgnToken]:
        text, line, at = part.text, part.line, 0
        if self.comment is None and part.column == 1 and text.startswith("%"):
            self.escaped = True
        if self.escaped:
            return
        if self.comment is None and self.rest is None and text.startswith("["):
            tag = LINE_OF_TAG.match(text)
            if tag is not None:  # a line with one tag
                yield PgnToken("tag", unquoted(tag[2]), line, part.column, tag[1])
                return
        while at < len(text):
            if self.rest is not None:
                self._gather(self.rest, text[at:])
                return
            if self.comment is not None:
                close = text.find("}", at)
                self._gather(self.comment, text[at:] if close < 0 else text[at:close])
                if close < 0:
                    break
                yield PgnToken("comment", _one_line(self.comment), *self.began)
                self.comment, at = None, close + 1
                continue
            usual = USUAL.match(text, at)
            if usual is not None and usual[2] not in WORDS:
                told, move = usual.groups("")
                yield _token(PgnToken, ("move", move, line, part.column + usual.start(2), told))
                at = usual.end()
                continue
            found = TOKEN.match(text, at)
            assert found is not None  # the last alternative matches anything
            kind = str(found.lastgroup)
            column, at = part.column + found.start(kind), found.end()
            if kind == "comment":
                self.comment, self.began = [], (line, column)
            elif kind == "rest":
                self.rest, self.began = [], (line, column)
            elif kind == "bracket":
                yield from _broken_tag(text[at - 1 :], line, column)
                return
            elif kind != "space":
                yield from _tokens_of(kind, found, line, column)
        if self.comment is not None and part.whole:
            self._gather(self.comment, "\n")

    def _gather(self, parts: list[str], part: str) -> None:
        """Append to a comment; of one that is too long only enough is stored to detect that."""
        self.length = self.length + len(part) if parts else len(part)
        if self.length - len(part) <= DEFAULT.characters:
            parts.append(part)


def _one_line(parts: list[str]) -> str:
    """The text of a comment, with line breaks as spaces."""
    return re.sub(f"[{BLANK}]+", " ", "".join(parts)).strip(" ")


def _tokens_of(kind: str, found: re.Match[str], line: int, column: int) -> Iterator[PgnToken]:
    text = found[kind]
    if kind == "word":
        if text in SIGNS:
            yield PgnToken("nag", str(SIGNS[text]), line, column)
        elif word := SUFFIX.match(text) if text[-1] in "!?" else None:
            yield PgnToken("move", word[1], line, column)
            yield PgnToken("nag", str(SIGNS[word[2]]), line, column + len(word[1]))
        elif text not in IGNORED:
            yield PgnToken("move", text, line, column)
    elif kind == "tag":
        inside = TAG.fullmatch(text)
        assert inside is not None
        yield PgnToken("tag", unquoted(inside[2]), line, column, inside[1])
    elif kind == "string":
        yield PgnToken("move", unquoted(text), line, column)
    elif kind == "nag":
        yield PgnToken("nag", text[1:], line, column)
    elif kind == "result":
        decided = text.replace("–", "-").replace(":", "-")
        yield PgnToken("result", decided if decided in ("1-0", "0-1", "*") else "1/2-1/2", line, column)
    elif kind == "stray":
        yield PgnToken("problem", f"{text[:20]} has no meaning here", line, column)
    else:
        yield PgnToken(kind, text, line, column)


def _broken_tag(text: str, line: int, column: int) -> Iterator[PgnToken]:
    """A malformed tag, up to the end of its line, with what can be read of it."""
    found = LOOSE_TAG.match(text)
    yield PgnToken("problem", 'a tag is written [Name "value"]', line, column)
    if found is not None and found[2]:
        yield PgnToken("tag", found[2], line, column, found[1])


def unquoted(text: str) -> str:
    """The content of a quoted string.

    >>> print(unquoted(quoted('say "no" to C:\\\\')))
    say "no" to C:\\
    """
    return re.sub(r'\\(["\\])', r"\1", text[1:-1]) if "\\" in text else text[1:-1]


def quoted(text: str) -> str:
    """A quoted string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def plain(text: str) -> bool:
    """Would this text be read as a move without quoting?"""
    found = TOKEN.match(text)
    return (
        found is not None
        and found["word"] == text
        and text not in SIGNS
        and text not in IGNORED
        and SUFFIX.match(text) is None
        and not text.startswith("%")
        and not text.startswith(BOMS)
    )
