"""Openings of a match from PGN, FEN or EPD files, or random; each is played twice, with sides exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

from lasker.database.suites import Suite
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import LimitError, NotationError
from lasker.kernel.files import read_text
from lasker.notation.pgn import read_file
from lasker.play.game import Game, Position
from lasker.play.record import replay

TRIES = 200  # attempts to find a random opening that does not end the game
MOST_PLIES = 400
LARGEST = 1 << 28  # bytes of a file of openings, which is read as a whole


@dataclass(frozen=True)
class Opening:
    """A position (FEN, or None for the start) and the moves played from it."""

    fen: str | None = None
    moves: tuple[str, ...] = ()

    def start(self, game: Game) -> Position:
        """The position before the moves."""
        return game.start() if self.fen is None else game.position(self.fen)


class Openings:
    """The openings of a match by number: those of a file in turn, each extended by random plies if asked.

    >>> from lasker.play.game import load
    >>> openings = Openings(load("tictactoe"), plies=2, seed=1)
    >>> openings[0], openings[0] == openings[0]
    (Opening(fen=None, moves=('b1', 'c3')), True)
    """

    def __init__(
        self, game: Game, file: Path | None = None, first: int | None = None, plies: int = 0, seed: int = 0
    ) -> None:
        if not 0 <= plies <= MOST_PLIES:
            raise LimitError(f"{plies} plies are no opening", remedy=f"give 0 to {MOST_PLIES}")
        self.game, self.plies, self.seed = game, plies, seed
        self.known = tuple(read(game, file, first)) if file is not None else (Opening(),)
        self._cached = lru_cache(maxsize=4096)(self._make)

    def __getitem__(self, number: int) -> Opening:
        return self._cached(number)

    def _make(self, number: int) -> Opening:
        """An opening of the file with random moves appended."""
        known = self.known[number % len(self.known)]
        if not self.plies:
            return known
        chance = Random(f"{self.seed} {number}")
        for _ in range(TRIES):
            moves = self._random_moves(known, chance)
            if moves is not None:
                return Opening(known.fen, moves)
        raise LimitError(
            f"{TRIES} times a game was over before {self.plies} random plies", remedy="ask for fewer plies"
        )

    def _random_moves(self, known: Opening, chance: Random) -> tuple[str, ...] | None:
        """An opening's moves with random ones appended; None if they end the game."""
        position, moves = after_opening(known, self.game), list(known.moves)
        for _ in range(self.plies):
            if position.outcome is not None or not position.moves:
                return None
            by_lot = position.node.state.by_chance
            after = position.roll(chance) if by_lot else position.play(chance.choice(position.moves))
            moves.append(str(after.last))
            position = after
        over = position.outcome is not None or position.claims or not position.moves
        return None if over else tuple(moves)


def after_opening(opening: Opening, game: Game) -> Position:
    """The position after an opening."""
    position = opening.start(game)
    for text in opening.moves:
        position = position.play(text)
    return position


def read(game: Game, file: Path, first: int | None = None) -> Iterator[Opening]:
    """The openings of a file: the `first` plies of games as PGN, or positions as FEN or EPD, one a line."""
    found = list(_of_pgn(game, file, first) if file.suffix.lower() == ".pgn" else _of_lines(game, file))
    if not found:
        raise NotationError(f"there are no openings in {file}", remedy="give a FEN a line, or games as PGN")
    yield from found


def _of_pgn(game: Game, file: Path, first: int | None) -> Iterator[Opening]:
    for record in read_file(file, LARGEST):
        record.main.plies = record.main.plies[:first]
        done = replay(game, record, variations=False)
        problems = [*record.problems, *done.problems]
        if problems:
            raise NotationError(f"{file}:{problems[0]}")
        if done.positions[-1].outcome is not None:
            raise NotationError(
                f"{file}:{record.at}: {record.name} is over", remedy="take only the first plies of each game"
            )
        yield Opening(record.tags.get("FEN"), tuple(str(position.last) for position in done.positions[1:]))


def _of_lines(game: Game, file: Path) -> Iterator[Opening]:
    for _, position in Suite(game, read_text(file, LARGEST), str(file)).lines:
        yield Opening(position.fen)
