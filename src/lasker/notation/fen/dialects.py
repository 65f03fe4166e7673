"""FEN as other programs write it: SFEN, X-FEN, Shredder-FEN, and FEN of lichess.

Reading needs no name of a dialect: the fields that a game declares tell them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Literal, cast

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import NotationError, did_you_mean
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen.castling_rights import write_castling_files
from lasker.notation.fen.fen import write_fields, write_rows
from lasker.notation.fen.fields import layouts, modifiers
from lasker.notation.fen.hands import write_hand

Fields = tuple[str, ...]
DialectName = Literal["fen", "xfen", "shredder", "sfen", "lichess"]


@dataclass(frozen=True)
class Dialect:
    """A way to write FEN: what it is, its fields for a game, and fields that it writes in its own way."""

    about: str
    fields: Callable[[Game], Fields]
    writers: dict[str, Callable[..., str]] = field(default_factory=dict)


def _own(game: Game) -> Fields:
    return layouts(game)[0]


def _with_castling(game: Game) -> Fields:
    fields = _own(game)
    if not any(each.startswith("castling:") for each in fields):
        raise NotationError(f"{game.title} has no castling rights to write", remedy="write it as fen")
    return fields


def _sfen(game: Game) -> Fields:
    declared = next((layout for layout in layouts(game) if "held" in layout), None)
    if declared is None:
        raise NotationError(
            f"{game.title} would read SFEN as another position: it declares no such layout",
            remedy='write the position as fen, or declare fen "… | board side:b:w held plies"',
        )
    return declared


def _lichess(game: Game) -> Fields:
    """Numbers of each player stand at the end, as how often they were used up."""
    fields = _own(game)
    if not any(each.startswith("counts:") for each in fields):
        return fields
    declared = next((layout for layout in layouts(game) if layout[-1].startswith("spent:")), None)
    if declared is None:
        raise NotationError(
            f"{game.title} would not read the numbers of its players as lichess writes them: it declares no "
            "such layout",
            remedy='write the position as fen, or declare fen "… | board side … spent:COUNTER"',
        )
    return declared


def _pocket(node: Node) -> str:
    """The board with the pieces in hand behind one more slash."""
    rows = write_rows(node)
    return f"{rows}/{write_hand(node)}" if modifiers(node.game)[0] else rows


DIALECTS: dict[DialectName, Dialect] = {
    "fen": Dialect("the fields that the game declares, as Fairy-Stockfish has them", _own),
    "xfen": Dialect("X-FEN: castling rights as K and Q, inner rooks by their files", _with_castling),
    "shredder": Dialect(
        "Shredder-FEN: castling rights by the files of the rooks", _with_castling,
        {"castling": write_castling_files},
    ),
    "sfen": Dialect("SFEN: the first player is b, hands are a field", _sfen, {"board": write_rows}),
    "lichess": Dialect("hands behind a slash, checks given at the end: +1+0", _lichess, {"board": _pocket}),
}  # fmt: skip


def write(node: Node, name: str) -> str:
    """A position in a dialect of FEN; an error tells why a game cannot be written so.

    >>> from lasker.notation.fen import fen
    >>> from lasker.play.library import model
    >>> start = model("shogi")
    >>> write(fen.read(start, start.start), "sfen")
    'lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1'
    """
    dialect = DIALECTS.get(cast(DialectName, name.lower().replace("-fen", "").replace("-", "")))
    if dialect is None:
        known = did_you_mean(name.lower(), DIALECTS, f"the dialects are {', '.join(DIALECTS)}")
        raise NotationError(f"FEN has no dialect {name[:40]}", remedy=known)
    return write_fields(node, dialect.fields(node.game), dialect.writers)
