"""Parsed games as bytes, for the cache: to play a stored game, neither parser nor prelude is loaded.

The bytes hold the parts of the game and its texts. Anything else, such as where a word is defined, is parsed
from the texts on first access. The bytes are a pickle, which may run any code: read only those that this user
has written.
"""

from __future__ import annotations

import pickle
import threading
from typing import TYPE_CHECKING, Any

from lasker.kernel.hash_consing import HashConsing
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.model.parts import NAMES, Facts, Parts
from lasker.syntax.read import game_of_parts

if TYPE_CHECKING:
    from lasker.algebra.contents import Vocabulary
    from lasker.space.compass import Compass
    from lasker.space.space import Space
    from lasker.syntax.rules import Rules


class StoredRules:
    """The rules of a stored game: board, pieces and texts; all else is parsed on first access."""

    def __init__(
        self,
        source: Source,
        bases: tuple[Source, ...],
        limits: Limits,
        compass: Compass,
        space: Space,
        vocabulary: Vocabulary,
    ) -> None:
        self.source, self.bases, self.limits = source, bases, limits
        self.compass, self.space, self.vocabulary = compass, space, vocabulary

    def begin(self, lock: threading.RLock) -> None:
        """Nothing more has been read; one thread at a time may do so."""
        self._lock = lock
        self._rules: Rules | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # what rules are asked for has a name
            raise AttributeError(name)
        return getattr(self._read(), name)

    def _read(self) -> Rules:
        from lasker.syntax.rules import Rules  # the whole language

        with self._lock:
            if self._rules is None:
                rules = Rules(
                    self.source,
                    bases=self.bases,
                    limits=self.limits,
                    space=self.space,
                    vocabulary=self.vocabulary,
                )
                rules.meter.lock = self._lock
                rules.check()
                self._rules = rules
            return self._rules


class StoredParts(Parts):
    """The parts of a stored game, unpickled on first access to one of them."""

    def __init__(self, words: StoredRules, facts: Facts, terms: bytes) -> None:
        super().__init__()
        self.lock = threading.RLock()
        words.begin(self.lock)
        self.rules, self.facts, self._terms = words, facts, terms

    def __getattr__(self, name: str) -> Any:
        if name not in NAMES:
            raise AttributeError(name)
        vars(self).update(pickle.loads(self._terms))
        return vars(self)[name]

    def check(self) -> None:
        """Nothing: only games without mistakes are stored."""


def to_bytes(game: Game) -> bytes:
    """A game as bytes. Every rule is parsed first, so that a mistake is found.

    >>> text = 'lasker 1\\ngame "Coins"\\nplayers one two\\nboard 3x1\\npiece coin ● ○\\nmove = %.: put(●)'
    >>> from lasker.syntax.read import read_game
    >>> game = read_game(Source(text))
    >>> again = from_bytes(to_bytes(game))
    >>> again is game, again.states == game.states, again.rules.definitions == game.rules.definitions
    (False, True, True)
    """
    game.check()
    rules, parts = game.rules, HashConsing().of({name: getattr(game.parts, name) for name in NAMES})
    words = StoredRules(rules.source, rules.bases, rules.limits, rules.compass, game.space, rules.vocabulary)
    return pickle.dumps((words, game.parts.facts, pickle.dumps(parts, -1)), -1)


def from_bytes(content: bytes) -> Game:
    """The game that was written as bytes."""
    words, facts, terms = pickle.loads(content)
    return game_of_parts(StoredParts(words, facts, terms))
