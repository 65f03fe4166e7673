"""The index of the language's words and signs: those of the grammar, of the board, and of the prelude."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.resources import files

from lasker.algebra.contents import CHESSMEN, Life
from lasker.language.words import BOARD, COUNTED, DECLARATIONS, IN_TERMS, OPTIONS, SIGNS, prelude
from lasker.space.compass import CUBE, HEX, HEXFILES, SQUARE
from lasker.syntax.builtin_names import builtin_words
from lasker.syntax.declaration_reader import MANNERS

DIRECTIONS = {"square": SQUARE, "cube": CUBE, "hexagons in rows": HEX, "hexagons in files": HEXFILES}


def grammar_words() -> set[str]:
    """The words that the grammar itself knows.

    >>> sorted(grammar_words())[:4]
    ['about', 'adjudicate', 'also', 'any']
    """
    text = (files("lasker.syntax") / "grammar.lark").read_text("utf-8")
    rules = "\n".join(
        line.partition(" //")[0]
        for line in text.splitlines()
        if not line.startswith(("//", "_NL", "ONWARD", "NAMING"))
    )
    found = set(re.findall(r'"([a-z]+)"', rules)) | set(re.findall(r"/([a-z]+)\(\?=", rules))
    for listed in re.findall(r"/\(([a-z|]+)\)\(\?=", rules):
        found |= set(listed.split("|"))
    return found - {"x"}


def board_words() -> set[str]:
    """The words that boards know besides their directions and turns."""
    words = set(builtin_words(SQUARE, CHESSMEN, None))
    return words - set(SQUARE.directions) - set(SQUARE.turns)


def options() -> set[str]:
    """The words that follow in declarations, as the program lists them."""
    return {life.value.replace("_", " ") for life in Life} | set(MANNERS)


def page() -> str:
    """The whole index."""
    parts = []
    for title, entries in (
        ("Signs", SIGNS),
        ("Words in terms", IN_TERMS),
        ("Words that begin a declaration", DECLARATIONS),
        ("Words that follow in a declaration", OPTIONS),
        ("Words of the board", BOARD),
        ("Words for counted pieces", COUNTED),
    ):
        rows = [
            f"| {_code(word)} | {_bars(meaning)} | [more](language.md#{anchor}) |"
            for word, (meaning, anchor) in entries.items()
        ]
        parts.append("\n".join([f"## {title}", "", "| | meaning | |", "| --- | --- | --- |", *rows]))
    rows = [
        f"| {name} | {_codes(compass.directions)} | {_codes(compass.turns)} |"
        for name, compass in DIRECTIONS.items()
    ]
    parts.append(
        "\n".join(
            ["## Directions and turns", "", "| board | directions | turns |", "| --- | --- | --- |", *rows]
        )
    )
    rows = [
        f"| {_code(word)} | {_code(definition)} | {_bars(comment)} | {where} |"
        for word, definition, comment, where in prelude()
    ]
    parts.append(
        "\n".join(
            [
                "## Prelude",
                "",
                "| word | definition | comment | defined for |",
                "| --- | --- | --- | --- |",
                *rows,
            ]
        )
    )
    return "\n\n".join(parts)


def _bars(text: str) -> str:
    return text.replace("|", "\\|")


def _codes(words: Iterable[str]) -> str:
    return " ".join(f"`{word}`" for word in words)


def _code(text: str) -> str:
    return f"`{_bars(text)}`"
