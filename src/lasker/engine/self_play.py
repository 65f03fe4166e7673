"""The opponent against itself, quickly and by the thousand: games to learn from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from lasker.compiler.ir.machine import ProgramPosition
from lasker.engine.native_search import FAR, LOST, WON, NativeSearch, payoff
from lasker.runtime.playouts import ended

OPENING = 8  # plies that are played at random, so that games differ; some are played without
LONGEST = 240  # plies after which a game is drawn
CLEAR, SURE = 1500, 6  # a score from which a game is given up, and how often in a row both must see it


@dataclass(frozen=True)
class QuietPosition:
    """A calm position of a game: the end of the line that was expected, and the score of that line for the
    first player; scores are None where the game was decided."""

    position: ProgramPosition
    score: int | None


@dataclass(frozen=True)
class Bout:
    """A game: what was seen in it, and what the first player got, between 0 and 1."""

    seen: tuple[QuietPosition, ...]
    payoff: float


class Ring:
    """Where two searches, or one twice, play a game against each other."""

    def __init__(self, minds: tuple[NativeSearch, NativeSearch], start: ProgramPosition, nodes: int) -> None:
        self.minds, self.start, self.nodes = minds, start, nodes
        self.game = minds[0].game
        self.players = [state.player for state in self.game.states.values()]

    def bout(self, random: Random) -> Bout:
        """One game."""
        position = self._opened(random)
        path: list[ProgramPosition] = []
        seen: list[QuietPosition] = []
        sure = 0
        while True:
            path.append(position)
            rule = ended(self.game, self.minds[0], path)
            if rule is not None:
                end = (*self.game.endings, *self.game.adjudications)[rule]
                return Bout(tuple(seen), self._shared(position, payoff(end, 2)))
            native = self.minds[self.players[position.turn]]
            moves = native.begin(position, reversed(path[:-1]))
            if not moves or len(path) > LONGEST:
                return Bout(tuple(seen), 0.5)
            found = self._found(native, moves)
            if found is None:
                return Bout(tuple(seen), 0.5)
            line, score = found
            first = score if self.players[position.turn] == 0 else -score
            seen.append(QuietPosition(line[-1], None if abs(score) > FAR else first))
            winner = (first > CLEAR) - (first < -CLEAR)
            sure = (sure if sure * winner > 0 else 0) + winner
            if abs(sure) >= SURE:
                return Bout(tuple(seen), float(sure > 0))
            position = line[0]

    def _opened(self, random: Random) -> ProgramPosition:
        """A position after some random moves, from which there are moves."""
        while True:
            position = self.start
            for _ in range(random.randrange(OPENING + 1)):
                moves = self.minds[0].successors(position)
                if not moves:
                    break
                position = random.choice(moves).after
            if self.minds[0].successors(position) and self.minds[0].verdict(position) < 0:
                return position

    def _found(self, native: NativeSearch, moves: int) -> tuple[tuple[ProgramPosition, ...], int] | None:
        """The line that a search expects, and its score, after so many nodes."""
        best, left, allowed = None, self.nodes, [True] * moves
        for depth in range(1, 64):
            window, first = (LOST, WON), -1 if best is None else best.move
            found = native.search(allowed, depth, window, left, first)
            left -= native.nodes
            if found is not None and found.line:
                best = found
            if left <= 0 or native.halted or (best is not None and abs(best.score) > FAR):
                break
        native.go_on()
        return None if best is None else (best.line, best.score)

    def _shared(self, position: ProgramPosition, thousandths: int) -> float:
        mine = thousandths / 1000
        return mine if self.players[position.turn] == 0 else 1 - mine


def bouts(ring: Ring, seed: int, numbers: range) -> Iterator[Bout]:
    """Games that are determined by a seed and their numbers."""
    for number in numbers:
        yield ring.bout(Random(f"{seed} {number}"))
