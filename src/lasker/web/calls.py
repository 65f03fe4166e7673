"""Calls over HTTP and WebSocket: the same methods, the same answers.

`POST /api/NAME` with the parameters as a JSON object is answered by the result. Long work is answered by
lines of JSON: `{"event": …}` any number of times, then `{"result": …}` or `{"error": …}`.

On the WebSocket `/api/socket` a client sends `{"id": 7, "method": "think", "params": {…}}`, gets the same
objects with that id, and may send `{"id": 7, "cancel": true}`.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing, suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from lasker.kernel.errors import LaskerError, LimitError, NotationError
from lasker.web.jobs import Message, encoded, error_facts
from lasker.web.methods import methods
from lasker.web.rate_limits import Bucket
from lasker.web.request_bodies import parsed_object, read_object
from lasker.web.service import Service

STATUS = {"Busy": 429, "Unfinished": 429, "Failure": 500}  # of errors; any other one is 400
AGAIN = 1  # Retry-After of a busy server, in seconds
RATE, BURST = 500, 2_000  # messages of one socket: per second, and at once
MOST_CALLS = 64  # running calls of one socket


async def answer_post(service: Service, name: str, request: Request) -> Response:
    """The answer to a call over HTTP."""
    params = await read_object(request)
    stream = service.answers(name, params, client_of(request))
    first = await _first(stream, request)
    if first is None:
        return Response(status_code=499)  # nobody reads it
    if first[0] == "error":
        return error_answer(first[1])
    if first[0] == "result" and (name not in methods() or not methods()[name].streams):
        return Response(first[1], media_type="application/json")
    return Lines(_lines(first, stream), media_type="application/x-ndjson")


async def _first(stream: AsyncGenerator[Message, None], request: Request) -> Message | None:
    """The first message, or None if the client leaves before it comes."""
    coming = asyncio.create_task(stream.__anext__())
    leaving = asyncio.create_task(_disconnected(request))
    await asyncio.wait((coming, leaving), return_when=asyncio.FIRST_COMPLETED)
    leaving.cancel()
    if coming.done():
        return coming.result()
    coming.cancel()
    with suppress(asyncio.CancelledError, StopAsyncIteration):
        await coming
    return None


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


async def _lines(first: Message, rest: AsyncGenerator[Message, None]) -> AsyncIterator[bytes]:
    async with aclosing(rest):
        yield b'{"%b": %b}\n' % (first[0].encode(), first[1])
        async for kind, content in rest:
            yield b'{"%b": %b}\n' % (kind.encode(), content)


class Lines(StreamingResponse):
    """A stream that ends with its reader, also while nothing is sent."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send lines as they become available."""
        await super().__call__({**scope, "asgi": {"spec_version": "2.0"}}, receive, send)


def error_answer(content: bytes) -> Response:
    """An error as the answer to a request."""
    status = STATUS.get(json.loads(content)["kind"], 400)
    headers = {"Retry-After": str(AGAIN)} if status == 429 else {}
    return Response(b'{"error": %b}' % content, status, headers, "application/json")


def client_of(connection: Request | WebSocket) -> str:
    """Who asks: an address, and for a socket the port, since it stays."""
    host, port = connection.client or ("", 0)
    return f"{host}:{port}" if isinstance(connection, WebSocket) else host


class Socket:
    """One WebSocket: calls that run at the same time, each with an id."""

    def __init__(self, service: Service, socket: WebSocket) -> None:
        self._service, self._socket = service, socket
        self._client = client_of(socket)
        self._calls: dict[str | int, asyncio.Task[None]] = {}
        self._bucket = Bucket(RATE, BURST)

    async def serve(self) -> None:
        """Answer messages until the client leaves."""
        await self._socket.accept()
        try:
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._bucket.wait()
                await self._hear(message.get("text") or message.get("bytes") or b"")
        except (WebSocketDisconnect, RuntimeError):  # it has left while it was answered
            pass
        finally:
            for call in self._calls.values():
                call.cancel()

    async def _hear(self, content: str | bytes) -> None:
        id: str | int | None = None
        try:
            said = parsed_object(content)
            id = _id(said.get("id"))
            if said.get("cancel") is True:
                if id in self._calls:
                    self._calls[id].cancel()
                return
            name, params = said.get("method"), said.get("params", {})
            if not isinstance(name, str) or not isinstance(params, dict):
                raise NotationError('a message has an "id", a "method", and "params", which are an object')
            if id in self._calls:
                raise NotationError(f"the call {id} still runs", remedy="give every call an id of its own")
            if len(self._calls) >= MOST_CALLS:
                raise LimitError(f"{MOST_CALLS} calls run at once", remedy="wait, or cancel some")
        except LaskerError as error:
            await self._send(id, "error", encoded(error_facts(error)))
            return
        self._calls[id] = asyncio.create_task(self._call(id, name, params))

    async def _call(self, id: str | int, name: str, params: dict[str, Any]) -> None:
        try:
            async with aclosing(self._service.answers(name, params, self._client)) as stream:
                async for kind, content in stream:
                    if kind != "event":
                        self._calls.pop(id, None)
                    await self._send(id, kind, content)
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self._calls.pop(id, None)

    async def _send(self, id: str | int | None, kind: str, content: bytes) -> None:
        if self._socket.application_state is WebSocketState.CONNECTED:
            await self._socket.send_text(f'{{"id": {json.dumps(id)}, "{kind}": {content.decode()}}}')


def _id(value: object) -> str | int:
    if isinstance(value, bool) or not isinstance(value, str | int) or len(str(value)) > 100:
        raise NotationError('a message has an "id": a number or a text of at most 100 characters')
    return value
