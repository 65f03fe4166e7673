"""Games in machine code as users get them: with optimisation, which most tests do without."""

from __future__ import annotations

import pytest

from lasker.backends.c.native import Native
from lasker.model.game import Game


def shipped(game: Game) -> Native:
    """The library that counts, lists moves and plays random games; several tests share it."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("LASKER_CFLAGS", raising=False)
        return Native(game, frozenset(), listing=True)
