"""Outlines of moves whose paths are too many to be listed.

A chain is cut after its first part, `most` of some moves are all of them, what is done on every square is
left out, and where a second piece is chosen after the first has moved, both are described by themselves. The
outline moves pieces as the rules do, one step at a time; it does not tell when a move is over.
"""

from __future__ import annotations

from lasker.algebra.contents import Life, Vocabulary
from lasker.algebra.moves import (
    NIL,
    Bind,
    Choice,
    Each,
    Most,
    Move,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    children,
    choice,
    rebuild,
    sequence,
)


def outline(move: Move, vocabulary: Vocabulary) -> Move:
    """The outline of a move.

    >>> from lasker.algebra.contents import CHESSMEN
    >>> outline(Repeat(Choice((NIL, Test(NIL, True))), 0, None), CHESSMEN).high
    1
    """
    match move:
        case Test():
            return move
        case Most(_, body):
            return outline(body, vocabulary)
        case Each(_, cell, _) if _settled(cell.contents, vocabulary):
            return NIL
        case Repeat(body, low, None) if _has(body, Choice):
            return Repeat(outline(body, vocabulary), low, max(low, 1))
        case Sequence(parts):
            done = [outline(part, vocabulary) for part in parts]
            for at, part in enumerate(parts):
                if _has(part, Bind) and any(_has(before, Rewrite) for before in parts[:at]):
                    tests = [before for before in parts[:at] if isinstance(before, Test)]
                    return choice([sequence(done[:at]), sequence([*tests, *done[at:]])])
            return sequence(done)
    return rebuild(move, lambda part: outline(part, vocabulary))


def _has(move: Move, kind: type) -> bool:
    """Is a term of a kind part of a move, outside tests?"""
    if isinstance(move, kind):
        return True
    return not isinstance(move, Test) and any(_has(part, kind) for part in children(move))


def _settled(contents: int, vocabulary: Vocabulary) -> bool:
    """Can a square hold one of some contents between moves?"""
    scratch = sum(
        vocabulary.mark_bit(mark.name) for mark in vocabulary.marks.values() if mark.life is Life.END
    )
    return any(contents >> content & 1 for content in range(vocabulary.size) if not content & scratch)
