"""A match: pairs of games from the same openings, on threads or workers, until decided or complete."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import field, replace
from typing import Protocol

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError
from lasker.match.adjudication import Adjudication
from lasker.match.clock import Limit
from lasker.match.elo import Sprt, Standing, standing
from lasker.match.game import GameArbiter, Side
from lasker.match.ledger import Ledger, MatchGame
from lasker.match.openings import Opening, Openings
from lasker.match.players import Player
from lasker.play.game import Game
from lasker.workers import Workers


class Contender(Protocol):
    """A participant, which provides a player for every worker."""

    @property
    def name(self) -> str:
        """The displayed name."""

    @property
    def limit(self) -> Limit:
        """The time limit."""

    def player(self, game: Game) -> Player:
        """A new player of the game, ready to begin."""


@dataclass(frozen=True)
class Plan:
    """The number of games and of concurrent games (tables), the openings, and an optional SPRT."""

    game: Game
    openings: Openings
    games: int = 100
    tables: int = 1
    seed: int = 0
    table: GameArbiter = field(default_factory=GameArbiter)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if len(self.game.players) < 2:
            raise DeclarationError(f"{self.game.title} is for one player, so there is nobody to play against")

    def seats(self, number: int) -> tuple[int, ...]:
        """The contender at each seat: alternating, exchanged in the second game of a pair."""
        return tuple((seat + number) % 2 for seat in range(len(self.game.players)))


@dataclass(frozen=True)
class MatchTask:
    """What workers play: the game with a number, from an opening."""

    contenders: tuple[Contender, Contender]
    game: Game
    seed: int
    adjudication: Adjudication
    margin: float
    patience: float

    def open(self) -> Callable[[tuple[int, Opening, tuple[int, ...]]], MatchGame]:
        """The function from number, opening and seats to an entry; its players stay for all games."""
        players = [contender.player(self.game) for contender in self.contenders]
        table = GameArbiter(self.adjudication, self.margin, self.patience)
        return lambda job: self.play(*job, players, table)

    def play(
        self,
        number: int,
        opening: Opening,
        order: tuple[int, ...],
        players: Sequence[Player],
        table: GameArbiter,
    ) -> MatchGame:
        """One game."""
        seats = [Side(players[each], self.contenders[each].limit) for each in order]
        start = opening.start(self.game)
        game = table.play(start, opening.moves, seats, self.seed * 1_000_003 + number)
        return MatchGame.of(number, opening, order, game)


class Match:
    """Two contenders, a plan, and the ledger of finished games.

    >>> from lasker.match.players import RandomPlayer
    >>> from lasker.play.game import load
    >>> class Anybody:
    ...     name, limit = "anybody", Limit()
    ...     def player(self, game):
    ...         return RandomPlayer()
    >>> game = load("tictactoe")
    >>> match = Match((Anybody(), Anybody()), Plan(game, Openings(game), games=10, seed=1), Ledger(None, {}))
    >>> match.run()
    >>> standing = match.standing
    >>> standing.won, standing.drawn, standing.lost
    (4, 1, 5)
    """

    def __init__(self, contenders: tuple[Contender, Contender], plan: Plan, ledger: Ledger) -> None:
        self.contenders, self.plan, self.ledger = contenders, plan, ledger
        self._turn, self._stopped = threading.Lock(), threading.Event()
        self._queue = iter([n for n in range(plan.games) if n not in ledger.entries])
        self._playing: list[Player] = []
        self._error: BaseException | None = None
        table = plan.table
        rules = table.adjudication, table.margin, table.patience
        self._task = MatchTask(contenders, plan.game, plan.seed, *rules)

    @property
    def standing(self) -> Standing:
        """The current state; games beyond the planned number are ignored."""
        known = self.ledger.entries
        return standing({n: known[n].points for n in list(known) if n < self.plan.games})

    @property
    def verdict(self) -> bool | None:
        """The decision of the sequential test, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.verdict(self.standing.pairs)

    def run(
        self, tell: Callable[[MatchGame], None] = lambda entry: None, workers: Workers | None = None
    ) -> None:
        """Play the games that are not in the ledger, on threads or on workers; `tell` receives each entry.
        Finished games stay in the ledger if the match is interrupted."""
        if self.verdict is not None:
            return
        if workers is not None:
            self._run_on(workers, tell)
            return
        tables = [threading.Thread(target=self._work, args=(tell,)) for _ in range(self.plan.tables)]
        for table in tables:
            table.start()
        try:
            for table in tables:
                while table.is_alive():
                    table.join(0.2)
        finally:
            self.stop()
            for table in tables:
                table.join()
        if self._error is not None:
            raise self._error

    def stop(self) -> None:
        """Abort the games in progress."""
        self._stopped.set()
        for player in list(self._playing):
            player.halt()

    def _next(self) -> int | None:
        with self._turn:
            return None if self._stopped.is_set() else next(self._queue, None)

    def _work(self, tell: Callable[[MatchGame], None]) -> None:
        """A worker: plays games from the queue."""
        players: list[Player] = []
        try:
            for contender in self.contenders:
                players.append(contender.player(self.plan.game))
                self._playing.append(players[-1])
            table = replace(self.plan.table, stopped=self._stopped.is_set)
            while (number := self._next()) is not None:
                entry = self._task.play(*self._job(number), players, table)
                with self._turn:
                    if self._stopped.is_set():  # an aborted game does not count
                        break
                    self.ledger.add(entry)
                    tell(entry)
                    if self.verdict is not None:
                        self._stopped.set()
        except BaseException as error:  # raised again by the thread that waits
            self._error = self._error or error
        finally:
            if self._stopped.is_set() or self._error:
                self.stop()
            for player in players:
                player.close()

    def _job(self, number: int) -> tuple[int, Opening, tuple[int, ...]]:
        return number, self.plan.openings[number // 2], self.plan.seats(number)

    def _run_on(self, workers: Workers, tell: Callable[[MatchGame], None]) -> None:
        """Play on workers. A game whose worker has died is played again; a finished one is in the ledger."""
        jobs = map(self._job, self._queue)
        for _, entry in workers.completed(self._task, jobs):
            self.ledger.add(entry)
            tell(entry)
            if self.verdict is not None:
                break
