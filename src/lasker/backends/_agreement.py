"""What an engine says about a position, compared with what another says; and positions to ask about.

The seal of a library and the fuzzing of backends compare in the same words.
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

DEEPEST = 3  # plies that are counted


class Sight(NamedTuple):
    """All that an engine says about a position."""

    moves: tuple[Successor, ...]
    verdict: int
    adjudged: tuple[bool, ...]
    chances: tuple[tuple[int, frozenset[Successor]], ...]


def sight(engine: Engine, game: Game, position: ProgramPosition) -> Sight:
    """What an engine says: moves with labels in their order, how the game ends, what chance may do."""
    return Sight(
        engine.successors(position),
        engine.verdict(position),
        tuple(engine.adjudged(position, number) for number in range(len(game.adjudications))),
        tuple((weight, frozenset(results)) for weight, results in engine.chances(position)),
    )


def seen_otherwise(found: Sight, wanted: Sight) -> str | None:
    """How a position is seen otherwise than it should be, in words; None if it is not."""
    if found.moves != wanted.moves:
        missing = [each for each in wanted.moves if each not in found.moves]
        extra = [each for each in found.moves if each not in wanted.moves]
        return f"missing {missing}, too many {extra}" if missing or extra else "another order"
    if found != wanted:
        return f"{found[1:]}, not {wanted[1:]}"
    return None


def difference(
    engine: Engine, game: Game, position: ProgramPosition, wanted: Sight, counts: list[int]
) -> str | None:
    """How an engine sees a position otherwise than it should, in words; None if it does not."""
    if told := seen_otherwise(sight(engine, game, position), wanted):
        return told
    for plies, count in enumerate(counts, 1):
        if (ours := engine.perft(position, plies)) != count:
            return f"{ours} sequences of {plies}, not {count}"
    return None


def counted(engine: Engine, position: ProgramPosition, most: int, first: int) -> list[int]:
    """The sequences of one ply, two, three, as long as there were not too many of one less, and the engine
    can count them."""
    counts = [first]
    with suppress(LaskerError):
        while len(counts) < DEEPEST and counts[-1] <= most:
            counts.append(engine.perft(position, len(counts) + 1))
    return counts


def shaken(game: Game, node: Node, random: Random) -> Node:
    """A position with a few squares exchanged or changed, as somebody could set it up."""
    vocabulary, board = game.rules.vocabulary, list(node.configuration.board)
    known = [content for content in sorted({*board}) if vocabulary.ended((content,)) == (content,)]
    for _ in range(random.randint(1, 3)):
        one, other = (random.randrange(len(board)) for _ in range(2))
        board[one], board[other] = board[other], random.choice(known)
    return settled(game, Configuration(tuple(board), (), node.configuration.counters), node.state)
