"""The HTTP application: board images, engine analysis, rules, records. The client keeps the game state."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from lasker.drawing.pieces import tiles_named
from lasker.drawing.rule_page import figure_html, rule_page_html
from lasker.drawing.scene import scene
from lasker.engine.levels import FULL
from lasker.kernel.errors import LaskerError, NameProblem, NotationError
from lasker.movement.diagram import diagrams
from lasker.notation.pgn import write_game
from lasker.play import library
from lasker.play.game import load
from lasker.play.record import record_of, result_of
from lasker.table.adviser import Question
from lasker.table.clicks import why_not
from lasker.table.placement import placement
from lasker.web.guard import Guard, Refused
from lasker.web.positions import Played, described, is_cached, replayed
from lasker.web.requests import GameRequest, read_request
from lasker.web.thinking import Busy, stream_analysis

PAGE = {
    "page.html": "text/html",
    "page.css": "text/css",
    "board.js": "text/javascript",
    "play.js": "text/javascript",
}
BUNDLE = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
QUICK = 2  # threads for requests about cached positions
AGAIN = 1  # Retry-After of a busy server, in seconds


def application(extra: str | None = None, names: Iterable[str] = ()) -> Starlette:
    """The web application; `extra` is a rules file served in addition to the library, `names` are further
    host names of the server."""

    few = ThreadPoolExecutor(QUICK, "quick")

    def allowed(name: str) -> str:
        if name != extra and name not in library.names():
            raise NameProblem(f"no game is called {name}", remedy="choose one from the list")
        return name

    def played(question: GameRequest) -> Played:
        return replayed(allowed(question.game), question.start, question.moves)

    def answered(answer: Callable[[GameRequest], Any]) -> Callable[[Request], Any]:
        """Run a handler in a thread, so that slow requests do not block others. Fast ones share a small pool:
        more threads would only contend for the interpreter lock."""

        async def respond(request: Request) -> Response:
            question = await read_request(request)
            if is_cached(question.game, question.start, question.moves):
                found = await asyncio.get_running_loop().run_in_executor(few, answer, question)
            else:
                found = await run_in_threadpool(answer, question)
            return JSONResponse(found)

        return respond

    def page(request: Request) -> Response:
        name = request.path_params.get("name", "page.html")
        if name not in PAGE:
            raise HTTPException(404)
        return Response(files("lasker.web").joinpath(name).read_bytes(), media_type=PAGE[name])

    def bundle(request: Request) -> Response:
        """A file of the workbench, which `make page` builds."""
        name = request.path_params.get("name", "index.html")
        folder = files("lasker.web").joinpath("bundle")
        kind = BUNDLE.get(name.rpartition(".")[2])
        if kind is None or "/" in name or not (found := folder.joinpath(name)).is_file():
            raise HTTPException(404)
        return Response(found.read_bytes(), media_type=kind)

    def games(_: Request) -> Response:
        names = [*([extra] if extra else []), *library.sources()]
        return JSONResponse([{"name": name, "title": library.title(name)} for name in names])

    def rules(request: Request) -> Response:
        source = library.find(allowed(request.path_params["name"]))
        return PlainTextResponse(source.text)

    def moves(request: Request) -> Response:
        """Movement diagrams of the pieces."""
        game = library.model(allowed(request.path_params["name"]))
        return HTMLResponse("".join(map(figure_html, diagrams(game))))

    def rule_page(request: Request) -> Response:
        game = load(allowed(request.path_params["name"]))
        return HTMLResponse(rule_page_html(game.model, game.start().svg(), diagrams(game.model)))

    def position(question: GameRequest) -> dict[str, Any]:
        return described(played(question), flipped=bool(question.rest.get("flipped")))

    def board(question: GameRequest) -> dict[str, Any]:
        """The scene in which the position is shown."""
        found = played(question).position
        used = [site for site, symbol in enumerate(placement(found)["board"]) if symbol]
        tiles = tiles_named(question.text("tiles") or "kanji")
        coordinates = bool(question.rest.get("coordinates", True))
        flipped = bool(question.rest.get("flipped"))
        return scene(found.game.model, flipped=flipped, coordinates=coordinates, tiles=tiles, used=used)

    def why(question: GameRequest) -> dict[str, str]:
        spots = question.texts("squares")
        if not spots:
            raise NotationError("say which squares were clicked")
        return {"why": why_not(played(question).position, spots)}

    def record(question: GameRequest) -> dict[str, str]:
        """The game as PGN, with the players' names."""
        position = played(question).position
        names = dict(zip(("White", "Black"), question.texts("names"), strict=False))
        tags = {"Event": "Casual game", "Site": "Lasker", "Date": f"{date.today():%Y.%m.%d}", **names}
        claimed = question.text("claimed")
        for claim in position.claims:
            if claim.reason == claimed:
                tags |= {"Result": result_of(claim), "Termination": claim.reason}
        return {"pgn": write_game(record_of(position, tags))}

    async def think(request: Request) -> Response:
        """Stream the engine's analysis as lines of JSON."""
        question = await read_request(request)
        level, seconds = question.number("level", FULL), question.number("seconds", 1.0)
        if not isinstance(level, int):
            raise NotationError(f"no level {level}", remedy="levels are whole numbers")
        found = await run_in_threadpool(played, question)
        return stream_analysis(Question(found.position, level, seconds))

    app = Starlette(
        routes=[
            Route("/", page),
            Route("/workbench", bundle),
            Route("/bundle/{name}", bundle),
            Route("/api/games", games),
            Route("/api/rules/{name:path}", rules),
            Route("/api/moves/{name:path}", moves),
            Route("/rules/{name:path}", rule_page),
            Route("/api/position", answered(position), methods=["POST"]),
            Route("/api/scene", answered(board), methods=["POST"]),
            Route("/api/why", answered(why), methods=["POST"]),
            Route("/api/record", answered(record), methods=["POST"]),
            Route("/api/think", think, methods=["POST"]),
            Route("/{name}", page),
        ],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers=dict.fromkeys((LaskerError, Refused, HTTPException, Exception), error_response),
    )
    app.router.redirect_slashes = False
    return app


async def error_response(request: Request, error: Exception) -> Response:
    """An error as a JSON response."""
    match error:
        case Busy():
            headers = {"Retry-After": str(AGAIN)}
            return JSONResponse({"error": error.report()}, status_code=429, headers=headers)
        case LaskerError():
            return JSONResponse({"error": error.report()}, status_code=400)
        case Refused():
            return JSONResponse({"error": error.report}, status_code=error.status)
        case HTTPException():
            why = "there is nothing here" if error.status_code == 404 else error.detail
            report = f"error: {why}: {request.method} {request.url.path}"
            return JSONResponse({"error": report}, status_code=error.status_code, headers=error.headers)
    logging.getLogger("lasker").error("%s %s has failed", request.method, request.url.path, exc_info=error)
    return JSONResponse({"error": "error: something went wrong here"}, status_code=500)
