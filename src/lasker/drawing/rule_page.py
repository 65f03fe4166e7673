"""The rule page of a game: its facts, its pieces' moves and its flattened definitions with their origins."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from lasker.drawing.diagrams.diagram_svg import diagram_svg
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.movement.diagram import Diagram
from lasker.syntax.definitions import Definition

STYLE = (
    "body{font:16px/1.5 Georgia,serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "pre{overflow-x:auto;font:13px/1.5 monospace}"
    ".moves{display:grid;grid-template-columns:repeat(auto-fill,minmax(17rem,1fr));gap:1.5rem}"
    "figure{margin:1rem 0}figure svg{max-width:100%;height:auto}"
    "h2{font-size:1.1rem;margin:0 0 .4rem}figcaption ul{padding-left:1.1rem;margin:.4rem 0;font-size:.85rem}"
)


def rule_page(game: Game, diagrams: Iterable[Diagram] = ()) -> str:
    """The facts of a game, the moves of its pieces, then every definition in force, with its origin."""
    lines = [game.title, "=" * len(game.title), ""]
    lines += [text for text in (game.about, f"Source: {game.source}" if game.source else "") if text]
    lines += ["", f"Players: {', '.join(game.players)}", f"Pieces:  {_pieces(game)}"]
    if game.start:
        lines.append(f"Start:   {game.start}")
    for number, diagram in enumerate(diagrams):
        lines += ["", *(["Moves", "-----", ""] if number == 0 else [])]
        lines += [f"{_name(diagram)}", "", *(f"    {line}".rstrip() for line in diagram.text().splitlines())]
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


def rule_page_html(game: Game, svg: str = "", diagrams: Iterable[Diagram] = ()) -> str:
    """The same page as HTML, with a picture of the initial position and a diagram for each piece."""
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(game.title)}</title>'
        f"<style>{STYLE}</style></head><body><h1>{escape(game.title)}</h1>"
        f'<p>{escape(game.about)}</p>{svg}<div class="moves">{"".join(map(figure_html, diagrams))}</div>'
        f"<pre>{escape(rule_page(game))}</pre></body></html>\n"
    )


def figure_html(diagram: Diagram) -> str:
    """The move diagram of a piece as an HTML figure with a caption."""
    words = "".join(f"<li>{escape(line)}</li>" for line in diagram.words(signs=False))
    notation = f"Betza notation: <code>{escape(diagram.betza)}</code>" if diagram.betza else ""
    return (
        f"<figure><h2>{escape(_name(diagram))}</h2>{diagram_svg(diagram, size=300)}"
        f"<figcaption><ul>{words}</ul>{notation}</figcaption></figure>"
    )


def _name(diagram: Diagram) -> str:
    return diagram.piece.name.replace("_", " ")


def _pieces(game: Game) -> str:
    names: dict[str, str] = {}
    for piece in game.rules.vocabulary.pieces:
        names[piece.name] = names.get(piece.name, "") + piece.glyph
    return ", ".join(f"{name} {glyphs}" for name, glyphs in names.items())


def _in_order(game: Game) -> list[Definition]:
    texts = [*game.rules.bases, game.rules.source]
    return sorted(game.rules.definitions.values(), key=lambda d: (texts.index(d.source), d.at))


def _text(definition: Definition) -> str:
    """The source text of a definition without comments."""
    start, end = definition.at
    text = definition.source.text[start : _line_end(definition.source.text, end)]
    return "\n".join(re.sub(r"\s*--.*$", "", line) for line in text.splitlines()).rstrip()


def _line_end(text: str, at: int) -> int:
    found = text.find("\n", at)
    return len(text) if found < 0 else found


def _origin(source: Source, at: int) -> str:
    return f"{source.name}:{source.text.count(chr(10), 0, at) + 1}"
