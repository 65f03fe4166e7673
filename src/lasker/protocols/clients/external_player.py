"""Base class of external engines: the process is started when needed and killed on failure."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from lasker.kernel.errors import EngineError
from lasker.play.game import Game
from lasker.protocols.clients.engine_process import EngineProcess

GREETING = 10.0  # seconds to answer the handshake
STARTING = 180.0  # seconds to get ready: games may have to be compiled


class ExternalPlayer(ABC):
    """An engine process; after a failure it is killed and restarted for the next game."""

    def __init__(
        self, command: Sequence[str], game: Game, options: Mapping[str, str], variant: str | None, name: str
    ) -> None:
        self.name, self.game, self.options, self.variant = name, game, dict(options), variant
        self._command = list(command)
        self._process: EngineProcess | None = None
        self.ready()

    @abstractmethod
    def handshake(self, process: EngineProcess) -> None:
        """Identify the engine, select the game, set options."""

    def ready(self) -> EngineProcess:
        """The process, started if necessary."""
        if self._process is None:
            self._process = process = EngineProcess(self._command)
            with self.closed_on_failure():
                self.handshake(process)
        return self._process

    def running(self) -> EngineProcess:
        """The running process; an error if there is none."""
        if self._process is None:
            raise EngineError("it is not there")
        return self._process

    @contextmanager
    def closed_on_failure(self) -> Iterator[None]:
        """Kill the process if the body fails."""
        try:
            yield
        except BaseException:
            if self._process is not None:
                self._process.kill()
            self.close()
            raise

    def halt(self) -> None:
        """Kill the process: it need not obey a stop command."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """Send `quit` and wait for the process."""
        if self._process is not None:
            self._process.close("quit")
        self._process = None
