"""UCCI, the protocol of xiangqi engines: UCI with ranks counted from zero and other clock options."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.engine import levels
from lasker.engine.root_search import Line
from lasker.protocols.line_protocol import number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Task
from lasker.protocols.uci import LONGEST, MOST_LINES, Uci

SQUARE = re.compile(r"([a-z])([0-9]{1,2})")
CLOCK = {"time": "time", "increment": "inc", "opptime": "", "oppincrement": "", "oppmovestogo": ""}


class Ucci(Uci):
    """A session with a UCCI program.

    >>> talk = Ucci("xiangqi")
    >>> talk.read("h2e2"), talk.written("a10a9")
    ('h3e3', 'a9a8')
    """

    NAME = "ucci"
    OFFER = "option"
    NO_MOVE = "nobestmove"

    def __init__(self, game: str, version: str = "") -> None:
        super().__init__(game, version)
        self._unit, self._banned = 1000, set[str]()  # times are in seconds unless `usemillisec` is set
        self.words |= {"banmoves": lambda rest: self._banned.update(map(self.read, rest.split()))}

    def options(self) -> Iterator[str]:
        """The option declarations."""
        yield "usemillisec type check default false"
        yield f"hashsize type spin min 1 max {MOST_MEMORY} default {self.session.megabytes}"
        yield f"threads type spin min 1 max {MOST_THREADS} default 1"
        yield f"multipv type spin min 1 max {MOST_LINES} default 1"
        yield f"level type spin min {levels.LOWEST} max {levels.FULL} default {levels.FULL}"
        yield "newgame type button"

    def set_option(self, rest: str) -> None:
        """Set an option, given without the words `name` and `value`."""
        name, _, value = rest.partition(" ")
        self.set(name.casefold(), value.strip())

    def set(self, name: str, value: str) -> None:
        """Set an option; its name is in lower case."""
        match name:
            case "usemillisec":
                self._unit = 1 if value.casefold() in ("true", "on") else 1000
            case "newgame":
                self.session.forget()
            case "batch" | "debug" | "drawmoves" | "repetition" | "pruning" | "knowledge" | "selectivity":
                pass
            case "style" | "usebook" | "bookfiles" | "useegtb" | "egtbpaths" | "egtbsize" | "promotion":
                pass
            case _:
                super().set({"hashsize": "hash"}.get(name, name), value)

    def written(self, move: str) -> str:
        """A move in UCCI notation."""
        return SQUARE.sub(lambda square: f"{square[1]}{int(square[2]) - 1}", move)

    def read(self, text: str) -> str:
        """A move in the game's notation."""
        return SQUARE.sub(lambda square: f"{square[1]}{int(square[2]) + 1}", text)

    def board(self, words: list[str]) -> str | None:
        """The argument of `position` in the game's FEN; Red may be called r."""
        self._banned.clear()
        return super().board([*words[:2], *("w" if word == "r" else word for word in words[2:])])

    def go(self, words: list[str]) -> None:
        """Search: the clock is that of the side to move, and times may be in seconds."""
        side, said, clock = self.SIDES[self.session.position.node.state.player > 0], list[str](), False
        for before, word in zip(["", *words], words, strict=False):
            if before in CLOCK:
                said += [str(self._unit * number(word, 0, LONGEST))] if CLOCK[before] else []
            else:
                clock = word in CLOCK
                said += [f"{side}{CLOCK[word]}"] if clock and CLOCK[word] else [] if clock else [word]
        super().go(said)

    def think(self, task: Task) -> None:
        """Start a search without banned moves."""
        if self._banned and not task.only:
            task.only = [str(move) for move in self.session.position.moves if str(move) not in self._banned]
            if not task.only:
                self.session.say(self.NO_MOVE)
                return
        super().think(task)

    def tell(self, line: Line) -> None:
        """Write an info line."""
        self.session.say(
            f"info depth {line.depth} score {line.score} nodes {line.nodes} "
            f"time {round(line.seconds * 1000)} pv {' '.join(map(self.written, line.moves))}"
        )

    def close(self) -> None:
        """End the session."""
        super().close()
        self.session.say("bye")
