"""The FEN fields that a game declares, checked before any position is read or written.

Positions are written in one layout; after a bar a game may declare others that are only read:
`fen "board side number | board side:b:w held plies"`.
"""

from __future__ import annotations

from functools import lru_cache

from lasker.kernel.errors import DeclarationError
from lasker.model.game import Game
from lasker.space.space import Owner

# The required kind of each option of a field.
OPTIONS: dict[str, tuple[str, ...]] = {
    "board": (),
    "side": ("letters",),
    "castling": ("mark", "everyone's piece", "everyone's piece"),
    "gating": ("mark", "everyone's piece", "everyone's piece", "mark"),
    "passing": ("mark", "piece"),
    "marked": ("mark",),
    "counter": ("shared counter",),
    "optional": ("shared counter",),
    "counts": ("counter of each",),
    "spent": ("counter of each",),
    "number": (),
    "plies": (),
    "held": (),
    "fixed": ("text",),
    "hand": ("hand",),
    "promoted": ("sign", "mark"),
}
OF_THE_BOARD = {"hand", "promoted"}  # no separate words: they extend the board field


@lru_cache(maxsize=256)
def layouts(game: Game) -> tuple[tuple[str, ...], ...]:
    """The fields that are separate words, in each layout; the first layout is the one that is written.

    >>> from lasker.play.library import model
    >>> layouts(model("tictactoe"))
    (('board', 'side', 'number'),)
    """
    for field in (each for layout in (game.fen_fields, *game.fen_dialects) for each in layout):
        name, *options = field.split(":")
        if name not in OPTIONS:
            raise _wrong(game, f"FEN has no field {name}", f"its fields are {', '.join(OPTIONS)}")
        kinds = OPTIONS[name]
        if name != "side" and len(options) != len(kinds):
            usual = ":".join([name, *kinds])
            raise _wrong(game, f"the field {field} has {len(options)} options", f"write {usual}")
        for kind, option in zip(kinds, options, strict=False):
            if problem := _problem(game, kind, option):
                raise _wrong(game, f"the field {field}: {problem}")
    return tuple(
        tuple(field for field in layout if field.split(":")[0] not in OF_THE_BOARD)
        for layout in (game.fen_fields, *game.fen_dialects)
    )


def modifiers(game: Game) -> tuple[dict[str, str], tuple[str, str] | None]:
    """What the fields `hand:pawn=pawns,…` and `promoted:~:mark` add to the board: counters, sign and mark."""
    layouts(game)
    hands: dict[str, str] = {}
    promoted = None
    for name, *options in (field.split(":") for field in game.fen_fields):
        if name == "hand":
            hands = _pairs(options[0])
        elif name == "promoted":
            promoted = (options[0], options[1])
    return hands, promoted


def _pairs(text: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in text.split(","))
    return {piece: counter for piece, _, counter in pairs}


def _problem(game: Game, kind: str, option: str) -> str | None:
    """What is wrong with an option; None if nothing is."""
    vocabulary = game.rules.vocabulary
    owners = {piece.owner for piece in vocabulary.pieces if piece.name == option}
    counted = {owner for name, owner in vocabulary.counters if name == option}
    if kind == "mark" and option not in vocabulary.marks:
        return f"{option} is no mark"
    if kind in {"piece", "everyone's piece"} and (named := _named(game, option)):
        return f"{option} is a sign, and the name of a piece is wanted: write {named}"
    if kind == "piece" and not owners:
        return f"{option} is no piece: {_names(game)}"
    if kind == "everyone's piece" and not owners >= {0, 1}:
        return f"{option} is no piece that the first two players have: {_names(game)}"
    if kind == "shared counter" and counted != {None}:
        return f"{option} is no counter that all players share"
    if kind == "counter of each" and counted != set(range(len(game.players))):
        return f"{option} is no counter declared with `each`"
    if kind == "sign" and option not in ("+", "~"):
        return f"{option!r} is no sign of promotion; + and ~ are"
    if kind == "hand":
        return next(filter(None, (_held(game, *pair) for pair in _pairs(option).items())), None)
    return None


def _named(game: Game, sign: str) -> str:
    """The name of the piece that is written with a sign, if it is no name itself."""
    pieces = game.rules.vocabulary.pieces
    if any(piece.name == sign for piece in pieces):
        return ""
    return next((piece.name for piece in pieces if sign.strip("'") in {piece.glyph, piece.letter}), "")


def _names(game: Game) -> str:
    return f"they are called {', '.join(dict.fromkeys(piece.name for piece in game.rules.vocabulary.pieces))}"


def _held(game: Game, name: str, counter: str) -> str | None:
    owners = {piece.owner for piece in game.rules.vocabulary.pieces if piece.name == name}
    if not owners:
        if named := _named(game, name):
            return f"{name} is a sign, and the name of a piece is wanted: write {named}={counter}"
        return f"{name or 'nothing'} is no piece: {_names(game)}"
    missing = [owner for owner in owners if (counter, owner) not in game.rules.vocabulary.counters]
    if missing:
        return f"{counter or 'nothing'} must count the {name} of every owner; declare it with `each`"
    return None


def _wrong(game: Game, message: str, remedy: str | None = None) -> DeclarationError:
    return DeclarationError(message, span=game.rules.declared.places.get(("fact", "fen")), remedy=remedy)


@lru_cache(maxsize=64)
def held_pieces(game: Game) -> dict[int, tuple[str, Owner]]:
    """The counter of each kind of piece that can be held in hand, as the game's FEN fields declare it."""
    names: dict[str, str] = {}
    for field in game.fen_fields:
        kind, _, pairs = field.partition(":")
        if kind == "hand":
            names = dict(pair.split("=") for pair in pairs.split(","))
    return {
        number: (names[piece.name], piece.owner)
        for number, piece in enumerate(game.rules.vocabulary.pieces, start=1)
        if piece.name in names and piece.owner is not None
    }
