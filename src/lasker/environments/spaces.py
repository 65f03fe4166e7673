"""Spaces of Gymnasium for observations of batches."""

from __future__ import annotations

from typing import Any

from lasker.environments.batch import Batch
from lasker.environments.single import missing

try:
    import numpy as np
    from gymnasium import spaces
except ImportError:
    raise missing("Gymnasium") from None


def observation_box(batch: Batch) -> Any:
    """The space of one element's observation.

    >>> observation_box(Batch("tictactoe")).shape[1:]
    (3, 3)
    """
    return spaces.Box(0, 1, batch.observation_shape, np.float32)
