"""Differential testing of engines on a position, and perturbed positions to test on.

Verification of libraries and fuzzing of backends share it.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import NamedTuple

from lasker.algebra.meaning import Configuration
from lasker.backends import Engine
from lasker.compiler.ir.machine import ProgramPosition, Successor
from lasker.kernel.errors import LaskerError
from lasker.model.game import Game
from lasker.model.position import Node, settled

DEEPEST = 3  # largest perft depth


class Observation(NamedTuple):
    """Everything that an engine reports about a position."""

    moves: tuple[Successor, ...]
    verdict: int
    adjudged: tuple[bool, ...]
    chances: tuple[tuple[int, frozenset[Successor]], ...]


def observe(engine: Engine, game: Game, position: ProgramPosition) -> Observation:
    """Everything that an engine reports: ordered moves, ending, adjudications, options of chance."""
    return Observation(
        engine.successors(position),
        engine.verdict(position),
        tuple(engine.adjudged(position, number) for number in range(len(game.adjudications))),
        tuple((weight, frozenset(results)) for weight, results in engine.chances(position)),
    )


def describe_difference(found: Observation, wanted: Observation) -> str | None:
    """The difference of two observations, in words; None if they are equal."""
    if found.moves != wanted.moves:
        missing = [each for each in wanted.moves if each not in found.moves]
        extra = [each for each in found.moves if each not in wanted.moves]
        return f"missing {missing}, too many {extra}" if missing or extra else "another order"
    if found != wanted:
        return f"{found[1:]}, not {wanted[1:]}"
    return None


def difference(
    engine: Engine, game: Game, position: ProgramPosition, wanted: Observation, counts: list[int]
) -> str | None:
    """The difference of an engine from the expected observation and perft counts; None if there is none."""
    if told := describe_difference(observe(engine, game, position), wanted):
        return told
    for plies, count in enumerate(counts, 1):
        if (ours := engine.perft(position, plies)) != count:
            return f"{ours} sequences of {plies}, not {count}"
    return None


def perft_counts(engine: Engine, position: ProgramPosition, most: int, first: int) -> list[int]:
    """Perft counts of depth 1, 2, 3, as long as the previous count is at most `most` and no limit is hit."""
    counts = [first]
    with suppress(LaskerError):
        while len(counts) < DEEPEST and counts[-1] <= most:
            counts.append(engine.perft(position, len(counts) + 1))
    return counts


def perturbed(game: Game, node: Node, random: Random) -> Node:
    """A position with a few squares exchanged or changed at random."""
    vocabulary, board = game.rules.vocabulary, list(node.configuration.board)
    known = [content for content in sorted({*board}) if vocabulary.ended((content,)) == (content,)]
    for _ in range(random.randint(1, 3)):
        one, other = (random.randrange(len(board)) for _ in range(2))
        board[one], board[other] = board[other], random.choice(known)
    return settled(game, Configuration(tuple(board), (), node.configuration.counters), node.state)
