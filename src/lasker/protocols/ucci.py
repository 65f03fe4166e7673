"""UCCI, the protocol of xiangqi programs: UCI with ranks counted from zero, and other words for clocks."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lasker.engine import levels
from lasker.engine.lines import Line
from lasker.protocols.line_protocol import number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Task
from lasker.protocols.uci import LONGEST, MOST_LINES, Uci

SQUARE = re.compile(r"([a-z])([0-9]{1,2})")
CLOCK = {"time": "time", "increment": "inc", "opptime": "", "oppincrement": "", "oppmovestogo": ""}


class Ucci(Uci):
    """One talk with another program.

    >>> talk = Ucci("xiangqi")
    >>> talk.read("h2e2"), talk.written("a10a9")
    ('h3e3', 'a9a8')
    """

    NAME = "ucci"
    OFFER = "option"
    NO_MOVE = "nobestmove"

    def __init__(self, game: str, version: str = "") -> None:
        super().__init__(game, version)
        self._unit, self._banned = 1000, set[str]()  # times are told in seconds unless it is said otherwise
        self.words |= {"banmoves": lambda rest: self._banned.update(map(self.read, rest.split()))}

    def options(self) -> Iterator[str]:
        """What can be set, as it is told."""
        yield "usemillisec type check default false"
        yield f"hashsize type spin min 1 max {MOST_MEMORY} default {self.desk.megabytes}"
        yield f"threads type spin min 1 max {MOST_THREADS} default 1"
        yield f"multipv type spin min 1 max {MOST_LINES} default 1"
        yield f"level type spin min {levels.LOWEST} max {levels.FULL} default {levels.FULL}"
        yield "newgame type button"

    def set_option(self, rest: str) -> None:
        """Set an option, told without the words `name` and `value`."""
        name, _, value = rest.partition(" ")
        self.set(name.casefold(), value.strip())

    def set(self, name: str, value: str) -> None:
        """Set an option; its name is written small."""
        match name:
            case "usemillisec":
                self._unit = 1 if value.casefold() in ("true", "on") else 1000
            case "newgame":
                self.desk.forget()
            case "batch" | "debug" | "drawmoves" | "repetition" | "pruning" | "knowledge" | "selectivity":
                pass
            case "style" | "usebook" | "bookfiles" | "useegtb" | "egtbpaths" | "egtbsize" | "promotion":
                pass
            case _:
                super().set({"hashsize": "hash"}.get(name, name), value)

    def written(self, move: str) -> str:
        """A move as UCCI writes it."""
        return SQUARE.sub(lambda square: f"{square[1]}{int(square[2]) - 1}", move)

    def read(self, text: str) -> str:
        """A move as the game writes it."""
        return SQUARE.sub(lambda square: f"{square[1]}{int(square[2]) + 1}", text)

    def board(self, words: list[str]) -> str | None:
        """The position that `position` names, as the game writes it; Red may be called r."""
        self._banned.clear()
        return super().board([*words[:2], *("w" if word == "r" else word for word in words[2:])])

    def go(self, words: list[str]) -> None:
        """Think: the clock is the player's own, and its times may be in seconds."""
        side, said, clock = self.SIDES[self.desk.position.node.state.player > 0], list[str](), False
        for before, word in zip(["", *words], words, strict=False):
            if before in CLOCK:
                said += [str(self._unit * number(word, 0, LONGEST))] if CLOCK[before] else []
            else:
                clock = word in CLOCK
                said += [f"{side}{CLOCK[word]}"] if clock and CLOCK[word] else [] if clock else [word]
        super().go(said)

    def think(self, task: Task) -> None:
        """Begin to think, but not about moves that are forbidden."""
        if self._banned and not task.only:
            task.only = [str(move) for move in self.desk.position.moves if str(move) not in self._banned]
            if not task.only:
                self.desk.say(self.NO_MOVE)
                return
        super().think(task)

    def tell(self, line: Line) -> None:
        """Tell a line that was found on the way."""
        self.desk.say(
            f"info depth {line.depth} score {line.score} nodes {line.nodes} "
            f"time {round(line.seconds * 1000)} pv {' '.join(map(self.written, line.moves))}"
        )

    def close(self) -> None:
        """The talk is over."""
        super().close()
        self.desk.say("bye")
