"""Games as environments of Gymnasium: one player learns, an opponent moves for all others.

    from lasker.environments.gymnasium import GameEnv, GameVectorEnv, register
    env = GameEnv("connect_four", opponent="random", seat=0)
    seen, info = env.reset(seed=1)
    seen, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())

`info["action_mask"]` has 1 for each legal action, and `action_masks()` the same as truth values.
`GameVectorEnv` is many games side by side on a `lasker.Batch`. After `register()`,
`gymnasium.make("lasker/NAME-v0")` makes the environment of each game of the library.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from lasker.environments.batch import Batch
from lasker.environments.partial_step import step_some
from lasker.environments.single import Illegal, SingleGame, checked, game_of, loss, missing
from lasker.environments.spaces import observation_box
from lasker.kernel.errors import DeclarationError, IllegalMove
from lasker.play.game import Game, Position, games
from lasker.play.move import Move

try:
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise missing("Gymnasium") from None

Chooser = Callable[[Position], Move | str]
Opponent = Literal["random"] | Chooser
Info = dict[str, Any]
BEGINNINGS = 100  # how often a game is begun that is over before the agent's turn


class GameEnv(gymnasium.Env):
    """One game, in which an agent is one of the players.

    `opponent` is "random", or a function from a position to a move, which moves for all other players.
    `seat` is the agent's player, by name or number; None chooses one at random for each game.

    >>> env = GameEnv("tictactoe", opponent=lambda position: position.moves[0])
    >>> seen, info = env.reset(seed=3)
    >>> seen, reward, terminated, truncated, info = env.step(4)
    >>> reward, terminated, int(info["action_mask"].sum())
    (0.0, False, 7)
    """

    def __init__(
        self,
        game: Game | str,
        *,
        opponent: Opponent = "random",
        seat: int | str | None = 0,
        max_plies: int | None = None,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.single = SingleGame(game, max_plies, illegal)
        self.opponent, self.render_mode = _checked_opponent(opponent), render_mode
        self.wanted = None if seat is None else _seat(self.single.game, seat)
        self.seat = self.wanted or 0
        self.observation_space = observation_box(self.single.batch)
        self.action_space = spaces.Discrete(self.single.batch.action_count)

    metadata = {"render_modes": ["ansi", "svg"], "render_fps": 1}  # noqa: RUF012  # as in Gymnasium

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Any, Info]:
        """Begin a game; the others move until it is the agent's turn. A game that is over before that is
        begun again."""
        super().reset(seed=seed)
        for _ in range(BEGINNINGS):
            self.single.reset(int(self.np_random.integers(1 << 62)))
            if self.wanted is None:
                self.seat = int(self.np_random.integers(self.single.batch.player_count))
            self._others()
            if not self.single.over:
                return self.single.observation(self.seat), self._info()
        raise _never(self.single.game, self.seat)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, Info]:
        """Take an action; the others move until it is the agent's turn, or the game is over."""
        reward = float(self.single.step(action)[self.seat]) + self._others()
        over, cut = self.single.over, self.single.cut
        return self.single.observation(self.seat), reward, over and not cut, cut, self._info()

    def _others(self) -> float:
        reward = 0.0
        while not self.single.over and self.single.player != self.seat:
            batch = self.single.batch
            if callable(self.opponent):
                action = batch.action(self.opponent(batch.positions[0]))
            else:
                action = int(batch.sample()[0])
            reward += float(self.single.step(action)[self.seat])
        return reward

    def action_masks(self) -> Any:
        """The legal actions as truth values."""
        return self.single.mask().astype(bool)

    def _info(self) -> Info:
        info: Info = {"action_mask": self.single.mask(), "seat": self.seat}
        return info | ({"reason": self.single.reason} if self.single.over else {})

    def render(self) -> str | None:
        """The position as text or SVG, by the mode."""
        position = self.single.batch.positions[0]
        return {None: None, "svg": position.svg(), "ansi": str(position)}[self.render_mode]


class GameVectorEnv(VectorEnv):
    """Many games side by side, in each of which an agent is the same player.

    A game that is over begins again in the next step, whose action is ignored (AutoresetMode.NEXT_STEP).
    `opponent` is "random", or a function from a batch to an array of actions; it is asked about the
    games in which another player is to move.

    >>> env = GameVectorEnv("tictactoe", 3)
    >>> seen, info = env.reset(seed=1)
    >>> seen, rewards, terminated, truncated, info = env.step([4, 4, 0])
    >>> rewards.shape, info["action_mask"].sum(axis=1).tolist()
    ((3,), [7, 7, 7])
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        *,
        opponent: Literal["random"] | Callable[[Batch], Any] = "random",
        seat: int | str = 0,
        max_plies: int | None = None,
        illegal: Illegal = "lose",
    ) -> None:
        checked(illegal)
        self.game, self.answer, self.num_envs = game_of(game), illegal, num_envs
        self.batch = Batch(self.game, num_envs, max_plies=max_plies)
        self.seat, self.opponent = _seat(self.game, seat), _checked_opponent(opponent)
        self.single_observation_space = observation_box(self.batch)
        self.single_action_space = spaces.Discrete(self.batch.action_count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._over = np.zeros(num_envs, bool)

    def reset(self, *, seed: Any = None, options: Info | None = None) -> tuple[Any, Info]:
        """Begin all games; one that is over before the agent's turn is begun again."""
        super().reset(seed=seed)
        self.batch.reset(seed=int(self.np_random.integers(1 << 62)) if seed is not None else None)
        self._over[:] = False
        self._others(~self._over)
        self._begin(self.batch.over)
        return self.batch.observe(self.seat), self._info()

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, Info]:
        """Take an action in each game, and begin those again that were over."""
        chosen, begin = self._checked(actions), self._over
        legal = self.batch.legal[np.arange(self.num_envs), chosen]
        lost = ~begin & ~legal
        if self.answer == "raise" and lost.any():
            at = int(lost.argmax())
            raise IllegalMove(
                f"action {chosen[at]} is not legal in game {at}", remedy="see info['action_mask']"
            )
        rewards = np.zeros(self.num_envs, "float32")
        terminated, truncated = lost.copy(), np.zeros(self.num_envs, bool)
        rewards[lost] = loss(self.seat, self.batch.player_count)[self.seat]
        moving = ~begin & ~lost
        self._take(moving, chosen, rewards, terminated, truncated)
        if begin.any():
            self.batch.reset(begin)
        self._others(moving | begin, rewards, terminated, truncated)
        early = begin & self.batch.over
        if early.any():
            rewards[early], terminated[early], truncated[early] = 0, False, False
            self._begin(early)
        self._over = terminated | truncated
        return self.batch.observe(self.seat), rewards, terminated, truncated, self._info(lost)

    def _checked(self, actions: Any) -> Any:
        chosen = np.asarray(actions)
        if chosen.shape != (self.num_envs,) or chosen.dtype.kind not in "iu":
            raise IllegalMove(f"{self.num_envs} whole numbers are needed, one for each game")
        if ((chosen < 0) | (chosen >= self.batch.action_count)).any():
            raise IllegalMove(f"actions are numbered from 0 to {self.batch.action_count - 1}")
        return chosen

    def _begin(self, which: Any) -> None:
        """Begin some games again, until the agent is to move in each."""
        for _ in range(BEGINNINGS):
            if not which.any():
                return
            self.batch.reset(which)
            self._others(which)
            which = which & self.batch.over
        raise _never(self.game, self.seat)

    def _others(self, which: Any, rewards: Any = None, terminated: Any = None, truncated: Any = None) -> None:
        """Let the others move in some games until the agent is to move there."""
        while (waiting := which & ~self.batch.over & (self.batch.players != self.seat)).any():
            ask = self.opponent
            actions = np.asarray(ask(self.batch)) if callable(ask) else self.batch.sample()
            self._take(waiting, actions, rewards, terminated, truncated)

    def _take(self, which: Any, actions: Any, rewards: Any, terminated: Any, truncated: Any) -> None:
        self.batch, (gained, done, cut) = step_some(self.batch, which, actions)
        if rewards is not None:
            rewards[which] += gained[which, self.seat]
            terminated |= which & done & ~cut
            truncated |= which & cut

    def _info(self, lost: Any = None) -> Info:
        mask = self.batch.legal.astype("int8")
        if lost is not None:
            mask[lost] = 0
        return {"action_mask": mask}

    def close_extras(self, **options: Any) -> None:
        """Nothing is open."""


def register() -> list[str]:
    """Make the games of the library known to `gymnasium.make`; their names there.

    >>> "lasker/breakthrough-v0" in register()
    True
    """
    names = [f"lasker/{name}-v0" for name in games()]
    for name, full in zip(games(), names, strict=True):
        if full not in gymnasium.registry:
            gymnasium.register(
                full,
                entry_point="lasker.environments.gymnasium:GameEnv",
                vector_entry_point="lasker.environments.gymnasium:GameVectorEnv",
                kwargs={"game": name},
            )
    return names


def _seat(game: Game, seat: int | str) -> int:
    if isinstance(seat, str) and seat in game.players:
        return game.players.index(seat)
    if isinstance(seat, int) and 0 <= seat < len(game.players):
        return seat
    raise DeclarationError(
        f"{game.name} has no player {seat!r}", remedy=f"players: {', '.join(game.players)}, or 0 and so on"
    )


def _never(game: Game, seat: int) -> DeclarationError:
    """The error of an opponent who ends every game alone."""
    return DeclarationError(
        f"{game.name} is over before {game.players[seat]} moves, in each of {BEGINNINGS} games",
        remedy="choose another seat, another opponent, or more plies",
    )


def _checked_opponent(opponent: Any) -> Any:
    if opponent != "random" and not callable(opponent):
        raise DeclarationError(f"{opponent!r} is no opponent", remedy="give 'random' or a function")
    return opponent
