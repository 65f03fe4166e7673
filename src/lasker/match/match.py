"""A whole match: pairs of games from the same opening, several at a time, until it is decided or over."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from lasker.kernel.errors import DeclarationError
from lasker.match.clock import Limit
from lasker.match.elo import Sprt, Standing, standing
from lasker.match.game import GameArbiter, Side
from lasker.match.ledger import Entry, Ledger
from lasker.match.openings import Openings
from lasker.match.players import Player
from lasker.play.game import Game


class Contender(Protocol):
    """Who takes part: he sends a player of his to every table."""

    @property
    def name(self) -> str:
        """How he is called."""

    @property
    def limit(self) -> Limit:
        """How long he may think."""

    def player(self, game: Game) -> Player:
        """A player who can play the game, ready to begin."""


@dataclass(frozen=True)
class Plan:
    """How many games, at how many tables, from which openings; and what decides the match before its end."""

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
        """Who sits where: the two take turns, and change places in the second game of a pair."""
        return tuple((seat + number) % 2 for seat in range(len(self.game.players)))


class Match:
    """Two contenders, a plan, and the ledger of what has been played.

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
        self._waiting = iter([n for n in range(plan.games) if n not in ledger.entries])
        self._playing: list[Player] = []
        self._trouble: BaseException | None = None

    @property
    def standing(self) -> Standing:
        """How it stands, games above the number that is planned left aside."""
        known = self.ledger.entries
        return standing({n: known[n].points for n in list(known) if n < self.plan.games})

    @property
    def verdict(self) -> bool | None:
        """What the sequential test says, if there is one."""
        return None if self.plan.sprt is None else self.plan.sprt.verdict(self.standing.pairs)

    def run(self, tell: Callable[[Entry], None] = lambda entry: None) -> None:
        """Play what has not been played. Whatever stops it, games that are over stay in the ledger."""
        if self.verdict is not None:
            return
        tables = [threading.Thread(target=self._sit, args=(tell,)) for _ in range(self.plan.tables)]
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
        if self._trouble is not None:
            raise self._trouble

    def stop(self) -> None:
        """Break off the games that are being played."""
        self._stopped.set()
        for player in list(self._playing):
            player.halt()

    def _next(self) -> int | None:
        with self._turn:
            return None if self._stopped.is_set() else next(self._waiting, None)

    def _sit(self, tell: Callable[[Entry], None]) -> None:
        """One table: game after game."""
        players: list[Player] = []
        try:
            for contender in self.contenders:
                players.append(contender.player(self.plan.game))
                self._playing.append(players[-1])
            table = replace(self.plan.table, stopped=self._stopped.is_set)
            while (number := self._next()) is not None:
                entry = self._played(number, players, table)
                with self._turn:
                    if self._stopped.is_set():  # what was broken off is nobody's loss
                        break
                    self.ledger.add(entry)
                    tell(entry)
                    if self.verdict is not None:
                        self._stopped.set()
        except BaseException as error:  # told by the thread that waits for the tables
            self._trouble = self._trouble or error
        finally:
            if self._stopped.is_set() or self._trouble:
                self.stop()
            for player in players:
                player.close()

    def _played(self, number: int, players: Sequence[Player], table: GameArbiter) -> Entry:
        opening, who = self.plan.openings[number // 2], self.plan.seats(number)
        seats = [Side(players[each], self.contenders[each].limit) for each in who]
        start = opening.start(self.plan.game)
        game = table.play(start, opening.moves, seats, self.plan.seed * 1_000_003 + number)
        return Entry.of(number, opening, who, game)
