"""The TextMate grammar of the VS Code extension, read by the library that VS Code reads it with.

It needs node and the packages named beside `textmate/tokens.mjs`, and fetches what is missing where it may.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from docs.generate.editors import TEXTMATE

from external_programs import modules, program
from lasker.kernel.source import Source
from lasker.language.tokens import tokens
from lasker.play.library import sources

HERE = Path(__file__).parent / "textmate"
SAME = ("comment", "string")  # kinds that are told alike by the grammar and by the language service


def coloured(texts: list[str], place: Path) -> list[dict[tuple[int, int], str]]:
    """The scope of every coloured character of texts, by line and column."""
    node = program("node", "nodejs")
    modules(HERE, "vscode-textmate")
    place.write_text(json.dumps(texts))
    command = [node, "tokens.mjs", str(TEXTMATE), str(place)]
    done = subprocess.run(command, cwd=HERE, capture_output=True, encoding="utf-8", timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    return [
        {(line, column): scope for line, start, end, scope in found for column in range(start, end)}
        for found in json.loads(done.stdout)
    ]


def misses(text: str, scopes: dict[tuple[int, int], str]) -> Iterator[str]:
    """Words whose colour contradicts the language service."""
    lines = text.split("\n")
    for token in tokens(Source(text)):
        columns = range(token.column, token.column + token.length)
        found = {scopes.get((token.line, column), "") for column in columns}
        alike = all(scope.startswith(token.kind) for scope in found)
        if (token.kind in SAME and not alike) or (token.kind == "keyword" and "" in found):
            yield f"{lines[token.line]!r}, column {token.column}: {token.kind}, coloured as {found}"


def test_every_game_is_coloured_as_the_language_service_says(tmp_path: Path) -> None:
    """Comments, texts and keywords of every game of the library."""
    texts = [source.text for source in sources().values() if source.text.startswith("lasker ")]
    found = coloured(texts, tmp_path / "texts.json")
    assert [said for text, scopes in zip(texts, found, strict=True) for said in misses(text, scopes)] == []


@pytest.mark.parametrize("glyph", ["♔", "王", "𝔸"])
def test_glyphs_are_coloured(glyph: str, tmp_path: Path) -> None:
    [scopes] = coloured([f"x = {glyph}"], tmp_path / "texts.json")
    assert scopes[0, 4].startswith("entity.name.class")
