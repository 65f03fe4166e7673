"""XBoard's six-field FEN for any game."""

from __future__ import annotations

from lasker.kernel.errors import NotationError
from lasker.notation.fen.fen import side_names, word_fields
from lasker.play.game import Game, Position

USUAL = {"castling": 2, "passing": 3, "counter": 4, "number": 5}  # index of each field in XBoard's FEN
NOTHING = ("", "w", "-", "-", "0", "1")


def written(position: Position) -> str:
    """A position in XBoard's FEN.

    >>> from lasker.play.game import load
    >>> written(load("tictactoe").start().play("b2"))
    '3/1X1/3 b - - 0 1'
    """
    words = list(NOTHING)
    fields = [field.split(":")[0] for field in word_fields(position.game.model)]
    for field, word in zip(fields, position.fen.split(), strict=False):
        if field == "board":
            words[0] = word
        elif field in USUAL:
            words[USUAL[field]] = word
    words[1] = "b" if position.node.state.player > 0 else "w"
    return " ".join(words)


def read(game: Game, text: str) -> Position:
    """The position of a FEN in the game's own format or XBoard's.

    >>> from lasker.play.game import load
    >>> read(load("tictactoe"), "3/1X1/3 b KQkq - 0 1").fen
    '3/1X1/3 o 1'
    """
    try:
        return game.position(text)
    except NotationError as error:
        words = text.split()
        if len(words) < 2 or words[1] not in ("w", "b"):
            raise
        try:
            return game.position(_translated(game, [*words, *NOTHING[len(words) :]]))
        except NotationError:
            raise error from None


def _translated(game: Game, words: list[str]) -> str:
    """The game's FEN of XBoard's fields; fields unknown to XBoard are taken from the start."""
    found = []
    for field, usual in zip(word_fields(game.model), game.start().fen.split(), strict=False):
        name, *options = field.split(":")
        if name == "board":
            found.append(words[0])
        elif name == "side":
            names = side_names(game.model, tuple(options))
            states = game.model.states
            wanted = ["w", "b"].index(words[1])
            found.append(next(letter for letter, state in names.items() if states[state].player == wanted))
        else:
            found.append(words[USUAL[name]] if name in USUAL else usual)
    return " ".join(found)
