"""What a position holds, for people to look at: pieces on squares and in hand, counters by name."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from lasker.model.game import Game
from lasker.notation.fen.fields import held_pieces


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece on a square: its kind, the player who owns it (None for neutral pieces) and its marks.

    >>> from lasker.play.game import load
    >>> king = load("chess").start()["e1"]
    >>> king.name, king.player, king.letter, sorted(king.marks), str(king)
    ('king', 'white', 'K', ['unmoved'], '♔')
    """

    name: str
    player: str | None
    letter: str
    glyph: str
    marks: frozenset[str] = frozenset()

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
    return Piece(kind.name, owner, kind.letter, kind.glyph, marks)


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
    game: Game, before: tuple[int, ...], after: tuple[int, ...], moved: set[int]
) -> dict[str, Piece]:
    """The pieces that a move takes off the board or turns into others, by square, without those it moves.

    A kind of piece of which as many are left was moved, not captured.
    """
    symbol, label = game.rules.vocabulary.symbol, game.space.label
    kinds_before, kinds_after = [symbol(each) for each in before], [symbol(each) for each in after]
    fewer = Counter(kinds_before) - Counter(kinds_after)
    found: dict[str, Piece] = {}
    for site, (old, new) in enumerate(zip(kinds_before, kinds_after, strict=True)):
        if old == new or site in moved or not fewer[old]:
            continue
        if (piece := piece_of(game, before[site])) is not None:
            found[label(site)] = piece
    return found
