"""UCI, the Universal Chess Interface, for every game: what a program says, line by line, and the answers.

Whatever a line says, the next one is read: what cannot be understood is told in an `info string`. Other
protocols are dialects of this one: they name things differently, and write squares in their own way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lasker.engine import levels
from lasker.engine.lines import Line
from lasker.engine.opponent import DEEPEST, Budget
from lasker.kernel.errors import LaskerError, NotationError
from lasker.play import library
from lasker.play.record import result_of
from lasker.protocols.line_protocol import LineProtocol, number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Clock, Task

MOST_LINES, SKILL = 256, 20  # of several lines; the scale that other engines count skill on
LONGEST = 10**9  # milliseconds, nodes and the like; greater numbers are taken for this one
USUAL, SHUFFLED = "standard", "fischerandom"  # what UCI_Chess960 changes into what
TIMED = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "byoyomi")
OPTION = re.compile(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?", re.DOTALL)
FLAGS = ("searchmoves", "ponder", "infinite", "perft", "draw")


class Uci(LineProtocol):
    """One talk with another program.

    >>> talk = Uci("tictactoe")
    >>> talk.answer("position sideways")
    info string error: it is: position startpos|fen FEN [moves MOVE …]
    """

    NAME = "uci"
    OFFER = "option name"
    NO_MOVE = "bestmove (none)"
    SIDES = "wb"  # whose clock is whose, who begins first

    def __init__(self, game: str, version: str = "") -> None:
        super().__init__(game, version)
        self.lines, self.overhead = 1, 0.03
        self._files: dict[str, str] = {}  # rules files that were named, by how they are called
        self.words = {
            self.NAME: lambda rest: self._introduce(),
            "isready": lambda rest: self._ready(),
            "setoption": self.set_option,
            "ucinewgame": lambda rest: self.desk.forget(),
            "position": self._position,
            "go": lambda rest: self.go(rest.split()),
            "stop": lambda rest: self.desk.halt(),
            "ponderhit": lambda rest: self.desk.go_on(),
            "d": lambda rest: self._show(),
            "eval": lambda rest: self._judge(),
            "debug": lambda rest: None,
            "register": lambda rest: None,
        }

    def understand(self, line: str) -> None:
        """Do what a line says; words before the first one that is known are passed over."""
        words = line.split()
        known = next((at for at, word in enumerate(words) if word in self.words), None)
        if known is not None:
            self.words[words[known]]("".join(line.split(maxsplit=known + 1)[known + 1 :]).strip())
        elif words:
            raise NotationError(f"{words[0][:40]!r} is no command")

    def complain(self, what: str, line: str) -> None:
        """Say what is wrong in an `info string`."""
        self.desk.say(f"info string error: {what}")

    def remark(self, text: str) -> None:
        """Say something that a person may want to know."""
        self.desk.say(f"info string {text}")

    def _introduce(self) -> None:
        self.desk.say(f"id name Lasker {self.version}".rstrip())
        self.desk.say("id author the Lasker authors")
        for option in self.options():
            self.desk.say(f"{self.OFFER} {option}")
        self.desk.say(f"{self.NAME}ok")

    def options(self) -> Iterator[str]:
        """What can be set, as it is told."""
        names = sorted(name for name in {*library.names(), *self._files, self.desk.name} if " " not in name)
        variants = " ".join(f"var {name}" for name in names)
        yield f"UCI_Variant type combo default {self.desk.name} {variants}"
        yield "VariantPath type string default <empty>"
        yield "UCI_Chess960 type check default false"
        yield f"MultiPV type spin default 1 min 1 max {MOST_LINES}"
        yield "Ponder type check default false"
        yield f"Hash type spin default {self.desk.megabytes} min 1 max {MOST_MEMORY}"
        yield f"Threads type spin default 1 min 1 max {MOST_THREADS}"
        yield "Clear Hash type button"
        yield f"Level type spin default {levels.FULL} min {levels.LOWEST} max {levels.FULL}"
        yield f"Skill Level type spin default {SKILL} min 0 max {SKILL}"
        yield "Move Overhead type spin default 30 min 0 max 5000"
        yield "UCI_AnalyseMode type check default false"

    def _ready(self) -> None:
        try:
            self.desk.prepare()
        finally:
            self.desk.say("readyok")

    def set_option(self, rest: str) -> None:
        """Set an option, told with the words `name` and `value`."""
        found = OPTION.fullmatch(rest)
        if found is None:
            raise NotationError("it is: setoption name NAME value VALUE")
        self.set(" ".join(found["name"].split()).casefold(), found["value"] or "")

    def set(self, name: str, value: str) -> None:
        """Set an option; its name is written small."""
        match name:
            case "uci_variant":
                self.desk.choose(self._files.get(value, value))
            case "variantpath":
                if value and value != "<empty>":
                    self.desk.choose(value)
                    self._files |= {value: value, Path(value).stem: value}
            case "uci_chess960":
                here, there = (SHUFFLED, USUAL) if value.casefold() == "false" else (USUAL, SHUFFLED)
                if library.canonical(self.desk.name) == library.canonical(here):
                    self.desk.choose(library.canonical(there))
            case "multipv":
                self.lines = number(value, 1, MOST_LINES)
            case "hash":
                self.desk.resize(number(value, 1, MOST_MEMORY))
            case "threads":
                self.desk.resize(threads=number(value, 1, MOST_THREADS))
            case "clear hash":
                self.desk.forget()
            case "level":
                self.desk.level = number(value, levels.LOWEST, levels.FULL)
            case "skill level":
                part = number(value, 0, SKILL) / SKILL
                self.desk.level = round(levels.LOWEST + part * (levels.FULL - levels.LOWEST))
            case "move overhead":
                self.overhead = number(value, 0, 5000) / 1000
            case "ponder" | "uci_analysemode" | "uci_opponent" | "uci_showcurrline":
                pass
            case _:
                raise NotationError(f"no option is called {name[:40]}")

    # --- what dialects write in their own way ---------------------------------------------------------

    def written(self, move: str) -> str:
        """A move as this protocol writes it."""
        return move

    def read(self, text: str) -> str:
        """A move as the game writes it."""
        return text

    def board(self, words: list[str]) -> str | None:
        """The position that `position` names, as the game writes it; None for the start."""
        if words == ["startpos"]:
            return None
        if words[:1] == ["fen"] and len(words) > 1:
            return " ".join(words[1:])
        raise NotationError("it is: position startpos|fen FEN [moves MOVE …]")

    # --- thinking ------------------------------------------------------------------------------------

    def _position(self, rest: str) -> None:
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        self.desk.set_up(self.board(words[:at]), [self.read(text) for text in words[at + 1 :]])

    def go(self, words: list[str]) -> None:
        """Think, or count."""
        asked = told(words)
        if "perft" in asked:
            depth = number(asked["perft"], 1, DEEPEST)
            self.desk.count(depth, self._counted, lambda total: self.desk.say(f"\nNodes searched: {total}"))
            return
        numbers = {word: number(text, -LONGEST, LONGEST) for word, text in asked.items() if word in TIMED}
        only = [self.read(text) for text in asked.get("searchmoves", "").split()]
        budget = Budget(depth=max(1, min(numbers.get("depth", DEEPEST), DEEPEST)))
        budget = replace(budget, mate=max(0, numbers.get("mate", 0)))
        if "nodes" in numbers:
            budget = replace(budget, nodes=max(1, numbers["nodes"]))
        seconds, waits = self.seconds(numbers), "ponder" in asked or "infinite" in asked
        if seconds is not None and not waits:
            budget = replace(budget, seconds=seconds)
        self.think(Task(budget, self.lines, only, waits, (seconds or 0.0) if "ponder" in asked else 0.0))

    def think(self, task: Task) -> None:
        """Begin to think; whoever asks for a move waits for one, so there is an answer in any case."""
        try:
            self.desk.begin(task, self.tell, self.done)
        except LaskerError:
            self.desk.say(self.NO_MOVE)
            raise

    def _counted(self, move: str, count: int) -> None:
        self.desk.say(f"{self.written(move)}: {count}")

    def seconds(self, numbers: dict[str, int]) -> float | None:
        """How long to think, if there is a clock or a time for the move."""
        if "movetime" in numbers:
            return max(0.001, numbers["movetime"] / 1000 - self.overhead / 3)
        side = self.SIDES[self.desk.position.node.state.player > 0]
        if f"{side}time" not in numbers and "byoyomi" not in numbers:
            return None
        left, each = (numbers.get(f"{side}{word}", 0) / 1000 for word in ("time", "inc"))
        every = numbers.get("byoyomi", 0) / 1000 - self.overhead  # what every move has besides
        return Clock(left, each, numbers.get("movestogo", 0)).share(self.overhead) + max(0.0, every)

    def tell(self, line: Line) -> None:
        """Tell a line that was found on the way."""
        score = f"cp {line.score}" if line.mate is None else f"mate {line.mate}"
        self.desk.say(
            f"info depth {line.depth} seldepth {line.deepest} multipv {line.rank} score {score} "
            f"nodes {line.nodes} nps {round(line.nodes / max(line.seconds, 0.001))} "
            f"time {round(line.seconds * 1000)} pv {' '.join(map(self.written, line.moves))}"
        )

    def done(self, lines: list[Line]) -> None:
        """Give the answer."""
        if not lines:
            self.desk.say(self.NO_MOVE)
            return
        moves = [self.written(move) for move in lines[0].moves]
        self.desk.say(f"bestmove {moves[0]}" + (f" ponder {moves[1]}" if len(moves) > 1 else ""))

    # --- for people ----------------------------------------------------------------------------------

    def _show(self) -> None:
        position = self.desk.position
        self.desk.say(f"{position}\n{position.fen}")
        if position.outcome is not None:
            self.desk.say(f"{result_of(position.outcome)} {position.outcome.reason}")

    def _judge(self) -> None:
        """What the position is worth, looked at briefly."""
        self.desk.halt()
        self.desk.opponent.ready()
        for line in self.desk.opponent.think(self.desk.position, Budget(depth=1)):
            self.tell(line)


def told(words: list[str]) -> dict[str, str]:
    """What follows each word of a `go`.

    >>> told("depth 5 searchmoves e2e4 d2d4 infinite".split())
    {'depth': '5', 'searchmoves': 'e2e4 d2d4', 'infinite': ''}
    """
    found: dict[str, str] = {}
    last = ""
    for word in words:
        if word in TIMED or word in FLAGS:
            last = word
            found[word] = ""
        elif last:
            found[last] = f"{found[last]} {word}".strip()
    return found
