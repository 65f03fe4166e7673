"""Batches: many games of one kind side by side, as arrays. The door to environments.

    env = lasker.Batch(game, 4096, seed=0, auto_reset=True, max_plies=400)
    env.action_count                       numbered actions: 0 .. action_count - 1
    env.legal                              bool [n, action_count]; also legal_bits, legal_actions
    env.sample()                           a random legal action of each element, -1 where there is none
    rewards, done, cut = env.step(actions) float32 [n, players], bool [n], bool [n]
    env.observe(), env.planes              planes with their names
    env.players, env.plies, env.over       who moves (-1 chance), how far, whether the game is over
    env.reset(which), env[which], a + b    again, a part, both together
    env.positions[i], Batch.from_positions to and from positions
    env.action(move, i), env.move(action, i), env.action_name(action)

NumPy is needed only here: pip install 'lasker[arrays]'. Long because all that a user calls is one class.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from threading import RLock
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypedDict, Unpack

from lasker.environments.arrays import Rows, numpy_module
from lasker.environments.elements import Elements, Options
from lasker.environments.exclusive import exclusive
from lasker.environments.positions import Positions
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import IllegalMove, LimitError
from lasker.model.game import NOBODY
from lasker.play.game import Game, Position, load
from lasker.play.move import Move

if TYPE_CHECKING:
    import numpy
    from numpy.typing import ArrayLike, NDArray


class Step(NamedTuple):
    """What a step gives: rewards of all players, which games are over by the rules, and which were cut at
    `max_plies`."""

    rewards: NDArray[numpy.float32]
    done: NDArray[numpy.bool_]
    cut: NDArray[numpy.bool_]


class BatchOptions(TypedDict, total=False):
    """The settings of a batch, as `Batch` takes them."""

    seed: int
    auto_reset: bool
    max_plies: int | None
    claims: bool
    chance: Literal["sampled", "explicit"]
    threads: int | None


class Batch:
    """Games of one kind side by side, stepped together on all cores. Threads may share a batch: a call waits
    until that of another thread is done.

    >>> import lasker
    >>> env = lasker.Batch(lasker.load("tictactoe"), 1000, seed=7)
    >>> env.legal.shape, int(env.legal.sum()), env.action_name(4)
    ((1000, 9), 9000, 'b2')
    >>> while not env.over.all():
    ...     rewards, done, cut = env.step(env.sample())
    >>> bool(done.all()), float(rewards.sum())
    (True, 0.0)
    """

    def __init__(
        self,
        game: Game | str,
        size: int = 1,
        *,
        seed: int = 0,
        auto_reset: bool = False,
        max_plies: int | None = None,
        claims: bool = False,
        chance: Literal["sampled", "explicit"] = "sampled",
        threads: int | None = None,
    ) -> None:
        """So many games from the start.

        `max_plies` cuts games that are longer; `auto_reset` begins a new game where one has ended or was cut;
        `claims` ends games where a player could claim the end; `chance="explicit"` leaves the moves of chance
        to the caller; `threads` is the number of threads, by default that of the processor's cores.
        """
        self.game = game if isinstance(game, Game) else load(game)
        size = whole_number(size, "size", 1)
        if max_plies is not None:
            max_plies = whole_number(max_plies, "max_plies", 1, "give 1 or more, or None")
        if threads is not None:
            threads = whole_number(threads, "threads", 1, "give 1 or more, or None")
        if chance not in ("sampled", "explicit"):
            raise LimitError(f"chance cannot be {chance!r}", remedy="it is 'sampled' or 'explicit'")
        options = Options(auto_reset, max_plies, claims, chance, threads)
        self._elements = Elements(self.game, options, size=size)
        node = self.game.start().node
        self._rows["start"][:] = numpy_module().frombuffer(self._elements.native.pack(node), "uint8")
        self._rows["first_ply"][:] = node.ply
        self.seed(seed)
        self._elements.run("begin", None)

    @property
    def _rows(self) -> Rows:
        return self._elements.rows

    @property
    def lock(self) -> RLock:
        """The lock of threads that share this batch: hold it where several calls belong together.

        >>> env = Batch("tictactoe", 3)
        >>> with env.lock:
        ...     rewards, done, cut = env.step(env.sample())
        """
        return self._elements.lock

    # ---- what there is ----

    def __len__(self) -> int:
        return self._rows.size

    def __repr__(self) -> str:
        over = int(self.over.sum())
        ended = f", {over} over" if over else ""
        return f"<Batch {self.game.name}: {len(self)} games, {self.action_count} actions{ended}>"

    @property
    def action_count(self) -> int:
        """The number of actions: they are numbered from 0."""
        return self._elements.space.size

    @property
    def player_count(self) -> int:
        """The number of players."""
        return len(self.game.players)

    @property
    def players(self) -> NDArray[numpy.int32]:
        """The number of the player to move in each element, -1 for chance; where a game is over, of the
        player who would be to move."""
        states = self.game.model.states.values()
        movers = [NOBODY if each.by_chance else each.player for each in states]
        found: NDArray[numpy.int32] = numpy_module().array(movers, "int32")[self._rows["turn"]]
        return found

    @property
    def plies(self) -> NDArray[numpy.int32]:
        """The number of actions that players have taken in the game of each element."""
        found: NDArray[numpy.int32] = self._rows["ply"].copy()
        return found

    @property
    def counts(self) -> NDArray[numpy.int32]:
        """The number of legal actions of each element; 0 where the game is over."""
        found: NDArray[numpy.int32] = self._rows["count"].copy()
        return found

    @property
    def over(self) -> NDArray[numpy.bool_]:
        """Is the game of an element over, or cut?"""
        found: NDArray[numpy.bool_] = self._rows["count"] == 0
        return found

    @property
    @exclusive
    def reasons(self) -> list[str | None]:
        """Why the game of each element ended in the last step, or is over; None where it goes on."""
        rules = [*self.game.model.endings, *self.game.model.adjudications]
        now, last = self._rows["rule"], self._rows["last"]
        found = numpy_module().where(last >= 0, last, now)
        return [rules[rule].reason if rule >= 0 else None for rule in found.tolist()]

    # ---- actions ----

    @property
    @exclusive
    def legal(self) -> NDArray[numpy.bool_]:
        """The legal actions: a row of truth values for each element, all False where the game is over."""
        np = numpy_module()
        found = self._elements.array("legal", (len(self), self.action_count), "uint8")
        self._elements.call("legal", found, machine=False)
        marks: NDArray[numpy.bool_] = found.view(np.bool_)
        return marks

    @property
    @exclusive
    def legal_bits(self) -> NDArray[numpy.uint8]:
        """The legal actions as bits, eight to a byte and the lowest first, as those of
        `numpy.packbits(legal, axis=1, bitorder="little")`."""
        found: NDArray[numpy.uint8] = numpy_module().empty((len(self), (self.action_count + 7) // 8), "uint8")
        self._elements.call("legal_bits", found, machine=False)
        return found

    @property
    @exclusive
    def legal_actions(self) -> tuple[NDArray[numpy.int32], NDArray[numpy.int64]]:
        """The legal actions one after the other, in the order of `Position.moves`, and where each element's
        begin: those of element i are `actions[offsets[i]:offsets[i + 1]]`."""
        offsets = self._offsets()
        actions = numpy_module().empty(int(offsets[-1]), "int32")
        self._elements.call("lists", offsets, actions, machine=False)
        return actions, offsets

    @property
    @exclusive
    def chances(self) -> NDArray[numpy.float64]:
        """The probabilities of the actions of chance, in the places of `legal_actions`; 0 where a player is
        to move."""
        offsets = self._offsets()
        found: NDArray[numpy.float64] = numpy_module().empty(int(offsets[-1]), "float64")
        self._elements.call("odds", offsets, found, machine=False)
        return found

    def _offsets(self) -> NDArray[numpy.int64]:
        np = numpy_module()
        offsets: NDArray[numpy.int64] = np.zeros(len(self) + 1, "int64")
        np.cumsum(self._rows["count"], out=offsets[1:])
        return offsets

    @exclusive
    def sample(self) -> NDArray[numpy.int32]:
        """A legal action of each element, all equally likely; -1 where the game is over. Moves of chance that
        are left to the caller are equally likely too: `chances` has their probabilities."""
        found: NDArray[numpy.int32] = numpy_module().empty(len(self), "int32")
        self._elements.call("sample", found, machine=False)
        return found

    # ---- observations ----

    @property
    def planes(self) -> tuple[str, ...]:
        """The names of the planes of `observe`."""
        return self._elements.planes.names

    @property
    def observation_shape(self) -> tuple[int, ...]:
        """The shape of the observation of one element: planes, then the board."""
        return self._elements.planes.shape

    @exclusive
    def observe(self, player: int | None = None, *, dtype: Literal["float32", "uint8"] = "float32") -> Any:
        """The positions as planes, seen by the player to move or by another: an array with the shape
        `(len(env), *env.observation_shape)`.

        Pieces, marks and the turn are 0 or 1; counted pieces are as many as stand together. Counters fill
        their planes; so do earlier occurrences of the position. In `float32` what is counted is divided by
        the most that there may be, so that all is from 0 to 1; in `uint8` it is as it is, up to 255.
        """
        if player is not None and not 0 <= whole_number(player, "player") < self.player_count:
            raise IllegalMove(f"there is no player {player}: they are numbered from 0")
        if dtype not in ("float32", "uint8"):
            raise LimitError(f"observations cannot be {dtype!r}", remedy="they are 'float32' or 'uint8'")
        found = self._elements.array("observe", (len(self), *self.observation_shape), dtype)
        fields = self._elements.ffi.new("int64_t[]", self._elements.planes.fields(player))
        self._elements.call(
            "observe" if dtype == "float32" else "observe_bytes", fields, found, machine=False
        )
        return found

    @exclusive
    def step(self, actions: ArrayLike) -> Step:
        """Take a legal action in each element; if one is not legal, an error tells which, and nothing has
        changed.

        Elements whose game is over stay as they are, whatever their action: as in Pgx they go on to be `done`
        or `cut`, and are rewarded in the step alone that ended the game.

        >>> env = Batch("tictactoe", 1)
        >>> for action in (4, 0, 3, 1, 5, -1):
        ...     rewards, done, cut = env.step([action])
        ...     print(rewards.tolist(), done.tolist())
        [[0.0, 0.0]] [False]
        [[0.0, 0.0]] [False]
        [[0.0, 0.0]] [False]
        [[0.0, 0.0]] [False]
        [[1.0, -1.0]] [True]
        [[0.0, 0.0]] [True]
        """
        np = numpy_module()
        given = np.asarray(actions)
        if given.shape != (len(self),):
            raise IllegalMove(
                f"{len(self)} actions are needed, and the shape of those given is {given.shape}"
            )
        if given.dtype.kind not in "iu":
            raise IllegalMove(f"actions are whole numbers, and these are of type {given.dtype}")
        small = given.dtype == np.int32
        chosen = np.ascontiguousarray(given if small else np.clip(given, -1, self.action_count), "int32")
        bad = self._elements.illegal(chosen)
        if bad >= 0:
            raise IllegalMove(
                f"action {given[bad]} is not legal in element {bad}: {self.positions[bad].fen}",
                remedy="choose among `legal`; nothing has changed",
            )
        self._elements.make_room()
        self._elements.run("step")
        rows = self._rows
        return Step(rows["reward"].copy(), rows["done"].astype(np.bool_), rows["cut"].astype(np.bool_))

    @exclusive
    def action(self, move: Move | str, at: int = 0) -> int:
        """The action of a legal move of one element."""
        position = self.positions[at]
        index = list(position.moves).index(position.read(move))
        return int(self._rows["action"][at, index])

    @exclusive
    def move(self, action: int, at: int = 0) -> Move:
        """The legal move of an action of one element."""
        position = self.positions[at]
        legal = self._rows["action"][at, : self._rows["count"][at]].tolist()
        if action not in legal:
            raise IllegalMove(f"action {action} is not legal in element {at}")
        found: Move = position.moves[legal.index(action)]
        return found

    def action_name(self, action: int) -> str:
        """What an action is, as the first player would write it."""
        if not 0 <= whole_number(action, "action") < self.action_count:
            raise IllegalMove(
                f"there is no action {action}: they are numbered from 0 to {self.action_count - 1}"
            )
        return self._elements.space.name(action)

    # ---- positions ----

    @property
    def positions(self) -> Positions:
        """The positions of the elements, each with its history."""
        return Positions(self._elements)

    @classmethod
    def from_positions(cls, positions: Iterable[Position], **options: Unpack[BatchOptions]) -> Batch:
        """A batch of positions of one game, with their histories; the options are those of `Batch`."""
        every = list(positions)
        if not every:
            raise IllegalMove("a batch needs at least one position")
        for number, position in enumerate(every):
            if not isinstance(position, Position):
                raise IllegalMove(f"position {number} is no position, but {position!r}")
        game = every[0].game
        for number, position in enumerate(every):
            if not _same(position.game, game):
                raise IllegalMove(f"position {number} is of {position.game.name}, the first of {game.name}")
        found = cls(game, len(every), **options)
        for number, position in enumerate(every):
            found._elements.follow(number, list(position.past())[::-1])
        return found

    # ---- parts ----

    @exclusive
    def seed(self, seed: int, which: ArrayLike | None = None) -> None:
        """Begin new sequences of random numbers, for samples and chance."""
        number = whole_number(seed, "seed")
        self._elements.call("seed", self._mask(which), number & (1 << 64) - 1, machine=False)

    @exclusive
    def reset(self, which: ArrayLike | None = None, seed: int | None = None) -> None:
        """Begin the games again, all or those that a mask selects."""
        if seed is not None:
            self.seed(seed, which)
        mask = self._mask(which)
        chosen = slice(None) if mask is None else mask.astype(bool)
        for name in ("done", "cut", "reward"):
            self._rows[name][chosen] = 0
        self._rows["last"][chosen] = -1
        self._elements.run("begin", mask)

    def _mask(self, which: ArrayLike | None) -> Any:
        np = numpy_module()
        if which is None:
            return None
        given = np.asarray(which)
        if given.shape != (len(self),) or given.dtype != np.bool_:
            raise IllegalMove(
                f"a mask of {len(self)} truth values is needed, not {given.dtype} of shape {given.shape}"
            )
        return given.astype("uint8")

    @exclusive
    def __getitem__(self, which: ArrayLike | slice) -> Batch:
        """Some of the elements, by mask, slice or numbers, as a batch of their own."""
        np = numpy_module()
        index = which if isinstance(which, slice) else np.atleast_1d(np.asarray(which))
        try:
            rows = self._rows.taken(index)
        except IndexError:
            raise IndexError(
                f"there are {len(self)} elements, chosen by numbers, by a slice or by so many truth values"
            ) from None
        if not rows.size:
            raise IllegalMove("a batch needs at least one element, and none is selected")
        return self._with(rows)

    def _with(self, rows: Rows) -> Batch:
        found = Batch.__new__(Batch)
        found.game = self.game
        found._elements = Elements(self.game, self._elements.options, rows)
        return found

    def copy(self) -> Batch:
        """A batch that goes on by itself."""
        return self[:]

    @exclusive
    def __reduce__(self) -> tuple[object, ...]:
        rows = self._rows
        kept = {
            name: rows[name].copy()
            for name in ("start", "first_ply", "random", "last", "reward", "done", "cut", "count")
        }
        pasts = [rows["past"][at, :length].tobytes() for at, length in enumerate(rows["length"].tolist())]
        return restored, (self.game, self._elements.options, kept, pasts)

    def __copy__(self) -> Batch:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Batch:
        return self.copy()

    def __add__(self, other: Batch) -> Batch:
        """The elements of both, with the settings of the first."""
        if not isinstance(other, Batch):
            return NotImplemented
        if (
            other.game.model is not self.game.model
            and other.game.model.text_hash != self.game.model.text_hash
        ):
            raise IllegalMove(f"a batch of {self.game.name} cannot be joined with one of {other.game.name}")
        return self._with(self._rows.joined([other.copy()._rows]))

    @classmethod
    def concatenate(cls, batches: Sequence[Batch]) -> Batch:
        """The elements of several batches of one game, with the settings of the first."""
        if not batches:
            raise IllegalMove("a batch needs at least one element")
        found = batches[0].copy()
        for other in batches[1:]:
            found = found + other
        return found


def _same(one: Game, other: Game) -> bool:
    """Are both the same game?"""
    return one.model is other.model or one.model.text_hash == other.model.text_hash


def restored(game: Game, options: Options, kept: dict[str, Any], pasts: list[bytes]) -> Batch:
    """A batch from its pickled form: starts and random numbers, and the choices of every game."""
    elements = Elements(game, options, size=len(pasts))
    for name in ("start", "first_ply", "random"):
        elements.rows[name][:] = kept[name]
    for at, choices in enumerate(pasts):
        elements.replay(at, choices)
    for name in ("random", "last", "reward", "done", "cut", "count"):
        elements.rows[name][:] = kept[name]
    found = Batch.__new__(Batch)
    found.game, found._elements = game, elements
    return found
