"""The rule page: what a game says of itself, flat, every line with the file it comes from."""

from __future__ import annotations

import re
from html import escape

from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.syntax.rules import Definition


def rule_page(game: Game) -> str:
    """The facts of a game, then every definition that is in force, with its origin."""
    lines = [game.title, "=" * len(game.title), ""]
    lines += [text for text in (game.about, f"Source: {game.source}" if game.source else "") if text]
    lines += ["", f"Players: {', '.join(game.players)}", f"Pieces:  {_pieces(game)}"]
    if game.start:
        lines.append(f"Start:   {game.start}")
    lines += ["", "Rules", "-----", ""]
    for definition in _in_order(game):
        lines.append(f"{_text(definition)}    -- {_origin(definition.source, definition.at[0])}")
    if game.endings:
        lines += ["", "Ends (for the player to move)", "-----------------------------", ""]
        lines += [f"{ending.reason}: {ending.result}" for ending in game.endings]
    if game.adjudications:
        lines += ["", "Adjudications", "-------------", ""]
        lines += [
            f"{rule.reason}: {rule.result}" + (f" if {rule.manner}" if rule.manner else "")
            for rule in game.adjudications
        ]
    return "\n".join(lines) + "\n"


def rule_page_html(game: Game, svg: str = "") -> str:
    """The same page for a browser, with a picture of the start."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(game.title)}</title>'
        "<style>body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
        "pre{overflow-x:auto;font:13px/1.5 monospace}</style></head><body>"
        f"<h1>{escape(game.title)}</h1><p>{escape(game.about)}</p>{svg}<pre>{escape(rule_page(game))}</pre></body></html>\n"
    )


def _pieces(game: Game) -> str:
    names: dict[str, str] = {}
    for piece in game.rules.vocabulary.pieces:
        names[piece.name] = names.get(piece.name, "") + piece.glyph
    return ", ".join(f"{name} {glyphs}" for name, glyphs in names.items())


def _in_order(game: Game) -> list[Definition]:
    texts = [*game.rules.bases, game.rules.source]
    return sorted(game.rules.definitions.values(), key=lambda d: (texts.index(d.source), d.at))


def _text(definition: Definition) -> str:
    """The definition as its author wrote it, without comments."""
    start, end = definition.at
    text = definition.source.text[start : _line_end(definition.source.text, end)]
    return "\n".join(re.sub(r"\s*--.*$", "", line) for line in text.splitlines()).rstrip()


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _origin(source: Source, at: int) -> str:
    return f"{source.name}:{source.text.count(chr(10), 0, at) + 1}"
