"""Pieces in hand, as FEN writes them: in brackets behind the board, or as a field of their own."""

from __future__ import annotations

import re

from lasker.model.position import Node
from lasker.notation.fen.draft import Draft
from lasker.notation.fen.fields import modifiers
from lasker.notation.fen.numbers import is_within


def read_hand(draft: Draft, text: str, at: int) -> None:
    """The pieces in hand behind the board, `[Pb]`, from the sign after the bracket on."""
    if not text.endswith("]"):
        raise draft.wrong("the pieces in hand stand in square brackets", at - 1, at + len(text))
    _empty_hands(draft)
    for offset, letter in enumerate(text[:-1]):
        if letter != "-":
            _hold(draft, letter, 1, at + offset, at + offset + 1)


def read_held(draft: Draft, word: str, at: int) -> None:
    """The pieces in hand as a separate word: numbers and letters, `2Pb`; a dash for none."""
    _empty_hands(draft)
    for found in re.finditer(r"(?P<times>[0-9]*)(?P<letter>.)", word) if word != "-" else ():
        times = found["times"]
        if times and not is_within(times, 1, 999):
            raise draft.wrong(
                f"{times[:40]} is no number of pieces in hand", at + found.start(), at + found.end()
            )
        _hold(draft, found["letter"], int(times or "1"), at + found.start(), at + found.end())


def _empty_hands(draft: Draft) -> None:
    hands = modifiers(draft.game)[0].values()
    draft.counters |= {key: 0 for key in draft.game.rules.vocabulary.counters if key[0] in hands}


def _hold(draft: Draft, letter: str, times: int, start: int, end: int) -> None:
    """Add pieces to the hand of their owner."""
    vocabulary, (hands, _) = draft.game.rules.vocabulary, modifiers(draft.game)
    piece = next((p for p in vocabulary.pieces if p.letter == letter and p.name in hands), None)
    if piece is None:
        raise draft.wrong(f"{letter!r} is no piece to hold in hand", start, end)
    key = (hands[piece.name], piece.owner)
    draft.counters[key] += times
    if draft.counters[key] > vocabulary.counters[key].high:
        raise draft.wrong(f"too many of {letter!r} in hand", start, end)


def _held(node: Node) -> list[tuple[str, int]]:
    """The letters of the pieces in hand with their numbers."""
    hands, slots = modifiers(node.game)[0], node.game.arena.slots
    return [
        (piece.letter, node.configuration.counters[slots[hands[piece.name], piece.owner]])
        for piece in sorted(node.game.rules.vocabulary.pieces, key=lambda piece: piece.owner or 0)
        if piece.name in hands
    ]


def write_held(node: Node) -> str:
    """The pieces in hand as a separate word."""
    return "".join(f"{times if times > 1 else ''}{letter}" for letter, times in _held(node) if times) or "-"


def write_hand(node: Node) -> str:
    """The letters of all pieces in hand."""
    return "".join(letter * times for letter, times in _held(node))
