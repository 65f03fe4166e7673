"""A game that has been read before, as bytes: who plays it need not know the language it is written in.

The bytes hold what was read of the rules, and the texts themselves. Whatever else is asked of the rules, such
as where something is defined, is read from the texts when it is first asked. Bytes are made into objects as
Python does it, which may run any code: take only those that this user has kept himself.
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
from lasker.syntax.read import made_of

if TYPE_CHECKING:
    from lasker.algebra.contents import Vocabulary
    from lasker.space.compass import Compass
    from lasker.space.space import Space
    from lasker.syntax.rules import Rules


class KnownRules:
    """The rules of a text that has been read before: board, pieces and texts are known, and the rest is read
    when it is asked for."""

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


class Kept(Parts):
    """The parts of a game as they were read before, made into objects when one of them is asked for."""

    def __init__(self, words: KnownRules, facts: Facts, terms: bytes) -> None:
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
        """Nothing: what was wrong would not have been kept."""


def written(game: Game) -> bytes:
    """A game as bytes. Every rule is read first, so that a mistake is found.

    >>> text = 'lasker 1\\ngame "Coins"\\nplayers one two\\nboard 3x1\\npiece coin ● ○\\nmove = %.: put(●)'
    >>> from lasker.syntax.read import read_game
    >>> game = read_game(Source(text))
    >>> again = restored(written(game))
    >>> again is game, again.states == game.states, again.rules.definitions == game.rules.definitions
    (False, True, True)
    """
    game.check()
    rules, parts = game.rules, HashConsing().of({name: getattr(game.parts, name) for name in NAMES})
    words = KnownRules(rules.source, rules.bases, rules.limits, rules.compass, game.space, rules.vocabulary)
    return pickle.dumps((words, game.parts.facts, pickle.dumps(parts, -1)), -1)


def restored(content: bytes) -> Game:
    """The game that some bytes were made of."""
    words, facts, terms = pickle.loads(content)
    return made_of(Kept(words, facts, terms))
