"""What the page shows: a position after some moves, how they are written, how the game stands."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from lasker.kernel.errors import LimitError
from lasker.model import CHANCE
from lasker.model.game import Game as Model
from lasker.model.position import Outcome
from lasker.play.game import Game, Position, load
from lasker.table.clicks import clicks

MOST_MOVES = 2000
REMEMBERED = 512  # positions
PATIENCE = 20.0  # seconds that a game may take to be played again
SIZE = 720  # pixels of a board, which the page scales


@dataclass(frozen=True)
class Played:
    """A position, and how each move that led to it is written: its text, its name, who played it."""

    position: Position
    record: tuple[dict[str, str], ...] = ()

    def play(self, text: str) -> Played:
        """One move more."""
        before, after = self.position, self.position.play(text)
        move = after.last or text
        ply = {"text": str(move), "name": before.san(move), "player": before.turn}
        return Played(after, (*self.record, ply))


Key = tuple[Model, str | None, tuple[str, ...]]
_memory: OrderedDict[Key, Played] = OrderedDict()
_models: dict[str, Model] = {}  # by the names under which they were last asked for
_using = threading.Lock()


def replayed(name: str, start: str | None, moves: tuple[str, ...]) -> Played:
    """The position after some moves; it goes on from the latest one that is remembered.

    >>> replayed("tictactoe", None, ("b2", "a1")).position.fen
    '3/1X1/O2 x 2'
    """
    if len(moves) > MOST_MOVES:
        raise LimitError(f"{len(moves)} moves", remedy=f"a game here has at most {MOST_MOVES}")
    game, until = load(name), time.monotonic() + PATIENCE
    _models[name] = game.model
    known = len(moves)
    while (played := _recall((game.model, start, moves[:known]))) is None and known:
        known -= 1
    if played is None:
        played = Played(game.start() if start is None else game.position(start))
        _remember((game.model, start, ()), played)
    for at in range(known, len(moves)):
        if time.monotonic() > until:
            raise LimitError(f"playing {len(moves)} moves takes too long", remedy="ask again: it goes on")
        played = played.play(moves[at])
        _remember((game.model, start, moves[: at + 1]), played)
    return played


def warm(name: str, start: str | None, moves: tuple[str, ...]) -> bool:
    """Is the position before the last move remembered, so that the one after it takes milliseconds?"""
    model = _models.get(name)
    return model is not None and (model, start, moves[:-1]) in _memory


def _recall(key: Key) -> Played | None:
    with _using:
        if key in _memory:
            _memory.move_to_end(key)
        return _memory.get(key)


def _remember(key: Key, played: Played) -> None:
    with _using:
        _memory[key] = played
        while len(_memory) > REMEMBERED:
            _memory.popitem(last=False)


def described(played: Played, flipped: bool) -> dict[str, Any]:
    """Everything the page shows of a position."""
    position = played.position
    by_chance = position.turn == CHANCE
    return {
        "fen": position.fen,
        "players": position.game.players,
        "turn": position.turn,
        "svg": position.svg(flipped=flipped, size=SIZE),
        "moves": [clicks(position, move) for move in position.moves] if position.outcome is None else [],
        "roll": str(position.roll().last) if by_chance and position.moves else None,
        "record": played.record,
        "claims": [] if by_chance else [told(position.game, claim) for claim in position.claims],
        "outcome": position.outcome and told(position.game, position.outcome),
    }


def told(game: Game, outcome: Outcome) -> dict[str, Any]:
    """How a game ended, and what each player got."""
    payoffs = dict(zip(game.players, map(str, outcome.payoffs), strict=True))
    return {"reason": outcome.reason, "payoffs": payoffs}
