"""Coordinate notation of moves: `e2e4`, `e7e8q`, `N@f3`, derived from the label of a move."""

from __future__ import annotations

from lasker.algebra.meaning import Chosen
from lasker.algebra.moves import FAIL
from lasker.model.game import Game
from lasker.model.parts import Calling, State
from lasker.model.position import Label, Node, Step


def move_texts(node: Node, steps: tuple[Step, ...]) -> list[str]:
    """The texts of some moves, as the rules call them; moves with the same text are written by their labels
    and also name the other squares that they change, and the counters in which they differ: `die=3`."""
    plain, callings = [move_text(node, step.label) for step in steps], called(node, steps)
    texts = [by.short.replace("%", text) if by else text for by, text in zip(callings, plain, strict=True)]
    alike: dict[str, list[Step]] = {}
    for text, step in zip(texts, steps, strict=True):
        alike.setdefault(text, []).append(step)
    return [
        text
        if len(alike[text]) == 1 and (by or not node.state.by_chance)
        else _longer(node, step, move_text(node, step.label, True), alike[text])
        for text, step, by in zip(texts, steps, callings, strict=True)
    ]


def may_be_called(game: Game, state: State) -> bool:
    """Do the rules call some moves of a state by names?"""
    return any(calling.moves.get(state.name, FAIL) != FAIL for calling in game.callings)


def called(node: Node, steps: tuple[Step, ...]) -> list[Calling | None]:
    """What the rules call each of some moves: the first name of a rule that leads to the same position."""
    found: list[Calling | None] = [None] * len(steps)
    for calling in node.game.callings:
        reached = node.reached(calling.moves.get(node.state.name, FAIL))
        for at, step in enumerate(steps):
            if found[at] is None and step.after.key in reached:
                found[at] = calling
    return found


def _longer(node: Node, step: Step, text: str, rivals: list[Step]) -> str:
    squares, counts = "".join(_others(node, step)), _counts(node, step, rivals)
    named = text + (f"x{squares}" if squares else "")
    return (counts or text) if not (step.label or squares) else named + (f",{counts}" if counts else "")


def _counts(node: Node, step: Step, rivals: list[Step]) -> str:
    """The values after this move of the counters in which the rivals differ."""
    after = [rival.after.configuration.counters for rival in rivals]
    players, values = node.game.players, step.after.configuration.counters
    return ",".join(
        f"{name}={values[slot]}" if owner is None else f"{name}_{players[owner]}={values[slot]}"
        for (name, owner), slot in node.game.arena.slots.items()
        if len({counters[slot] for counters in after}) > 1
    )


def move_text(node: Node, label: Label, numbers: bool = False) -> str:
    """A label as text: `e2e4`, `e7e8q`, `b2` for the only kind of piece that can be dropped, `N@f3` for
    others.

    A neutral piece that is placed after a move is written with the move's destination: `e2e4,e4d3`. How many
    of a counted piece a square holds then is written if one asks for numbers: `e2e4(3)`.
    """
    parts = [_part(node, label[at - 1] if at else None, chosen, numbers) for at, chosen in enumerate(label)]
    return ",".join(parts) or "pass"


def _part(node: Node, before: Chosen | None, chosen: Chosen, numbers: bool) -> str:
    vocabulary, name = node.game.rules.vocabulary, node.game.space.label
    start, end, symbol, old = chosen
    piece = vocabulary.pieces[symbol - 1] if symbol > 0 else None
    if piece is not None and piece.count:
        return name(start) + (name(end) if start != end else "") + (f"({piece.count})" if numbers else "")
    if piece is not None and piece.owner is None and before is not None:
        return name(before.end) + name(end)
    letter = piece.letter if piece is not None else ""
    if letter.startswith("+") and old and letter[1:] == vocabulary.pieces[old - 1].letter:
        letter = "+"  # promoted to a piece that only its own kind becomes
    if start != end:
        return name(start) + name(end) + letter.lower()
    if not old and letter:
        kinds = {piece.name for piece in vocabulary.pieces}
        return name(start) if len(kinds) == 1 else f"{letter.upper()}@{name(start)}"
    return name(start) + (f"={letter.lower()}" if letter else "")


def _others(node: Node, step: Step) -> list[str]:
    """The squares that a move changes and its label does not name."""
    named = {site for chosen in step.label for site in (chosen.start, chosen.end)}
    before, after = node.configuration.board, step.after.configuration.board
    changed = [i for i, (a, b) in enumerate(zip(before, after, strict=True)) if a != b and i not in named]
    return [node.game.space.label(site) for site in changed]
