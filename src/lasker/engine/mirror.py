"""How the board of one player looks to the other: a map of squares that changes nothing but who is who."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from lasker.engine.random_boards import RandomBoards
from lasker.space.space import LatticeSpace

TRIED = 12  # boards on which a map is put to the test


def mirror(fillings: RandomBoards, board: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """By site its image, if the players of a game for two are alike; `board` is that of the start."""
    twin = twins(fillings)
    for image in _maps(fillings):
        if board is not None and not _same(fillings, board, image, twin):
            continue
        if all(_alike(fillings, image, twin) for _ in range(TRIED)):
            return image
    return None


def twins(fillings: RandomBoards) -> dict[int, int]:
    """By kind the kind of the same name that belongs to the other player, or itself."""
    by_name = {(piece.name, piece.owner): kind for kind, piece in enumerate(fillings.pieces, 1)}
    return {0: 0} | {
        kind: by_name.get((piece.name, None if piece.owner is None else 1 - piece.owner), kind)
        for kind, piece in enumerate(fillings.pieces, 1)
    }


def _maps(fillings: RandomBoards) -> Iterator[tuple[int, ...]]:
    """The identity, and on a lattice the board with some axes turned round."""
    space = fillings.game.space
    if not isinstance(space, LatticeSpace):
        yield tuple(range(fillings.sites))
        return
    numbers = {site: number for number, site in enumerate(space.sites)}
    for turned in product((False, True), repeat=space.dimension):
        axes = list(zip(space.low, space.high, turned, strict=True))
        images = [
            tuple(a + b - x if flip else x for x, (a, b, flip) in zip(site, axes, strict=True))
            for site in numbers
        ]
        if all(image in numbers for image in images):
            yield tuple(numbers[image] for image in images)


def _same(
    fillings: RandomBoards, board: tuple[int, ...], image: tuple[int, ...], twin: dict[int, int]
) -> bool:
    return all(
        twin[content // fillings.variants] == board[image[site]] // fillings.variants
        for site, content in enumerate(board)
    )


def _alike(fillings: RandomBoards, image: tuple[int, ...], twin: dict[int, int]) -> bool:
    """Has one player as many moves on a random board as the other on its image?"""
    plain = [kind for kind in range(1, len(fillings.pieces) + 1) if kind not in fillings.royal]
    board = fillings.filling(plain, 0.3)
    for roles in fillings.roles.values():
        for kind in sorted(roles.binding | roles.needed):
            board[fillings.random.randrange(fillings.sites)] = kind
    other = [0] * fillings.sites
    for site, kind in enumerate(board):
        other[image[site]] = twin[kind]
    first, second = fillings.turns[0][0], fillings.turns[1][0]
    return len(fillings.moves(first, board)) == len(fillings.moves(second, other))
