"""Royal pieces whose number cannot grow: safety masks assume a single one of each."""

from __future__ import annotations

from lasker.algebra.contents import members
from lasker.compiler.groups.game import Attack, Classes, Test
from lasker.compiler.groups.moves import Moves


def growing_royals(classes: Classes, marks: int) -> frozenset[int]:
    """The royal pieces, each a set of contents, whose number may grow: a move makes another one, or marks,
    which also change between moves, decide what is royal."""
    royals = {test.royals for test in classes.tests.values() if isinstance(test, Attack)}
    return frozenset(
        each
        for each in royals
        if royal_by_marks(each, classes.alphabet, marks)
        or any(move.adds_royal(each) for turn in classes.turns for move in turn.moves.every())
    )


def royal_by_marks(royals: int, alphabet: int, marks: int) -> bool:
    """Is there a piece that is royal or not depending on its marks?"""
    kinds = {content >> marks for content in members(royals)}
    return any(content >> marks in kinds for content in members(alphabet & ~royals))


def masked_royals(classes: Classes) -> set[int]:
    """The royal pieces whose safety some class decides by masks."""
    tests: list[Test] = list(classes.tests.values())
    found = [turn.moves for turn in classes.turns] + [test for test in tests if isinstance(test, Moves)]
    blocks = {terms.question for moves in found for terms in moves.terms()} - {None}
    attacks = [classes.tests[block] for block in blocks if block]
    return {attack.royals for attack in attacks if isinstance(attack, Attack)}
