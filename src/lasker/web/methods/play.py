"""The method `play`: a move in a game that the server keeps, with the chance moves after it drawn."""

from __future__ import annotations

from random import SystemRandom
from typing import Any

from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.replay import outcome_facts, played


@method("play")
def play(params: Params) -> dict[str, Any]:
    """The game after `moves`, one more `move` if there is one, and the chance moves that follow.

    >>> told = play({"game": "tictactoe", "moves": ["b2"], "move": "a1"})
    >>> told["record"][-1], told["turn"], told["outcome"]
    ({'text': 'a1', 'name': 'a1', 'player': 'o'}, 'x', None)
    """
    asked = GameParams.of(params)
    found = played(asked)
    move = asked.text("move")
    if move is not None:
        found = found.play(move)
    dice = SystemRandom()
    while (after := found.position.roll(dice)) is not found.position:
        found = found.play(str(after.last))
    position = found.position
    game = position.game
    return {
        "title": game.title,
        "players": game.players,
        "fen": position.fen,
        "turn": position.turn,
        "record": found.record,
        "outcome": position.outcome and outcome_facts(game, position.outcome),
        "claims": [outcome_facts(game, each) for each in position.claims],
        "agreements": [outcome_facts(game, each) for each in position.agreements],
    }
