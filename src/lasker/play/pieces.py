"""What a position holds, for people to look at: pieces on squares and in hand, counters by name."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from lasker.algebra.contents import PieceType as Symbol
from lasker.kernel.dataclass import dataclass
from lasker.model.game import Game
from lasker.model.position import Label
from lasker.notation.fen.fields import held_pieces


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a square: its kind, the player who owns it (None for neutral pieces) and its marks.

    >>> from lasker.play.game import load
    >>> king = load("chess").start()["e1"]
    >>> king.name, king.player, king.letter, sorted(king.marks), str(king)
    ('king', 'white', 'K', ['unmoved'], '♔')
    >>> seeds = load("kalah").start()["b1"]
    >>> seeds.name, seeds.count, seeds.player
    ('seeds', 4, None)
    """

    name: str
    player: str | None
    letter: str
    glyph: str
    marks: frozenset[str] = frozenset()
    count: int = 1  # more than 1 only of counted pieces, which stand in heaps

    def __str__(self) -> str:
        return self.glyph


def piece_of(game: Game, content: int) -> Piece | None:
    """The piece that a content of a square is; None for the empty square."""
    vocabulary = game.rules.vocabulary
    symbol = vocabulary.symbol(content)
    if not symbol:
        return None
    kind = vocabulary.pieces[symbol - 1]
    marks = frozenset(name for name in vocabulary.marks if content & vocabulary.mark_bit(name))
    owner = None if kind.owner is None else game.players[kind.owner]
    return Piece(kind.kind or kind.name, owner, kind.letter, kind.glyph, marks, kind.count or 1)


def hands_of(game: Game, values: tuple[int, ...]) -> dict[str, dict[str, int]]:
    """By player the pieces in hand, by kind; no players where the game has no hands."""
    slots = game.arena.slots
    found: dict[str, dict[str, int]] = {}
    for symbol, (name, owner) in held_pieces(game).items():
        assert owner is not None
        hand = found.setdefault(game.players[owner], {})
        if count := values[slots[name, owner]]:
            hand[game.rules.vocabulary.pieces[symbol - 1].name] = count
    return found


def captures_between(
    game: Game, before: tuple[int, ...], after: tuple[int, ...], label: Label
) -> dict[str, Piece]:
    """The pieces that a move takes off the board or turns into others, by square, without those it moves.

    A kind of piece of which as many are left was moved, not captured.
    """
    vocabulary, squares = game.rules.vocabulary, game.space.label
    pieces = [None, *vocabulary.pieces]
    old, new = ([pieces[vocabulary.symbol(each)] for each in board] for board in (before, after))
    fewer = _totals(old) - _totals(new)
    moved = {each.start for each in label if each.start != each.end or each.symbol}
    heaps = {each.start for each in label if (piece := old[each.start]) and piece.count}
    return {
        squares(site): found
        for site, (was, now) in enumerate(zip(old, new, strict=True))
        if _kind(was) != _kind(now) and site not in moved | heaps and fewer[_kind(was)]
        if (found := piece_of(game, before[site])) is not None
    }


def _kind(piece: Symbol | None) -> tuple[str, int | None] | None:
    """What a piece is, however many of them stand together."""
    return (piece.kind or piece.name, piece.owner) if piece else None


def _totals(pieces: Iterable[Symbol | None]) -> Counter[tuple[str, int | None] | None]:
    """How many there are of each kind."""
    found: Counter[tuple[str, int | None] | None] = Counter()
    for piece in pieces:
        found[_kind(piece)] += (piece.count or 1) if piece else 0
    return found
