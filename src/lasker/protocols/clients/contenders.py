"""Contenders of a match from text: Lasker itself, a random player, or the command of an external engine."""

from __future__ import annotations

import os
import re
import shlex
import shutil
from collections.abc import Mapping
from dataclasses import field, replace
from typing import Any

from lasker.bench.peers import PLACES
from lasker.engine import levels
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import EngineError, NameProblem, NotationError
from lasker.match.clock import Limit, control
from lasker.match.players import Player, RandomPlayer
from lasker.play.game import Game
from lasker.protocols.clients.cecp import CecpPlayer, check
from lasker.protocols.clients.ours import OurPlayer
from lasker.protocols.clients.uci import UciPlayer

OURS, CHANCE = "lasker", "random"
PROTOCOLS: dict[str, type[UciPlayer | CecpPlayer]] = {
    "uci": UciPlayer,
    "cecp": CecpPlayer,
    "xboard": CecpPlayer,
}
TIMES = ("movetime", "nodes", "depth", "tc")
SEMICOLONS = re.compile(r""";(?=(?:[^'"]|'[^']*'|"[^"]*")*$)""")  # semicolons outside of quotes
SHAPE = "lasker:level=3,nodes=2000 or random or 'uci:COMMAND; Name=Value; nodes=2000' or cecp:COMMAND"


@dataclass(frozen=True)
class Contender:
    """A contender: kind, name, command, limit and options."""

    kind: str  # `lasker`, `random`, `uci`, `cecp`, or empty to detect the protocol
    name: str
    command: tuple[str, ...] = ()
    limit: Limit = field(default_factory=Limit)
    options: tuple[tuple[str, str], ...] = ()
    variant: str | None = None
    level: int = levels.FULL
    megabytes: int = 16

    def player(self, game: Game) -> Player:
        """A new player of the game."""
        if self.kind == CHANCE:
            return RandomPlayer(self.name)
        if self.kind == OURS:
            return OurPlayer(game, self.level, self.megabytes, self.name)
        if self.kind in ("cecp", "xboard"):
            check(self.limit)
        given: Any = (self.command, game, dict(self.options), self.variant, self.name)
        if self.kind:
            return PROTOCOLS[self.kind](*given)
        try:
            return UciPlayer(*given)
        except EngineError as error:  # try the other protocol
            check(self.limit)
            try:
                player = CecpPlayer(*given)
                if player.has_features:
                    return player
                player.close()
                raise error
            except EngineError:
                raise EngineError(
                    f"{self.name} speaks neither UCI nor CECP: {error.message}",
                    remedy="say uci: or cecp: before it",
                ) from None

    def within(self, limit: Limit) -> Contender:
        """The contender with a limit, unless it has its own."""
        return self if self.limit.given else replace(self, limit=limit)


def contender(text: str) -> Contender:
    """The contender described by a text.

    >>> contender("lasker:level=3").level, contender("random").kind
    (3, 'random')
    >>> contender("lasker:speed=3")
    Traceback (most recent call last):
    ...
    lasker.kernel.errors.NameProblem: lasker has no speed
    """
    kind, _, rest = text.strip().partition(":")
    if kind in (OURS, CHANCE):
        return _ours(kind, text.strip(), dict(map(_pair, filter(None, re.split(r"[,;]", rest)))))
    if kind not in PROTOCOLS:
        kind, rest = "", text
    command, *settings = SEMICOLONS.split(rest)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise NotationError(f"{command[:60]!r} is no command: {error}", remedy=SHAPE) from None
    path = shutil.which(words[0], path=PLACES) if words else None
    if path is None:
        raise NameProblem(f"no program is called {(words or [''])[0][:60]!r}", remedy=SHAPE)
    given = dict(map(_pair, filter(str.strip, settings)))
    name, variant = (
        given.pop("name", os.path.basename(words[0])),
        given.pop("variant", None),
    )
    limit = _limit({key: given.pop(key) for key in TIMES if key in given})
    return Contender(kind, name, (path, *words[1:]), limit, tuple(given.items()), variant)


def _ours(kind: str, text: str, given: dict[str, str]) -> Contender:
    name = given.pop("name", text)
    level, megabytes = (
        _whole(given.pop("level", "")) or levels.FULL,
        _whole(given.pop("hash", "")) or 16,
    )
    levels.check(level)
    limit = _limit({key: given.pop(key) for key in TIMES if key in given})
    if given:
        remedy = f"it has level, hash, name, {', '.join(TIMES)}"
        raise NameProblem(f"{kind} has no {next(iter(given))[:40]}", remedy=remedy)
    return Contender(kind, name, limit=limit, level=level, megabytes=min(megabytes, 4096))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise NotationError(f"{text.strip()[:60]!r} is no setting", remedy=f"NAME=VALUE, as in {SHAPE}")
    return name.strip(), value.strip()


def _limit(given: Mapping[str, str]) -> Limit:
    limit = control(given["tc"]) if "tc" in given else Limit()
    if "movetime" in given:
        try:
            limit = replace(limit, seconds=float(given["movetime"]))
        except ValueError:
            raise NotationError(f"{given['movetime'][:40]!r} is no time") from None
        if not 0 < (limit.seconds or 0) < 86_400:
            raise NotationError(f"{given['movetime'][:40]} seconds are no time to think")
    return replace(limit, nodes=_whole(given.get("nodes", "")), depth=_whole(given.get("depth", "")))


def _whole(text: str) -> int | None:
    if not text:
        return None
    if not text.isdecimal() or len(text) > 15 or int(text) == 0:
        raise NotationError(f"{text[:40]!r} is no whole number above 0")
    return int(text)
