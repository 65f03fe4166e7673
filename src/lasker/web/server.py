"""The HTTP application: calls of methods, pages, files. The client keeps the game that is played."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from lasker.kernel.errors import LaskerError
from lasker.play import library
from lasker.web.access import Access
from lasker.web.calls import Socket, answer_post, client_of, error_answer
from lasker.web.database import Store
from lasker.web.health import health, health_page
from lasker.web.jobs import encoded, error_facts, problem
from lasker.web.request_filter import MOST_BYTES, Guard, RequestRefused
from lasker.web.service import Service
from lasker.web.static import send_bundled, send_page
from lasker.web.thumbnails import drawn_before
from lasker.web.worker_pool import Pool


def web_socket(*arguments: Any, **options: Any) -> asyncio.Protocol:
    """The protocol of a connection by WebSocket, imported for the first one."""
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

    return WebSocketsSansIOProtocol(*arguments, **options)


CONFIG: dict[str, Any] = {  # of uvicorn
    "log_level": "critical",
    "ws": web_socket,
    "ws_max_size": MOST_BYTES,
    "timeout_keep_alive": 60,  # seconds that a connection may be silent
    "timeout_graceful_shutdown": 1,  # second; running searches are not awaited
}


def application(
    extra: str | None = None,
    names: Iterable[str] = (),
    data: Path | None = None,
    token: str = "",
    address: str = "",
    prepares: bool = False,
) -> Starlette:
    """The web application; `extra` is a rules file served in addition to the library, `names` are further
    host names of the server, `data` is the folder of what it keeps (otherwise it keeps nothing). With a
    `token` only those who have it are answered; `address` is what others open to come here. A server that
    `prepares` draws the pictures of the library before somebody asks."""

    service = Service(Store(data), Pool(extra), address, prepares)

    async def result(request: Request, name: str, **params: Any) -> Any:
        """The result of a method, for the routes that are read with GET."""
        async for kind, content in service.answers(name, params, client_of(request)):
            if kind == "error":
                raise Failed(content)
            return json.loads(content)
        return None

    async def call(request: Request) -> Response:
        return await answer_post(service, request.path_params["name"], request)

    async def socket(connection: WebSocket) -> None:
        await Socket(service, connection).serve()

    def how_it_is(request: Request) -> Response:
        if token and not request.scope["lasker.known"]:
            return JSONResponse({"ok": True})
        facts = health(service.pool)
        wants_page = "text/html" in request.headers.get("accept", "")
        return HTMLResponse(health_page(facts)) if wants_page else JSONResponse(facts)

    async def games(request: Request) -> Response:
        found = await result(request, "games")
        own = [{"name": extra, "title": library.title(extra)}] if extra else []
        return JSONResponse([*own, *({"name": each["name"], "title": each["title"]} for each in found)])

    async def picture(request: Request) -> Response:
        """The first position of a game, for lists of games."""
        name = request.path_params["name"]
        drawn = await asyncio.to_thread(drawn_before, name)
        svg = (await result(request, "thumbnail", game=name))["svg"] if drawn is None else drawn
        return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})

    async def rules(request: Request) -> Response:
        return PlainTextResponse((await result(request, "rules", game=request.path_params["name"]))["text"])

    async def moves(request: Request) -> Response:
        return HTMLResponse((await result(request, "diagrams", game=request.path_params["name"]))["html"])

    async def rule_page(request: Request) -> Response:
        return HTMLResponse((await result(request, "rule_page", game=request.path_params["name"]))["html"])

    app = Starlette(
        routes=[
            Route("/", send_page),
            Route("/bundle/{name}", send_bundled),
            Route("/health", how_it_is),
            Route("/api/games", games),
            Route("/api/rules/{name:path}", rules),
            Route("/api/moves/{name:path}", moves),
            Route("/rules/{name:path}", rule_page),
            Route("/picture/{name}.svg", picture),
            Route("/api/{name}", call, methods=["POST"]),
            WebSocketRoute("/api/socket", socket),
        ],
        lifespan=service.running,
        middleware=[
            Middleware(Guard, names=tuple(names), any_name=bool(token)),
            *([Middleware(Access, token=token)] if token else []),
        ],
        exception_handlers=dict.fromkeys(
            (LaskerError, RequestRefused, Failed, HTTPException, Exception), error_response
        ),
    )
    app.router.redirect_slashes = False
    return app


class Failed(Exception):
    """An error of a method, as JSON."""

    def __init__(self, content: bytes) -> None:
        super().__init__(content)
        self.content = content


async def error_response(request: Request, error: Exception) -> Response:
    """An error as a JSON response."""
    match error:
        case Failed():
            return error_answer(error.content)
        case LaskerError():
            return error_answer(encoded(error_facts(error)))
        case RequestRefused():
            facts, status, headers = error.facts, error.status, None
        case HTTPException():
            why = "there is nothing here" if error.status_code == 404 else error.detail
            facts = problem("Refused", f"{why}: {request.method} {request.url.path}")
            status, headers = error.status_code, error.headers
        case _:
            logging.getLogger("lasker").error(
                "%s %s has failed", request.method, request.url.path, exc_info=error
            )
            facts, status, headers = problem("Failure", "something went wrong here"), 500, None
    return JSONResponse({"error": facts}, status, headers)
