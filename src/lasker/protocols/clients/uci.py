"""A UCI engine as a player of a match."""

from __future__ import annotations

import re
import time

from lasker.kernel.errors import EngineError, NameProblem
from lasker.match.clock import Allowance
from lasker.match.players import Answer, OutOfTime
from lasker.play import library
from lasker.play.game import Position
from lasker.protocols.clients.engine_process import EngineProcess
from lasker.protocols.clients.external_player import GREETING, STARTING, ExternalPlayer
from lasker.protocols.clients.names import PRESELECTED, offered_name

OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")
NOTHING = ("(none)", "0000", "none")


class UciPlayer(ExternalPlayer):
    """An engine that is queried with `position` and `go`."""

    _offered: dict[str, str]  # its options, by name in lower case

    def begin(self, start: Position, seed: int) -> None:
        """Start a new game."""
        process = self.ready()
        with self.closed_on_failure():
            process.send("ucinewgame")
            self._wait(process, "readyok", "isready", STARTING)

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """Its best move, with the last reported score."""
        process = self.running()
        past = list(position.past())[::-1]
        home = self.game.model.start and past[0].fen == self.game.start().fen
        where = "startpos" if home else f"fen {past[0].fen}"
        moves = " ".join(str(each.last) for each in past[1:])
        until = time.monotonic() + allowance.seconds
        report = Answer(None)
        with self.closed_on_failure():
            process.discard_output()
            process.send(
                f"position {where}" + (f" moves {moves}" if moves else ""), f"go {_limits(allowance)}"
            )
            while True:
                words = process.receive(until).split()
                if words[:1] == ["info"]:
                    report = _parse_info(words, report)
                elif words[:1] == ["bestmove"]:
                    break
        if len(words) < 2 or words[1] in NOTHING:
            raise EngineError("no move where there is one")
        return Answer(words[1], report.score, report.mate, report.depth, report.nodes)

    def handshake(self, process: EngineProcess) -> None:
        """Read its options, select the game, set options."""
        self._greet(process)
        self._choose(process)
        for name, value in self.options.items():
            if name.casefold() not in self._offered:
                raise NameProblem(
                    f"{self.name} has no option {name}", remedy=f"it has {', '.join(self._offered)}"[:600]
                )
            process.send(f"setoption name {name} value {value}")
        self._wait(process, "readyok", "isready", STARTING)

    def _greet(self, process: EngineProcess) -> None:
        said = map(OPTION.match, self._wait(process, "uciok", "uci", GREETING))
        self._offered = {found[1].casefold(): found[3] for found in said if found}

    def _choose(self, process: EngineProcess) -> None:
        """Select the game of the match."""
        if self.variant == PRESELECTED:
            return
        own = self.game.name not in library.names()
        if own and self.variant is None and "variantpath" in self._offered:
            process.send(f"setoption name VariantPath value {self.game.name}")
            self._greet(process)
        chosen = offered_name(self.game, self._variants(), self.variant)
        if chosen is None:
            raise NameProblem(
                f"{self.name} does not say that it plays {self.variant or self.game.title}",
                remedy="tell what it calls the game: variant=NAME, or variant=- if it needs not be told",
            )
        if "uci_variant" in self._offered:
            process.send(f"setoption name UCI_Variant value {chosen}")

    def _variants(self) -> list[str]:
        """The variants it offers; an engine without the option plays only the standard game."""
        offered = self._offered.get("uci_variant")
        return ["standard"] if offered is None else re.findall(r"\bvar (\S+)", offered)

    def _wait(self, process: EngineProcess, word: str, asked: str, seconds: float) -> list[str]:
        """Send a command and collect lines until the expected word."""
        until, lines = time.monotonic() + seconds, list[str]()
        try:
            process.send(asked)
            while True:
                line = process.receive(until).strip()
                if line.split()[:1] == [word]:
                    return lines
                if word == "uciok" and line.startswith(
                    "Error"
                ):  # a CECP engine's reply to an unknown command
                    raise EngineError(f"it answers {line[:60]!r}")
                lines.append(line)
        except EngineError as error:
            silent = f" to `{asked}`" if isinstance(error, OutOfTime) else ""
            raise type(error)(f"{self.name}: {error.message}{silent}") from None


def _limits(allowance: Allowance) -> str:
    """The arguments of `go`.

    >>> from lasker.match.clock import control
    >>> _limits(Allowance(control("60+1"), (59.5, 48.25)))
    'wtime 59500 btime 48250 winc 1000 binc 1000'
    """
    limit, words = allowance.limit, list[str]()
    if limit.base is not None:
        for side, left in zip("wb", allowance.left, strict=False):
            words.append(f"{side}time {max(1, round(left * 1000))}")
        words += [f"{side}inc {round(limit.each * 1000)}" for side in "wb"]
        words += [f"movestogo {allowance.togo}"] if allowance.togo else []
    words += [f"movetime {round(limit.seconds * 1000)}"] if limit.seconds is not None else []
    words += [f"nodes {limit.nodes}"] if limit.nodes else []
    words += [f"depth {limit.depth}"] if limit.depth else []
    return " ".join(words) or "movetime 1000"


def _parse_info(words: list[str], before: Answer) -> Answer:
    """Update a report from an `info` line.

    >>> _parse_info("info depth 12 score cp -35 nodes 4711 pv e2e4".split(), Answer(None))
    Answer(move=None, score=-35, mate=None, depth=12, nodes=4711)
    """
    if "multipv" in words and _after(words, "multipv") not in (None, 1):
        return before
    score, mate = _after(words, "cp"), _after(words, "mate")
    if score is None and mate is None:
        score, mate = before.score, before.mate
    depth, nodes = _after(words, "depth"), _after(words, "nodes")
    return Answer(None, score, mate, before.depth if depth is None else depth, nodes or before.nodes)


def _after(words: list[str], word: str) -> int | None:
    """The number after a word; everything after `pv` and `string` is ignored."""
    for at, each in enumerate(words[:-1]):
        if each in ("pv", "string"):
            return None
        if each == word and re.fullmatch(r"-?\d{1,18}", words[at + 1]):
            return int(words[at + 1])
    return None
