"""Cutting PGN between games without reading the moves: blocks of a file, and chunks of many blocks.

A cut is made before a line that is a tag, after an empty line, after a line that ends with a result. There
the lexer is outside of comments: a tag after an empty line closes a comment that was forgotten. The game
before has ended if its block, from one cut to the next, is plain: tags, then moves with closed comments, and
one result, at the end; a tag closes variations. Reading the parts on both sides of a cut gives what reading
the whole gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple, Protocol

from lasker.notation.pgn.lexer import LATIN, unquoted
from lasker.notation.pgn.reader import read_games
from lasker.notation.pgn.tree import Record

CHUNK = 1 << 18  # bytes that are read together
LARGEST = 1 << 25  # bytes without a cut after which one is made anywhere
NEAR = 1 << 14  # bytes at the end of a chunk that are searched for a cut first
LONGEST_BLOCK = 1 << 20  # bytes of a block that may be plain

END = rb"(?>\r\n|\r|\n)"
TAG = rb'\[[ \t]*([A-Za-z0-9_][A-Za-z0-9_+#=:-]*)[ \t]*("(?:[^"\\\r\n]|\\[^\r\n])*+")[ \t]*\][ \t]*'
CUT = re.compile(rb"(?:1-0|0-1|1/2|\*)[ \t]*%b(?:[ \t]*%b)+(?=%b%b)" % (END, END, TAG, END))
TAG_LINE = re.compile(TAG + END)
TAGS = re.compile(rb"(?:%b%b)++(?:[ \t]*%b)+" % (TAG, END, END))
USUAL = re.compile(rb'\[([A-Za-z0-9_]+) ("[^"\\\r\n]*")\]\n')  # a tag as nearly all files have it
COMMENT = re.compile(rb"\{[^}]*\}")
RESULTS = (b"1-0", b"0-1", b"1/2-1/2", b"*")
IN_COMMENTS = (b"\n[", b"\r[", b"\xef\xbb\xbf", b"\xc3\xaf\xc2\xbb\xc2\xbf")  # what might end a comment
SIGNS = b'{}[]"<>;%*'  # of strings, tags, comments that are not closed, escapes
OTHER_RESULTS = (b"1-0", b"1:0", b"0-1", b"0:1", b"\xe2\x80\x93", b"1/2", b"\xbd", b".5")
FIRST = re.compile(rb"1(?<![0-9A-Za-z]1)(?!\d|\.\.|\xe2\x80\xa6)")  # the number of the first move


class Readable(Protocol):
    """A stream of bytes that are read once."""

    def read(self, size: int, /) -> bytes | None:
        """At most so many bytes; none at the end."""


class GameBlock(NamedTuple):
    """A game of a chunk: where it begins, its tags, and the text to read it from.

    The text begins `offset` bytes and `above` lines after the beginning of the chunk, and has the game after
    `skipped` others.
    """

    tags: dict[str, str]
    line: int  # where the game begins, from 1 in the chunk
    offset: int
    above: int
    skipped: int
    text: bytes
    known: Record | None = None  # the game, if it had to be read to find its tags

    def record(self) -> Record:
        """The game itself, with lines counted from the beginning of the chunk."""
        return self.known or next(records(self.text, self.above))


def records(content: bytes, above: int = 0) -> Iterator[Record]:
    """The games of some text; `above` lines are before it."""
    for record in read_games(StringIO(decoded(content).replace("\r\n", "\n").replace("\r", "\n"))):
        yield shifted(record, above)


def decoded(content: bytes) -> str:
    """Bytes as text: UTF-8, and Latin-1 where it is not."""
    text = content.decode("utf-8", "surrogateescape")
    return text if text.isascii() else text.translate(LATIN)


def shifted(record: Record, lines: int) -> Record:
    """A record as if so many lines were above it."""
    if lines:
        record.at += lines
        record.problems = [
            type(each)(each.line + lines, each.column, each.message) for each in record.problems
        ]
        waiting = [record.main]
        while waiting:
            for ply in waiting.pop().plies:
                ply.line += lines
                waiting += ply.variations
    return record


def line_count(content: bytes) -> int:
    """The number of line ends.

    >>> line_count(b"a\\r\\nb\\rc\\n")
    3
    """
    return content.count(b"\n") + content.count(b"\r") - content.count(b"\r\n")


def plain_tags(block: bytes) -> dict[str, str] | None:
    """The tags of a plain block; None if the block has to be read to know what is in it.

    >>> plain_tags(b'[White "A"]\\n\\n1. e4 {good} e5 (1... c5) 1-0\\n')
    {'White': 'A'}
    >>> plain_tags(b'[White "A"]\\n\\n1. e4 {good e5 1-0\\n') is None
    True
    """
    found, end = _tags_of(block)
    if not found or len(block) > LONGEST_BLOCK:
        return None
    moves = block[end:]
    if moves.startswith(b"[") or any(sign in moves for sign in IN_COMMENTS):
        return None
    played = _before_result(COMMENT.sub(b" ", moves).strip())
    if (
        played is None
        or len(played.translate(None, SIGNS)) < len(played)
        or any(sign in played for sign in OTHER_RESULTS)
        or FIRST.search(played, 1)
    ):
        return None
    tags: dict[str, str] = {}
    for name, value in found:
        tags.setdefault(name.decode(), _value(value))
    return tags


def _tags_of(block: bytes) -> tuple[list[tuple[bytes, bytes]], int]:
    """The tags at the beginning of a block, and where they and the empty lines after them end."""
    end = block.find(b"\n\n") + 1
    found = USUAL.findall(block, 0, end)
    if end and sum([len(name) + len(value) + 4 for name, value in found]) == end:  # nothing is between them
        return found, len(block) - len(block[end:].lstrip())
    head = TAGS.match(block)
    return ([], 0) if head is None else (TAG_LINE.findall(block, 0, head.end()), head.end())


def _value(quoted: bytes) -> str:
    """The value of a tag."""
    text = decoded(quoted)
    return unquoted(text) if "\\" in text else text[1:-1]


def _before_result(moves: bytes) -> bytes | None:
    """What is before the result at the end, a word of its own; None if there is no result."""
    for result in RESULTS:
        if moves.endswith(result):
            rest = moves[: -len(result)]
            return rest if not rest or rest[-1:].isspace() else None
    return None


def chunks(stream: Readable, size: int = CHUNK, most: int = LARGEST) -> Iterator[bytes]:
    """A file in chunks that can be read one without the other; they depend on the file alone.

    >>> from io import BytesIO
    >>> game = b'[White "A"]\\n\\n1. e4 e5 1-0\\n\\n'
    >>> [len(chunk) // len(game) for chunk in chunks(BytesIO(10 * game), 4 * len(game))]
    [3, 3, 3, 1]
    """
    held, wanted = bytearray(), size
    while more := stream.read(wanted - len(held)):
        held += more
        if len(held) < wanted:
            continue  # a pipe may give less than was asked for
        cut = _last_cut(held)
        if not cut and len(held) >= most:
            cut = max(held.rfind(b"\n"), held.rfind(b"\r")) + 1 or len(held)
        if cut:
            yield bytes(held[:cut])
            del held[:cut]
        wanted = size if len(held) < size // 2 else min(2 * len(held), most) if not cut else len(held) + size
    if held:
        yield bytes(held)


def _last_cut(content: bytearray) -> int:
    """The last place that certainly is between two games; 0 if none is found."""
    for start in (max(0, len(content) - NEAR), 0):
        cuts = [each.end() for each in CUT.finditer(content, start)]
        for before, after in zip(reversed(cuts[:-1]), reversed(cuts), strict=False):
            if plain_tags(bytes(content[before:after])) is not None:
                return after
        if not start and cuts and plain_tags(bytes(content[: cuts[0]])) is not None:
            return cuts[0]
    return 0


def entries(chunk: bytes) -> Iterator[GameBlock]:
    """The games of a chunk in order. Where blocks are plain only their tags are read."""
    start = above = 0  # of what has not been told
    certain, at = True, 0  # does a game begin where the block begins?
    for cut in [*(each.end() for each in CUT.finditer(chunk)), len(chunk)]:
        block, at = chunk[at:cut], cut
        tags = plain_tags(block)
        if tags is not None and certain:
            yield GameBlock(tags, above + 1, start, above, 0, block)
        elif tags is None and cut < len(chunk):
            certain = False
            continue
        else:
            text = chunk[start:cut]
            for number, record in enumerate(records(text, above)):
                yield GameBlock(record.tags, record.at, start, above, number, text, record)
        above += line_count(chunk[start:cut])
        start, certain = cut, True
