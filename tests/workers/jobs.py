"""Tasks that fail, wait or die where they are told to."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from lasker.kernel.errors import LaskerError


@dataclass(frozen=True)
class Squares:
    """Squares of whole numbers; every job leaves a line in a log of attempts."""

    log: str
    refused: int = -1
    fatal: frozenset[int] = frozenset()  # whose worker is killed at the first attempt
    slow: int = -1
    seconds: float = 0.0

    def open(self) -> Callable[[int], int]:
        return self._square

    def _square(self, number: int) -> int:
        path = Path(self.log)
        before = path.read_text().split() if path.exists() else []
        with open(path, "a") as log:
            log.write(f"{number}\n")
        if number == self.refused:
            raise LaskerError(f"{number} is refused", remedy="give another number")
        if number in self.fatal and str(number) not in before:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == self.slow:
            time.sleep(self.seconds)
        return number * number


class Unopened:
    """A task that cannot be opened."""

    def open(self) -> Callable[[int], int]:
        raise LaskerError("there is no such game", remedy="name another one")
