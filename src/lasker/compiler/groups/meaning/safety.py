"""Semantics of royal safety: whether a move would leave an attack, decided from the board before it.

A strike hits if exactly its number of screens is occupied. A move vacates one square and fills another;
everything else is read from the board before it: attackers, and the square of the royal piece. This is what
masks of checks and pins compute, so it is valid only where `Shapes` has proved that the mover is and becomes
no attacker, that it is royal before and after or neither, and that there is one royal piece.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from lasker.compiler.groups.game import Attack, Strike
from lasker.compiler.groups.meaning.boards import Board, squares

Struck = tuple[tuple[int, int, int, int], ...]  # attackers, square, squares between, screens


@cache
def strikes_on(attack: Attack) -> dict[int, Struck]:
    """By the square of a royal piece: all possible strikes on it."""
    found: dict[int, list[tuple[int, int, int, int]]] = defaultdict(list)
    for strike in attack.strikes:
        for origin, target, between in strike.entries:
            found[target].append((strike.strikers, origin, between, strike.screens))
    return {target: tuple(entries) for target, entries in found.items()}


def attacked(attack: Attack, board: Board) -> bool:
    """Can a royal piece be captured on this board?"""
    return any(
        _hits(attack, target, board, occupied(board), -1)
        for target in strikes_on(attack)
        if attack.royals >> board[target] & 1
    )


def struck(strikes: tuple[Strike, ...], board: Board, at: int) -> bool:
    """Does one of some strikes hit a square?"""
    return _hits(Attack(0, strikes), at, board, occupied(board), -1)


def attacked_after(attack: Attack, board: Board, origin: int | None, target: int) -> bool:
    """Will a royal piece be attacked after a piece has moved from `origin` to `target`, or been dropped?"""
    after = occupied(board) | 1 << target
    if origin is not None:
        after &= ~(1 << origin)
        if attack.royals >> board[origin] & 1:
            return _hits(attack, target, board, after, target)
    royal = [site for site in strikes_on(attack) if attack.royals >> board[site] & 1]
    return any(_hits(attack, site, board, after, target) for site in royal)


def occupied(board: Board) -> int:
    """All squares that are not empty."""
    return squares(board, -2)


def _hits(attack: Attack, royal: int, board: Board, full: int, taken: int) -> bool:
    """Does an attacker hit a square when `full` are occupied and the piece on `taken` is captured?"""
    return any(
        strikers >> board[origin] & 1 and origin != taken and (between & full).bit_count() == screens
        for strikers, origin, between, screens in strikes_on(attack).get(royal, ())
    )


def several_royals(royals: int, board: Board) -> bool:
    """Is there more than one royal piece? Then masks do not apply."""
    return squares(board, royals).bit_count() > 1
