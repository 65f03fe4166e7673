"""Writing PGN: lines of less than 80 columns that are read back as the same game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from lasker.kernel.errors import NotationError
from lasker.notation.pgn.lexer import BLANK, BOMS, NAME, plain, quoted
from lasker.notation.pgn.tree import RESULTS, ROSTER, Line, Record, number

WIDTH = 79
SPACES = re.compile(f"[{BLANK}]+")


class Word(NamedTuple):
    """A unit that is not broken across lines; `glued` words follow the previous one without a space."""

    text: str
    glued: bool = False
    ends_line: bool = False


def write_game(record: Record, width: int = WIDTH) -> str:
    """A game as PGN, with an empty line at its end."""
    if record.result not in RESULTS:
        raise NotationError(f"{record.result!r} is no result", remedy=f"it is one of {' '.join(RESULTS)}")
    tags = "".join(f"[{name} {quoted(value)}]\n" for name, value in _tags(record))
    words = [*_line(record.main, record.ply, record.turn), Word(record.result)]
    return (tags and tags + "\n") + "\n".join(_wrapped(words, width)) + "\n\n"


def write_games(records: Iterable[Record], width: int = WIDTH) -> Iterator[str]:
    """Games as PGN, one text for each."""
    return (write_game(record, width) for record in records)


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    """The seven tag roster, as far as present, then all other tags."""
    names = [name for name in ROSTER if name in record.tags]
    for name in [*names, *(name for name in record.tags if name not in ROSTER)]:
        if not re.fullmatch(NAME, name):
            raise NotationError(f"{name!r} cannot name a tag", remedy="use letters, digits and _")
        yield name, re.sub(r"[\r\n]+", " ", record.tags[name])


def _line(line: Line, ply: int, turn: int) -> Iterator[Word]:
    yield from _comments(line.comments)
    tell_number = True
    at = ply - 1
    for played in line.plies:
        expected, at = at + 1, played.at if played.at >= 0 else at + 1
        if at % turn == 0 or at != expected or tell_number:
            yield Word(number(at, turn))
        yield _move(played.text)
        if not (played.nags or played.comments or played.variations):
            tell_number = False
            continue
        yield from (Word(f"${nag}") for nag in played.nags)
        yield from _comments(played.comments)
        variations = [each for each in played.variations if each.plies or each.comments]
        for variation in variations:
            inside = list(_line(variation, at, turn))
            yield Word("(")
            yield inside[0]._replace(glued=True)
            yield from inside[1:]
            yield Word(")", glued=not inside[-1].ends_line)
        tell_number = bool(variations or any(map(_tidy, played.comments)))


@lru_cache(maxsize=1 << 12)
def _move(text: str) -> Word:
    return Word(text if plain(text) else quoted(re.sub(r"[\r\n]+", " ", text)))


def _tidy(comment: str) -> str:
    return SPACES.sub(" ", comment).strip(" ")


def _comments(comments: list[str]) -> Iterator[Word]:
    """Comments in braces, word by word; one that contains a closing brace is written to the end of a line."""
    for comment in filter(None, map(_tidy, comments)):
        if "}" in comment:
            yield Word("; " + comment, ends_line=True)
            continue
        words: list[str] = []
        for word in comment.split(" "):
            if words and word.startswith(("[", "%", *BOMS)):  # such words must not begin a line
                words[-1] += " " + word
            else:
                words.append(word)
        words[0] = "{" + words[0]
        words[-1] += "}"
        yield from map(Word, words)


def _wrapped(words: Iterable[Word], width: int) -> Iterator[str]:
    """Greedy line filling; only a word longer than the width makes a longer line."""
    joined: list[Word] = []
    for word in words:
        if word.glued and joined:
            joined[-1] = Word(joined[-1].text + word.text, False, word.ends_line)
        else:
            joined.append(word)
    line: list[str] = []
    length = -1  # of the line, with spaces
    for text, _, ends_line in joined:
        if line and length + 1 + len(text) > width:
            yield " ".join(line)
            line, length = [], -1
        line.append(text)
        length += 1 + len(text)
        if ends_line:
            yield " ".join(line)
            line, length = [], -1
    if line:
        yield " ".join(line)
