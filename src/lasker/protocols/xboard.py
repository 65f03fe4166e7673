"""CECP, the protocol of XBoard, version 2: for every game, also those that XBoard has never heard of.

Whatever a line says, the next one is read: what cannot be understood is answered with `Error`.
"""

from __future__ import annotations

import re
import sys
import threading
from collections.abc import Callable, Iterable

from lasker.analysis.opponent.thinking import DEEPEST, Budget
from lasker.analysis.opponent.thought import Line
from lasker.kernel.errors import LaskerError, NotationError
from lasker.play import library
from lasker.play.record import result_of
from lasker.protocols.desk import Clock, Desk, Task

USUAL = "normal"  # XBoard's name for the game it is made for
OVERHEAD = 0.05  # seconds that the talk itself takes
MATE = 100_000  # from here on a score tells in how many moves somebody is mated
FEATURES = (
    "ping=1 setboard=1 usermove=1 playother=1 san=0 colors=0 sigint=0 sigterm=0 debug=1 memory=1 analyze=0"
)


class Xboard:
    """One talk with another program."""

    def __init__(self, game: str, version: str = "") -> None:
        self.game, self.version, self.desk = game, version, Desk(game)
        self._start: str | None = None
        self._moves: list[str] = []
        self._side: int | None = 1  # whom the engine plays; None if nobody
        self._clock, self._seconds, self._depth = Clock(300.0), 0.0, DEEPEST
        self._shows, self._asked = False, 0
        self._turn = threading.RLock()
        self._words: dict[str, Callable[[str], object]] = {
            "protover": self._protover,
            "new": self._new,
            "variant": self._variant,
            "setboard": self._setboard,
            "usermove": self._usermove,
            "force": lambda rest: self._play_side(None),
            "go": lambda rest: self._go(),
            "playother": lambda rest: self._play_side(1 - self._player()),
            "?": lambda rest: self.desk.halt(),
            "undo": lambda rest: self._take_back(1),
            "remove": lambda rest: self._take_back(2),
            "ping": lambda rest: self.desk.say(f"pong {rest}"),
            "level": self._level,
            "st": lambda rest: setattr(self, "_seconds", positive(rest)),
            "sd": lambda rest: setattr(self, "_depth", int(positive(rest))),
            "time": lambda rest: setattr(self._clock, "left", positive(rest) / 100),
            "memory": lambda rest: self.desk.resize(max(1, min(int(positive(rest)), 4096))),
            "post": lambda rest: setattr(self, "_shows", True),
            "nopost": lambda rest: setattr(self, "_shows", False),
        }
        for word in (
            "xboard",
            "accepted",
            "rejected",
            "random",
            "hard",
            "easy",
            "otim",
            "result",
            "computer",
        ):
            self._words[word] = lambda rest: None
        for word in ("name", "rating", "ics", "draw", "hint", "bk", "black", "white", "option", "cores"):
            self._words[word] = lambda rest: None

    def run(self, lines: Iterable[str] | None = None) -> int:
        """Answer lines until one says `quit` or there are no more."""
        try:
            for line in sys.stdin if lines is None else lines:
                if line.strip() == "quit":
                    break
                self.answer(line)
        except KeyboardInterrupt:
            pass
        self._cancel()
        return 0

    def answer(self, line: str) -> None:
        """Answer one line."""
        word, _, rest = line.strip().partition(" ")
        try:
            if word in self._words:
                self._words[word](rest.strip())
            elif word:
                raise NotationError("unknown command")
        except LaskerError as error:
            kind = (
                "Illegal move" if word == "usermove" else f"Error ({' '.join(error.message.split())[:200]})"
            )
            self.desk.say(f"{kind}: {' '.join(line.split())[:200]}")
        except (OSError, RecursionError, ValueError) as error:
            self.desk.say(f"Error ({' '.join(str(error).split())[:200]}): {' '.join(line.split())[:200]}")

    def _protover(self, rest: str) -> None:
        names = sorted(name for name in library.names() if re.fullmatch(r"[\w.-]+", name, re.ASCII))
        self.desk.say(f'feature myname="Lasker {self.version}" {FEATURES}')
        self.desk.say(f'feature variants="{",".join([USUAL, *names])}"')
        self.desk.say("feature done=1")

    def _new(self, rest: str) -> None:
        self._cancel()
        self.desk.choose(self.game)
        self._start, self._moves, self._side = None, [], 1

    def _variant(self, rest: str) -> None:
        self._cancel()
        self.desk.choose(library.canonical("standard") if rest == USUAL else rest)
        self._start, self._moves = None, []
        if rest != USUAL:
            self._tell_setup()

    def _tell_setup(self) -> None:
        """The start with letters of pieces and the size of the board, for who knows no such game."""
        game = self.desk.game
        rows = game.start().fen.split()[0].split("/")
        files = len({site[0] for site in game.model.space.sites if isinstance(site, tuple)})
        letters = [
            [p.letter for p in game.model.rules.vocabulary.pieces if p.owner == side] for side in (0, 1)
        ]
        if files and all(len(letter) == 1 for side in letters for letter in side):
            pieces = "".join(letter for side in letters for letter in side)
            self.desk.say(f"setup ({pieces}) {files}x{len(rows)}+0_fairy {game.start().fen}")

    def _setboard(self, rest: str) -> None:
        self._cancel()
        self.desk.set_up(rest, [])
        self._start, self._moves = rest, []

    def _usermove(self, rest: str) -> None:
        self._cancel()
        self.desk.set_up(self._start, [*self._moves, rest])
        self._moves.append(rest)
        if not self._over():
            self._think()

    def _go(self) -> None:
        self._cancel()
        self._side = self._player()
        if not self._over():
            self._think()

    def _play_side(self, side: int | None) -> None:
        self._cancel()
        self._side = side

    def _take_back(self, plies: int) -> None:
        self._cancel()
        if plies > len(self._moves):
            raise NotationError("there is nothing to take back")
        del self._moves[-plies:]
        self.desk.set_up(self._start, self._moves)

    def _level(self, rest: str) -> None:
        moves, base, each = rest.split()
        minutes, _, seconds = base.partition(":")
        self._clock = Clock(60 * positive(minutes) + positive(seconds or "0"), positive(each), int(moves))
        self._seconds = 0.0

    def _player(self) -> int:
        return max(0, self.desk.position.node.state.player)

    def _cancel(self) -> None:
        """Whatever is being thought about is not played any more."""
        with self._turn:
            self._asked += 1
        self.desk.halt()

    def _think(self) -> None:
        if self._side != self._player():
            return
        asked = self._asked
        seconds = self._seconds or self._clock.share(OVERHEAD)

        def done(lines: list[Line]) -> None:
            with self._turn:
                if asked == self._asked and lines:
                    self._moves.append(lines[0].moves[0])
                    self.desk.go_to(self._start, self._moves)
                    self.desk.say(f"move {lines[0].moves[0]}")
                    self._over()

        self.desk.begin(Task(Budget(seconds=seconds, depth=min(self._depth, DEEPEST))), self._tell, done)

    def _tell(self, line: Line) -> None:
        if self._shows:
            mate = line.mate
            score = line.score if mate is None else (MATE + mate if mate > 0 else -MATE + mate)
            centiseconds = round(line.seconds * 100)
            self.desk.say(f"{line.depth} {score} {centiseconds} {line.nodes} {' '.join(line.moves)}")

    def _over(self) -> bool:
        outcome = self.desk.position.outcome
        if outcome is not None:
            self.desk.say(f"{result_of(outcome)} {{{outcome.reason}}}")
        return outcome is not None


def positive(text: str) -> float:
    """A number that is not negative.

    >>> positive("2.5")
    2.5
    """
    try:
        value = float(text)
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no number") from None
    if not 0 <= value < 1e9:
        raise NotationError(f"{text[:40]!r} is no time or size")
    return value
