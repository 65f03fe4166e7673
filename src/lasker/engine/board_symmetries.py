"""Board symmetries that exchange the two players, found by testing reflections on random boards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from lasker.engine.random_boards import RandomBoards
from lasker.space.space import LatticeSpace

TRIED = 12  # boards on which a symmetry is tested


def mirror(boards: RandomBoards, board: tuple[int, ...] | None) -> tuple[int, ...] | None:
    """The image of each site under a symmetry that exchanges two players, or None; `board` is the start's."""
    counterpart = counterparts(boards)
    for image in _maps(boards):
        if board is not None and not _same(boards, board, image, counterpart):
            continue
        if all(_alike(boards, image, counterpart) for _ in range(TRIED)):
            return image
    return None


def counterparts(boards: RandomBoards) -> dict[int, int]:
    """The other player's kind of the same name for each kind, or the kind itself."""
    by_name = {(piece.name, piece.owner): kind for kind, piece in enumerate(boards.pieces, 1)}
    return {0: 0} | {
        kind: by_name.get((piece.name, None if piece.owner is None else 1 - piece.owner), kind)
        for kind, piece in enumerate(boards.pieces, 1)
    }


def _maps(boards: RandomBoards) -> Iterator[tuple[int, ...]]:
    """Candidate symmetries: the identity, and on a lattice the reflections of its axes."""
    space = boards.game.space
    if not isinstance(space, LatticeSpace):
        yield tuple(range(boards.sites))
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
    boards: RandomBoards, board: tuple[int, ...], image: tuple[int, ...], counterpart: dict[int, int]
) -> bool:
    return all(
        counterpart[content // boards.variants] == board[image[site]] // boards.variants
        for site, content in enumerate(board)
    )


def _alike(boards: RandomBoards, image: tuple[int, ...], counterpart: dict[int, int]) -> bool:
    """Is the number of moves of one player on a random board that of the other on its image?"""
    plain = [kind for kind in range(1, len(boards.pieces) + 1) if kind not in boards.royal]
    board = boards.random_board(plain, 0.3)
    for roles in boards.roles.values():
        for kind in sorted(roles.binding | roles.needed):
            board[boards.random.randrange(boards.sites)] = kind
    other = [0] * boards.sites
    for site, kind in enumerate(board):
        other[image[site]] = counterpart[kind]
    first, second = boards.turns[0][0], boards.turns[1][0]
    return len(boards.moves(first, board)) == len(boards.moves(second, other))
