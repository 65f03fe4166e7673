"""How players see the board: the squares and symbols of each as the first player's."""

from __future__ import annotations

from lasker.model.game import Game
from lasker.space.movement import Affine
from lasker.space.space import LatticeSpace

Permutation = tuple[int, ...]


def square_views(game: Game, player: int) -> list[Permutation]:
    """Permutations of the squares that may turn a player's board into the first player's, likely ones first.

    >>> from lasker.play.library import model
    >>> chess = model("chess")
    >>> [chess.space.label(square_views(chess, 1)[0][chess.space.site(name)]) for name in ("e7", "a8")]
    ['e2', 'a1']
    """
    nothing = tuple(range(len(game.space.sites)))
    if not player:
        return [nothing]
    turned = _turned(game, player)
    return [*turned, nothing]


def _turned(game: Game, player: int) -> list[Permutation]:
    """The squares under the linear part of the view, which goes either way."""
    space, view = game.space, game.view
    found: list[Permutation] = []
    if isinstance(space, LatticeSpace) and isinstance(view, Affine):
        for way in (view**-player, view**player):
            images = [way.turn(site) for site in space.sites]
            lowest = [min(axis) for axis in zip(*images, strict=True)]
            moved = (
                tuple(x - low + base for x, low, base in zip(image, lowest, space.low, strict=True))
                for image in images
            )
            numbers = tuple(space.index.get(image, -1) for image in moved)
            if -1 not in numbers and len({*numbers}) == len(numbers) and numbers not in found:
                found.append(numbers)
    return found


def symbol_view(game: Game, player: int) -> Permutation:
    """The symbols of a player as the first player's: his own pieces become the first player's.

    >>> from lasker.play.library import model
    >>> symbol_view(model("tictactoe"), 1)
    (0, 2, 1)
    """
    pieces, players = game.rules.vocabulary.pieces, len(game.players)
    numbers = {(piece.name, piece.owner): number for number, piece in enumerate(pieces, start=1)}
    found = [0]
    for number, piece in enumerate(pieces, start=1):
        owner = None if piece.owner is None else (piece.owner - player) % players
        found.append(numbers.get((piece.name, owner), number))
    return tuple(found) if len({*found}) == len(found) else tuple(range(len(pieces) + 1))
