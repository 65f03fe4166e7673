"""A step of some elements of a batch, the others staying as they are."""

from __future__ import annotations

from typing import Any

from lasker.environments.arrays import numpy_module
from lasker.environments.batch import Batch, Step


def step_some(batch: Batch, which: Any, actions: Any) -> tuple[Batch, Step]:
    """The batch after a step of the elements that a mask selects, and what it gave; the others get nothing.

    >>> env = Batch("tictactoe", 3)
    >>> env, found = step_some(env, [True, False, True], [4, 0, 2])
    >>> env.plies.tolist(), found.rewards.shape
    ([1, 0, 1], (3, 2))
    """
    np = numpy_module()
    chosen, given = np.asarray(which, bool), np.asarray(actions)
    still = batch.over
    if (chosen | still).all():  # none has to wait
        found = batch.step(given)
        moved = chosen & ~still
        return batch, Step(found.rewards * moved[:, None], found.done & moved, found.cut & moved)
    rewards = np.zeros((len(batch), batch.player_count), "float32")
    done, cut = np.zeros(len(batch), bool), np.zeros(len(batch), bool)
    if not chosen.any():
        return batch, Step(rewards, done, cut)
    part, rest = batch[chosen], batch[~chosen]
    rewards[chosen], done[chosen], cut[chosen] = part.step(given[chosen])
    order = np.argsort(np.concatenate([np.flatnonzero(chosen), np.flatnonzero(~chosen)]))
    return (part + rest)[order], Step(rewards, done, cut)
