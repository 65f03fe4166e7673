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

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lasker import pgn as pgn
    from lasker import transform as transform
    from lasker.algebra.decision.counterexample_search import Counterexample
    from lasker.algebra.decision.verdict import Verdict
    from lasker.builder.builder import GameBuilder
    from lasker.calculator import Term, board, equal, evaluate, included, parse, rules
    from lasker.drawing.boards.board import Board
    from lasker.engine.levels import opponent
    from lasker.engine.root_search import Line
    from lasker.engines import Engine
    from lasker.environments.batch import Batch
    from lasker.fuzzing.sample import sample
    from lasker.kernel.errors import (
        DeclarationError,
        EngineError,
        FileError,
        GlueError,
        IllegalMove,
        LaskerError,
        LimitError,
        MissingPackage,
        NameProblem,
        NativeError,
        NotationError,
        ParseError,
        PictureError,
        SortError,
        SpaceError,
        Undecided,
    )
    from lasker.kernel.limits import Limits
    from lasker.model.position import Outcome
    from lasker.notation.san_reader import AmbiguousMove
    from lasker.play.game import Game, Position, games, load
    from lasker.play.move import Move
    from lasker.play.pieces import Piece
    from lasker.play.playouts import Playouts
    from lasker.proofs.forced_results.characteristics import Characteristics, classify
    from lasker.proofs.forced_results.strategies import Strategist
    from lasker.stats.selfplay import Strength
    from lasker.stats.study import Study, study
    from lasker.syntax.rules import Rules

__version__ = "0.1.0"
_HOMES = {
    "AmbiguousMove": "notation.san_reader",
    "Batch": "environments.batch",
    "Board": "drawing.boards.board",
    "Characteristics": "proofs.forced_results.characteristics",
    "Counterexample": "algebra.decision.counterexample_search",
    "DeclarationError": "kernel.errors",
    "Engine": "engines",
    "EngineError": "kernel.errors",
    "FileError": "kernel.errors",
    "Game": "play.game",
    "GameBuilder": "builder.builder",
    "GlueError": "kernel.errors",
    "IllegalMove": "kernel.errors",
    "LaskerError": "kernel.errors",
    "LimitError": "kernel.errors",
    "Limits": "kernel.limits",
    "Line": "engine.root_search",
    "MissingPackage": "kernel.errors",
    "Move": "play.move",
    "NameProblem": "kernel.errors",
    "NativeError": "kernel.errors",
    "NotationError": "kernel.errors",
    "Outcome": "model.position",
    "ParseError": "kernel.errors",
    "PictureError": "kernel.errors",
    "Piece": "play.pieces",
    "Playouts": "play.playouts",
    "Position": "play.game",
    "Rules": "syntax.rules",
    "SortError": "kernel.errors",
    "SpaceError": "kernel.errors",
    "Strategist": "proofs.forced_results.strategies",
    "Strength": "stats.selfplay",
    "Study": "stats.study",
    "Term": "calculator",
    "Undecided": "kernel.errors",
    "Verdict": "algebra.decision.verdict",
    "board": "calculator",
    "classify": "proofs.forced_results.characteristics",
    "equal": "calculator",
    "evaluate": "calculator",
    "games": "play.game",
    "included": "calculator",
    "load": "play.game",
    "opponent": "engine.levels",
    "parse": "calculator",
    "pgn": "pgn",
    "rules": "calculator",
    "sample": "fuzzing.sample",
    "study": "stats.study",
    "transform": "transform",
}
__all__ = [
    "AmbiguousMove",
    "Batch",
    "Board",
    "Characteristics",
    "Counterexample",
    "DeclarationError",
    "Engine",
    "EngineError",
    "FileError",
    "Game",
    "GameBuilder",
    "GlueError",
    "IllegalMove",
    "LaskerError",
    "LimitError",
    "Limits",
    "Line",
    "MissingPackage",
    "Move",
    "NameProblem",
    "NativeError",
    "NotationError",
    "Outcome",
    "ParseError",
    "PictureError",
    "Piece",
    "Playouts",
    "Position",
    "Rules",
    "SortError",
    "SpaceError",
    "Strategist",
    "Strength",
    "Study",
    "Term",
    "Undecided",
    "Verdict",
    "board",
    "classify",
    "equal",
    "evaluate",
    "games",
    "included",
    "load",
    "opponent",
    "parse",
    "pgn",
    "rules",
    "sample",
    "study",
    "transform",
]

if not TYPE_CHECKING:  # type checkers read the imports above, and report every other name

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used, so that `import lasker` costs nothing."""
        if name not in _HOMES:
            raise AttributeError(f"module 'lasker' has no attribute {name!r}")
        home = import_module(f"lasker.{_HOMES[name]}")
        return home if name == _HOMES[name] else getattr(home, name)

    class _Package(ModuleType):
        """Keeps `lasker.games` a function where somebody imports the folder of that name, which is data."""

        def __setattr__(self, name: str, value: object) -> None:
            if not (name == "games" and isinstance(value, ModuleType)):
                super().__setattr__(name, value)

    sys.modules[__name__].__class__ = _Package


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
