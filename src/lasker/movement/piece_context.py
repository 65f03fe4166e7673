"""The environment of a piece in its game: squares where it may stand, friends, enemies, counters, moves."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from lasker.algebra.contents import PieceType
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.kernel.errors import LaskerError, LimitError, NameProblem
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.movement.arrival import Arrival, arrivals
from lasker.notation.fen import fen
from lasker.space.plane import plane_layout
from lasker.space.space import LatticeSpace

MOST_SITES = 2_000  # the largest board on which pieces are described


def piece_called(game: Game, text: str) -> PieceType:
    """The piece with a glyph or letter, or the first player's piece with a name.

    >>> from lasker.play.library import model
    >>> piece_called(model("chess"), "knight").glyph, piece_called(model("chess"), "n").glyph
    ('♘', '♞')
    """
    pieces = game.rules.vocabulary.pieces
    for piece in pieces:
        if text in (piece.glyph, piece.letter):
            return piece
    wanted = text.replace("_", " ").casefold()
    for piece in pieces:
        if piece.name.replace("_", " ").casefold() == wanted:
            return piece
    names = dict.fromkeys(piece.name for piece in pieces)
    raise NameProblem(f"{game.title} has no piece {text}", remedy=f"its pieces are {', '.join(names)}")


def kinds(game: Game) -> tuple[PieceType, ...]:
    """One piece of every kind: the first player's, if he has it."""
    found: dict[str, PieceType] = {}
    for piece in game.rules.vocabulary.pieces:
        found.setdefault(piece.kind or piece.name, piece)  # of counted pieces, one alone
    return tuple(found.values())


class PieceEnvironment:
    """A piece of a game, with the facts about both that do not depend on how it moves.

    >>> from lasker.play.library import model
    >>> game = model("chess")
    >>> setting = PieceEnvironment(game, piece_called(game, "pawn"))
    >>> [game.space.label(site) for site in setting.homes][:3], len(setting.standing)
    (['a2', 'b2', 'c2'], 48)
    """

    def __init__(self, game: Game, piece: PieceType) -> None:
        self.game, self.piece = game, piece
        self.vocabulary, self.space = game.rules.vocabulary, game.space
        self.content = self.vocabulary.content(piece.glyph)
        self.sites = range(len(self.space.sites))
        if len(self.sites) > MOST_SITES:
            raise LimitError(
                f"a piece is described on every square: {len(self.sites)} squares are more than {MOST_SITES}",
                remedy="try the same rules on a smaller board",
            )

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The move terms of the owner in all states of the turn automaton; of all
        players for a neutral piece."""
        return tuple({state.move: None for state in self.game.states.values() if state.player in self.movers})

    @property
    def movers(self) -> tuple[int, ...]:
        """The players who may move the piece: its owner, or all."""
        owner = self.piece.owner
        return tuple(range(len(self.game.players))) if owner is None else (owner,)

    def goes(
        self, site: int, board: Mapping[int, int], arena: Arena | None = None
    ) -> Iterator[tuple[int, Arrival]]:
        """Where the piece on a square goes by the moves of the reference evaluator on a board, and how."""
        start = tuple(board.get(each, 0) for each in self.sites)
        for counters in self.settings:
            for move in self.moves:
                for end in (arena or self.game.arena).answers(move, Configuration(start, (), counters)):
                    yield from arrivals(self.vocabulary, site, start, end.board, end.trace)

    @cached_property
    def settings(self) -> tuple[tuple[int, ...], ...]:
        """Values of the counters to try: the start values, all at their lowest (hands may have to be empty),
        and those that chance may produce."""
        counters = self.vocabulary.counters.values()
        found = dict.fromkeys([tuple(c.start for c in counters), tuple(c.low for c in counters)])
        empty = (0,) * len(self.sites)
        casts = [move for state in self.game.states.values() for _, move in state.odds]
        for begin in list(found):
            for cast in casts:
                ends = self.game.arena.answers(cast, Configuration(empty, (), begin))
                found |= dict.fromkeys(end.counters for end in ends)
        return tuple(found)

    @cached_property
    def opening(self) -> dict[int, int]:
        """The contents of the initial position by site; empty if the game declares none."""
        try:
            board = fen.read(self.game, self.game.start).configuration.board if self.game.start else ()
        except LaskerError:
            return {}
        return {site: content for site, content in enumerate(board) if self.vocabulary.symbol(content)}

    @cached_property
    def homes(self) -> tuple[int, ...]:
        """The initial squares of such pieces."""
        wanted = self.vocabulary.symbol(self.content)
        return tuple(s for s, content in self.opening.items() if self.vocabulary.symbol(content) == wanted)

    @cached_property
    def points(self) -> list[tuple[float, ...]]:
        """The coordinates of the squares, or their positions in the drawing of a graph."""
        if isinstance(self.space, LatticeSpace):
            return [tuple(map(float, site)) for site in self.space.sites]
        return list(plane_layout(self.space).centres)

    @cached_property
    def by_middle(self) -> list[int]:
        """The squares by their distance from the centre of the board."""
        middle = [(min(axis) + max(axis)) / 2 for axis in zip(*self.points, strict=True)]
        off = [math.dist(point, middle) for point in self.points]
        return sorted(self.sites, key=lambda site: (round(off[site], 6), site))

    @cached_property
    def enemies(self) -> tuple[int, ...]:
        """One content for every kind of enemy, the most frequent in the initial
        position first; a neutral piece has no enemies."""
        own = self.piece.owner
        return tuple(self._common(piece for piece in self._owned() if own not in (None, piece.owner)))

    @cached_property
    def friend(self) -> int:
        """The most frequent piece of the same side, used as a blocker."""
        own = self.piece.owner
        return next(
            self._common(piece for piece in self._owned() if own in (None, piece.owner)), self.content
        )

    def _owned(self) -> Iterator[PieceType]:
        return (piece for piece in self.vocabulary.pieces if piece.owner is not None)

    def _common(self, pieces: Iterable[PieceType]) -> Iterator[int]:
        glyphs = [self.vocabulary.glyph(content) for content in self.opening.values()]
        ordered = sorted(pieces, key=lambda piece: -glyphs.count(piece.glyph))
        return (self.vocabulary.content(piece.glyph) for piece in ordered)

    @cached_property
    def standing(self) -> tuple[int, ...]:
        """The squares where such a piece may stand: where the position has no more faults than elsewhere."""
        return self._standing(self.content, self.piece.owner)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The squares where a piece of any kind may stand."""
        found = set(self.standing)
        for piece in self.vocabulary.pieces:
            if len(found) < len(self.sites):
                found |= set(self._standing(self.vocabulary.content(piece.glyph), piece.owner))
        return tuple(sorted(found))

    def _standing(self, content: int, owner: int | None) -> tuple[int, ...]:
        states = list(self.game.states.values())
        state = next((each for each in states if each.player == owner), states[0])
        faults = {}
        for site in self.sites:
            board = [content if each == site else 0 for each in self.sites]
            faults[site] = len(Node(self.game, self.game.arena.start(board), state).faults)
        least = min(faults.values())
        return tuple(site for site, number in faults.items() if number == least)
