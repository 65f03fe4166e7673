"""The opponent on the page: it thinks in a thread of its own and tells what it sees, line by line."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from lasker.kernel.errors import LaskerError, LimitError
from lasker.table.adviser import Opinion, Question

AT_ONCE = 8  # questions that are being thought about, or wait for it

_free = threading.BoundedSemaphore(AT_ONCE)


class Busy(LimitError):
    """As many questions are being answered as may be; ask again in a moment."""


def thoughts(question: Question) -> Thoughts:
    """Begin to think, if a slot is free."""
    if not _free.acquire(blocking=False):
        raise Busy(
            f"{AT_ONCE} other questions are being thought about", remedy="wait a moment, then ask again"
        )
    return Thoughts(question)


class Thoughts(StreamingResponse):
    """What is thought about a question, as lines of JSON.

    The slot is free again when the answer is complete or its reader has gone, whichever comes first: also
    while the game is being compiled, and before anything was read.
    """

    def __init__(self, question: Question) -> None:
        super().__init__(self.lines(), media_type="application/x-ndjson")
        self.question = question
        self._told: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._last = ""
        threading.Thread(target=self._think, daemon=True).start()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines as they come."""
        try:
            listening = {**scope, "asgi": {"spec_version": "2.0"}}  # for the end, also while nothing is sent
            await super().__call__(listening, receive, send)
        finally:
            self.question.drop()
            _free.release()

    async def lines(self) -> AsyncIterator[str]:
        """Opinions as they come, the last one `done`; before them what is waited for."""
        while (told := await self._told.get()) is not None:
            yield json.dumps(told, ensure_ascii=False) + "\n"

    def _think(self) -> None:
        try:
            best = self.question.answer(self._opines, self._waits)
            self._tell({**(shown(best) if best else {}), "done": True})
        except LaskerError as error:
            self._tell({"error": error.report()})
        except Exception:
            logging.getLogger("lasker").exception("the opponent has failed")
            self._tell({"error": "error: the opponent has failed"})
        finally:
            self._tell(None)

    def _opines(self, opinion: Opinion) -> None:
        """What it sees, and what is being compiled meanwhile."""
        doing = self.question.doing
        self._tell({**shown(opinion), **({"waits": doing} if doing else {})})

    def _waits(self, what: str) -> None:
        if what != self._last:
            self._last = what
            self._tell({"waits": what})

    def _tell(self, told: dict[str, Any] | None) -> None:
        with suppress(RuntimeError):  # the server may be gone by now
            self._loop.call_soon_threadsafe(self._told.put_nowait, told)


def shown(opinion: Opinion) -> dict[str, Any]:
    """An opinion as the page reads it."""
    return {**vars(opinion), "chance": round(opinion.chance, 4), "told": opinion.score_told}
