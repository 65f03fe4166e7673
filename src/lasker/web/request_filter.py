"""Request filtering against cross-site requests and DNS rebinding.

Any page on the Internet can make a browser send requests to this server, but it cannot choose the headers
that identify such requests:

- `Host` names the site that the browser contacts; a name other than ours is a foreign site that
  resolves to this machine (DNS rebinding).
- `Origin`, `Referer` and `Sec-Fetch-Site` name the requesting page. Programs send none of them.
- `Content-Type: application/json` cannot be sent to another site without a preflight request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lasker.web.jobs import problem

LOCAL = ("127.0.0.1", "localhost", "[::1]")
PORT = 80  # the default port of an address
MOST_BYTES = 1_000_000  # of the body of a request, and of a message
POLICY = 1008  # why a WebSocket is closed
WORK = ("/api/", "/rules/")  # prefixes of expensive requests; the rest are static files
OWN = ("same-origin", "none")  # `none`: a typed address or a bookmark
CONTENT = (  # of pages: nothing from elsewhere, no scripts in the text; drawings have styles of their own
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self' data:; media-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {  # other sites may not read responses or embed them in a frame
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "same-origin",
    "Content-Security-Policy": CONTENT,
}


class RequestRefused(Exception):
    """A rejected request: status and reason."""

    def __init__(self, status: int, why: str, remedy: str = "") -> None:
        super().__init__(why)
        self.status = status
        self.facts = problem("Refused", why, remedy or None)


class Guard:
    """ASGI middleware that rejects requests of other sites before anything is read or computed."""

    def __init__(self, app: ASGIApp, names: Iterable[str] = (), any_name: bool = False) -> None:
        self.app, self.any_name = app, any_name  # a server that wants a token may have any name
        self.names = frozenset(name.lower() for name in names)  # with a port, or for all ports

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward a request, or reject it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return

        async def sent(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        try:
            self.check(scope)
        except RequestRefused as refused:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": POLICY, "reason": str(refused)[:100]})
                return
            answer = JSONResponse({"error": refused.facts}, status_code=refused.status)
            await answer(scope, receive, sent)
            return
        await self.app(scope, receive, sent)

    def check(self, scope: Scope) -> None:
        """Raise `RequestRefused` for a request that comes neither from our page nor from a program."""
        headers = Headers(scope=scope)
        port = (scope.get("server") or (None, None))[1]
        self._check_host(headers, port)
        posted = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
        if posted or scope["path"].startswith(WORK):
            _check_sender(headers)
        if posted:
            _check_body(headers)

    def _check_host(self, headers: Headers, port: int | None) -> None:
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not (self.any_name or self._ours(hosts[0], port)):
            raise RequestRefused(
                400,
                f"this server is not called {', '.join(hosts) or 'nothing'}",
                "open the address that `lasker serve` prints; `--name NAME` adds another name",
            )

    def _ours(self, host: str, served: int | None) -> bool:
        """Is this a name of this server, with its port?"""
        found = re.fullmatch(r"(\[[^]]*\]|[^:]*)(?::([0-9]{1,5}))?", host.strip().lower())
        if found is None:
            return False
        name, port = found[1], int(found[2] or PORT)
        if not self.names.isdisjoint({name, f"{name}:{port}"}):
            return True
        return name in LOCAL and (served is None or port == served)


def _check_sender(headers: Headers) -> None:
    for name in ("origin", "referer"):
        for sender in headers.getlist(name):
            if not _same_site(sender, headers["host"]):
                raise RequestRefused(403, f"this was sent by another site ({name}: {sender[:200]})")
    for site in headers.getlist("sec-fetch-site"):
        if site.strip().lower() not in OWN:
            raise RequestRefused(403, f"this was sent by another site (sec-fetch-site: {site[:200]})")


def _same_site(sender: str, host: str) -> bool:
    """Is the sender's address on this host?"""
    try:
        parts = urlsplit(sender)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and parts.netloc.lower() == host.strip().lower()


def _check_body(headers: Headers) -> None:
    kinds = headers.getlist("content-type")
    if len(kinds) != 1 or kinds[0].partition(";")[0].strip().lower() != "application/json":
        raise RequestRefused(
            415,
            f"a request is JSON, and this one says that it is {', '.join(kinds)[:200] or 'nothing'}",
            "send the header Content-Type: application/json",
        )
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length[:12]) > MOST_BYTES:
        raise too_long()


def too_long() -> RequestRefused:
    """The error for an oversized body."""
    return RequestRefused(413, f"this request is longer than {MOST_BYTES} bytes", "ask about a shorter game")
