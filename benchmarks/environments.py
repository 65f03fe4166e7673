"""Environments: steps a second of processor time, beside OpenSpiel and Pgx where these are found.

The whole loop is measured: legal masks, a random legal action each, a step, a new game where one has ended.
Rounds of all programs alternate, and medians are compared: the machine may be busy. To run it:
python -m benchmarks.environments
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Any

import lasker

ROUNDS, SECONDS, SIZE = 3, 1.0, 1024
# Ours, and the names of the same game there; where rules differ a little, so do the games' lengths.
GAMES = {
    "chess": ("chess", "chess"),
    "connect_four": ("connect_four", "connect_four"),
    "othello": ("othello", "othello"),
    "go9": ("go(board_size=9)", "go_9x9"),
    "hex11": ("hex(board_size=11)", "hex"),
    "shogi": (None, "shogi"),
    "einstein": ("einstein_wurfelt_nicht", None),
}
PGX_SIZE, PGX_STEPS = {"chess": 64, "shogi": 64}, 10
Round = Callable[[], float]  # plays for a while, and gives steps a second


def ours(name: str, masks: bool = True) -> Round:
    """A round of our batch."""
    env = lasker.Batch(name, SIZE, seed=1, auto_reset=True, max_plies=1000, threads=1)

    def play() -> float:
        began, steps = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            if masks:
                assert len(env.legal) == SIZE
            env.step(env.sample())
            steps += SIZE
        return steps / (time.process_time() - began)

    return play


def open_spiel(name: str, masks: bool = True) -> Round:
    """A round of OpenSpiel: one state after the other, from Python."""
    import pyspiel

    game, choose = pyspiel.load_game(name), random.Random(1)

    def play() -> float:
        began, steps, state = time.process_time(), 0, game.new_initial_state()
        while time.process_time() - began < SECONDS:
            if state.is_terminal():
                state = game.new_initial_state()
            elif state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(outcomes, odds)[0])
            else:
                if masks:
                    state.legal_actions_mask()
                state.apply_action(choose.choice(state.legal_actions()))
                steps += 1
        return steps / (time.process_time() - began)

    return play


def pgx(name: str, masks: bool = True) -> Round:
    """A round of Pgx on the processor, compiled as a whole; its states always have masks."""
    import jax
    import pgx as module
    from pgx.experimental.wrappers import auto_reset

    env, size = module.make(name), PGX_SIZE.get(name, SIZE)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(carry: Any, _: Any) -> tuple[Any, None]:
        state, key = carry
        key, first, second = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(first, logits, axis=-1)
        return (step(state, action, jax.random.split(second, size)), key), None

    several = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=PGX_STEPS)[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), size))
    carry = jax.block_until_ready(several((start, jax.random.PRNGKey(1))))

    def play() -> float:
        nonlocal carry
        began, steps = time.process_time(), 0
        while time.process_time() - began < SECONDS:
            carry = jax.block_until_ready(several(carry))
            steps += PGX_STEPS * size
        return steps / (time.process_time() - began)

    return play


def measured(name: str, masks: bool) -> dict[str, float]:
    """Median steps a second of every program that has the game."""
    spiel, functional = GAMES[name]
    makers: dict[str, Callable[[], Round]] = {"lasker": partial(ours, name, masks)}
    if spiel:
        makers["open_spiel"] = partial(open_spiel, spiel, masks)
    if functional and masks:
        makers["pgx"] = partial(pgx, functional)
    rounds: dict[str, Round] = {}
    for program, make in makers.items():
        try:
            rounds[program] = make()
        except ImportError:
            print(f"{program} is not installed", file=sys.stderr)
    speeds: dict[str, list[float]] = {program: [] for program in rounds}
    for _ in range(ROUNDS):
        for program, play in rounds.items():
            speeds[program].append(play())
    return {program: median(each) for program, each in speeds.items()}


def report(names: list[str]) -> Iterator[str]:
    """A line for each game and kind of loop."""
    for name in names:
        for masks in (True, False):
            found = measured(name, masks)
            told = ", ".join(f"{program} {speed / 1000:,.0f} k" for program, speed in found.items())
            best = max((speed for program, speed in found.items() if program != "lasker"), default=0.0)
            ratio = f", {found['lasker'] / best:.1f} times the better peer" if best else ""
            yield f"{name}, {'with' if masks else 'without'} masks: {told} steps a second{ratio}"


if __name__ == "__main__":
    for line in report(sys.argv[1:] or list(GAMES)):
        print(line, flush=True)
