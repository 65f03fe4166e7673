"""No game is verified by Lasker alone: each has a second program, or counts that others publish."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import chess
import pytest
import test_against_pyffish
import test_hex_and_space
import test_reference_counts
import test_second_opinions

from lasker.play import library
from lasker.play.game import load

TESTS = Path(__file__).parents[1]
# Games that none of the lists below has: what they are compared with, and where.
ELSEWHERE = {
    "marseillais": "games/test_verified.py",  # python-chess, with null moves
    "proofwiki_chess": "seeds/test_seed_003.py",  # chess, but for the errata of its text
}
PUBLISHED = {"tak": "tiltak"}  # counts in the rules file, from the programs that it names


@cache
def compared() -> frozenset[str]:
    """The games that a list of tests names, whatever they are called there."""
    lists = [
        test_second_opinions.OPINIONS,
        test_hex_and_space.GAMES,
        test_against_pyffish.GAMES,
        [row.game for row in [*test_reference_counts.TRICKY, *test_reference_counts.STARTS]],
    ]
    return frozenset(library.canonical(name) for names in lists for name in names if name in library.names())


@pytest.mark.parametrize("name", sorted(library.sources()))
def test_a_game_is_verified(name: str) -> None:
    """A new game needs a program in `second_opinion_*.py`, or a line above."""
    if name in ELSEWHERE:
        assert name in (TESTS / ELSEWHERE[name]).read_text("utf-8")
    elif name in PUBLISHED:
        assert PUBLISHED[name] in library.find(name).text
        assert load(name).model.counts
    else:
        assert name in compared(), f"nothing but Lasker says that {name} is right"


def test_nothing_is_listed_twice_or_in_vain() -> None:
    listed = {*ELSEWHERE, *PUBLISHED}
    assert listed <= set(library.sources())
    assert listed & compared() == set()


def sequences(board: chess.Board, depth: int, second: bool = False) -> int:
    """Sequences of moves when there are two in a turn, or one that gives check."""
    if depth == 0:
        return 1
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        again = not second and not board.is_check()
        if again:
            board.push(chess.Move.null())
        total += sequences(board, depth - 1, again)
        if again:
            board.pop()
        board.pop()
    return total


def test_two_moves_at_a_turn() -> None:
    for count in load("marseillais").model.counts:
        if count.count < 2000:
            board = chess.Board(count.position or chess.STARTING_FEN)
            assert sequences(board, count.depth) == count.count
