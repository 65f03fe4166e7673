"""The images of moves under movements: what a rule is for another player, or in another direction.

Terms are shared, within a game and between games with the same pieces, so images are kept: of each part of a
term the image under a movement is made once.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from functools import lru_cache
from weakref import WeakKeyDictionary

from lasker.algebra.contents import Vocabulary
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Compare,
    CounterName,
    Each,
    Most,
    Move,
    Rewrite,
    Variable,
    rebuild,
    settled,
)
from lasker.space.movement import Affine, Movement

MOST_VOCABULARIES = 32  # for which images are kept
MOST_MOVEMENTS = 200
MOST_TERMS = 20_000  # of one movement


class Images:
    """What terms become under one movement; a term stands beside its image, so that its identity is kept."""

    def __init__(self) -> None:
        self.of_terms: dict[int, tuple[Move, Move]] = {}
        self.of_rewrites: dict[Rewrite, Rewrite] = {}


Known = dict[Movement, Images]
_of_vocabularies: WeakKeyDictionary[Vocabulary, Known] = WeakKeyDictionary()


@lru_cache(maxsize=MOST_VOCABULARIES)
def _of_symbols(symbols: Hashable) -> Known:
    return {}


def _images(movement: Movement, vocabulary: Vocabulary) -> Images:
    known = _of_vocabularies.get(vocabulary)
    if known is None:
        known = _of_vocabularies[vocabulary] = _of_symbols(vocabulary.symbols)
    if len(known) > MOST_MOVEMENTS:
        known.clear()
    found = known.get(movement)
    if found is None or len(found.of_terms) > MOST_TERMS:
        found = known[movement] = Images()
    return found


def moved(move: Move, movement: Movement, vocabulary: Vocabulary) -> Move:
    """The image of a move under a movement: every fragment is moved, as R(f -> g) = Rf -> Rg.

    Regions and counters are unchanged, unless the movement permutes their owners.
    """
    images = _images(movement, vocabulary)

    def go(part: Move) -> Move:
        found = images.of_terms.get(id(part))
        if found is None:
            found = images.of_terms[id(part)] = (part, changed(part))
        return found[1]

    def changed(part: Move) -> Move:
        match part:
            case Rewrite(before, after):
                if part not in images.of_rewrites:  # the same rules occur many times in a term
                    images.of_rewrites[part] = settled(
                        before.moved(movement, vocabulary), after.moved(movement, vocabulary), vocabulary
                    )
                return images.of_rewrites[part]
            case Bind(cursor, cell, body) | Each(cursor, cell, body):
                return type(part)(cursor, cell.moved(movement, vocabulary), go(body))
            case Adjust(counter):
                return replace(part, counter=owner_of(counter))
            case Compare(counter, relation, other):
                return Compare(
                    owner_of(counter), relation, other if isinstance(other, int) else owner_of(other)
                )
            case Most(counter, body):
                return Most(owner_of(counter), go(body))
            case Variable(name, before):
                whole = movement if before is None else movement * before
                turn = whole.turn if isinstance(whole, Affine) else whole
                return Variable(name, None if turn == turn**0 else turn)
            case _:
                return rebuild(part, go)

    def owner_of(counter: CounterName) -> CounterName:
        return counter[0], vocabulary.permute_owner(counter[1], movement.players)

    return go(move)
