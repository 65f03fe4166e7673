"""The opponent on the page: it thinks in a thread of its own and tells what it sees, line by line."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from lasker.kernel.errors import LaskerError, LimitError
from lasker.table.coach import Opinion, Question

AT_ONCE = 8  # questions that are being thought about, or wait for it

_free = threading.BoundedSemaphore(AT_ONCE)


def seated(question: Question) -> Thoughts:
    """Begin to think, if there is a chair left."""
    if not _free.acquire(blocking=False):
        raise LimitError(f"{AT_ONCE} games are being thought about", remedy="wait a moment, then ask again")
    return Thoughts(question)


class Thoughts:
    """What is thought about a question, as lines of JSON; when nobody reads them any more, it ends."""

    def __init__(self, question: Question) -> None:
        self.question = question
        self._told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        threading.Thread(target=self._think, daemon=True).start()

    def _think(self) -> None:
        try:
            best = self.question.answer(lambda opinion: self._tell(shown(opinion)))
            self._tell({**(shown(best) if best else {}), "done": True})
        except LaskerError as error:
            self._tell({"error": error.report()})
        finally:
            _free.release()
            self._tell(None)

    def _tell(self, told: dict[str, Any] | None) -> None:
        with suppress(RuntimeError):  # the server may be gone by now
            self._loop.call_soon_threadsafe(self._told.put_nowait, told)

    async def lines(self) -> AsyncIterator[str]:
        """Opinions as they come, the last one `done`."""
        try:
            while (told := await self._told.get()) is not None:
                yield json.dumps(told, ensure_ascii=False) + "\n"
        finally:
            self.question.drop()


def shown(opinion: Opinion) -> dict[str, Any]:
    """An opinion as the page reads it."""
    return {**vars(opinion), "chance": round(opinion.chance, 4), "told": opinion.score_told}
