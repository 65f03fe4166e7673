"""Libraries are tried before they are used: the fast path beside the walk, and both beside the reference.

A library answers in a process of its own (`host`), about positions of random games, shaken boards and those
that the rules themselves count. How much is asked is bounded by work, not by time, so that the same library
is tried in the same way everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

from lasker.algebra.meaning import Configuration
from lasker.backends import open_engine, position
from lasker.backends._agreement import Sight, seen_otherwise, shaken, sight
from lasker.backends.c.host_process import DEEPEST, Crashed, Host, Reply
from lasker.backends.c.packed import Packing, notes
from lasker.backends.c.paranoia import Doubted
from lasker.compiler.ir.machine import Successor
from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError, LimitError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.runtime import compiler, store
from lasker.runtime.compiler import Compiler
from lasker.runtime.records import Distrusted, Record, hash_of

POSITIONS = 200  # at most
WORK = 2_500_000  # parts of moves that the walk may try for all of them
REFERENCE = 5  # positions that the reference sees at most, or one of each turn
PARTS = 30_000  # parts of moves that it may try for all of them,
ONCE = 120_000  # and if that is not enough for one, for this one
EVERY = 9  # after so many positions the reference sees one
FAR = 10  # after so many positions it is looked farther: more plies are counted, and games are played
ON = 0.95  # how likely a game goes on
SHAKEN = 3  # after so many positions one is shaken as well
SEED = 20


class Wrong(Exception):
    """A difference: where, what was found, and whether it is the walk that is wrong."""

    def __init__(self, told: str, at: bytes, walk: bool) -> None:
        super().__init__(told)
        self.told, self.at, self.walk = told, at, walk


class Trial:
    """A library that is being tried."""

    def __init__(self, game: Game, library: Path, walk: Path | None = None) -> None:
        self.game, self.packing = game, Packing(game)
        self.library, self.walk = library, walk
        self.judge = open_engine("reference", game)
        self.checked: Counter[str] = Counter()
        self._random, self._left = Random(SEED), PARTS
        self._judged: set[int] = set()  # turns at which the reference was asked

    def run(self) -> dict[str, int]:
        """How many answers of each kind agree; `Wrong` at the first that does not."""
        try:
            with Host(self.game, self.packing.size, self.library, self.walk) as self.host:
                self._play()
        except Crashed as crashed:  # while it was opened
            raise Wrong(crashed.told, b"", crashed.walk) from None
        return dict(self.checked)

    def _play(self) -> None:
        """Random games from the roots, which come first, each position asked about."""
        roots = list(self._roots())
        waiting, spent, games = list(roots), 0, 0
        for count in range(POSITIONS if roots else 0):
            cancel.check()
            at = waiting.pop(0) if waiting else roots[games % len(roots)]
            full = self.walk is None and self._is_for_the_reference(at, count)
            reply = self._asked(at, far=count < len(roots) or count % FAR == 0, full=full)
            spent += reply.spent
            if spent > WORK:
                return
            if not waiting and reply.after is not None and self._random.random() < ON:
                waiting = [*self._shaken(count, reply.after), reply.after]
            elif not waiting:
                games += 1

    def _is_for_the_reference(self, at: bytes, count: int) -> bool:
        """Is the walk to be compared with the reference here? It is wherever a turn comes for the first time,
        and then now and then. The walk of another library was tried by itself."""
        turn, most = self.packing.unpack(at).turn, max(REFERENCE, len(self.game.states))
        due = turn not in self._judged or count % EVERY == 0
        self._judged.add(turn)
        return due and self.checked["reference"] < most and self._left > 0

    def _shaken(self, count: int, after: bytes) -> Iterator[bytes]:
        """Now and then the same board, shaken."""
        if count % SHAKEN == 0:
            with suppress(LaskerError):  # no such position
                yield self.packing.pack(position(shaken(self.game, _node(self.game, after), self._random)))

    def _roots(self) -> Iterator[bytes]:
        """The start, and the positions that the rules count."""
        texts = [self.game.start, *(count.position for count in self.game.counts)]
        for text in dict.fromkeys(filter(None, texts)):
            with suppress(LaskerError):  # what is no position is told elsewhere
                yield self.packing.pack(position(fen.read(self.game, text)))

    def _asked(self, at: bytes, far: bool, full: bool) -> Reply:
        """One position: the fast path beside the walk, and if all is told, the walk beside the reference."""
        try:
            reply = self.host.ask(at, self._random.getrandbits(32), far=far, full=full)
        except Crashed as crashed:
            raise Wrong(crashed.told, at, crashed.walk) from None
        self.checked["positions"] += 1
        self.checked.update(reply.compared)
        if reply.different:
            self._blame(at, reply)
        if reply.answers is not None and (told := self._otherwise(at, reply)):
            raise Wrong(told, at, walk=True)
        return reply

    def _otherwise(self, at: bytes, reply: Reply, parts: int = 0) -> str | None:
        """How the walk sees a position otherwise than the reference, which may try so many parts of moves; or
        as many as are left for the trial."""
        parts = parts or (self._left if self.checked["reference"] else ONCE)
        found, meter = self._sight(at, reply), self.game.arena.meter
        if found is None:
            return None
        try:
            with meter.question(parts):
                wanted = sight(self.judge, self.game, self.packing.unpack(at))
        except LimitError:
            return None
        except LaskerError as error:
            return f"the walk has an answer, and the reference has none ({error.message})"
        finally:
            self._left -= meter.work
        self.checked["reference"] += 1
        return seen_otherwise(found, wanted)

    def _sight(self, at: bytes, reply: Reply) -> Sight | None:
        answers = reply.answers or {}
        if None in answers.values() or "moves" not in answers:
            return None
        odds = list(self.game.states.values())[self.packing.unpack(at).turn].odds
        chances = zip((weight for weight, _ in odds), map(self._moves, answers["chances"]), strict=True)
        return Sight(
            self._moves(answers["moves"]),
            answers["end"],
            tuple(map(bool, answers["adjudged"])),
            tuple((weight, frozenset(results)) for weight, results in chances if results),
        )

    def _moves(self, told: list[str]) -> tuple[Successor, ...]:
        labels, afters = map(bytes.fromhex, told)
        places = map(self.packing.unpack, self.packing.apart(afters))
        return tuple(map(Successor, notes(labels, self.host.label), places))

    def _blame(self, at: bytes, reply: Reply, farther: int = DEEPEST) -> None:
        """The fast path differs from the walk: find the position itself, and who is right there."""
        full = self.host.ask(at, far=False, full=True)
        moves = (full.answers or {}).get("moves")
        if farther and moves and not full.different:  # then something is wrong after one of the moves
            for after in self.packing.apart(bytes.fromhex(moves[1])):
                deeper = self.host.ask(after, far="counts" in reply.different)
                if deeper.different:
                    self._blame(after, deeper, farther - 1)
            if "games" in reply.different:
                self._replay(at, reply.different["games"][1])
        wrong_walk = self._otherwise(at, full, self.game.rules.limits.work)
        raise Wrong(wrong_walk or reply.told, at, walk=wrong_walk is not None)

    def _replay(self, at: bytes, games: list[tuple[list[int], int, list[int]]]) -> None:
        """Random games differ from these of the walk: find the position on the way that is seen otherwise."""
        for _, _, draws in games:
            here = at
            for draw in [*draws, 0]:
                reply = self.host.ask(here, far=False, full=True)
                if reply.different:
                    self._blame(here, reply, 0)
                moves = self.packing.apart(bytes.fromhex((reply.answers or {})["moves"][1]))
                if not moves and (told := self._otherwise(here, reply, self.game.rules.limits.work)):
                    raise Wrong(told, here, walk=True)
                if draw >= len(moves):  # or chance has drawn twice
                    break
                here = moves[draw]


def tried(game: Game, kind: str, by: Compiler, library: Path, walk: Path | None = None) -> Record:
    """What came of trying a library; `Distrusted` if it is wrong. One that only counts is compared with the
    `walk` of another library."""
    record = Record(
        game.title,
        hash_of(library.read_bytes()),
        kind,
        by.version.partition("\n")[0],
        (*compiler.flags(), *compiler.LINKED),
    )
    trial = Trial(game, library, walk)
    try:
        return replace(record, checked=trial.run())
    except Wrong as wrong:
        where = fen.write(_node(game, wrong.at)) if wrong.at else ""
        told = f"{wrong.told}, at {where}" if where else wrong.told
        checked = dict(trial.checked)
        refused = replace(record, checked=checked, refused=told, walk_is_wrong=wrong.walk)
        raise Distrusted(refused, _shown(game, where, told)) from None


def doubted(game: Game, doubt: Doubted) -> Distrusted:
    """The error that says where two ways to answer differ, with a file that shows it."""
    where = fen.write(_node(game, doubt.packed))
    record = Record(game.title, "", "paranoid", refused=f"{doubt.told}, at {where}")
    return store.shown(Distrusted(record, _shown(game, where, record.refused)), hash_of(doubt.packed))


def _node(game: Game, packed: bytes) -> Node:
    """A packed position, as the reference takes it."""
    turn, board, counters = Packing(game).unpack(packed)
    return Node(game, Configuration(board, (), counters), list(game.states.values())[turn])


def _shown(game: Game, where: str, told: str) -> str:
    """A rules file that shows where a library is wrong."""
    text = game.rules.source.text.rstrip("\n")
    try:
        count = len(fen.read(game, where).steps)
    except LaskerError:
        return f"{text}\n-- Compiled, it is wrong: {told}\n"
    return f'{text}\n\n-- Compiled, it is wrong here: {told}\nperft 1 {count} "{where}"\n'
