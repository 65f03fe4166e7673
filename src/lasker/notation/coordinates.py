"""Coordinate moves: the squares where binders began and ended, and the piece that changed."""

from __future__ import annotations

from collections import Counter

from lasker.model.position import Label, Node, Step


def move_texts(node: Node, steps: tuple[Step, ...]) -> list[str]:
    """The texts of some moves; those with the same label also name the other squares they change."""
    plain = [move_text(node, step.label) for step in steps]
    seen = Counter(plain)
    return [
        text if seen[text] == 1 else text + "x" + "".join(_others(node, step))
        for text, step in zip(plain, steps, strict=True)
    ]


def move_text(node: Node, label: Label) -> str:
    """A move as text: `e2e4`, `e7e8q`, `b2` for the only kind of piece that can be put, `N@f3` for others."""
    return ",".join(_part(node, *chosen) for chosen in label) or "pass"


def _part(node: Node, start: int, end: int, symbol: int, old: int) -> str:
    vocabulary, name = node.game.rules.vocabulary, node.game.space.label
    letter = vocabulary.pieces[symbol - 1].letter if symbol > 0 else ""
    if letter.startswith("+") and old and letter[1:] == vocabulary.pieces[old - 1].letter:
        letter = "+"  # promoted to what only its own kind becomes
    if start != end:
        return name(start) + name(end) + letter.lower()
    if not old and letter:
        kinds = {piece.name for piece in vocabulary.pieces}
        return name(start) if len(kinds) == 1 else f"{letter.upper()}@{name(start)}"
    return name(start) + (f"={letter.lower()}" if letter else "")


def _others(node: Node, step: Step) -> list[str]:
    """The squares that a move changes besides those in its label."""
    named = {site for chosen in step.label for site in (chosen.start, chosen.end)}
    before, after = node.configuration.board, step.after.configuration.board
    changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and i not in named]
    return [node.game.space.label(site) for site in changed]
