"""Positions for the page: replay of moves with a cache, and their JSON description."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import Any

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LaskerError, LimitError
from lasker.model import CHANCE
from lasker.model.game import Game as Model
from lasker.model.position import Outcome
from lasker.play.game import Game, Position
from lasker.play.move_tree import NULL
from lasker.play.record import null_move
from lasker.table.clicks import ways
from lasker.table.placement import placement
from lasker.web.game_names import game_of
from lasker.web.params import GameParams

MOST_MOVES = 2000
CACHED = 2048  # positions
PATIENCE = 10.0  # seconds allowed for replaying a game
SIZE = 720  # pixels of a board image, scaled by the page


class Unfinished(LimitError):
    """Work that was begun, and goes on when it is asked for again."""


@dataclass(frozen=True)
class Played:
    """A position with the record of the moves before it: text, SAN and player of each."""

    position: Position
    record: tuple[dict[str, str], ...] = ()

    def play(self, text: str) -> Played:
        """Play one more move, or a null move, which annotators write where the rules allow no pass."""
        before = self.position
        try:
            after = before.play(text)
        except LaskerError:
            if (passed := null_move(before, text)) is None:
                raise
            return Played(passed, (*self.record, {"text": NULL, "name": NULL, "player": before.turn}))
        move = after.last or text
        ply = {"text": str(move), "name": before.san(move), "player": before.turn}
        return Played(after, (*self.record, ply))


Key = tuple[Model, str | None, tuple[str, ...]]
_cache: OrderedDict[Key, Played] = OrderedDict()


def played(params: GameParams) -> Played:
    """The position that a request is about, replayed from the latest cached one.

    >>> played(GameParams.of({"game": "tictactoe", "moves": ["b2", "a1"]})).position.fen
    '3/1X1/O2 x 2'
    """
    return replayed(game_of(params.game), params.start, params.moves)


def replayed(game: Game, start: str | None, moves: tuple[str, ...]) -> Played:
    """The position after some moves."""
    if len(moves) > MOST_MOVES:
        raise LimitError(f"{len(moves)} moves", remedy=f"a game here has at most {MOST_MOVES}")
    until = time.monotonic() + PATIENCE
    known = len(moves)
    while (found := _cached((game.model, start, moves[:known]))) is None and known:
        known -= 1
    if found is None:
        game.readiness.open_stored()
        found = Played(game.start() if start is None else game.position(start))
        _store((game.model, start, ()), found)
    for at in range(known, len(moves)):
        if time.monotonic() > until:
            raise Unfinished(f"playing {len(moves)} moves takes too long", remedy="ask again: it goes on")
        found = found.play(moves[at])
        _store((game.model, start, moves[: at + 1]), found)
    return found


def _cached(key: Key) -> Played | None:
    if key in _cache:
        _cache.move_to_end(key)
    return _cache.get(key)


def _store(key: Key, played: Played) -> None:
    _cache[key] = played
    while len(_cache) > CACHED:
        _cache.popitem(last=False)


def described(played: Played, flipped: bool = False, svg: bool = True) -> dict[str, Any]:
    """Everything the page shows of a position, as JSON-compatible data."""
    position = played.position
    by_chance = position.turn == CHANCE
    return {
        "title": position.game.title,
        "fen": position.fen,
        "players": position.game.players,
        "turn": position.turn,
        "ply": position.ply,
        "turns": len(position.game.model.turns),
        **({"svg": position.svg(flipped=flipped, size=SIZE)} if svg else {}),
        "moves": [way for move in position.moves for way in ways(position, move)]
        if position.outcome is None
        else [],
        "placed": placement(position),
        "roll": str(position.roll().last) if by_chance and position.moves else None,
        "record": played.record,
        "claims": [] if by_chance else [outcome_facts(position.game, claim) for claim in position.claims],
        "agreements": []
        if by_chance
        else [outcome_facts(position.game, each) for each in position.agreements],
        "outcome": position.outcome and outcome_facts(position.game, position.outcome),
    }


def outcome_facts(game: Game, outcome: Outcome) -> dict[str, Any]:
    """An outcome as data: reason and payoffs."""
    payoffs = dict(zip(game.players, map(str, outcome.payoffs), strict=True))
    return {"reason": outcome.reason, "payoffs": payoffs}
