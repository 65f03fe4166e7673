"""Adapters pass the conformance tests of PettingZoo, Gymnasium and OpenSpiel, and agree with positions."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import lasker
from lasker.kernel.errors import DeclarationError, IllegalMove, LimitError, NameProblem
from lasker.play import library

SAMPLE = ("tictactoe", "breakthrough", "connect_four")  # quick to compile
ODD = ("dice_men", "chinese_checkers_3", "knights_tour")  # chance, three players, one player
MOST = 120  # plies of a game
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.fixture(autouse=True)
def _as_users_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LASKER_BACKEND", raising=False)


def adapter(name: str, *needed: str) -> Any:
    """An adapter, where the packages that it needs are installed."""
    for package in needed:
        pytest.importorskip(package, reason=f"NOT TESTED for want of {package}: pip install '.[peers]'")
    return import_module(f"lasker.environments.{name}")


def every_game(function: Callable[[str], None]) -> Any:
    """A test of some games, and with the marker soak of all others."""
    quick = {*SAMPLE, "dice_men"}
    names = [
        pytest.param(name, marks=() if name in quick else pytest.mark.soak)
        for name in sorted(library.sources())
    ]
    return pytest.mark.parametrize("name", names)(function)


# --- PettingZoo -------------------------------------------------------------------------------------------


@every_game
def test_the_api_tests_of_pettingzoo(name: str) -> None:
    ours = adapter("pettingzoo", "pettingzoo")
    from pettingzoo.test import api_test, parallel_api_test, seed_test

    game = lasker.load(name)
    api_test(ours.env(game, max_plies=MOST), num_cycles=2 * MOST)
    seed_test(lambda: ours.env(game, max_plies=MOST), num_cycles=20)
    parallel_api_test(ours.parallel_env(game, max_plies=MOST), num_cycles=2 * MOST)


def test_agents_take_turns_as_the_rules_say() -> None:
    env = adapter("pettingzoo", "pettingzoo").env("breakthrough")
    env.reset(seed=5)
    here, random = env.single.game.start(), np.random.default_rng(5)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        if terminated or truncated:
            assert here.outcome is not None
            assert reward == here.outcome.returns[env.possible_agents.index(agent)]
            assert info["reason"] == here.outcome.reason
            env.step(None)
            continue
        assert agent == here.turn
        assert int(seen["action_mask"].sum()) == len(here.moves)
        action = int(random.choice(np.flatnonzero(seen["action_mask"])))
        here = here.play(env.single.batch.move(action))
        env.step(action)
        assert env.single.batch.positions[0] == here


def test_illegal_actions_lose_or_raise() -> None:
    ours = adapter("pettingzoo", "pettingzoo")
    env = ours.env("tictactoe")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.rewards == {"x": 1.0, "o": -1.0}
    assert env.terminations == {"x": True, "o": True}
    assert env.infos["x"] == {"reason": "an illegal action", "illegal": True}
    strict = ours.env("tictactoe", illegal="raise")
    strict.reset()
    strict.step(4)
    with pytest.raises(IllegalMove, match="action 4 is not legal"):
        strict.step(4)
    assert strict.agent_selection == "o"
    strict.step(0)
    for action in (9, -1, None):
        with pytest.raises(IllegalMove, match="is no action of tictactoe"):
            strict.step(action)
    with pytest.raises(NameProblem, match="tictactoe has no agent 'z'"):
        strict.observe("z")
    with pytest.raises(LimitError, match="illegal cannot be 'ask'"):
        ours.env("tictactoe", illegal="ask")


def test_a_game_that_is_cut_is_truncated() -> None:
    env = adapter("pettingzoo", "pettingzoo").parallel_env("breakthrough", max_plies=3)
    seen, _ = env.reset(seed=1)
    for ply in range(3):
        mover = env.mover
        assert not seen[next(agent for agent in env.agents if agent != mover)]["action_mask"].any()
        action = int(seen[mover]["action_mask"].argmax())
        seen, rewards, terminated, truncated, infos = env.step(dict.fromkeys(env.agents, action))
        assert set(truncated.values()) == {ply == 2}
    assert not any(terminated.values())
    assert set(rewards.values()) == {0.0}
    assert infos["white"]["reason"] == "too many plies"
    assert env.agents == []


def test_pictures_of_an_environment() -> None:
    ours = adapter("pettingzoo", "pettingzoo")
    shown = {mode: ours.env("tictactoe", render_mode=mode) for mode in (None, "ansi", "svg")}
    for env in shown.values():
        env.reset()
        env.step(4)
    assert shown[None].render() is None
    assert shown["ansi"].render() == "...\n.✕.\n..."
    assert shown["svg"].render().startswith("<svg")


# --- Gymnasium --------------------------------------------------------------------------------------------


@every_game
def test_the_checker_of_gymnasium(name: str) -> None:
    ours = adapter("gymnasium", "gymnasium")
    from gymnasium.utils.env_checker import check_env

    check_env(ours.GameEnv(name, max_plies=MOST))
    check_env(ours.GameEnv(name, max_plies=MOST, seat=None))


@every_game
def test_games_side_by_side_keep_their_agents_to_move(name: str) -> None:
    ours = adapter("gymnasium", "gymnasium")
    seat = len(lasker.load(name).players) - 1
    env = ours.GameVectorEnv(name, 6, seat=seat, max_plies=MOST)
    seen, info = env.reset(seed=1)
    random, ended = np.random.default_rng(1), 0
    for _ in range(40):
        assert env.observation_space.contains(seen)
        actions = [random.choice(np.flatnonzero(row)) if row.any() else 0 for row in info["action_mask"]]
        seen, rewards, terminated, truncated, info = env.step(np.array(actions))
        over = terminated | truncated
        ended += int(over.sum())
        assert (env.batch.players[~over] == seat).all()
        assert (info["action_mask"].any(axis=1) == ~over).all()
        assert (rewards[~over] == 0).all()
    if name in SAMPLE:
        assert ended > 0


def test_a_game_is_the_same_alone_and_side_by_side() -> None:
    ours = adapter("gymnasium", "gymnasium")

    def first(batch: Any) -> Any:
        return np.where(batch.over, -1, batch.legal.argmax(axis=1))

    def by_hand(position: lasker.Position) -> lasker.Move:
        batch = lasker.Batch.from_positions([position])
        return batch.move(int(first(batch)[0]))

    single = ours.GameEnv("tictactoe", opponent=by_hand)
    many = ours.GameVectorEnv("tictactoe", 2, opponent=first)
    (seen, info), (_, infos) = single.reset(), many.reset()
    for _ in range(12):
        assert (infos["action_mask"] == info["action_mask"]).all()
        action = int(np.flatnonzero(info["action_mask"])[-1])
        seen, reward, terminated, _, info = single.step(action)
        _, rewards, ended, _, infos = many.step(np.array([action, action]))
        assert rewards.tolist() == [reward, reward]
        assert ended.tolist() == [terminated, terminated]
        if terminated:
            many.step(np.array([0, 0]))
            seen, info = single.reset()
            infos = many._info()
    assert single.observation_space.contains(seen)


def test_an_illegal_action_side_by_side_loses_there_alone() -> None:
    ours = adapter("gymnasium", "gymnasium")
    env = ours.GameVectorEnv("tictactoe", 3)
    _, info = env.reset(seed=2)
    _, _, _, _, info = env.step(np.array([4, 4, 4]))
    legal = [int(np.flatnonzero(row)[0]) for row in info["action_mask"]]
    _, rewards, terminated, _, info = env.step(np.array([legal[0], 4, legal[2]]))
    assert rewards.tolist() == [0.0, -1.0, 0.0]
    assert terminated.tolist() == [False, True, False]
    assert not info["action_mask"][1].any()
    before = env.batch.plies.tolist()
    _, rewards, terminated, _, info = env.step(np.array([np.flatnonzero(row)[0] if row.any() else 0
                                                         for row in info["action_mask"]]))  # fmt: skip
    assert env.batch.plies[1] == 0 < before[1]
    assert info["action_mask"][1].all()
    strict = ours.GameVectorEnv("tictactoe", 2, illegal="raise")
    strict.reset()
    strict.step([4, 4])
    with pytest.raises(IllegalMove, match="action 4 is not legal in game 0"):
        strict.step([4, 4])
    for bad in ([4], [4, 9], [4.0, 4.0], [4, -1]):
        with pytest.raises(IllegalMove):
            strict.step(bad)


EARLY = """lasker 1
game   "Early"
start  "1P3/1p3 w 1"
fen    "board side number"
players white black
board  5x2
piece  man ♙ ♟ 'P' 'p'
region home = file a
white = %♙: step(l) | step(r)
black = %♟: step(r)
end "a man is at home" lost: ♟ in home
end "a man is at home" won: ♙ in home
end "nothing moves" drawn: ![white | black]
"""


@pytest.mark.parametrize("seat", [1, None])
def test_a_game_that_is_over_before_the_agent_moves_is_begun_again(seat: int | None) -> None:
    ours = adapter("gymnasium", "gymnasium")
    game = lasker.load(EARLY)
    env = ours.GameEnv(game, seat=seat)
    for seed in range(20):
        _, info = env.reset(seed=seed)
        assert info["action_mask"].any()
        assert not env.single.over
    with pytest.raises(DeclarationError, match="Early is over before black moves"):
        ours.GameEnv(game, seat=1, opponent=lambda position: position.moves[0]).reset()


def test_games_that_are_over_before_the_agent_moves_are_begun_again() -> None:
    env = adapter("gymnasium", "gymnasium").GameVectorEnv(EARLY, 30, seat=1)
    _, info = env.reset(seed=1)
    over = np.zeros(30, bool)
    for _ in range(12):
        assert info["action_mask"][~over].any(axis=1).all()
        _, rewards, terminated, truncated, info = env.step(info["action_mask"].argmax(axis=1))
        assert not (over & (terminated | truncated)).any()
        assert (rewards[over] == 0).all()
        over = terminated | truncated


def test_games_of_the_library_are_made_by_name() -> None:
    ours = adapter("gymnasium", "gymnasium")
    import gymnasium

    assert len(ours.register()) == len(lasker.games()) == len(ours.register())
    env = gymnasium.make("lasker/tictactoe-v0", seat="o")
    _, info = env.reset(seed=1)
    assert int(info["action_mask"].sum()) == 8
    many = gymnasium.make_vec("lasker/tictactoe-v0", num_envs=4)
    assert many.reset(seed=1)[0].shape[0] == 4


def test_seats_and_opponents_that_there_are_not() -> None:
    ours = adapter("gymnasium", "gymnasium")
    for seat in ("white", 2, -1):
        with pytest.raises(DeclarationError, match="tictactoe has no player"):
            ours.GameEnv("tictactoe", seat=seat)
    with pytest.raises(DeclarationError, match="is no opponent"):
        ours.GameEnv("tictactoe", opponent="stockfish")


# --- OpenSpiel --------------------------------------------------------------------------------------------


@every_game
def test_the_simulations_of_openspiel(name: str) -> None:
    ours = adapter("openspiel", "pyspiel")
    import pyspiel

    game = ours.game(name, max_plies=40)
    pyspiel.random_sim_test(
        game, num_sims=2, serialize=len(lasker.load(name).model.space.sites) < 50, verbose=False
    )


def test_a_registered_game_is_loaded_and_searched() -> None:
    ours = adapter("openspiel", "pyspiel")
    import pyspiel
    from open_spiel.python.algorithms import minimax

    assert ours.register("tictactoe") == ["lasker_tictactoe"] == ours.register("tictactoe")
    game = pyspiel.load_game("lasker_tictactoe")
    state = game.new_initial_state()
    for text in ("b2", "a2", "a1"):
        state.apply_action(state.string_to_action(text))
    assert str(state).splitlines() == ["...", "◯✕.", "✕..", "3/OX1/X2 o 2"]
    value, _ = minimax.alpha_beta_search(game, state)
    assert value == -1.0  # for the second player: an edge does not answer the centre


def test_rules_of_ones_own_are_known_to_openspiel() -> None:
    ours = adapter("openspiel", "pyspiel")
    import pyspiel

    text = lasker.load("tictactoe").text.replace("lost:  line", "won:   line")
    game, usual = ours.game(text, max_plies=5), ours.game("tictactoe")
    assert str(usual) == "lasker_tictactoe(max_plies=1000)"
    assert str(game).startswith("lasker_tic_tac_toe_")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4, 2):
        state.apply_action(action)
    assert state.returns() == [-1.0, 1.0]
    again, copy = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(copy)) == (str(game), str(state))


def test_chance_in_openspiel_has_the_probabilities_of_the_rules() -> None:
    ours = adapter("openspiel", "pyspiel")
    state = ours.game("dice_men").new_initial_state()
    while not state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    odds = {state.action_to_string(action): chance for action, chance in state.chance_outcomes()}
    assert odds == {str(move): float(move.probability) for move in state.position.moves}
    assert sum(odds.values()) == pytest.approx(1)


def test_openspiel_ends_without_noise() -> None:
    adapter("openspiel", "pyspiel")
    code = "from lasker.environments import openspiel; print(openspiel.register('tictactoe'))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert done.stderr == ""


# --- functions --------------------------------------------------------------------------------------------


@every_game
def test_states_are_never_changed(name: str) -> None:
    env = adapter("functional").make(name, max_plies=30)
    state = env.init(np.arange(4))
    random = np.random.default_rng(2)
    while not (state.terminated | state.truncated).all():
        kept = {field: value.copy() for field, value in vars(state).items() if isinstance(value, np.ndarray)}
        actions = np.array([random.choice(np.flatnonzero(row)) for row in state.legal_action_mask])
        keys = random.integers(1 << 32, size=4)
        after, again = env.step(state, actions, keys), env.step(state, actions, keys)
        assert (after.observation == again.observation).all()
        assert (after.rewards == again.rewards).all()
        assert all((vars(state)[field] == value).all() for field, value in kept.items())
        over = state.terminated | state.truncated
        assert (after.rewards[over] == 0).all()
        assert (after._step_count[over] == state._step_count[over]).all()
        state = after
    assert state.observation.shape == (4, *env.observation_shape)


def test_one_game_is_a_state_without_rows() -> None:
    env = adapter("functional").make("tictactoe")
    state = env.init(7)
    assert state.terminated.shape == state.current_player.shape == ()
    assert state.legal_action_mask.shape == (env.num_actions,) == (9,)
    for action in (4, 0, 3, 1, 5):
        state = env.step(state, action)
    assert bool(state.terminated)
    assert state.rewards.tolist() == [1.0, -1.0]
    assert env.step(state, 8).rewards.tolist() == [0.0, 0.0]
    lost = env.step(env.step(env.init(7), 4), 4)
    assert lost.rewards.tolist() == [1.0, -1.0]
    with pytest.raises(IllegalMove, match="1 actions are needed"):
        env.step(env.init(7), [4])
    with pytest.raises(IllegalMove, match="keys are whole numbers"):
        env.init(0.5)


def test_keys_decide_what_chance_does() -> None:
    env = adapter("functional").make("dice_men")

    def played(keys: Any) -> list[str]:
        state = env.init(keys)
        for step in range(6):
            state = env.step(state, state.legal_action_mask.argmax(axis=1), keys + np.uint64(step))
        return [position.fen for position in state._batch.positions]

    keys = np.arange(24, dtype=np.uint64)
    assert played(keys) == played(keys)
    assert len({*played(keys)}) > 3
    assert played(keys)[7] == played(keys[7:8])[0]


# --- without the packages ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("module", "package", "extra"),
    [
        ("gymnasium", "gymnasium", "environments"),
        ("pettingzoo", "pettingzoo", "environments"),
        ("openspiel", "pyspiel", "openspiel"),
    ],
)
def test_a_package_that_is_missing_is_named(
    module: str, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [each for each in sys.modules if each.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, package, None)
    for name in ("gymnasium", "pettingzoo", "openspiel", "spaces"):
        monkeypatch.delitem(sys.modules, f"lasker.environments.{name}", raising=False)
    with pytest.raises(lasker.MissingPackage, match="is not installed") as caught:
        import_module(f"lasker.environments.{module}")
    assert caught.value.remedy == f"pip install 'lasker[{extra}]'"
