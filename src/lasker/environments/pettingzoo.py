"""Games as environments of PettingZoo: agents take turns (AEC), or all act and one action counts (parallel).

    from lasker.environments.pettingzoo import env, parallel_env
    game = env("breakthrough")
    game.reset(seed=1)
    for agent in game.agent_iter():
        observation, reward, terminated, truncated, info = game.last()
        ...

Agents have the names of the players. An observation is a dictionary: `observation` are the planes that
`lasker.Batch` describes, as this agent sees them, and `action_mask` has 1 for each legal action of
this agent: none while others are to move. Rewards are returns: 1 won, 0 drawn, -1 lost for two players.
"""

from __future__ import annotations

from typing import Any, TypedDict, Unpack

from lasker.environments.single import Illegal, SingleGame, missing
from lasker.environments.spaces import observation_box
from lasker.kernel.arguments import whole_number
from lasker.kernel.errors import IllegalMove, NameProblem
from lasker.play.game import Game

try:
    import numpy as np
    from gymnasium import spaces
    from pettingzoo.utils.env import AECEnv, ParallelEnv
except ImportError:
    raise missing("PettingZoo") from None

Answer = dict[str, Any]  # by agent


class Options(TypedDict, total=False):
    """The options of an environment."""

    max_plies: int | None
    illegal: Illegal
    render_mode: str | None


class _Players:
    """What both kinds of environments share: agents, spaces, pictures, and the game itself."""

    render_mode: str | None

    def __init__(
        self,
        game: Game | str,
        *,
        max_plies: int | None = None,
        illegal: Illegal = "lose",
        render_mode: str | None = None,
    ) -> None:
        self.single = SingleGame(game, max_plies, illegal)
        self.render_mode = render_mode
        self.metadata = {
            "name": self.single.game.name,
            "render_modes": ["ansi", "svg"],
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents: list[str] = list(self.single.game.players)
        self.agents: list[str] = []
        count, box = self.single.batch.action_count, observation_box(self.single.batch)
        mask = spaces.Box(0, 1, (count,), np.int8)
        self._seen = {
            agent: spaces.Dict({"observation": box, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(count) for agent in self.possible_agents}

    def __getattr__(self, name: str) -> Any:
        if name in ("agent_selection", "rewards", "terminations", "truncations", "infos"):
            raise AttributeError(f"{self.single.game.name} has not begun: call reset() first")
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self._seen[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self._actions[agent]

    def observe(self, agent: str) -> Answer:
        """What an agent sees: the planes, and the legal actions if it is to move."""
        if agent not in self.possible_agents:
            raise NameProblem(
                f"{self.single.game.name} has no agent {agent!r}",
                remedy=f"agents: {', '.join(self.possible_agents)}",
            )
        mask = self.single.mask()
        if agent != self.mover:
            mask[:] = 0
        seen = self.single.observation(self.possible_agents.index(agent))
        return {"observation": seen, "action_mask": mask}

    @property
    def mover(self) -> str:
        """The agent that is to move."""
        return self.possible_agents[self.single.player]

    def render(self) -> str | None:
        """The position as text or SVG, by the mode."""
        position = self.single.batch.positions[0]
        return {None: None, "svg": position.svg(), "ansi": str(position)}[self.render_mode]

    def close(self) -> None:
        """Nothing is open."""

    def _info(self) -> Answer:
        return {"reason": self.single.reason, "illegal": self.single.illegal}


class GameAEC(_Players, AECEnv):
    """A game whose agents act in turn.

    >>> game = GameAEC("tictactoe")
    >>> game.reset(seed=1)
    >>> game.agent_selection, int(game.observe("x")["action_mask"].sum())
    ('x', 9)
    >>> game.step(4)
    >>> game.agent_selection, int(game.observe("x")["action_mask"].sum())
    ('o', 0)
    """

    def reset(self, seed: int | None = None, options: object = None) -> None:
        """Begin a game."""
        self.single.reset(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Answer] = {agent: {} for agent in self.agents}
        self.agent_selection = self.mover

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for an agent whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, single = self.agent_selection, self.single
        rewards = single.step(_number(single.game, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, map(float, rewards), strict=True))
        if single.over:
            self.truncations = dict.fromkeys(self.agents, single.cut)
            self.terminations = dict.fromkeys(self.agents, not single.cut)
            self.infos = {agent: self._info() for agent in self.agents}
        self.agent_selection = self.mover
        self._accumulate_rewards()


class GameParallel(_Players, ParallelEnv):
    """A game whose agents all act in each step; the action of the one to move counts.

    >>> game = GameParallel("tictactoe")
    >>> seen, _ = game.reset(seed=1)
    >>> seen, rewards, terminated, truncated, infos = game.step({"x": 4, "o": 0})
    >>> int(seen["o"]["action_mask"].sum()), rewards
    (8, {'x': 0.0, 'o': 0.0})
    """

    def reset(self, seed: int | None = None, options: object = None) -> tuple[Answer, Answer]:
        """Begin a game: what each agent sees."""
        self.single.reset(seed)
        self.agents = self.possible_agents[:]
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Answer, Answer, Answer, Answer, Answer]:
        """Take the action of the agent to move: observations, rewards, terminations, truncations, infos."""
        single, agents = self.single, self.agents
        if not agents:
            return {}, {}, {}, {}, {}
        rewards = dict(
            zip(agents, map(float, single.step(_number(single.game, actions[self.mover]))), strict=True)
        )
        terminated = dict.fromkeys(agents, single.over and not single.cut)
        truncated = dict.fromkeys(agents, single.cut)
        infos = {agent: self._info() if single.over else {} for agent in agents}
        seen = {agent: self.observe(agent) for agent in agents}
        if single.over:
            self.agents = []
        return seen, rewards, terminated, truncated, infos


def env(game: Game | str, **options: Unpack[Options]) -> GameAEC:
    """A game as an AEC environment; the options are those of `GameAEC`.

    >>> env("breakthrough").possible_agents
    ['white', 'black']
    """
    return GameAEC(game, **options)


def parallel_env(game: Game | str, **options: Unpack[Options]) -> GameParallel:
    """A game as a parallel environment; the options are those of `GameParallel`.

    >>> parallel_env("breakthrough", max_plies=100).possible_agents
    ['white', 'black']
    """
    return GameParallel(game, **options)


def _number(game: Game, action: Any) -> int:
    if action is None:
        raise IllegalMove(
            f"None is no action of {game.name}", remedy="only an agent whose game is over steps with None"
        )
    return whole_number(action, "an action")
