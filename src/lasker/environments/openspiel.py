"""Games as games of OpenSpiel: a `pyspiel.Game` for each game of the library, and for rules of your own.

    from lasker.environments import openspiel
    openspiel.register()
    game = pyspiel.load_game("lasker_connect_four(max_plies=100)")     or openspiel.game("mine.rules")
    state = game.new_initial_state()

Chance is a player of its own, as OpenSpiel has it. A game ends without a winner after `max_plies` plies,
since OpenSpiel knows the greatest length of each game; claims are not made.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from lasker.environments.batch import Batch
from lasker.environments.single import game_of, missing
from lasker.model.game import NOBODY
from lasker.model.meaning_hash import meaning_hash
from lasker.play.game import Game, Position, games

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError:
    raise missing("OpenSpiel", "openspiel") from None

PREFIX = "lasker_"
MOST_PLIES = 1000  # of a game, unless another bound is given
GameType = pyspiel.GameType


class SpielState(pyspiel.State):
    """A position with its history, as OpenSpiel asks for it."""

    def __init__(self, game: Any, batch: Batch) -> None:
        super().__init__(game)
        self.batch, self._returns, self._over = batch, [0.0] * batch.player_count, False
        self._position: Position | None = None  # made when it is asked for, as the texts of legal actions
        self._texts: dict[int, str] = {}

    def current_player(self) -> Any:
        """The player to move, chance, or the end."""
        if self._over:
            return pyspiel.PlayerId.TERMINAL
        player = int(self.batch.players[0])
        return pyspiel.PlayerId.CHANCE if player == NOBODY else player

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.batch.legal_actions[0].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What chance may do, with its probabilities."""
        actions, _ = self.batch.legal_actions
        odds = sorted(zip(actions.tolist(), self.batch.chances.tolist(), strict=True))
        return [(action, chance) for action, chance in odds]

    def _apply_action(self, action: int) -> None:
        rewards, done, cut = self.batch.step([action])
        self._over = bool(done[0] | cut[0])
        self._returns = rewards[0].tolist()
        self._position, self._texts = None, {}

    @property
    def position(self) -> Position:
        """The position with its history."""
        if self._position is None:
            self._position = self.batch.positions[0]
        return self._position

    def _action_to_string(self, player: int, action: int) -> str:
        if not self._texts:
            actions, _ = self.batch.legal_actions
            texts = map(str, self.position.moves)
            self._texts = dict(zip(actions.tolist(), texts, strict=True))
        return self._texts.get(action) or self.batch.action_name(action)

    def is_terminal(self) -> bool:
        """Is the game over, or too long?"""
        return self._over

    def returns(self) -> list[float]:
        """The sum of each player's rewards."""
        return self._returns if self._over else [0.0] * len(self._returns)

    def rewards(self) -> list[float]:
        """The rewards of the last action."""
        return self.returns()

    def __str__(self) -> str:
        return f"{self.position}\n{self.position.fen}"

    def _repr_svg_(self) -> str:
        return self.position.svg()


class Observer:
    """The planes of `lasker.Batch` as the tensor of OpenSpiel, as a player sees them."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.tensor = np.zeros(int(np.prod(shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor from a state."""
        self.dict["observation"][...] = state.batch.observe(player)[0]

    def string_from(self, state: SpielState, player: int) -> str:
        """The state as a line of FEN."""
        return state.position.fen


def game(name: Game | str, *, max_plies: int = MOST_PLIES) -> Any:
    """A game of the library, of a path or of a text as a `pyspiel.Game`, which `pyspiel` then knows as well.

    >>> state = game("tictactoe").new_initial_state()
    >>> state.apply_action(4)
    >>> state.current_player(), len(state.legal_actions())
    (1, 8)
    """
    ours = game_of(name)
    return pyspiel.load_game(_registered(ours, _short_name(ours)), {"max_plies": max_plies})


def register(*names: str) -> list[str]:
    """Make games of the library, all or those named, known to `pyspiel.load_game`; their names there.

    >>> register("breakthrough")
    ['lasker_breakthrough']
    """
    wanted = names or games()
    known = set(pyspiel.registered_names())
    return [
        PREFIX + name if PREFIX + name in known else _registered(game_of(name), PREFIX + name)
        for name in wanted
    ]


def _short_name(ours: Game) -> str:
    """The name of a game in OpenSpiel; that of rules that are not in the library tells their meaning."""
    if ours.name in games():
        return PREFIX + ours.name
    words = re.sub(r"\W+", "_", ours.title.lower()).strip("_")
    return f"{PREFIX}{words}_{meaning_hash(ours.model)[:12]}"


def _registered(ours: Game, name: str) -> str:
    if name not in pyspiel.registered_names():
        made = _spiel_class(ours, name)
        pyspiel.register_game(made.kind, made)  # a class: OpenSpiel keeps it until the process ends
    return name


def _spiel_class(ours: Game, name: str) -> type[Any]:
    """The class of a game in OpenSpiel; what it needs is made with its first instance."""

    @cache
    def first(most: int) -> Batch:
        return Batch(ours, 1, chance="explicit", max_plies=most, threads=1)

    class SpielGame(pyspiel.Game):
        """The game as OpenSpiel knows it."""

        kind = _type(ours, name)

        def __init__(self, params: Any = None) -> None:
            self.most = int((params or {}).get("max_plies", MOST_PLIES))
            super().__init__(self.kind, _info(first(self.most), self.most), params or {})

        def new_initial_state(self, state: Any = None) -> SpielState:
            """The first state of a game."""
            return SpielState(self, first(self.most).copy())

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            """What describes states to a player."""
            if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
                return Observer(first(self.most).observation_shape)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return SpielGame


def _info(batch: Batch, most: int) -> Any:
    players = batch.player_count
    return pyspiel.GameInfo(
        num_distinct_actions=batch.action_count,
        max_chance_outcomes=batch.action_count if _by_chance(batch.game) else 0,
        num_players=players,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0 if players > 1 else None,
        max_game_length=most,
    )


def _by_chance(ours: Game) -> bool:
    return any(state.by_chance for state in ours.model.states.values())


def _type(ours: Game, name: str) -> Any:
    players = len(ours.players)
    return GameType(
        short_name=name,
        long_name=ours.title,
        dynamics=GameType.Dynamics.SEQUENTIAL,
        chance_mode=GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if _by_chance(ours)
        else GameType.ChanceMode.DETERMINISTIC,
        information=GameType.Information.PERFECT_INFORMATION,
        utility=GameType.Utility.ZERO_SUM if players > 1 else GameType.Utility.GENERAL_SUM,
        reward_model=GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_plies": MOST_PLIES},
    )
