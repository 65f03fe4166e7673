"""The method `view`: one game in several languages, and the present position in each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.formulations.arithmetic.numbers import at_most_bits, exact
from lasker.formulations.arithmetic.show import number
from lasker.formulations.arithmetic.sizes import size
from lasker.formulations.arithmetic.syntax import write_digits
from lasker.formulations.godel.encoding import Numbering
from lasker.frontends import yaml
from lasker.kernel.errors import NameProblem
from lasker.kernel.source import Source
from lasker.movement.diagram import diagrams
from lasker.play import library
from lasker.play.game import Position
from lasker.web.game_names import source_of
from lasker.web.methods import Params, method
from lasker.web.params import GameParams
from lasker.web.replay import played

DIGITS = 2000  # of a number that is written out
MOST_MOVES = 60  # that are written as sets

View = tuple[str, str, list[str]]  # the position, the rules, notes


@method("view", seconds=60.0)
def view(params: Params) -> dict[str, Any]:
    """The `view` of a game: algebra, yaml, sets, arithmetic or prose; rules and present position.

    >>> print(view({"game": "tictactoe", "moves": ["b2"], "view": "sets"})["position"])
    { (b2, ✕) }, o to move
    """
    asked = GameParams.of(params)
    name = asked.text("view") or "algebra"
    if name not in VIEWS:
        raise NameProblem(f"no view is called {name}", remedy=f"there are {', '.join(VIEWS)}")
    position, rules, notes = VIEWS[name](played(asked).position, source_of(asked.game))
    return {"position": position, "rules": rules, "notes": notes}


def algebra(position: Position, source: Source) -> View:
    """The board as it is drawn, and the text of the rules."""
    text, bases = library.as_rules(source)
    extended = [f"this text extends {base.name}" for base in bases]
    return f"{position}\n\n{position.fen}", text.text, extended


def as_yaml(position: Position, source: Source) -> View:
    """Pieces by square, and the game as displacements and guards."""
    written, lost = yaml.converted(position.game.model, source)
    rows = [f"  {square}: {_named(position, square)}" for square in position.pieces]
    return "\n".join([f"turn: {position.turn}", "pieces:", *rows]), written, lost


def sets(position: Position, source: Source) -> View:
    """The position as a set of pairs, and its moves as what leaves the set and what enters it."""
    here = _pairs(position)
    moves = list(position.moves) if position.outcome is None else []
    rows = []
    for move in moves[:MOST_MOVES]:
        after = _pairs(position.play(move))
        rows.append(f"{position.san(move)}: − {_set(here - after)} ∪ {_set(after - here)}")
    more = len(moves) - len(rows)
    notes = [f"{more} more moves"] if more > 0 else []
    return f"{_set(here)}, {position.turn} to move", "\n".join(rows), notes


def arithmetic(position: Position, source: Source) -> View:
    """The Gödel number of the position, and of the game that led to it."""
    numbers = Numbering(position.game)
    return _number(numbers.position(position)), f"the game so far: {_number(numbers.game(position))}", []


def prose(position: Position, source: Source) -> View:
    """Who has what where, and the rules in words."""
    model = position.game.model
    rows = []
    for player in position.game.players:
        mine = [
            f"{piece.name} {square}" for square, piece in position.pieces.items() if piece.player == player
        ]
        rows.append(f"{player}: {', '.join(mine) or 'nothing'}")
    outcome = position.outcome
    over = f"The game is over: {outcome.reason}." if outcome else f"It is {position.turn}'s turn."
    words = [model.about, ""]
    for each in diagrams(model):
        words += [f"{each.piece.name}:", *(f"  {line}" for line in each.words(signs=False)), ""]
    words += ["The game ends:"] if model.endings else []
    words += [f"  {end.reason}: {end.result} for the player to move" for end in model.endings]
    return "\n".join([*rows, over]), "\n".join(words), []


VIEWS: dict[str, Callable[[Position, Source], View]] = {
    "algebra": algebra,
    "yaml": as_yaml,
    "sets": sets,
    "arithmetic": arithmetic,
    "prose": prose,
}


def _named(position: Position, square: str) -> str:
    piece = position[square]
    return "" if piece is None else " ".join(filter(None, (piece.player, piece.name)))


def _pairs(position: Position) -> frozenset[tuple[str, str]]:
    return frozenset((square, str(piece)) for square, piece in position.pieces.items())


def _set(pairs: frozenset[tuple[str, str]]) -> str:
    written = ", ".join(f"({square}, {piece})" for square, piece in sorted(pairs))
    return f"{{ {written} }}" if pairs else "∅"


def _number(value: Any) -> str:
    if at_most_bits(value, 3 * DIGITS):
        return write_digits(exact(value))
    return f"{number(value)}\n{size(value)}"
