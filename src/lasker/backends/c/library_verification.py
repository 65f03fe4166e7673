"""Verification of libraries before use: the fast path against the walk, and the walk against the reference.

A library runs in a child process (`host`), on positions of random games, perturbed boards and the positions
of the rules' own perft checks. The effort is bounded by work, not by time, so that verification is
reproducible.
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
from lasker.backends._differential_tests import Observation, describe_difference, observe, perturbed
from lasker.backends.c.cross_checking import Mismatch
from lasker.backends.c.host_process import DEEPEST, Crashed, Host, Reply
from lasker.compiler.ir.machine import Successor
from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError, LimitError
from lasker.model.game import Game
from lasker.model.position import Node
from lasker.notation.fen import fen
from lasker.runtime import c_compiler, library_store
from lasker.runtime.c_compiler import Compiler
from lasker.runtime.packed import Packing, notes
from lasker.runtime.records import Record, RejectedLibrary, hash_of

POSITIONS = 200  # at most
WORK = 2_500_000  # work limit of the walk for all of them
REFERENCE = 5  # positions compared with the reference at most, or one for each turn
PARTS = 30_000  # work limit of the reference for all of them,
ONCE = 120_000  # and for the first one
EVERY = 9  # one position in so many is compared with the reference
FAR = 10  # one position in so many gets deeper perft and playouts
ON = 0.95  # probability that a random game continues
PERTURBED = 3  # after so many positions a perturbed one is tested
SEED = 20


class Failure(Exception):
    """A difference: its position, a description, and whether the walk is wrong."""

    def __init__(self, description: str, at: bytes, walk: bool) -> None:
        super().__init__(description)
        self.description, self.at, self.walk = description, at, walk


class Trial:
    """The verification of one library."""

    def __init__(self, game: Game, library: Path, walk: Path | None = None) -> None:
        self.game, self.packing = game, Packing(game)
        self.library, self.walk = library, walk
        self.reference = open_engine("reference", game)
        self.checked: Counter[str] = Counter()
        self._random, self._left = Random(SEED), PARTS
        self._turns_seen: set[int] = set()  # turns at which the reference was compared

    def run(self) -> dict[str, int]:
        """The number of equal answers by kind; raises `Failure` at the first difference."""
        try:
            with Host(self.game, self.packing.size, self.library, self.walk) as self.host:
                self._play()
        except Crashed as crashed:  # while the library was opened
            raise Failure(crashed.description, b"", crashed.walk) from None
        return dict(self.checked)

    def _play(self) -> None:
        """Check the roots, then the positions of random games from them."""
        roots = list(self._roots())
        waiting, spent, games = list(roots), 0, 0
        for count in range(POSITIONS if roots else 0):
            cancel.check()
            at = waiting.pop(0) if waiting else roots[games % len(roots)]
            full = self.walk is None and self._uses_reference(at, count)
            reply = self._check(at, far=count < len(roots) or count % FAR == 0, full=full)
            spent += reply.spent
            if spent > WORK:
                return
            if not waiting and reply.after is not None and self._random.random() < ON:
                waiting = [*self._perturbed(count, reply.after), reply.after]
            elif not waiting:
                games += 1

    def _uses_reference(self, at: bytes, count: int) -> bool:
        """Is the walk compared with the reference here? It is at the first position of each turn, and then
        periodically. A separate walk library was verified on its own."""
        turn, most = self.packing.unpack(at).turn, max(REFERENCE, len(self.game.states))
        due = turn not in self._turns_seen or count % EVERY == 0
        self._turns_seen.add(turn)
        return due and self.checked["reference"] < most and self._left > 0

    def _perturbed(self, count: int, after: bytes) -> Iterator[bytes]:
        """Periodically a perturbed copy of a board."""
        if count % PERTURBED == 0:
            with suppress(LaskerError):  # no such position
                yield self.packing.pack(position(perturbed(self.game, _node(self.game, after), self._random)))

    def _roots(self) -> Iterator[bytes]:
        """The start, and the positions of the rules' perft checks."""
        texts = [self.game.start, *(count.position for count in self.game.counts)]
        for text in dict.fromkeys(filter(None, texts)):
            with suppress(LaskerError):  # invalid positions are reported elsewhere
                yield self.packing.pack(position(fen.read(self.game, text)))

    def _check(self, at: bytes, far: bool, full: bool) -> Reply:
        """Check one position: the fast path against the walk and, with `full`, the walk against the
        reference."""
        try:
            reply = self.host.ask(at, self._random.getrandbits(32), far=far, full=full)
        except Crashed as crashed:
            raise Failure(crashed.description, at, crashed.walk) from None
        self.checked["positions"] += 1
        self.checked.update(reply.compared)
        if reply.different:
            self._locate(at, reply)
        if reply.answers is not None and (description := self._reference_difference(at, reply)):
            raise Failure(description, at, walk=True)
        return reply

    def _reference_difference(self, at: bytes, reply: Reply, parts: int = 0) -> str | None:
        """The difference of the walk from the reference within a work limit (by default what is left); None
        if there is none."""
        parts = parts or (self._left if self.checked["reference"] else ONCE)
        found, meter = self._observation(at, reply), self.game.arena.meter
        if found is None:
            return None
        try:
            with meter.question(parts):
                wanted = observe(self.reference, self.game, self.packing.unpack(at))
        except LimitError:
            return None
        except LaskerError as error:
            return f"the walk has an answer, and the reference has none ({error.message})"
        finally:
            self._left -= meter.work
        self.checked["reference"] += 1
        return describe_difference(found, wanted)

    def _observation(self, at: bytes, reply: Reply) -> Observation | None:
        answers = reply.answers or {}
        if None in answers.values() or "moves" not in answers:
            return None
        odds = list(self.game.states.values())[self.packing.unpack(at).turn].odds
        chances = zip((weight for weight, _ in odds), map(self._moves, answers["chances"]), strict=True)
        return Observation(
            self._moves(answers["moves"]),
            answers["end"],
            tuple(map(bool, answers["adjudged"])),
            tuple((weight, frozenset(results)) for weight, results in chances if results),
        )

    def _moves(self, description: list[str]) -> tuple[Successor, ...]:
        labels, afters = map(bytes.fromhex, description)
        places = map(self.packing.unpack, self.packing.apart(afters))
        return tuple(map(Successor, notes(labels, self.host.label), places))

    def _locate(self, at: bytes, reply: Reply, farther: int = DEEPEST) -> None:
        """The fast path differs from the walk: locate the position, and decide which of the two is wrong."""
        full = self.host.ask(at, far=False, full=True)
        moves = (full.answers or {}).get("moves")
        if farther and moves and not full.different:  # the difference is after one of the moves
            for after in self.packing.apart(bytes.fromhex(moves[1])):
                deeper = self.host.ask(after, far="counts" in reply.different)
                if deeper.different:
                    self._locate(after, deeper, farther - 1)
            if "games" in reply.different:
                self._replay(at, reply.different["games"][1])
        wrong_walk = self._reference_difference(at, full, self.game.rules.limits.work)
        raise Failure(wrong_walk or reply.description, at, walk=wrong_walk is not None)

    def _replay(self, at: bytes, games: list[tuple[list[int], int, list[int]]]) -> None:
        """Playouts differ from those of the walk: find the position along them where the answers differ."""
        for _, _, draws in games:
            here = at
            for draw in [*draws, 0]:
                reply = self.host.ask(here, far=False, full=True)
                if reply.different:
                    self._locate(here, reply, 0)
                moves = self.packing.apart(bytes.fromhex((reply.answers or {})["moves"][1]))
                if not moves and (
                    description := self._reference_difference(here, reply, self.game.rules.limits.work)
                ):
                    raise Failure(description, here, walk=True)
                if draw >= len(moves):  # a chance move takes two draws
                    break
                here = moves[draw]


def verify(game: Game, kind: str, by: Compiler, library: Path, walk: Path | None = None) -> Record:
    """What came of trying a library; `RejectedLibrary` if it is wrong. One that only counts is compared with
    the `walk` of another library."""
    record = Record(
        game.title,
        hash_of(library.read_bytes()),
        kind,
        by.version.partition("\n")[0],
        (*c_compiler.flags(), *c_compiler.LINKED),
    )
    trial = Trial(game, library, walk)
    try:
        return replace(record, checked=trial.run())
    except Failure as wrong:
        where = fen.write(_node(game, wrong.at)) if wrong.at else ""
        description = f"{wrong.description}, at {where}" if where else wrong.description
        checked = dict(trial.checked)
        refused = replace(record, checked=checked, refused=description, walk_is_wrong=wrong.walk)
        raise RejectedLibrary(refused, _shown(game, where, description)) from None


def rejection(game: Game, mismatch: Mismatch) -> RejectedLibrary:
    """The error of a run-time mismatch, with a file that reproduces it."""
    where = fen.write(_node(game, mismatch.packed))
    record = Record(game.title, "", "paranoid", refused=f"{mismatch.description}, at {where}")
    return library_store.shown(
        RejectedLibrary(record, _shown(game, where, record.refused)), hash_of(mismatch.packed)
    )


def _node(game: Game, packed: bytes) -> Node:
    """A packed position as a node of the reference."""
    turn, board, counters = Packing(game).unpack(packed)
    return Node(game, Configuration(board, (), counters), list(game.states.values())[turn])


def _shown(game: Game, where: str, description: str) -> str:
    """A rules file that reproduces the failure of a library."""
    text = game.rules.source.text.rstrip("\n")
    try:
        count = len(fen.read(game, where).steps)
    except LaskerError:
        return f"{text}\n-- Compiled, it is wrong: {description}\n"
    return f'{text}\n\n-- Compiled, it is wrong here: {description}\nperft 1 {count} "{where}"\n'
