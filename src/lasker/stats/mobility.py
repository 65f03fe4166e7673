"""Mobility in play: target squares of moves, and the mean number of moves by kind and square."""

from __future__ import annotations

from collections import Counter

from lasker.algebra.contents import PieceType
from lasker.model.game import Game
from lasker.play.game import Position

Values = list[float | None]


class Mobility:
    """Counts of arrivals and moves by square, over the games of all players."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.arrivals: Counter[int] = Counter()
        self._stood: Counter[tuple[int, int]] = Counter()
        self._moves: Counter[tuple[int, int]] = Counter()

    def add(self, other: Mobility) -> None:
        """Add the counts of other games."""
        self.arrivals.update(other.arrivals)
        self._stood.update(other._stood)
        self._moves.update(other._moves)

    def record_move(self, label: tuple[tuple[int, int, int, int], ...]) -> None:
        """Count the target square of a move's first part."""
        if label:
            self.arrivals[label[0][1]] += 1

    def sample_moves(self, position: Position) -> None:
        """Count the target squares of every piece of the player to move."""
        vocabulary, board = self.game.rules.vocabulary, position.node.configuration.board
        player = position.node.state.player
        for site, content in enumerate(board):
            kind = vocabulary.symbol(content)
            if kind and vocabulary.pieces[kind - 1].owner == player:
                self._stood[kind, site] += 1
        steps = {(part[0], part[1]) for move in position.moves for part in move.step.label[:1]}
        for start, end in steps:
            kind = vocabulary.symbol(board[start])
            if kind and start != end:
                self._moves[kind, start] += 1

    def visits(self) -> Values:
        """The percentage of all moves that end on each square."""
        total = sum(self.arrivals.values())
        return [100 * self.arrivals[site] / total if total else None for site in self._sites]

    def maps(self) -> dict[PieceType, Values]:
        """The mean number of target squares from each square, by kind of the first player that ever moved."""
        found = {}
        for kind, piece in enumerate(self.game.rules.vocabulary.pieces, 1):
            if piece.owner == 0 and any(self._moves[kind, site] for site in self._sites):
                found[piece] = [self._mean(kind, site) for site in self._sites]
        return found

    def means(self) -> dict[str, float]:
        """The mean number of target squares by name of a kind."""
        stood, moves = Counter[str](), Counter[str]()
        for kind, piece in enumerate(self.game.rules.vocabulary.pieces, 1):
            stood[piece.name] += sum(self._stood[kind, site] for site in self._sites)
            moves[piece.name] += sum(self._moves[kind, site] for site in self._sites)
        return {name: moves[name] / count for name, count in stood.items() if count}

    def _mean(self, kind: int, site: int) -> float | None:
        stood = self._stood[kind, site]
        return self._moves[kind, site] / stood if stood else None

    @property
    def _sites(self) -> range:
        return range(len(self.game.space.sites))
