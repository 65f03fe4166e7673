"""Text panels of the terminal interface: hands, clocks, moves, and the engine's evaluation."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from lasker.match.clock import Limit
from lasker.notation.fen.fields import held_pieces
from lasker.play.game import Position
from lasker.table.adviser import Opinion

BAR = 20  # characters of the bar that shows an evaluation


@dataclass
class Clocks:
    """The time used by each player or, with a limit, the time left.

    >>> clocks = Clocks(("white", "black"), Limit(base=60.0))
    >>> clocks.told("white"), Clocks(("white",)).told("white")
    ('1:00', '0:00')
    """

    players: tuple[str, ...]
    limit: Limit | None = None
    used: dict[str, float] = field(default_factory=dict)
    made: dict[str, int] = field(default_factory=dict)
    running: str | None = None
    _since: float = 0.0

    def run(self, player: str | None) -> None:
        """Start one player's clock and stop the others."""
        now = time.monotonic()
        if self.running is not None:
            self.used[self.running] = self.used.get(self.running, 0.0) + now - self._since
            if player != self.running:
                self.made[self.running] = self.made.get(self.running, 0) + 1
        self.running, self._since = (player if player in self.players else None), now

    def seconds(self, player: str) -> float:
        """The seconds used by a player, or left where there is a limit."""
        used = self.used.get(player, 0.0)
        used += time.monotonic() - self._since if player == self.running else 0.0
        if self.limit is None or self.limit.base is None:
            return used
        return self.limit.base + self.limit.each * self.made.get(player, 0) - used

    @property
    def out_of_time(self) -> str | None:
        """The player whose time has run out."""
        limited = self.limit is not None and self.limit.base is not None
        return self.running if limited and self.running and self.seconds(self.running) <= 0 else None

    def told(self, player: str) -> str:
        """A clock as `minutes:seconds`."""
        minutes, seconds = divmod(max(0, int(self.seconds(player))), 60)
        return f"{minutes}:{seconds:02}"


def seats(position: Position, clocks: Clocks, person: str) -> str:
    """The players with turn marker, clock and pieces in hand."""
    lines = []
    for player in position.game.players:
        sign = "▶" if player == position.turn and position.outcome is None else " "
        who = f"{player} (you)" if player == person else player
        lines.append(f"{sign} {who:<20} {clocks.told(player):>6}")
        if hand := held(position, player):
            lines.append(f"    {hand}")
    return "\n".join(lines)


def held(position: Position, player: str) -> str:
    """The pieces in hand of a player: `♙×2 ♘`."""
    model = position.game.model
    vocabulary, counters = model.rules.vocabulary, position.node.configuration.counters
    values = dict(zip(vocabulary.counters, counters, strict=True))
    found = []
    for symbol, key in held_pieces(model).items():
        if key[1] == model.players.index(player) and (count := values[key]):
            found.append(vocabulary.pieces[symbol - 1].glyph + (f"×{count}" if count > 1 else ""))
    return " ".join(found)


def evaluation_text(opinion: Opinion, players: Sequence[str]) -> str:
    """An evaluation as a bar and a number, with depth and principal variation."""
    turned = len(players) == 2 and opinion.player != players[0]
    chance = 1 - opinion.chance if turned else opinion.chance
    filled = round(BAR * chance)
    number = f"{opinion.player} {opinion.score_text}"
    if opinion.mate is None:
        number = f"{(-1 if turned else 1) * opinion.score / 100:+.2f}"
        number = number if len(players) == 2 else f"{opinion.chance:.0%} for {opinion.player}"
    bar = "█" * filled + "░" * (BAR - filled)
    return f"{bar} {number}\ndepth {opinion.depth}: {' '.join(opinion.line)}"


def rounds(players: Sequence[str], record: Iterable[tuple[str, str]]) -> list[str]:
    """The move list, one line for each round.

    >>> rounds(("white", "black"), [("white", "e4"), ("black", "e5"), ("white", "Nf3")])
    ['1. e4 e5', '2. Nf3']
    """
    lines: list[str] = []
    before = -1
    for player, text in record:
        seat = players.index(player) if player in players else before  # chance moves have no column
        if not lines or seat < before or len(players) == 1:
            lines.append(f"{len(lines) + 1}.")
        lines[-1] += f" {text}"
        before = seat
    return lines
