"""UCI, the Universal Chess Interface, for every game: what a program says, line by line, and the answers.

Whatever a line says, the next one is read: what cannot be understood is told in an `info string`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial

from lasker import backends
from lasker.analysis.opponent import levels
from lasker.analysis.opponent.thinking import DEEPEST, Budget
from lasker.analysis.opponent.thought import Line
from lasker.kernel.errors import LaskerError, NotationError
from lasker.play import library
from lasker.play.game import Position
from lasker.protocols.desk import Clock, Desk, Task

MOST_LINES, MOST_MEMORY = 256, 4096
LONGEST = 10**9  # milliseconds, nodes and the like; greater numbers are taken for this one
TIMED = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
WORDS = (*TIMED, "searchmoves", "ponder", "infinite", "perft")


class Uci:
    """One talk with another program."""

    def __init__(self, game: str, version: str = "") -> None:
        self.desk, self.version = Desk(game), version
        self.lines, self.overhead = 1, 0.03
        self._added: list[str] = []
        self._words: dict[str, Callable[[list[str]], object]] = {
            "uci": self._uci,
            "isready": self._isready,
            "setoption": self._setoption,
            "ucinewgame": lambda rest: self.desk.halt(),
            "position": self._position,
            "go": self._go,
            "stop": lambda rest: self.desk.halt(),
            "ponderhit": lambda rest: self.desk.go_on(),
            "d": lambda rest: self.desk.say(f"{self.desk.position}\n{self.desk.position.fen}"),
            "debug": lambda rest: None,
            "register": lambda rest: None,
        }

    def run(self, lines: Iterable[str] | None = None) -> int:
        """Answer lines until one says `quit` or there are no more."""
        try:
            for line in sys.stdin if lines is None else lines:
                words = line.split()
                if words == ["quit"]:
                    break
                self.answer(words)
        except KeyboardInterrupt:
            pass
        self.desk.halt()
        return 0

    def answer(self, words: list[str]) -> None:
        """Answer one line; words before the first one that is known are passed over."""
        known = next((at for at, word in enumerate(words) if word in self._words), None)
        try:
            if known is None:
                if words:
                    raise NotationError(f"{words[0][:40]!r} is no command")
                return
            self._words[words[known]](words[known + 1 :])
        except LaskerError as error:
            self.desk.say(f"info string error: {' '.join(error.message.split())}")
        except (OSError, RecursionError, ValueError) as error:
            self.desk.say(f"info string error: {' '.join(str(error).split())}")

    def _uci(self, rest: list[str]) -> None:
        say = self.desk.say
        say(f"id name Lasker {self.version}".rstrip())
        say("id author the Lasker authors")
        names = sorted(name for name in library.names() | {self.desk.name, *self._added} if " " not in name)
        say(
            f"option name UCI_Variant type combo default {self.desk.name} "
            + " ".join(f"var {n}" for n in names)
        )
        say("option name VariantPath type string default <empty>")
        say(f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}")
        say("option name Ponder type check default false")
        say(f"option name Hash type spin default {self.desk.megabytes} min 1 max {MOST_MEMORY}")
        say(f"option name Level type spin default {levels.FULL} min {levels.LOWEST} max {levels.FULL}")
        say("option name Move Overhead type spin default 30 min 0 max 5000")
        say("uciok")

    def _isready(self, rest: list[str]) -> None:
        try:
            _ = self.desk.opponent
        finally:
            self.desk.say("readyok")

    def _setoption(self, words: list[str]) -> None:
        if words[:1] != ["name"]:
            raise NotationError("setoption name NAME value VALUE")
        at = words.index("value") if "value" in words else len(words)
        name, value = " ".join(words[1:at]).casefold(), " ".join(words[at + 1 :])
        match name:
            case "uci_variant":
                self.desk.choose(value)
            case "variantpath":
                if value and value != "<empty>":
                    self.desk.choose(value)
                    self._added.append(value)
            case "multipv":
                self.lines = number(value, 1, MOST_LINES)
            case "hash":
                self.desk.resize(number(value, 1, MOST_MEMORY))
            case "level":
                self.desk.level = number(value, levels.LOWEST, levels.FULL)
            case "move overhead":
                self.overhead = number(value, 0, 5000) / 1000
            case "ponder" | "uci_analysemode":
                pass
            case _:
                raise NotationError(f"no option is called {name[:40]}")

    def _position(self, words: list[str]) -> None:
        at = words.index("moves") if "moves" in words else len(words)
        kind, moves = words[:1], words[at + 1 :]
        if kind == ["startpos"]:
            self.desk.set_up(None, moves)
        elif kind == ["fen"] and at > 1:
            self.desk.set_up(" ".join(words[1:at]), moves)
        else:
            raise NotationError("position startpos|fen FEN [moves MOVE …]")

    def _go(self, words: list[str]) -> None:
        asked = told(words)
        if "perft" in asked:
            self._perft(number(asked["perft"], 1, 20))
            return
        numbers = {word: number(text, -LONGEST, LONGEST) for word, text in asked.items() if word in TIMED}
        seconds = self._seconds(numbers)
        only = asked["searchmoves"].split() if "searchmoves" in asked else ()
        budget = Budget(
            depth=max(1, min(numbers["depth"], DEEPEST)) if "depth" in numbers else DEEPEST,
            mate=max(0, numbers.get("mate", 0)),
            **({"nodes": max(1, numbers["nodes"])} if "nodes" in numbers else {}),
        )
        waits = "ponder" in asked or "infinite" in asked
        if seconds is not None and not waits:
            budget = Budget(seconds, budget.nodes, budget.depth, budget.mate)
        task = Task(budget, self.lines, only, waits, (seconds or 0.0) if "ponder" in asked else 0.0)
        self.desk.begin(task, self._tell, partial(self._done, self.desk.position))

    def _seconds(self, numbers: dict[str, int]) -> float | None:
        """How long to think, if there is a clock or a time for the move."""
        if "movetime" in numbers:
            return max(0.001, numbers["movetime"] / 1000 - self.overhead / 3)
        side = "b" if self.desk.position.node.state.player > 0 else "w"
        if f"{side}time" not in numbers:
            return None
        left, each = numbers[f"{side}time"] / 1000, numbers.get(f"{side}inc", 0) / 1000
        return Clock(left, each, numbers.get("movestogo", 0)).share(self.overhead)

    def _tell(self, line: Line) -> None:
        score = f"cp {line.score}" if line.mate is None else f"mate {line.mate}"
        self.desk.say(
            f"info depth {line.depth} seldepth {line.deepest} multipv {line.rank} score {score} "
            f"nodes {line.nodes} nps {round(line.nodes / max(line.seconds, 0.001))} "
            f"time {round(line.seconds * 1000)} pv {' '.join(line.moves)}"
        )

    def _done(self, position: Position, lines: list[Line]) -> None:
        if not lines:
            self.desk.say("bestmove (none)")
            return
        moves = lines[0].moves
        self.desk.say(f"bestmove {moves[0]}" + (f" ponder {moves[1]}" if len(moves) > 1 else ""))

    def _perft(self, depth: int) -> None:
        """Count sequences of moves, first move by first move."""
        self.desk.halt()
        mind, total = self.desk.opponent.mind, 0
        for move in self.desk.position.moves:
            count = mind.perft(backends.position(move.step.after), depth - 1)
            total += count
            self.desk.say(f"{move}: {count}")
        self.desk.say(f"\nNodes searched: {total}")


def told(words: list[str]) -> dict[str, str]:
    """What follows each word of a `go`.

    >>> told("depth 5 searchmoves e2e4 d2d4 infinite".split())
    {'depth': '5', 'searchmoves': 'e2e4 d2d4', 'infinite': ''}
    """
    found: dict[str, str] = {}
    last = ""
    for word in words:
        if word in WORDS:
            last = word
            found[word] = ""
        elif last:
            found[last] = f"{found[last]} {word}".strip()
    return found


def number(text: str, low: int, high: int) -> int:
    """A whole number within bounds; one beyond them is brought back to them.

    >>> number("7", 1, 5)
    5
    """
    try:
        return max(low, min(int(text), high))
    except ValueError:
        raise NotationError(f"{text[:40]!r} is no whole number") from None
