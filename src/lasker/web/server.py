"""The server: positions as pictures, moves by their squares, rules as text. The page keeps the game."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from lasker.kernel.errors import LaskerError, NameProblem
from lasker.notation.diagram import diagrams
from lasker.notation.rulepage import figure_html, rule_page_html
from lasker.play import library
from lasker.play.game import Position, load
from lasker.play.move import Move
from lasker.syntax.declare import CHANCE

MOST_MOVES = 2000
MOST_BYTES = 200_000


def application(extra: str | None = None) -> Starlette:
    """The web application; `extra` is a rules file that may be shown beside the library."""

    def allowed(name: str) -> str:
        if name != extra and name not in library.names():
            raise NameProblem(f"no game is called {name}", remedy="choose one from the list")
        return name

    async def page(_: Request) -> Response:
        return HTMLResponse(files("lasker.web").joinpath("page.html").read_text("utf-8"))

    async def games(_: Request) -> Response:
        names = [*([extra] if extra else []), *library.sources()]
        return JSONResponse([{"name": name, "title": library.title(name)} for name in names])

    async def rules(request: Request) -> Response:
        source = library.find(allowed(request.path_params["name"]))
        return PlainTextResponse(source.text)

    def moves(request: Request) -> Response:
        """How the pieces move, as figures; not async, for it takes its time."""
        game = library.model(allowed(request.path_params["name"]))
        return HTMLResponse("".join(map(figure_html, diagrams(game))))

    def rule_page(request: Request) -> Response:
        game = load(allowed(request.path_params["name"]))
        return HTMLResponse(rule_page_html(game.model, game.start().svg(), diagrams(game.model)))

    async def position(request: Request) -> Response:
        body = await request.body()
        if len(body) > MOST_BYTES:
            return _refused("this request is too long")
        try:
            asked = await request.json()
            name, start, moves = (
                str(asked["game"]),
                asked.get("start"),
                [str(m) for m in asked.get("moves", [])],
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            return _refused("a request names a game and its moves")
        if len(moves) > MOST_MOVES:
            return _refused(f"at most {MOST_MOVES} moves")
        return JSONResponse(
            described(
                replayed(allowed(name), None if start is None else str(start), tuple(moves)),
                flipped=bool(asked.get("flipped")),
            )
        )

    async def told(_: Request, error: Exception) -> Response:
        return _refused(error.report() if isinstance(error, LaskerError) else "something went wrong")

    return Starlette(
        routes=[
            Route("/", page),
            Route("/api/games", games),
            Route("/api/rules/{name:path}", rules),
            Route("/api/moves/{name:path}", moves),
            Route("/rules/{name:path}", rule_page),
            Route("/api/position", position, methods=["POST"]),
        ],
        exception_handlers={LaskerError: told},
    )


def _refused(message: str) -> Response:
    return JSONResponse({"error": message}, status_code=400)


@lru_cache(maxsize=4096)
def replayed(name: str, start: str | None, moves: tuple[str, ...]) -> Position:
    """The position after some moves; positions on the way are remembered, so each move is played once."""
    if not moves:
        game = load(name)
        return game.start() if start is None else game.position(start)
    return replayed(name, start, moves[:-1]).play(moves[-1])


def described(position: Position, flipped: bool) -> dict[str, Any]:
    """Everything the page shows of a position."""
    last = _squares(position)
    outcome = position.outcome
    return {
        "fen": position.fen,
        "turn": position.turn,
        "svg": position.svg(flipped=flipped, last=last, size=560),
        "moves": [{"text": str(move), "squares": _route(position, move)} for move in position.moves],
        "roll": str(position.roll().last) if position.turn == CHANCE and position.moves else None,
        "claims": [claim.reason for claim in position.claims],
        "outcome": outcome
        and {
            "reason": outcome.reason,
            "payoffs": dict(zip(position.game.players, map(str, outcome.payoffs), strict=True)),
        },
    }


def _route(position: Position, move: Move) -> list[str]:
    """The squares one clicks to play a move, in their order."""
    label = position.game.model.space.label
    route: list[str] = []
    for chosen in move.step.label:
        for site in (chosen.start, chosen.end):
            if not route or route[-1] != label(site):
                route.append(label(site))
    return route


def _squares(position: Position) -> list[str]:
    """The squares that the last move changed."""
    if position.before is None:
        return []
    now, then = position.node.configuration.board, position.before.node.configuration.board
    label = position.game.model.space.label
    return [label(i) for i, (a, b) in enumerate(zip(now, then, strict=True)) if a != b]
