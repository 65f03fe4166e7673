"""Streaming of engine analysis: a search thread feeds an HTTP response of JSON lines."""

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

MAX_CONCURRENT = 8  # concurrent requests, running or waiting

_free = threading.BoundedSemaphore(MAX_CONCURRENT)


class Busy(LimitError):
    """All slots are in use; the client may retry in a moment."""


def stream_analysis(question: Question) -> AnalysisStream:
    """Start an analysis if a slot is free."""
    if not _free.acquire(blocking=False):
        raise Busy(
            f"{MAX_CONCURRENT} other questions are being thought about",
            remedy="wait a moment, then ask again",
        )
    return AnalysisStream(question)


class AnalysisStream(StreamingResponse):
    """The analysis of a request as lines of JSON.

    The slot is released when the response is complete or the client disconnects, whichever comes first: also
    while the game is being compiled, and before anything was read.
    """

    def __init__(self, question: Question) -> None:
        super().__init__(self.lines(), media_type="application/x-ndjson")
        self.question = question
        self._queue: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._last = ""
        threading.Thread(target=self._think, daemon=True).start()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines as they become available."""
        try:
            listening = {
                **scope,
                "asgi": {"spec_version": "2.0"},
            }  # detect a disconnect also while nothing is sent
            await super().__call__(listening, receive, send)
        finally:
            self.question.drop()
            _free.release()

    async def lines(self) -> AsyncIterator[str]:
        """Analysis lines, the last one marked `done`; before them what is being waited for."""
        while (told := await self._queue.get()) is not None:
            yield json.dumps(told, ensure_ascii=False) + "\n"

    def _think(self) -> None:
        try:
            best = self.question.answer(self._on_opinion, self._on_wait)
            self._put({**(shown(best) if best else {}), "done": True})
        except LaskerError as error:
            self._put({"error": error.report()})
        except Exception:
            logging.getLogger("lasker").exception("the opponent has failed")
            self._put({"error": "error: the opponent has failed"})
        finally:
            self._put(None)

    def _on_opinion(self, opinion: Opinion) -> None:
        """Queue an intermediate result, with what is being compiled."""
        doing = self.question.doing
        self._put({**shown(opinion), **({"waits": doing} if doing else {})})

    def _on_wait(self, what: str) -> None:
        if what != self._last:
            self._last = what
            self._put({"waits": what})

    def _put(self, told: dict[str, Any] | None) -> None:
        with suppress(RuntimeError):  # the server may have stopped
            self._loop.call_soon_threadsafe(self._queue.put_nowait, told)


def shown(opinion: Opinion) -> dict[str, Any]:
    """An opinion as JSON-compatible data for the page."""
    return {**vars(opinion), "chance": round(opinion.chance, 4), "told": opinion.score_text}
