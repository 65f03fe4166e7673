"""The elements of a batch in native code: their memory, and the calls that work on all of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from sys import getrefcount
from threading import RLock
from typing import Any, Literal, NoReturn

from lasker.environments.actions import ActionSpace
from lasker.environments.arrays import Rows, numbers_of_space, numpy_module
from lasker.environments.exclusive import exclusive
from lasker.environments.observations import PlaneTables
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import IllegalMove
from lasker.model.game import Game as Model
from lasker.model.position import Node, Outcome
from lasker.play.game import Game, Position
from lasker.play.native import NativeGame, PackedNode
from lasker.runtime.threads import shared

SHARE = 256  # least elements of a thread
ROOMLESS, FULL = 1 << 8, (1 << 8) + 1  # problems that more memory solves
UNUSED = 3  # references to an array that nobody has: pool, loop, argument
CHANGES = 8  # numbers that tell what a move changed, for which there is room
MORE = 16  # moves for which there is room in the history before a step


@dataclass(frozen=True)
class Options:
    """The settings of a batch."""

    auto_reset: bool = False
    max_plies: int | None = None
    claims: bool = False
    chance: Literal["sampled", "explicit"] = "sampled"
    threads: int | None = None


class Elements:
    """The elements of a batch: arrays, and native code that works on them."""

    def __init__(self, game: Game, options: Options, rows: Rows | None = None, size: int = 1) -> None:
        self.game, self.options = game, options
        self.native: NativeGame = game.readiness.compile(batches=True)
        self.engine = self.native.engine.batches
        self.ffi, self.code = self.engine.ffi, self.engine.code
        self.space = action_space(game.model)
        self.rows = rows or Rows(size, self.engine.batch_sizes(len(game.players)))
        self.threads = options.threads or os.cpu_count() or 1
        self._longest = int(self.rows["length"].max())  # at least: the moves of the longest history
        self._pool: dict[str, list[Any]] = {}
        self.lock = RLock()
        self.attach(options.chance == "sampled")

    @property
    def planes(self) -> PlaneTables:
        """The planes of observations."""
        return plane_tables(self.game.model)

    def array(self, purpose: str, shape: tuple[int, ...], kind: str) -> Any:
        """An array to be filled: one that was given out before, if nobody has it any more. New memory costs
        more than filling it."""
        pool = self._pool.setdefault(f"{purpose} {kind}", [])
        for known in pool:
            if getrefcount(known) == UNUSED and known.shape == shape:
                return known
        del pool[:-1]
        pool.append(numpy_module().empty(shape, kind))
        return pool[-1]

    def attach(self, samples_chance: bool) -> None:
        """Tell native code where everything is."""
        np, model, options = numpy_module(), self.game.model, self.options
        manners = ("", "claimed") if options.claims else ("",)
        rules = model.adjudications
        asked = [n for manner in manners for n, rule in enumerate(rules) if rule.manner == manner]
        self._asked = np.array([*asked, 0], "int32")
        self._returns = _returns(model)
        least = min((rules[n].repeated for n in asked if rules[n].repeated), default=0)
        fields = [
            *self.rows.addresses(),
            self.rows.sizes["room"],
            self.rows.sizes["capacity"],
            self.rows.sizes["edits"],
            self.rows.sizes["trail"],
            options.max_plies or 0,
            int(options.auto_reset),
            int(samples_chance),
            self._asked.ctypes.data,
            len(asked),
            least,
            self._returns.ctypes.data,
            *numbers_of_space(self.space, len(self.game.players)),
        ]
        self._samples_chance = samples_chance
        self.fields = self.ffi.new("int64_t[]", fields)

    def run(self, name: str, *given: Any) -> None:
        """Native work on all elements, which may need more memory than there is."""
        troubled = self.call(name, *given)
        while troubled:
            problems = self.rows["problem"]
            at = int((problems * (problems < ROOMLESS)).argmax())
            if 0 < problems[at] < ROOMLESS:
                self._fail(at)
            if (problems == ROOMLESS).any():
                self.rows.grow("room", int(self.rows["count"].max()))
            if (problems == FULL).any():
                self.rows.grow("capacity", int(self.rows["length"].max()) + 2 * MORE)
            self.attach(self._samples_chance)
            troubled = self.call("again")

    def _fail(self, at: int) -> NoReturn:
        problem = int(self.rows["problem"][at])
        self.rows["problem"][at] = 0
        error = self.engine.use(lambda machine: machine.error(problem))
        error.add_note(f"in element {at} of a batch")
        raise error

    def make_room(self, moves: int = 1) -> None:
        """Room in the history for some moves, and those of chance."""
        self._longest += moves
        if self._longest + MORE >= self.rows.sizes["capacity"]:
            self._longest = int(self.rows["length"].max()) + moves  # exactly
            if self._longest + MORE >= self.rows.sizes["capacity"]:
                self.rows.grow("capacity", self._longest + MORE + 1)
                if self.rows.sizes["trail"]:
                    self.rows.grow("trail", CHANGES * self.rows.sizes["capacity"])
                self.attach(self._samples_chance)

    def call(self, name: str, *given: Any, machine: bool = True) -> int:
        """Call native code for all elements, on threads if there are many; how many have problems then."""
        function, fields, size = getattr(self.code, f"lasker_batch_{name}"), self.fields, self.rows.size
        pointers = [self._pointer(each) for each in given]

        def work(share: range) -> int:
            if not machine:
                return function(fields, share.start, share.stop, *pointers) or 0
            return self.engine.use(lambda m: int(function(m.at, fields, share.start, share.stop, *pointers)))

        threads = min(self.threads, size // SHARE)
        if threads <= 1:
            return work(range(size))
        bounds = [size * n // threads for n in range(threads + 1)]
        return sum(shared([range(first, last) for first, last in pairwise(bounds)], work, threads))

    def _pointer(self, given: Any) -> Any:
        if given is None:
            return self.ffi.NULL
        return (
            given if isinstance(given, int | self.ffi.CData) else self.ffi.cast("void *", given.ctypes.data)
        )

    def illegal(self, actions: Any) -> int:
        """The first element whose action is not legal, or -1."""
        given = self.ffi.from_buffer("int32_t[]", actions)
        return int(self.code.lasker_batch_illegal(self.fields, 0, self.rows.size, given))

    def follow(self, at: int, past: Sequence[Position]) -> None:
        """Let an element go through a history, and chance move where that ends, if it is drawn."""
        np, rows = numpy_module(), self.rows
        packed = [self.native.pack(position.node) for position in past]
        rows["start"][at] = np.frombuffer(packed[0], "uint8")
        rows["first_ply"][at] = past[0].node.ply
        which = np.zeros(rows.size, "uint8")
        which[at] = 1
        self.attach(samples_chance=False)
        self.make_room(len(packed))
        self.run("begin", which)
        for after in packed[1:]:
            if not self._goes_to(at, after):
                raise IllegalMove(f"the history of position {at} is not a game")
            if rows["problem"][at]:
                self.run("again")
        self.attach(self.options.chance == "sampled")
        if rows["count"][at]:
            rows["problem"][at] = FULL  # so that it is looked at again
            self.run("again")

    def _goes_to(self, at: int, after: bytes) -> bool:
        return bool(
            self.engine.use(lambda machine: self.code.lasker_batch_follow(machine.at, self.fields, at, after))
        )

    def replay(self, at: int, choices: bytes) -> None:
        """Let an element make recorded choices from its start."""
        self.make_room(len(choices) // 8)
        given, size = self.ffi.from_buffer("uint64_t[]", choices), len(choices) // 8
        replay = self.code.lasker_batch_replay
        self.engine.use(lambda machine: replay(machine.at, self.fields, at, given, size))
        if self.rows["problem"][at]:
            self.run("again")

    def history(self, at: int) -> list[bytes]:
        """The packed positions of an element's game, from its beginning."""
        size, count = self.engine.size, int(self.rows["length"][at]) + 1
        buffer = self.ffi.new("char[]", size * count)
        self.engine.use(lambda machine: self.code.lasker_batch_history(machine.at, self.fields, at, buffer))
        whole = bytes(self.ffi.buffer(buffer))
        return [whole[size * n : size * (n + 1)] for n in range(count)]

    @exclusive
    def position(self, at: int) -> Position:
        """The position of an element, with its history."""
        native, found = self.native, None
        ply = int(self.rows["first_ply"][at])
        for packed in self.history(at):
            node = PackedNode(native, packed, ply)
            if found is not None:
                node.ply = ply = ply + native.plies(found.node.state.name, node.state.name)
            found = Position(node, self.game, found)
        assert found is not None
        return found


@lru_cache(maxsize=64)
def action_space(game: Model) -> ActionSpace:
    """The numbered actions of a game, computed once."""
    return ActionSpace(game)


@lru_cache(maxsize=64)
def plane_tables(game: Model) -> PlaneTables:
    """The planes of a game, computed once."""
    return PlaneTables(game, action_space(game).views)


@lru_cache(maxsize=64)
def _returns(game: Model) -> Any:
    """The returns of all players, by state and rule."""
    found = []
    for state in game.states.values():
        there = Node(game, None, state)  # type: ignore[arg-type]  # payoffs ask for the state alone
        for rule in (*game.endings, *game.adjudications):
            if state.by_chance:
                found.append([0.0] * len(game.players))
            else:
                found.append([*Outcome(there.payoffs(rule.result), rule.reason).returns])
    return numpy_module().array(found or [[0.0]], "float32")
