"""The hash of what a game means: the same for two texts that differ in layout, in names of definitions and
regions, in the order of declarations or of alternatives; another as soon as one move, end or name of a
square is another. It travels with saved games, so that they are known to be played by the same rules.
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from hashlib import sha256

from lasker.algebra.contents import Vocabulary, members
from lasker.algebra.fragments import Cell, Fragment
from lasker.algebra.moves import Choice, Move, children
from lasker.model import LANGUAGE_VERSION
from lasker.model.forbidden_repetition import ALLOWED, NEVER_AGAIN
from lasker.model.game import Ending, Game
from lasker.model.parts import Calling
from lasker.space.space import LatticeSpace, Space


@lru_cache(maxsize=256)
def meaning_hash(game: Game) -> str:
    """The hash of a game's meaning, in hexadecimal.

    >>> import lasker
    >>> meaning_hash(lasker.load("tictactoe").model) == meaning_hash(lasker.load("tictactoe").model)
    True
    """
    return _Meaning(game).whole().hex()


def same_rules(one: Game, other: Game) -> bool:
    """Do two games mean the same?"""
    same = one is other or one.text_hash == other.text_hash
    return same or meaning_hash(one) == meaning_hash(other)


class _Meaning:
    """Digests of the parts of one game; each term is digested once, however often it occurs."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.space: Space = game.space
        self.vocabulary: Vocabulary = game.rules.vocabulary
        self._terms: dict[int, bytes] = {}
        self._contents: dict[int, bytes] = {}
        words = self.vocabulary
        self._bearing = {mark: words.marked(words.mark_bit(mark), 0) for mark in sorted(words.marks)}

    def whole(self) -> bytes:
        game = self.game
        flags: tuple[object, ...] = (game.passes, game.by_label, game.forbids_repetition)
        if game.repetition not in (ALLOWED, NEVER_AGAIN):
            flags += tuple(game.repetition)
        return _digest(
            LANGUAGE_VERSION,
            game.players,
            flags,
            game.start,
            game.fen_fields,
            self._board(),
            self._words(),
            *(
                (
                    state.name,
                    state.player,
                    self._term(state.move),
                    tuple((test and self._term(test), then) for test, then in state.next),
                    tuple((weight, self._term(move)) for weight, move in state.odds),
                )
                for state in game.states.values()
            ),
            self._term(game.settle),
            tuple(map(self._ending, game.endings)),
            tuple(map(self._ending, game.adjudications)),
            tuple(sorted(map(self._ending, game.faults))),
            *map(self._calling, game.callings),
        )

    def _board(self) -> bytes:
        space = self.space
        sites = tuple(sorted((space.label(i), str(self._at(i))) for i in range(len(space.sites))))
        ways = {
            (space.label(site), frame, name): space.reach((site, frame), direction.shift)
            for site in range(len(space.sites))
            for frame in range(len(space.frames))
            for name, direction in space.compass.directions.items()
        }
        steps = sorted((*key, space.label(end[0]), end[1]) for key, end in ways.items() if end)
        return _digest(sites, tuple(steps))

    def _at(self, index: int) -> object:
        """Where a site lies: what a picture of the board shows, wherever its corner is counted from."""
        space, site = self.space, self.space.sites[index]
        if not isinstance(space, LatticeSpace):
            return site
        return tuple(x - low for x, low in zip(site, space.low, strict=True))

    def _words(self) -> bytes:
        words = self.vocabulary
        pieces = sorted((piece.name, str(piece.owner), piece.letter) for piece in words.pieces)
        marks = sorted((mark.name, mark.life.value) for mark in words.marks.values())
        counters = sorted(str(counter) for counter in words.counters.values())
        return _digest(tuple(pieces), tuple(marks), tuple(counters))

    def _ending(self, ending: Ending) -> bytes:
        tests = tuple(sorted((state, self._term(test)) for state, test in ending.tests.items()))
        return _digest(
            ending.reason, str(ending.result), tests, ending.repeated, ending.giving, ending.manner
        )

    def _calling(self, calling: Calling) -> bytes:
        moves = tuple(sorted((state, self._term(move)) for state, move in calling.moves.items()))
        return _digest(calling.name, calling.short, moves)

    def _term(self, move: Move) -> bytes:
        found = self._terms.get(id(move))
        if found is None:
            found = self._terms[id(move)] = self._digested(move)
        return found

    def _digested(self, move: Move) -> bytes:
        if isinstance(move, Choice):
            return _digest("Choice", *sorted({self._term(option) for option in move.options}))
        below = {id(child): self._term(child) for child in children(move)}
        parts: list[object] = [type(move).__name__]
        for field in fields(move):
            value = getattr(move, field.name)
            if isinstance(value, Fragment):
                parts.append(tuple((offset, self._cell(cell)) for offset, cell in value.cells))
            elif isinstance(value, Cell):
                parts.append(self._cell(value))
            elif id(value) in below:
                parts.append(below[id(value)])
            elif isinstance(value, tuple) and value and id(value[0]) in below:
                parts.append(tuple(below[id(part)] for part in value))
            else:
                parts.append(value)
        return _digest(*parts)

    def _cell(self, cell: Cell) -> bytes:
        regions = [
            (tuple(sorted(map(self.space.label, self.space.regions.get((name, owner), ())))), wanted)
            for name, owner, wanted in cell.regions
        ]
        marks = [
            tuple(sorted(name for name in self.vocabulary.marks if self.vocabulary.mark_bit(name) & bits))
            for bits in (cell.gains, cell.loses)
        ]
        here = tuple(sorted(cell.here))
        return _digest(self._set(cell.contents), cell.piece, here, tuple(sorted(regions)), cell.bare, *marks)

    def _set(self, contents: int) -> bytes:
        """A set of contents, by what stands there and not by the numbers that contents happen to have."""
        if contents not in self._contents:
            words = self.vocabulary
            shown = []
            for content in members(contents & words.squares):
                symbol = words.symbol(content)
                piece = words.pieces[symbol - 1] if symbol else None
                marks = tuple(mark for mark, bearing in self._bearing.items() if bearing >> content & 1)
                shown.append((piece.name if piece else "", str(piece and piece.owner), marks))
            self._contents[contents] = _digest(tuple(sorted(shown)), bool(contents & words.void))
        return self._contents[contents]


def _digest(*parts: object) -> bytes:
    """A digest of nested tuples of texts, numbers and digests, whose `repr` is the same everywhere."""
    return sha256(repr(parts).encode()).digest()
