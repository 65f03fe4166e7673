"""What the page shows: a position after some moves, where one clicks, why a click leads nowhere."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from lasker.kernel.errors import LimitError
from lasker.model.game import Game as Model
from lasker.model.position import Outcome
from lasker.notation.svg_hands import held_pieces
from lasker.play.game import Game, Position, load
from lasker.play.move import Move
from lasker.syntax.declare import CHANCE

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
_using = threading.Lock()


def replayed(name: str, start: str | None, moves: tuple[str, ...]) -> Played:
    """The position after some moves; it goes on from the latest one that is remembered.

    >>> replayed("tictactoe", None, ("b2", "a1")).position.fen
    '3/1X1/O2 x 2'
    """
    if len(moves) > MOST_MOVES:
        raise LimitError(f"{len(moves)} moves", remedy=f"a game here has at most {MOST_MOVES}")
    game, until = load(name), time.monotonic() + PATIENCE
    known = len(moves)
    while (played := _recall((game.model, start, moves[:known]))) is None and known:
        known -= 1
    if played is None:
        played = Played(game.start() if start is None else game.position(start))
    for at in range(known, len(moves)):
        if time.monotonic() > until:
            raise LimitError(f"playing {len(moves)} moves takes too long", remedy="ask again: it goes on")
        played = played.play(moves[at])
        _remember((game.model, start, moves[: at + 1]), played)
    return played


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


def clicks(position: Position, move: Move) -> dict[str, Any]:
    """A move as one clicks it: the squares in their order, a piece in hand as `@P`; and what it becomes.

    >>> start = load("chess").start()
    >>> clicks(start, start.read("e2e4"))
    {'text': 'e2e4', 'squares': ['e2', 'e4'], 'becomes': None}
    """
    model = position.game.model
    label, pieces, held = model.space.label, model.rules.vocabulary.pieces, held_pieces(model)
    route: list[str] = []
    becomes = None
    for chosen in move.step.label:
        if chosen.start == chosen.end and not chosen.was and chosen.symbol in held:
            route.append(f"@{pieces[chosen.symbol - 1].letter.upper()}")
        elif chosen.symbol > 0 and chosen.was:
            becomes = pieces[chosen.symbol - 1].name
        for site in (chosen.start, chosen.end):
            if not route or route[-1] != label(site):
                route.append(label(site))
    return {"text": str(move), "squares": route, "becomes": becomes}


def why_not(position: Position, spots: list[str]) -> str:
    """Why no move is clicked so, in words; the squares must be those of the board.

    >>> why_not(load("chess").start(), ["e2", "e5"])
    'the pawn on e2 cannot move so'
    >>> why_not(load("chess").start(), ["a1"])
    'the rook on a1 cannot move now'
    """
    if position.outcome is not None:
        return f"the game is over: {position.outcome.reason}"
    model = position.game.model
    vocabulary = model.rules.vocabulary
    first, *more = spots
    if first.startswith("@"):
        return position.why_illegal(f"{first[1:]}@{''.join(more)}") or "this is legal"
    if more:
        return position.why_illegal(first + more[0]) or f"no move goes on to {more[-1]}"
    content = position.node.configuration.board[model.space.site(first)]
    if not vocabulary.symbol(content):
        return f"nothing can be done on {first} now"
    piece = vocabulary.pieces[vocabulary.symbol(content) - 1]
    if piece.owner is not None and model.players[piece.owner] != position.turn:
        theirs = model.players[piece.owner]
        return f"the {piece.name} on {first} is {theirs}'s, and it is {position.turn}'s turn"
    return f"the {piece.name} on {first} cannot move now"
