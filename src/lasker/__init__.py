"""Lasker: board games written as mathematics.

>>> import lasker
>>> for result in lasker.evaluate("♙ + u. -> . + u♙", ".../.♙."):
...     print(result)
.♙.
...
>>> lasker.equal("M*", "nil | M+").reasons
('law: nil or M+ is M*',)
>>> position = lasker.load("tictactoe").start()
>>> position.play("b2").turn
'o'
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lasker import transform
    from lasker.algebra.equality import Verdict
    from lasker.builder.builder import GameBuilder
    from lasker.calculator import Board, Term, board, equal, evaluate, parse, rules
    from lasker.engine.levels import opponent
    from lasker.fuzzing.sample import sample
    from lasker.kernel.errors import LaskerError
    from lasker.kernel.limits import Limits
    from lasker.play.game import Game, Position, load
    from lasker.play.move import Move
    from lasker.proofs.characteristics import Characteristics, classify

__version__ = "0.1.0"
_HOMES = {
    "Board": "calculator",
    "Characteristics": "proofs.characteristics",
    "Game": "play.game",
    "GameBuilder": "builder.builder",
    "LaskerError": "kernel.errors",
    "Limits": "kernel.limits",
    "Move": "play.move",
    "Position": "play.game",
    "Term": "calculator",
    "Verdict": "algebra.equality",
    "board": "calculator",
    "classify": "proofs.characteristics",
    "equal": "calculator",
    "evaluate": "calculator",
    "included": "calculator",
    "load": "play.game",
    "opponent": "engine.levels",
    "parse": "calculator",
    "rules": "calculator",
    "sample": "fuzzing.sample",
    "transform": "transform",
}
__all__ = [
    "Board",
    "Characteristics",
    "Game",
    "GameBuilder",
    "LaskerError",
    "Limits",
    "Move",
    "Position",
    "Term",
    "Verdict",
    "board",
    "classify",
    "equal",
    "evaluate",
    "included",
    "load",
    "opponent",
    "parse",
    "rules",
    "sample",
    "transform",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import lasker` costs nothing."""
    if name not in _HOMES:
        raise AttributeError(f"module 'lasker' has no attribute {name!r}")
    home = import_module(f"lasker.{_HOMES[name]}")
    return home if name == _HOMES[name] else getattr(home, name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
