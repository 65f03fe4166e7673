"""Access to a public server by a token, and a rate limit for each address.

The token is part of the address that `lasker serve --public` prints. A browser that opens it gets a cookie,
and is redirected to the address without the token; programs send `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import secrets
from urllib.parse import parse_qs, urlencode

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse, RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from lasker.web.jobs import problem
from lasker.web.rate_limits import Rates
from lasker.web.request_filter import POLICY, WORK

COOKIE = "lasker"
DAYS = 30  # that a browser may come back without the token
RATE, BURST = 30, 600  # requests of one address that cause work: per second, and at once
OPEN = ("/health",)  # what everybody may read


class Access:
    """ASGI middleware that refuses requests without the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app, self.token = app, token
        self._rates = Rates(RATE, BURST)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        asked = parse_qs(scope.get("query_string", b"").decode("latin-1"), keep_blank_values=True)
        given = asked.pop("token", [""])[0]
        if scope["type"] == "http" and self._is_token(given):
            rest = urlencode(asked, doseq=True)
            answer = RedirectResponse(scope["path"] + (f"?{rest}" if rest else ""), 303)
            answer.set_cookie(COOKIE, self.token, DAYS * 86_400, httponly=True, samesite="lax")
            await answer(scope, receive, send)
            return
        held = self._is_token(connection.cookies.get(COOKIE, "")) or self._is_token(given)
        scope["lasker.known"] = held or self._is_token(_bearer(connection.headers))
        if not scope["lasker.known"] and scope["path"] not in OPEN:
            remedy = "open the address that `lasker serve --public` printed, with its token"
            await _refuse(scope, receive, send, 401, "this server is for those who have its address", remedy)
            return
        client = connection.client.host if connection.client else ""
        if scope["path"].startswith(WORK) and not self._rates.take(client):
            await _refuse(scope, receive, send, 429, "too many requests", "wait a moment, then ask again")
            return
        await self.app(scope, receive, send)

    def _is_token(self, given: str) -> bool:
        return secrets.compare_digest(given.encode(), self.token.encode())


def _bearer(headers: Headers) -> str:
    kind, _, value = headers.get("authorization", "").partition(" ")
    return value.strip() if kind.lower() == "bearer" else ""


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str, remedy: str) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY, "reason": why})
        return
    headers = {"Retry-After": "1"} if status == 429 else {}
    kind = "Busy" if status == 429 else "Refused"
    await JSONResponse({"error": problem(kind, why, remedy)}, status, headers)(scope, receive, send)
