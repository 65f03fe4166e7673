"""Moves as sequences of clicked squares (and pieces in hand), and explanations of invalid clicks."""

from __future__ import annotations

from itertools import pairwise
from typing import TypedDict

from lasker.notation.fen.fields import held_pieces
from lasker.play.game import Position
from lasker.play.move import Move
from lasker.table.counter_clicks import spots_with_counters
from lasker.table.jumps import jumps


class Clicks(TypedDict):
    """A move as clicks: its text, its squares in order, the name of its promotion, the symbol of the
    piece that it promotes to or places, and its parts.

    A part is a piece's way from one square to another; a move of several parts is made step by step.
    """

    text: str
    squares: list[str]
    becomes: str | None
    symbol: int | None
    parts: list[list[str]]


def clicks(position: Position, move: Move) -> Clicks:
    """A move as clicks: squares in order, a piece in hand as `@P`, and the promotion.

    >>> from lasker.play.game import load
    >>> start = load("chess").start()
    >>> clicks(start, start.read("e2e4"))
    {'text': 'e2e4', 'squares': ['e2', 'e4'], 'becomes': None, 'symbol': None, 'parts': [['e2', 'e4']]}
    """
    model = position.game.model
    label, pieces, held = model.space.label, model.rules.vocabulary.pieces, held_pieces(model)
    route: list[str] = []
    becomes = symbol = None
    for chosen in move.step.label:
        if chosen.start == chosen.end and not chosen.was and chosen.symbol in held:
            route.append(f"@{pieces[chosen.symbol - 1].letter.upper()}")
        elif chosen.symbol > 0 and chosen.was:
            becomes = pieces[chosen.symbol - 1].name
        symbol = chosen.symbol if chosen.symbol > 0 else symbol
        for site in (chosen.start, chosen.end):
            if not route or route[-1] != label(site):
                route.append(label(site))
    parts = [[label(chosen.start), label(chosen.end)] for chosen in move.step.label]
    return {"text": str(move), "squares": route, "becomes": becomes, "symbol": symbol, "parts": parts}


def ways(position: Position, move: Move) -> list[Clicks]:
    """All ways to click a move: directly, jump by jump where a piece takes several, or by the counters from
    which pieces come and to which they go.

    >>> from lasker.play.game import load
    >>> here = load("international_draughts").position("10/10/10/10/3m1m4/10/3m6/2M7/10/10 w 0 1")
    >>> [way["squares"] for way in ways(here, here.read("c3c7"))]
    [['c3', 'c7'], ['c3', 'e5', 'c7']]
    >>> here = load("backgammon").position("12/7M(2)M(3)M(3)M(2)1 w 4 2 0+0 5+0 5")
    >>> [way["squares"] for way in ways(here, here.read("i1,i1k1"))]
    [['i1', 'k1'], ['i1', '#off', 'i1', 'k1']]
    """
    direct = clicks(position, move)
    found = [direct, *(_stepwise(direct, way) for way in jumps(position, move))]
    if parts := spots_with_counters(position, move):
        found.append(_with_counters(direct, parts))
    return found


def _with_counters(direct: Clicks, parts: list[list[str]]) -> Clicks:
    """The same move, with counters in place of squares where pieces come from them or go to them."""
    spots = [spot for part in parts for spot in part]
    route = [spot for before, spot in pairwise(["", *spots]) if spot != before]
    return {**direct, "squares": route, "parts": parts}


def _stepwise(direct: Clicks, way: list[str]) -> Clicks:
    return {**direct, "squares": way, "parts": [[*each] for each in pairwise(way)]}


def why_not(position: Position, spots: list[str]) -> str:
    """Why no legal move has these clicks, in words; the squares must be on the board.

    >>> from lasker.play.game import load
    >>> why_not(load("chess").start(), ["e2", "e5"])
    'the pawn on e2 cannot move so'
    >>> why_not(load("chess").start(), ["a1"])
    'the rook on a1 cannot move now'
    >>> why_not(load("crazyhouse").start(), ["@n", "e4"])
    'there is no knight in the hand of white'
    """
    if position.outcome is not None:
        return f"the game is over: {position.outcome.reason}"
    model = position.game.model
    vocabulary = model.rules.vocabulary
    first, *more = spots
    if any(spot.startswith("#") for spot in spots):
        return _why_not_there(spots)
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


def _why_not_there(spots: list[str]) -> str:
    """The same of clicks on counters.

    >>> _why_not_there(["#bar"]), _why_not_there(["a1", "#off"])
    ('nothing comes from bar now', 'no move goes from a1 to off now')
    """
    first, *more = (spot.removeprefix("#") for spot in spots)
    return f"no move goes from {first} to {more[-1]} now" if more else f"nothing comes from {first} now"
