"""A program that speaks CECP, the protocol of XBoard, as a player of a match."""

from __future__ import annotations

import re
import time

from lasker.kernel.errors import EngineError, LimitError, NameProblem
from lasker.match.clock import Allowance, Limit
from lasker.match.players import Answer, OutOfTime
from lasker.play.game import Position
from lasker.protocols.clients.names import CHOSEN, known_as
from lasker.protocols.clients.program import GREETING, STARTING, Program
from lasker.protocols.clients.talk import Talk

USUAL = "normal"  # CECP's name for the game it is made for
MATE = 100_000  # scores from here on tell in how many moves somebody is mated
FEATURE = re.compile(r'(\w+)=("[^"]*"|\S+)')
MOVE = re.compile(r"(?:My move is\s*:?|move)\s+(\S+)")
RESULT = re.compile(r"(1-0|0-1|1/2-1/2)\b")


class CecpPlayer(Program):
    """A process that is told what was played, and then to `go`; between its moves it is held by `force`."""

    _features: dict[str, str]
    _fed = 0  # plies of the game that it knows of

    @property
    def modern(self) -> bool:
        """Does it tell what it can do? Who does not may as well be no player at all."""
        return bool(self._features)

    def begin(self, start: Position, seed: int) -> None:
        """A new game; nothing is thought about before it is asked."""
        talk = self.ready()
        with self.dropped_if_it_fails():
            talk.say("new")
            if (variant := self._chosen()) not in (None, USUAL):
                talk.say(f"variant {variant}")
            talk.say("force", "easy", "post")
            if not self.game.model.start or start.fen != self.game.start().fen:
                talk.say(f"setboard {start.fen}")
            self._pong(talk)
        self._fed = 0

    def answer(self, position: Position, allowance: Allowance) -> Answer:
        """Its move: it is told what has been played, what the clocks show, and to go."""
        talk = self.there()
        past = list(position.past())[::-1]
        until, told = time.monotonic() + allowance.seconds, Answer(None)
        with self.dropped_if_it_fails():
            talk.forget()
            for before, after in zip(past[self._fed :], past[self._fed + 1 :], strict=False):
                talk.say(self._spelled(before, after))
            talk.say(*_limits(allowance), "go")
            while True:
                line = talk.hear(until).strip()
                if found := MOVE.match(line):
                    break
                if line.startswith("resign"):
                    return told
                told = _thought(line) or told
                _objected(line)
            talk.say("force")
        self._fed = len(past)  # its own move is the next, and it knows it
        return Answer(found[1], told.score, told.mate, told.depth, told.nodes)

    def _spelled(self, before: Position, after: Position) -> str:
        move = str(after.last)
        text = before.san(move) if self._features.get("san") == "1" else move
        return f"usermove {text}" if self._features.get("usermove") == "1" else text

    def meet(self, talk: Talk) -> None:
        """Greet it, hear its features, tell the options."""
        self._hear_features(talk)
        self._chosen()
        for name, value in self.options.items():
            self._set(talk, name, value)
        self._pong(talk)

    def _hear_features(self, talk: Talk) -> None:
        """What it can do, until it says that it has told everything."""
        self._features, self._offered = {}, set[str]()
        talk.say("xboard", "protover 2")
        until = time.monotonic() + GREETING  # who tells no features speaks the first version
        while True:
            try:
                line = talk.hear(until).strip()
            except OutOfTime:
                if "done" in self._features:  # it said that it would need longer
                    raise OutOfTime(f"{self.name}: no answer in time to `protover 2`") from None
                return
            if not line.startswith("feature"):
                continue
            for name, value in FEATURE.findall(line):
                if name == "option":
                    self._offered.add(value.strip('"').partition(" -")[0])
                self._features[name] = value.strip('"')
                talk.say(f"accepted {name}")
            done = self._features.get("done")
            if done == "1":
                return
            if done == "0":
                until = time.monotonic() + STARTING

    def _chosen(self) -> str | None:
        """What it calls the game; None if it needs not be told."""
        if self.variant == CHOSEN:
            return None
        offered = self._features.get("variants", USUAL).split(",")
        usual = "standard" in self.game.model.aliases and USUAL in offered and self.variant is None
        chosen = USUAL if usual else known_as(self.game, map(str.strip, offered), self.variant)
        if chosen is None:
            raise NameProblem(
                f"{self.name} does not say that it plays {self.variant or self.game.title}",
                remedy="tell what it calls the game: variant=NAME, or variant=- if it needs not be told",
            )
        return chosen

    def _set(self, talk: Talk, name: str, value: str) -> None:
        """An option of its own, or one that the protocol has: memory, cores."""
        if name in ("memory", "cores"):
            talk.say(f"{name} {value}")
        elif name in self._offered:
            talk.say(f"option {name}={value}")
        else:
            known = ", ".join(["memory", "cores", *sorted(self._offered)])
            raise NameProblem(f"{self.name} has no option {name}", remedy=f"it has {known}"[:600])

    def _pong(self, talk: Talk) -> None:
        """Wait until it has done what it was told, if it can say so."""
        if self._features.get("ping") != "1":
            return
        until = time.monotonic() + STARTING
        talk.say("ping 1")
        while talk.hear(until).split() != ["pong", "1"]:
            pass


def check(limit: Limit) -> None:
    """Refuse a limit that cannot be told in CECP."""
    if limit.nodes:
        raise LimitError("CECP knows no limit of nodes", remedy="give a time or a depth")
    if limit.seconds is not None and limit.seconds != int(limit.seconds):
        raise LimitError("CECP counts the time of a move in whole seconds", remedy="give 1, 2, 3 …")


def _limits(allowance: Allowance) -> list[str]:
    """The lines that tell how long it may think.

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


def _thought(line: str) -> Answer | None:
    """What a line of thinking says: depth, score, time, nodes.

    >>> _thought("9 156 1084 48000 Nf3 Nc6")
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


def _objected(line: str) -> None:
    """Whoever calls a legal move illegal, or claims what the rules do not give, has lost."""
    if line.startswith("Illegal move"):
        raise EngineError(f"it says {line[:60]!r} of a legal move")
    if RESULT.match(line):
        raise EngineError(f"it claims {line[:60]!r}, and the game is not over")
