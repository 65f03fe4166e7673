"""Games as pure functions, with the names of Pgx: `init` makes a state, `step` makes the next one.

    from lasker.environments.functional import make
    env = make("connect_four")
    state = env.init(numpy.arange(1024))                 1024 games, a key each; a number alone: one game
    while not (state.terminated | state.truncated).all():
        state = env.step(state, actions, keys)           the old state stays as it is

Keys are numbers, or rows of numbers such as the keys of JAX; they decide what chance does. As in Pgx a player
who takes an illegal action loses, and a state that is over stays as it is, with rewards of 0. The functions
run at once, on NumPy's arrays: they cannot be traced, so `jax.jit` and `jax.vmap` do not take them.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from lasker.environments.arrays import numpy_module
from lasker.environments.batch import Batch
from lasker.environments.partial_step import step_some
from lasker.environments.single import game_of, loss
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import IllegalMove
from lasker.play.game import Game

MIX = 0x9E3779B97F4A7C15  # an odd number, the golden ratio of 64 bits


@dataclass(frozen=True, eq=False)
class State:
    """The state of one game, or of many: then every array has a row for each.

    >>> make("tictactoe").init(0).legal_action_mask.sum()
    np.int64(9)
    """

    current_player: Any
    observation: Any
    rewards: Any
    terminated: Any
    truncated: Any
    legal_action_mask: Any
    _step_count: Any
    _batch: Batch = field(repr=False)

    def _repr_svg_(self) -> str:
        return self._batch.positions[0].svg()


class Env:
    """A game as two functions, from keys to states and from states to states.

    >>> env = make("tictactoe")
    >>> first = env.init(1)
    >>> second = env.step(first, 4)
    >>> int(first.current_player), int(second.current_player), env.num_actions
    (0, 1, 9)
    """

    version = "v0"

    def __init__(self, game: Game | str, max_plies: int | None = None) -> None:
        self.game, self.max_plies = game_of(game), max_plies
        one = Batch(self.game, 1, max_plies=max_plies)
        self.num_actions, self.num_players = one.action_count, one.player_count
        self.observation_shape = one.observation_shape

    @property
    def id(self) -> str:
        """The name of the game."""
        return self.game.name

    def init(self, key: Any = 0) -> State:
        """The first state of one game, or of as many as there are keys."""
        np = numpy_module()
        seeds = _seeds(key)
        batch = Batch(self.game, max(1, seeds.size), max_plies=self.max_plies)
        _seed(batch, seeds.reshape(-1))
        batch.reset()
        nothing = np.zeros(len(batch), bool)
        rewards = np.zeros((len(batch), self.num_players), "float32")
        return self._state(batch, rewards, nothing, nothing, seeds.ndim == 0)

    def step(self, state: State, action: Any, key: Any = None) -> State:
        """The state after an action, or an action for each game."""
        np = numpy_module()
        batch, single = state._batch.copy(), np.ndim(state.terminated) == 0
        chosen = np.atleast_1d(np.asarray(action))
        if chosen.shape != (len(batch),) or chosen.dtype.kind not in "iu" or np.ndim(action) != 1 - single:
            raise IllegalMove(
                f"{len(batch)} actions are needed, whole numbers, one for each game of the state"
            )
        if key is not None:
            _seed(batch, np.broadcast_to(_seeds(key).reshape(-1), (len(batch),)))
        terminated, truncated = np.atleast_1d(state.terminated), np.atleast_1d(state.truncated)
        live = ~(terminated | truncated)
        inside = (chosen >= 0) & (chosen < self.num_actions)
        legal = inside & batch.legal[np.arange(len(batch)), np.where(inside, chosen, 0)]
        lost, players = live & ~legal, batch.players
        batch, (rewards, done, cut) = step_some(batch, live & legal, np.where(legal, chosen, 0))
        for at in np.flatnonzero(lost):
            rewards[at] = loss(int(players[at]), self.num_players)
        ended = terminated | lost | (done & ~cut)
        return self._state(batch, rewards, ended, truncated | cut, single)

    def observe(self, state: State, player_id: Any = None) -> Any:
        """The planes of a state, as a player sees them; by default the one to move."""
        if player_id is None:
            return state.observation
        seen = state._batch.observe(int(player_id))
        return seen if numpy_module().ndim(state.terminated) else seen[0]

    def _state(self, batch: Batch, rewards: Any, terminated: Any, truncated: Any, single: bool) -> State:
        np = numpy_module()
        over = terminated | truncated
        mask = batch.legal
        mask[over] = True  # as in Pgx, where every action of a state that is over is without effect
        arrays: list[Any] = [
            batch.players,
            batch.observe(),
            rewards,
            terminated,
            truncated,
            mask,
            batch.plies,
        ]
        if single:
            arrays = [np.asarray(each[0]) for each in arrays]
        return State(*[*arrays, batch])


def make(game: Game | str, *, max_plies: int | None = None) -> Env:
    """The environment of a game; `max_plies` cuts games that are longer.

    >>> make("breakthrough").num_players
    2
    """
    return Env(game, max_plies)


def _seeds(key: Any) -> Any:
    """Keys as numbers of 64 bits: rows of 32 bits, as those of JAX, are one number each."""
    np = numpy_module()
    given = np.asarray(key)
    if given.dtype.kind not in "iu":
        raise IllegalMove(f"keys are whole numbers, and these are of type {given.dtype}")
    if given.ndim and given.shape[-1] == 2 and given.dtype == np.uint32:
        wide = given.astype(np.uint64)
        return wide[..., 0] << np.uint64(32) | wide[..., 1]
    return given.astype(np.uint64)


def _seed(batch: Batch, seeds: Any) -> None:
    """Give each game of a batch random numbers that its key alone decides."""
    np = numpy_module()
    with np.errstate(over="ignore"):
        for stream in (0, 1):  # of samples and of chance
            mixed = (seeds + np.uint64(stream + 1)) * np.uint64(MIX)
            mixed = (mixed ^ mixed >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
            batch._rows["random"][:, stream] = mixed ^ mixed >> np.uint64(27)
