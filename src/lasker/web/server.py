"""The server: positions as pictures, the opponent, rules as text. The page keeps the game."""

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

from lasker.drawing.rule_page import figure_html, rule_page_html
from lasker.engine.levels import FULL
from lasker.kernel.errors import LaskerError, NameProblem, NotationError
from lasker.movement.diagram import diagrams
from lasker.notation.pgn import write_game
from lasker.play import library
from lasker.play.game import load
from lasker.play.record import record_of, result_of
from lasker.table.adviser import Question
from lasker.table.clicks import why_not
from lasker.web.guard import Guard, Refused
from lasker.web.positions import Played, described, replayed, warm
from lasker.web.requests import Asked, asked
from lasker.web.thinking import Busy, thoughts

PAGE = {
    "page.html": "text/html",
    "page.css": "text/css",
    "board.js": "text/javascript",
    "play.js": "text/javascript",
}
QUICK = 2  # questions about remembered positions that are answered at the same time
AGAIN = 1  # seconds after which a question that found everybody busy may be asked again


def application(extra: str | None = None, names: Iterable[str] = ()) -> Starlette:
    """The web application; `extra` is a rules file that may be shown beside the library, `names` are those
    under which the server is reached, besides those of this machine."""

    few = ThreadPoolExecutor(QUICK, "quick")

    def allowed(name: str) -> str:
        if name != extra and name not in library.names():
            raise NameProblem(f"no game is called {name}", remedy="choose one from the list")
        return name

    def played(question: Asked) -> Played:
        return replayed(allowed(question.game), question.start, question.moves)

    def answered(answer: Callable[[Asked], Any]) -> Callable[[Request], Any]:
        """Questions are answered in threads, so that a slow one keeps nobody waiting. Those that take
        milliseconds are answered a few at a time: more threads would only wait for each other."""

        async def respond(request: Request) -> Response:
            question = await asked(request)
            if warm(question.game, question.start, question.moves):
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

    def games(_: Request) -> Response:
        names = [*([extra] if extra else []), *library.sources()]
        return JSONResponse([{"name": name, "title": library.title(name)} for name in names])

    def rules(request: Request) -> Response:
        source = library.find(allowed(request.path_params["name"]))
        return PlainTextResponse(source.text)

    def moves(request: Request) -> Response:
        """How the pieces move, as figures."""
        game = library.model(allowed(request.path_params["name"]))
        return HTMLResponse("".join(map(figure_html, diagrams(game))))

    def rule_page(request: Request) -> Response:
        game = load(allowed(request.path_params["name"]))
        return HTMLResponse(rule_page_html(game.model, game.start().svg(), diagrams(game.model)))

    def position(question: Asked) -> dict[str, Any]:
        return described(played(question), flipped=bool(question.rest.get("flipped")))

    def why(question: Asked) -> dict[str, str]:
        spots = question.texts("squares")
        if not spots:
            raise NotationError("say which squares were clicked")
        return {"why": why_not(played(question).position, spots)}

    def record(question: Asked) -> dict[str, str]:
        """The game as PGN, with the names of who played it."""
        position = played(question).position
        names = dict(zip(("White", "Black"), question.texts("names"), strict=False))
        tags = {"Event": "Casual game", "Site": "Lasker", "Date": f"{date.today():%Y.%m.%d}", **names}
        claimed = question.text("claimed")
        for claim in position.claims:
            if claim.reason == claimed:
                tags |= {"Result": result_of(claim), "Termination": claim.reason}
        return {"pgn": write_game(record_of(position, tags))}

    async def think(request: Request) -> Response:
        """What the opponent sees and plays: lines of JSON, while it thinks."""
        question = await asked(request)
        level, seconds = question.number("level", FULL), question.number("seconds", 1.0)
        if not isinstance(level, int):
            raise NotationError(f"no level {level}", remedy="levels are whole numbers")
        found = await run_in_threadpool(played, question)
        return thoughts(Question(found.position, level, seconds))

    made = Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games),
            Route("/api/rules/{name:path}", rules),
            Route("/api/moves/{name:path}", moves),
            Route("/rules/{name:path}", rule_page),
            Route("/api/position", answered(position), methods=["POST"]),
            Route("/api/why", answered(why), methods=["POST"]),
            Route("/api/record", answered(record), methods=["POST"]),
            Route("/api/think", think, methods=["POST"]),
            Route("/{name}", page),
        ],
        middleware=[Middleware(Guard, names=tuple(names))],
        exception_handlers=dict.fromkeys((LaskerError, Refused, HTTPException, Exception), told),
    )
    made.router.redirect_slashes = False
    return made


async def told(request: Request, error: Exception) -> Response:
    """An error, as a sentence in JSON."""
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
