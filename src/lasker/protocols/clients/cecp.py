"""A CECP (XBoard protocol) engine as a player of a match."""

from __future__ import annotations

import re
import time

from lasker.kernel.errors import EngineError, LimitError, NameProblem
from lasker.match.clock import Allowance, Limit
from lasker.match.players import Answer, OutOfTime
from lasker.play.game import Position
from lasker.protocols.clients.engine_process import EngineProcess
from lasker.protocols.clients.external_player import GREETING, STARTING, ExternalPlayer
from lasker.protocols.clients.names import PRESELECTED, offered_name

USUAL = "normal"  # CECP's name for the game it is made for
MATE = 100_000  # scores from here on are mate scores
FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
MOVE = re.compile(r"(?:My move is\s*:?|move)\s+(\S+)")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")


class CecpPlayer(ExternalPlayer):
    """An engine that receives the moves played, then `go`; between its moves it is in `force` mode."""

    _features: dict[str, str]
    _sent_plies = 0  # plies of the game sent so far

    @property
    def has_features(self) -> bool:
        """Does it send features? A program that does not may be no engine at all."""
        return bool(self._features)

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game, without pondering."""
        process = self.ready()
        with self.closed_on_failure():
            process.send("new")
            if (variant := self._chosen()) not in (None, USUAL):
                process.send(f"variant {variant}")
            process.send("force", "easy", "post")
            if not self.game.model.start or start.fen != self.game.start().fen:
                process.send(f"setboard {start.fen}")
            self._pong(process)
        self._sent_plies = 0

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """Its move: send the moves played, the clocks and `go`, and read until a move comes."""
        process = self.running()
        past = list(position.past())[::-1]
        until, report = time.monotonic() + allowance.seconds, Answer(None)
        with self.closed_on_failure():
            process.discard_output()
            for before, after in zip(past[self._sent_plies :], past[self._sent_plies + 1 :], strict=False):
                process.send(self._move_line(before, after))
            process.send(*_limits(allowance), "go")
            while True:
                line = process.receive(until).strip()
                if found := MOVE.match(line):
                    break
                if line.startswith("resign"):
                    return report
                report = _parse_thinking(line) or report
                _check_claims(line)
            process.send("force")
        self._sent_plies = len(past)  # its own next move need not be sent
        return Answer(found[1], report.score, report.mate, report.depth, report.nodes)

    def _move_line(self, before: Position, after: Position) -> str:
        move = str(after.last)
        text = before.san(move) if self._features.get("san") == "1" else move
        return f"usermove {text}" if self._features.get("usermove") == "1" else text

    def handshake(self, process: EngineProcess) -> None:
        """Read its features and set options."""
        self._read_features(process)
        self._chosen()
        for name, value in self.options.items():
            self._set(process, name, value)
        self._pong(process)

    def _read_features(self, process: EngineProcess) -> None:
        """Read features until `done=1`."""
        self._features, self._offered = {}, set[str]()
        process.send("xboard", "protover 2")
        until = time.monotonic() + GREETING  # an engine without features speaks protocol version 1
        while True:
            try:
                line = process.receive(until).strip()
            except OutOfTime:
                if "done" in self._features:  # it announced that it needs longer
                    raise OutOfTime(f"{self.name}: no answer in time to `protover 2`") from None
                return
            if not line.startswith("feature"):
                continue
            for name, value in FEATURE.findall(line):
                if name == "option":
                    self._offered.add(value.strip('"').partition(" -")[0])
                self._features[name] = value.strip('"')
                process.send(f"accepted {name}")
            done = self._features.get("done")
            if done == "1":
                return
            if done == "0":
                until = time.monotonic() + STARTING

    def _chosen(self) -> str | None:
        """Its name for the game; None if it need not be selected."""
        if self.variant == PRESELECTED:
            return None
        offered = self._features.get("variants", USUAL).split(",")
        usual = "standard" in self.game.model.aliases and USUAL in offered and self.variant is None
        chosen = USUAL if usual else offered_name(self.game, map(str.strip, offered), self.variant)
        if chosen is None:
            raise NameProblem(
                f"{self.name} does not say that it plays {self.variant or self.game.title}",
                remedy="tell what it calls the game: variant=NAME, or variant=- if it needs not be told",
            )
        return chosen

    def _set(self, process: EngineProcess, name: str, value: str) -> None:
        """Set an option of the engine, or one of the protocol: memory, cores."""
        if name in ("memory", "cores"):
            process.send(f"{name} {value}")
        elif name in self._offered:
            process.send(f"option {name}={value}")
        else:
            known = ", ".join(["memory", "cores", *sorted(self._offered)])
            raise NameProblem(f"{self.name} has no option {name}", remedy=f"it has {known}"[:600])

    def _pong(self, process: EngineProcess) -> None:
        """Synchronise by `ping`, if it is supported."""
        if self._features.get("ping") != "1":
            return
        until = time.monotonic() + STARTING
        process.send("ping 1")
        while process.receive(until).split() != ["pong", "1"]:
            pass


def check(limit: Limit) -> None:
    """Raise LimitError for a limit that CECP cannot express."""
    if limit.nodes:
        raise LimitError("CECP knows no limit of nodes", remedy="give a time or a depth")
    if limit.seconds is not None and limit.seconds != int(limit.seconds):
        raise LimitError("CECP counts the time of a move in whole seconds", remedy="give 1, 2, 3 …")


def _limits(allowance: Allowance) -> list[str]:
    """The lines that set the time limits.

    >>> from lasker.match.clock import control
    >>> _limits(Allowance(control("40/90+1"), (59.5, 48.25), seat=1))
    ['level 40 1:30 1', 'time 4825', 'otim 5950']
    """
    limit, lines = allowance.limit, list[str]()
    if limit.base is not None:
        minutes, seconds = divmod(round(limit.base), 60)
        lines.append(f"level {limit.moves} {minutes}:{seconds:02} {limit.each:g}")
        other = allowance.left[1 - allowance.seat] if len(allowance.left) == 2 else 0.0
        lines.append(f"time {max(1, round(100 * allowance.left[allowance.seat]))}")
        lines.append(f"otim {max(1, round(100 * other))}")
    elif limit.seconds is not None:
        lines.append(f"st {round(limit.seconds)}")
    lines += [f"sd {limit.depth}"] if limit.depth else []
    return lines


def _parse_thinking(line: str) -> Answer | None:
    """Parse thinking output: depth, score, time, nodes.

    >>> _parse_thinking("9 156 1084 48000 Nf3 Nc6")
    Answer(move=None, score=156, mate=None, depth=9, nodes=48000)
    """
    words = line.split()
    if len(words) < 4 or not all(re.fullmatch(r"[+-]?\d{1,18}", word) for word in words[1:4]):
        return None
    depth = re.match(r"\d{1,9}", words[0])
    if depth is None:
        return None
    score, nodes = int(words[1]), int(words[3])
    mate = abs(score) - MATE if MATE <= abs(score) < 2 * MATE else None
    signed = None if mate is None else (mate or 1) * (1 if score > 0 else -1)
    return Answer(None, None if signed is not None else score, signed, int(depth[0]), nodes)


def _check_claims(line: str) -> None:
    """Raise EngineError if it rejects a legal move or claims a result that the rules do not give."""
    if line.startswith("Illegal move"):
        raise EngineError(f"it says {line[:60]!r} of a legal move")
    if RESULT.match(line):
        raise EngineError(f"it claims {line[:60]!r}, and the game is not over")
