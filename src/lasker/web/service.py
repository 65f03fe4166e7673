"""Calls of methods by name: those of the table run in workers, those about kept things here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from functools import lru_cache
from typing import Any

from lasker.kernel.errors import LaskerError, NameProblem
from lasker.web import documents, game_names, thumbnails
from lasker.web.database import Store
from lasker.web.jobs import Message, encoded, error_facts
from lasker.web.logs import log
from lasker.web.methods import Params, methods
from lasker.web.shared_tables import SharedTables, parsed_rules
from lasker.web.worker_pool import Pool

PAGE_FIRST = 0.1  # seconds in which the page can be answered before the workers need the processor


class Service:
    """Everything that clients may ask."""

    def __init__(self, store: Store, pool: Pool, address: str = "", prepares: bool = False) -> None:
        self.store, self.pool, self.address, self._prepares = store, pool, address, prepares
        self._writer = ThreadPoolExecutor(1, "store")  # the database is used in the order of requests
        self._text = lru_cache(maxsize=256)(store.text)
        self.tables = SharedTables(store, self.stored, self._played)

    @asynccontextmanager
    async def running(self, _: object = None) -> AsyncIterator[None]:
        """The workers run inside."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await self.pool.close()
            self._writer.shutdown()
            self.store.close()

    async def _work(self) -> None:
        """Start the workers; draw missing pictures of games while nothing else is to be done."""
        await asyncio.sleep(PAGE_FIRST)
        self.pool.start()
        for name in await asyncio.to_thread(thumbnails.in_order) if self._prepares else ():
            if await asyncio.to_thread(thumbnails.drawn_before, name) is None:
                draw = replace(methods()["thumbnail"], kind="slow")
                async with aclosing(self.pool.answers(draw, {"game": name}, {}, "pictures")) as stream:
                    async for _ in stream:
                        pass

    async def stored(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """The result of work on the database."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, work, *arguments)

    async def answers(self, name: str, params: Params, client: str) -> AsyncGenerator[Message, None]:
        """The messages of a call by a client: events, then a result or an error."""
        began, kind, size = time.monotonic(), "left", 0
        try:
            async with aclosing(self._answers(name, params, client)) as stream:
                async for message in stream:
                    kind, size = message[0], size + len(message[1])
                    yield message
        finally:
            took = round(1000 * (time.monotonic() - began), 1)
            log("call", method=name[:100], client=client, answer=kind, milliseconds=took, bytes=size)

    async def _answers(self, name: str, params: Params, client: str) -> AsyncGenerator[Message, None]:
        try:
            if name == "server":
                yield "result", encoded({"public": bool(self.address), "address": self.address})
                return
            if name == "table.watch":
                async with aclosing(self.tables.watch(params)) as states:
                    async for state in states:
                        yield state
            if name in self.tables.methods:
                yield "result", encoded(await self.tables.methods[name](params))
                return
            if name in documents.METHODS:
                result = await self.stored(documents.METHODS[name], self.store, params)
                yield "result", encoded(result)
                return
            if name not in methods():
                raise NameProblem(f"no method is called {name[:100]}")
            if name == "open":
                params = {**params, "game": await self.stored(documents.keep_text, self.store, params)}
            named = await self._named_texts(params)
        except LaskerError as error:
            yield "error", encoded(error_facts(error))
            return
        async with aclosing(self.pool.answers(methods()[name], params, named, client)) as stream:
            async for message in stream:
                yield message

    async def _played(self, params: Params) -> dict[str, Any]:
        """What the rules say of a game that is kept at a table."""
        async with aclosing(self.answers("play", params, "tables")) as stream:
            return parsed_rules(*[message async for message in stream][-1])

    async def _named_texts(self, params: Params) -> dict[str, game_names.Text]:
        """The texts that the parameters name, also in lists."""
        named: dict[str, game_names.Text] = {}
        for value in params.values():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and (found := game_names.NAME.fullmatch(each)):
                    text = await self.stored(self._text, found[1])
                    if text is not None:
                        named[found[1]] = text
        return named
