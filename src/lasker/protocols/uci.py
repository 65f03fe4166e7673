"""UCI, the Universal Chess Interface, for every game; the base of the USI and UCCI dialects.

Errors are reported in `info string` lines and never end the session. Dialects rename commands and options and
use other notations for squares and positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lasker.engine import levels
from lasker.engine.opponent import DEEPEST, Budget
from lasker.engine.root_search import Line
from lasker.kernel.errors import LaskerError, NotationError
from lasker.play import library
from lasker.play.record import result_of
from lasker.protocols.line_protocol import LineProtocol, number
from lasker.protocols.session import MOST_MEMORY, MOST_THREADS, Clock, Task

MOST_LINES, SKILL = 256, 20  # of multi-PV; the range of Skill Level
LONGEST = 10**9  # upper bound of milliseconds, nodes and the like
USUAL, SHUFFLED = "standard", "fischerandom"  # the games that UCI_Chess960 exchanges
TIMED = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime", "byoyomi")
OPTION = re.compile(r"name\s+(?P<name>.+?)(?:\s+value(?:\s+(?P<value>.*))?)?", re.DOTALL)
FLAGS = ("searchmoves", "ponder", "infinite", "perft", "draw")


class Uci(LineProtocol):
    """A session with a UCI program.

    >>> talk = Uci("tictactoe")
    >>> talk.answer("position sideways")
    info string error: it is: position startpos|fen FEN [moves MOVE …]
    """

    NAME = "uci"
    OFFER = "option name"
    NO_MOVE = "bestmove (none)"
    SIDES = "wb"  # prefixes of the clocks, first player first

    def __init__(self, game: str, version: str = "") -> None:
        super().__init__(game, version)
        self.lines, self.overhead = 1, 0.03
        self._files: dict[str, str] = {}  # paths of rules files by variant name
        self.words = {
            self.NAME: lambda rest: self._introduce(),
            "isready": lambda rest: self._ready(),
            "setoption": self.set_option,
            "ucinewgame": lambda rest: self.session.forget(),
            "position": self._position,
            "go": lambda rest: self.go(rest.split()),
            "stop": lambda rest: self.session.halt(),
            "ponderhit": lambda rest: self.session.ponder_hit(),
            "d": lambda rest: self._show(),
            "eval": lambda rest: self._evaluate(),
            "debug": lambda rest: None,
            "register": lambda rest: None,
        }

    def dispatch(self, line: str) -> None:
        """Execute the command of a line; unknown words before it are skipped."""
        words = line.split()
        known = next((at for at, word in enumerate(words) if word in self.words), None)
        if known is not None:
            self.words[words[known]]("".join(line.split(maxsplit=known + 1)[known + 1 :]).strip())
        elif words:
            raise NotationError(f"{words[0][:40]!r} is no command")

    def report_error(self, what: str, line: str) -> None:
        """Report an error in an `info string`."""
        self.session.say(f"info string error: {what}")

    def report_info(self, text: str) -> None:
        """Report information in an `info string`."""
        self.session.say(f"info string {text}")

    def _introduce(self) -> None:
        self.session.say(f"id name Lasker {self.version}".rstrip())
        self.session.say("id author the Lasker authors")
        for option in self.options():
            self.session.say(f"{self.OFFER} {option}")
        self.session.say(f"{self.NAME}ok")

    def options(self) -> Iterator[str]:
        """The option declarations."""
        names = sorted(
            name for name in {*library.names(), *self._files, self.session.name} if " " not in name
        )
        variants = " ".join(f"var {name}" for name in names)
        yield f"UCI_Variant type combo default {self.session.name} {variants}"
        yield "VariantPath type string default <empty>"
        yield "UCI_Chess960 type check default false"
        yield f"MultiPV type spin default 1 min 1 max {MOST_LINES}"
        yield "Ponder type check default false"
        yield f"Hash type spin default {self.session.megabytes} min 1 max {MOST_MEMORY}"
        yield f"Threads type spin default 1 min 1 max {MOST_THREADS}"
        yield "Clear Hash type button"
        yield f"Level type spin default {levels.FULL} min {levels.LOWEST} max {levels.FULL}"
        yield f"Skill Level type spin default {SKILL} min 0 max {SKILL}"
        yield "Move Overhead type spin default 30 min 0 max 5000"
        yield "UCI_AnalyseMode type check default false"

    def _ready(self) -> None:
        try:
            self.session.prepare()
        finally:
            self.session.say("readyok")

    def set_option(self, rest: str) -> None:
        """Set an option, given with the words `name` and `value`."""
        found = OPTION.fullmatch(rest)
        if found is None:
            raise NotationError("it is: setoption name NAME value VALUE")
        self.set(" ".join(found["name"].split()).casefold(), found["value"] or "")

    def set(self, name: str, value: str) -> None:
        """Set an option; its name is in lower case."""
        match name:
            case "uci_variant":
                self.session.choose(self._files.get(value, value))
            case "variantpath":
                if value and value != "<empty>":
                    self.session.choose(value)
                    self._files |= {value: value, Path(value).stem: value}
            case "uci_chess960":
                here, there = (SHUFFLED, USUAL) if value.casefold() == "false" else (USUAL, SHUFFLED)
                if library.canonical(self.session.name) == library.canonical(here):
                    self.session.choose(library.canonical(there))
            case "multipv":
                self.lines = number(value, 1, MOST_LINES)
            case "hash":
                self.session.resize(number(value, 1, MOST_MEMORY))
            case "threads":
                self.session.resize(threads=number(value, 1, MOST_THREADS))
            case "clear hash":
                self.session.forget()
            case "level":
                self.session.level = number(value, levels.LOWEST, levels.FULL)
            case "skill level":
                part = number(value, 0, SKILL) / SKILL
                self.session.level = round(levels.LOWEST + part * (levels.FULL - levels.LOWEST))
            case "move overhead":
                self.overhead = number(value, 0, 5000) / 1000
            case "ponder" | "uci_analysemode" | "uci_opponent" | "uci_showcurrline":
                pass
            case _:
                raise NotationError(f"no option is called {name[:40]}")

    # --- notation, overridden by dialects -------------------------------------------------------------

    def written(self, move: str) -> str:
        """A move in the protocol's notation."""
        return move

    def read(self, text: str) -> str:
        """A move in the game's notation."""
        return text

    def board(self, words: list[str]) -> str | None:
        """The argument of `position` in the game's FEN; None for the start."""
        if words == ["startpos"]:
            return None
        if words[:1] == ["fen"] and len(words) > 1:
            return " ".join(words[1:])
        raise NotationError("it is: position startpos|fen FEN [moves MOVE …]")

    # --- search --------------------------------------------------------------------------------------

    def _position(self, rest: str) -> None:
        words = rest.split()
        at = words.index("moves") if "moves" in words else len(words)
        self.session.set_up(self.board(words[:at]), [self.read(text) for text in words[at + 1 :]])

    def go(self, words: list[str]) -> None:
        """Start a search, or perft."""
        arguments = parse_go(words)
        if "perft" in arguments:
            depth = number(arguments["perft"], 1, DEEPEST)
            self.session.count(
                depth, self._counted, lambda total: self.session.say(f"\nNodes searched: {total}")
            )
            return
        numbers = {word: number(text, -LONGEST, LONGEST) for word, text in arguments.items() if word in TIMED}
        only = [self.read(text) for text in arguments.get("searchmoves", "").split()]
        budget = Budget(depth=max(1, min(numbers.get("depth", DEEPEST), DEEPEST)))
        budget = replace(budget, mate=max(0, numbers.get("mate", 0)))
        if "nodes" in numbers:
            budget = replace(budget, nodes=max(1, numbers["nodes"]))
        seconds, waits = self.seconds(numbers), "ponder" in arguments or "infinite" in arguments
        if seconds is not None and not waits:
            budget = replace(budget, seconds=seconds)
        self.think(Task(budget, self.lines, only, waits, (seconds or 0.0) if "ponder" in arguments else 0.0))

    def think(self, task: Task) -> None:
        """Start a search; an error is answered with NO_MOVE, since the other side waits for an answer."""
        try:
            self.session.begin(task, self.tell, self.done)
        except LaskerError:
            self.session.say(self.NO_MOVE)
            raise

    def _counted(self, move: str, count: int) -> None:
        self.session.say(f"{self.written(move)}: {count}")

    def seconds(self, numbers: dict[str, int]) -> float | None:
        """Seconds for the move, if there is a clock or a move time."""
        if "movetime" in numbers:
            return max(0.001, numbers["movetime"] / 1000 - self.overhead / 3)
        side = self.SIDES[self.session.position.node.state.player > 0]
        if f"{side}time" not in numbers and "byoyomi" not in numbers:
            return None
        left, each = (numbers.get(f"{side}{word}", 0) / 1000 for word in ("time", "inc"))
        every = numbers.get("byoyomi", 0) / 1000 - self.overhead  # byoyomi, in addition to the clock
        return Clock(left, each, numbers.get("movestogo", 0)).share(self.overhead) + max(0.0, every)

    def tell(self, line: Line) -> None:
        """Write an info line."""
        score = f"cp {line.score}" if line.mate is None else f"mate {line.mate}"
        self.session.say(
            f"info depth {line.depth} seldepth {line.deepest} multipv {line.rank} score {score} "
            f"nodes {line.nodes} nps {round(line.nodes / max(line.seconds, 0.001))} "
            f"time {round(line.seconds * 1000)} pv {' '.join(map(self.written, line.moves))}"
        )

    def done(self, lines: list[Line]) -> None:
        """Write the best move."""
        if not lines:
            self.session.say(self.NO_MOVE)
            return
        moves = [self.written(move) for move in lines[0].moves]
        self.session.say(f"bestmove {moves[0]}" + (f" ponder {moves[1]}" if len(moves) > 1 else ""))

    # --- commands for users --------------------------------------------------------------------------

    def _show(self) -> None:
        position = self.session.position
        self.session.say(f"{position}\n{position.fen}")
        if position.outcome is not None:
            self.session.say(f"{result_of(position.outcome)} {position.outcome.reason}")

    def _evaluate(self) -> None:
        """Write the score of a search to depth 1."""
        self.session.halt()
        self.session.opponent.ready()
        for line in self.session.opponent.think(self.session.position, Budget(depth=1)):
            self.tell(line)


def parse_go(words: list[str]) -> dict[str, str]:
    """Parse the arguments of `go`.

    >>> parse_go("depth 5 searchmoves e2e4 d2d4 infinite".split())
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
