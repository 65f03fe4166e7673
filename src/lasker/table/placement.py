"""What stands where in a position: the data with which `lasker.drawing.boards.scene` fills a scene."""

from __future__ import annotations

from collections import Counter
from typing import Any

from lasker.algebra.contents import Life
from lasker.drawing.boards.hands import shown_counters
from lasker.drawing.boards.scene import scene_key
from lasker.notation.fen.fields import held_pieces
from lasker.notation.san import check_of
from lasker.play.game import Position
from lasker.play.pictures import changed


def placement(position: Position) -> dict[str, Any]:
    """The symbols of the pieces by cell, their lasting marks, hands, counters, last move and pieces in check.

    >>> from lasker.play.game import load
    >>> found = placement(load("tictactoe").start().play("b2"))
    >>> found["board"], found["last"], found["check"], found["hands"]
    ([0, 0, 0, 0, 1, 0, 0, 0, 0], ['b2'], [], {})
    """
    model, board = position.game.model, position.node.configuration.board
    vocabulary, label = model.rules.vocabulary, model.space.label
    symbols = [vocabulary.symbol(content) for content in board]
    values = dict(zip(vocabulary.counters, position.node.configuration.counters, strict=True))
    lasting = [mark.name for mark in vocabulary.marks.values() if mark.life is Life.LASTING]
    marks = {
        label(site): names
        for site, content in enumerate(board)
        if symbols[site] and (names := [each for each in lasting if content & vocabulary.mark_bit(each)])
    }
    before = position.before
    return {
        "scene": scene_key(model, [site for site, symbol in enumerate(symbols) if symbol]),
        "board": symbols,
        "marks": marks,
        "hands": {symbol: values[key] for symbol, key in held_pieces(model).items() if values[key]},
        "counters": [
            [each.name, each.owner, values[each.name, each.owner]] for each in shown_counters(model)
        ],
        "last": [] if before is None else [label(site) for site in changed(before.node, position.node)],
        "check": pieces_in_check(position),
    }


def pieces_in_check(position: Position) -> list[str]:
    """The squares of the pieces that give the player to move no check once they are gone, if there is a check
    now: in chess the king's. None where the rules define no check.

    >>> from lasker.play.game import load
    >>> pieces_in_check(load("chess").position("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"))
    ['e8']
    """
    if position.outcome is None and not position.in_check:
        return []
    model, node = position.game.model, position.node
    test = None if node.state.by_chance else check_of(model, node.state.player)
    if test is None or not model.arena.holds(test, node.configuration):
        return []
    vocabulary, board = model.rules.vocabulary, node.configuration.board
    owners = [None, *(piece.owner for piece in vocabulary.pieces)]
    mine = [
        site for site, content in enumerate(board) if owners[vocabulary.symbol(content)] == node.state.player
    ]
    kinds = Counter(vocabulary.symbol(board[site]) for site in mine)
    for site in sorted(mine, key=lambda site: kinds[vocabulary.symbol(board[site])]):
        without = (*board[:site], 0, *board[site + 1 :])
        if not model.arena.holds(test, node.configuration._replace(board=without)):
            return [model.space.label(site)]
    return []
