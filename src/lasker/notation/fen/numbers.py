"""The fields of FEN that are numbers: counters, the number of the move or of the ply."""

from __future__ import annotations

import re

from lasker.model.position import Node
from lasker.notation.fen.draft import Draft


def is_within(word: str, low: int, high: int) -> bool:
    """Is this a number between two bounds?"""
    return re.fullmatch("[0-9]{1,9}", word) is not None and low <= int(word) <= high


def read_counter(draft: Draft, word: str, at: int, name: str) -> None:
    """A counter that all players share."""
    counter = draft.game.rules.vocabulary.counters[name, None]
    if not is_within(word, counter.low, counter.high):
        raise draft.wrong(f"{name} is a number from {counter.low} to {counter.high}", at, at + len(word))
    draft.counters[name, None] = int(word)


def write_counter(node: Node, name: str) -> str:
    """Its number."""
    return str(node.configuration.counters[node.game.arena.slots[name, None]])


def read_optional(draft: Draft, word: str, at: int, name: str) -> None:
    """A counter that all players share, or `-` where it is at its lowest."""
    lowest = draft.game.rules.vocabulary.counters[name, None].low
    if word == "-":
        draft.counters[name, None] = lowest
    else:
        read_counter(draft, word, at, name)


def write_optional(node: Node, name: str) -> str:
    """Its number, or `-`."""
    lowest = node.game.rules.vocabulary.counters[name, None].low
    number = node.configuration.counters[node.game.arena.slots[name, None]]
    return "-" if number == lowest else str(number)


def read_counts(draft: Draft, word: str, at: int, name: str) -> None:
    """One number for each player: `3+3`."""
    numbers = word.split("+")
    if len(numbers) != len(draft.game.players):
        raise draft.wrong(
            f"{name} is one number for each player, with + between",
            at,
            at + len(word),
            remedy="in the order of the players: "
            + "+".join(
                str(draft.game.rules.vocabulary.counters[name, owner].start)
                for owner in range(len(draft.game.players))
            ),
        )
    for owner, number in enumerate(numbers):
        counter = draft.game.rules.vocabulary.counters[name, owner]
        if not is_within(number, counter.low, counter.high):
            raise draft.wrong(f"{name} is from {counter.low} to {counter.high}", at, at + len(word))
        draft.counters[name, owner] = int(number)


def write_counts(node: Node, name: str) -> str:
    """The numbers with + between them."""
    slots = [node.game.arena.slots[name, owner] for owner in range(len(node.game.players))]
    return "+".join(str(node.configuration.counters[slot]) for slot in slots)


def read_spent(draft: Draft, word: str, at: int, name: str) -> None:
    """How far the counter of each player has gone down from its start: `+1+0`."""
    numbers = word.split("+")
    counters = [draft.game.rules.vocabulary.counters[name, owner] for owner in range(len(draft.game.players))]
    if numbers[0] or len(numbers) != len(counters) + 1:
        raise draft.wrong(f"{name} is told as +0 for each player, one after the other", at, at + len(word))
    for owner, (number, counter) in enumerate(zip(numbers[1:], counters, strict=True)):
        if not is_within(number, 0, counter.start - counter.low):
            most = counter.start - counter.low
            raise draft.wrong(f"{name} goes down by {most} at most", at, at + len(word))
        draft.counters[name, owner] = counter.start - int(number)


def write_spent(node: Node, name: str) -> str:
    """The same as text."""
    counters, arena = node.game.rules.vocabulary.counters, node.game.arena
    owners = range(len(node.game.players))
    left = [node.configuration.counters[arena.slots[name, owner]] for owner in owners]
    return "".join(f"+{counters[name, owner].start - left[owner]}" for owner in owners)


def read_number(draft: Draft, word: str, at: int) -> None:
    """The number of the move, from 1."""
    if not is_within(word, 0, 10**9):
        raise draft.wrong("the number of the move is a number", at, at + len(word))
    turns, name = draft.game.turns, draft.state.name
    draft.ply = (max(1, int(word)) - 1) * len(turns) + (turns.index(name) if name in turns else 0)


def write_number(node: Node) -> str:
    """The same as text."""
    return str(node.ply // len(node.game.turns) + 1)


def read_plies(draft: Draft, word: str, at: int) -> None:
    """The number of the next ply, from 1, or of the first following one that belongs
    to the player to move."""
    if not is_within(word, 0, 10**9):
        raise draft.wrong("the number of the ply is a number", at, at + len(word))
    turns, name = draft.game.turns, draft.state.name
    ply = max(0, int(word) - 1)
    draft.ply = ply + ((turns.index(name) - ply) % len(turns) if name in turns else 0)


def write_plies(node: Node) -> str:
    """The same as text."""
    return str(node.ply + 1)
