"""Calls of methods by name: those of the table run in workers, those about kept things here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from typing import Any

from lasker.kernel.cancel import Token
from lasker.kernel.errors import LaskerError, NameProblem
from lasker.web import documents, texts
from lasker.web.jobs import Message, encoded, error_facts, messages
from lasker.web.methods import Params, methods
from lasker.web.store import Store


class Service:
    """Everything that clients may ask."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._writer = ThreadPoolExecutor(1, "store")  # the database is used in the order of requests
        self._text = lru_cache(maxsize=256)(store.text)

    async def stored(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """The result of work on the database."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, work, *arguments)

    async def answers(self, name: str, params: Params, client: str) -> AsyncGenerator[Message, None]:
        """The messages of a call by a client: events, then a result or an error."""
        try:
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
        async for message in self._run(name, params, named, client):
            yield message

    async def _named_texts(self, params: Params) -> dict[str, texts.Text]:
        """The texts that the parameters name, also in lists."""
        named: dict[str, texts.Text] = {}
        for value in params.values():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, str) and (found := texts.NAME.fullmatch(each)):
                    text = await self.stored(self._text, found[1])
                    if text is not None:
                        named[found[1]] = text
        return named

    async def _run(
        self, name: str, params: Params, named: dict[str, texts.Text], client: str
    ) -> AsyncGenerator[Message, None]:
        """Run a method in a thread."""
        token, loop = Token(), asyncio.get_running_loop()
        queue: asyncio.Queue[Message | None] = asyncio.Queue()

        def work() -> None:
            for message in messages(name, params, named, token):
                loop.call_soon_threadsafe(queue.put_nowait, message)
            loop.call_soon_threadsafe(queue.put_nowait, None)

        working = loop.run_in_executor(None, work)
        try:
            while (message := await queue.get()) is not None:
                yield message
            await working
        finally:
            token.cancel()
