"""Counters beside the board as spots that are clicked: pieces come from a bar or a reserve, or go off the
board to where they are counted."""

from __future__ import annotations

from itertools import product

from lasker.drawing.boards.hands import shown_counters
from lasker.play.game import Position
from lasker.play.move import Move

MOST_PARTS = 6
Ends = tuple[str, str]  # the counters from which a piece comes and to which it goes, or nothing


def counter_spot(name: str) -> str:
    """A counter as it is clicked.

    >>> counter_spot("bar")
    '#bar'
    """
    return f"#{name}"


def spots_with_counters(position: Position, move: Move) -> list[list[str]]:
    """For each part of a move the spots that are clicked, where a piece comes from a counter of the player or
    goes to one; none if no counter is concerned.

    >>> from lasker.play.game import load
    >>> backgammon = load("backgammon")
    >>> here = backgammon.position("12/7M(2)M(3)M(3)M(2)1 w 4 2 0+0 5+0 5")
    >>> spots_with_counters(here, here.read("i1,k1"))
    [['i1', '#off'], ['k1', '#off']]
    >>> here = backgammon.position("M(5)3m(3)1m(5)3M(2)1/m(5)3M(3)1M(5)4m(2) w 3 2 1+0 0+0 5")
    >>> spots_with_counters(here, here.read("l2j2,k2i2"))
    [['#bar', 'j2'], ['k2', 'i2']]
    """
    label = position.game.model.space.label
    parts = [(chosen.start, chosen.end) for chosen in move.step.label]
    return [
        [counter_spot(came) if came else label(start), counter_spot(went) if went else label(end)]
        for (start, end), (came, went) in zip(parts, _ends_of(position, move, parts), strict=False)
    ]


def _ends_of(position: Position, move: Move, parts: list[tuple[int, int]]) -> tuple[Ends, ...]:
    """The counters of each part of a move, as its numbers of pieces allow: pieces come as early as possible,
    and go as late as possible."""
    gone, come = _changes(position, move)
    if not (gone or come) or len(parts) > MOST_PARTS or max(len(gone), len(come)) > len(parts):
        return ()
    before = _men(position, position.node.configuration.board)
    after = _men(position, move.step.after.configuration.board)
    change = {site: after[site] - before[site] for part in parts for site in part}
    choices = list(product([*dict.fromkeys(gone), ""], ["", *dict.fromkeys(come)]))
    for ends in product(choices, repeat=len(parts)):
        if sorted(filter(None, (came for came, _ in ends))) != gone:
            continue
        if sorted(filter(None, (went for _, went in ends))) != come:
            continue
        moved = dict.fromkeys(change, 0)
        for (start, end), (came, went) in zip(parts, ends, strict=True):
            moved[start] -= not came
            moved[end] += not went
        if moved == change:
            return ends
    return ()


def _changes(position: Position, move: Move) -> tuple[list[str], list[str]]:
    """The shown counters of the player to move that become less, and those that become more: each as often as
    it changes."""
    model, node = position.game.model, position.node
    was, now = node.configuration.counters, move.step.after.configuration.counters
    slots = {counter: slot for slot, counter in enumerate(model.rules.vocabulary.counters)}
    gone, come = list[str](), list[str]()
    for counter in shown_counters(model):
        if counter.owner == node.state.player:
            slot = slots[counter.name, counter.owner]
            (come if now[slot] > was[slot] else gone).extend([counter.name] * abs(now[slot] - was[slot]))
    return sorted(gone), sorted(come)


def _men(position: Position, board: tuple[int, ...]) -> list[int]:
    """How many pieces that are not an opponent's stand on each square."""
    vocabulary, player = position.game.model.rules.vocabulary, position.node.state.player
    mine = [0, *((each.count or 1) * (each.owner in (None, player)) for each in vocabulary.pieces)]
    return [mine[vocabulary.symbol(content)] for content in board]
