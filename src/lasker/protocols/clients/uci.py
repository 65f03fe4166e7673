"""A program that speaks UCI, as a player of a match."""

from __future__ import annotations

import re
import time

from lasker.kernel.errors import EngineError, NameProblem
from lasker.match.clock import Allowance
from lasker.match.players import Answer, OutOfTime
from lasker.play import library
from lasker.play.game import Position
from lasker.protocols.clients.names import CHOSEN, known_as
from lasker.protocols.clients.program import GREETING, STARTING, Program
from lasker.protocols.clients.talk import Talk

OPTION = re.compile(r"option name (.+?) type (\w+)(.*)")
NOTHING = ("(none)", "0000", "none")


class UciPlayer(Program):
    """A process that is asked with `go`."""

    _offered: dict[str, str]  # what it can be told, by the name in small letters

    def begin(self, start: Position, seed: int) -> None:
        """A new game."""
        talk = self.ready()
        with self.dropped_if_it_fails():
            talk.say("ucinewgame")
            self._wait(talk, "readyok", "isready", STARTING)

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """Its best move, and the last that it told about it."""
        talk = self.there()
        past = list(position.past())[::-1]
        home = self.game.model.start and past[0].fen == self.game.start().fen
        where = "startpos" if home else f"fen {past[0].fen}"
        moves = " ".join(str(each.last) for each in past[1:])
        until = time.monotonic() + allowance.seconds
        told = Answer(None)
        with self.dropped_if_it_fails():
            talk.forget()
            talk.say(f"position {where}" + (f" moves {moves}" if moves else ""), f"go {_limits(allowance)}")
            while True:
                words = talk.hear(until).split()
                if words[:1] == ["info"]:
                    told = _told(words, told)
                elif words[:1] == ["bestmove"]:
                    break
        if len(words) < 2 or words[1] in NOTHING:
            raise EngineError("no move where there is one")
        return Answer(words[1], told.score, told.mate, told.depth, told.nodes)

    def meet(self, talk: Talk) -> None:
        """Greet it, choose the game, tell the options."""
        self._greet(talk)
        self._choose(talk)
        for name, value in self.options.items():
            if name.casefold() not in self._offered:
                raise NameProblem(
                    f"{self.name} has no option {name}", remedy=f"it has {', '.join(self._offered)}"[:600]
                )
            talk.say(f"setoption name {name} value {value}")
        self._wait(talk, "readyok", "isready", STARTING)

    def _greet(self, talk: Talk) -> None:
        said = map(OPTION.match, self._wait(talk, "uciok", "uci", GREETING))
        self._offered = {found[1].casefold(): found[3] for found in said if found}

    def _choose(self, talk: Talk) -> None:
        """Let it play the game of the match."""
        if self.variant == CHOSEN:
            return
        own = self.game.name not in library.names()
        if own and self.variant is None and "variantpath" in self._offered:
            talk.say(f"setoption name VariantPath value {self.game.name}")
            self._greet(talk)
        chosen = known_as(self.game, self._variants(), self.variant)
        if chosen is None:
            raise NameProblem(
                f"{self.name} does not say that it plays {self.variant or self.game.title}",
                remedy="tell what it calls the game: variant=NAME, or variant=- if it needs not be told",
            )
        if "uci_variant" in self._offered:
            talk.say(f"setoption name UCI_Variant value {chosen}")

    def _variants(self) -> list[str]:
        """The games that it offers; one that does not speak of them plays but one."""
        offered = self._offered.get("uci_variant")
        return ["standard"] if offered is None else re.findall(r"\bvar (\S+)", offered)

    def _wait(self, talk: Talk, word: str, asked: str, seconds: float) -> list[str]:
        """What it says until it says a word that it was asked for."""
        until, lines = time.monotonic() + seconds, list[str]()
        try:
            talk.say(asked)
            while True:
                line = talk.hear(until).strip()
                if line.split()[:1] == [word]:
                    return lines
                if word == "uciok" and line.startswith("Error"):  # so the other protocol objects to a word
                    raise EngineError(f"it answers {line[:60]!r}")
                lines.append(line)
        except EngineError as error:
            silent = f" to `{asked}`" if isinstance(error, OutOfTime) else ""
            raise type(error)(f"{self.name}: {error.message}{silent}") from None


def _limits(allowance: Allowance) -> str:
    """What `go` is told.

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


def _told(words: list[str], before: Answer) -> Answer:
    """What an `info` says beyond what was said before.

    >>> _told("info depth 12 score cp -35 nodes 4711 pv e2e4".split(), Answer(None))
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
    """The number behind a word; what stands behind `pv` and `string` is none of it."""
    for at, each in enumerate(words[:-1]):
        if each in ("pv", "string"):
            return None
        if each == word and re.fullmatch(r"-?\d{1,18}", words[at + 1]):
            return int(words[at + 1])
    return None
