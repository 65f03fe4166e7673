"""Players in processes of their own: started when they are needed, ended when they fail."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from lasker.kernel.errors import EngineError
from lasker.play.game import Game
from lasker.protocols.clients.talk import Talk

GREETING = 10.0  # seconds to answer the first word
STARTING = 180.0  # seconds to get ready: games may have to be compiled


class Program(ABC):
    """One process that plays; when it fails it is ended, and started anew for the next game."""

    def __init__(
        self, command: Sequence[str], game: Game, options: Mapping[str, str], variant: str | None, name: str
    ) -> None:
        self.name, self.game, self.options, self.variant = name, game, dict(options), variant
        self._command = list(command)
        self._talk: Talk | None = None
        self.ready()

    @abstractmethod
    def meet(self, talk: Talk) -> None:
        """Greet it, choose the game, tell the options."""

    def ready(self) -> Talk:
        """The process, started if it is not there."""
        if self._talk is None:
            self._talk = talk = Talk(self._command)
            with self.dropped_if_it_fails():
                self.meet(talk)
        return self._talk

    def there(self) -> Talk:
        """The process, which has been started."""
        if self._talk is None:
            raise EngineError("it is not there")
        return self._talk

    @contextmanager
    def dropped_if_it_fails(self) -> Iterator[None]:
        """Whatever goes wrong with it, nothing more is expected of this process."""
        try:
            yield
        except BaseException:
            if self._talk is not None:
                self._talk.kill()
            self.close()
            raise

    def halt(self) -> None:
        """Stop thinking: the process is ended, since it need not heed a word."""
        if self._talk is not None:
            self._talk.kill()

    def close(self) -> None:
        """Let it go."""
        if self._talk is not None:
            self._talk.close("quit")
        self._talk = None
