"""The files of the page: the workbench, if it was built, and the small page that needs no building."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

TYPES = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "woff2": "font/woff2",
    "png": "image/png",
    "wasm": "application/wasm",
}
PAGE = ("page.html", "page.css", "board.js", "play.js")
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}")
HASHED = re.compile(r".+-[A-Z0-9]{8}\.\w+")  # names that change with their content
SMALL = 1_000  # bytes that are not worth compressing


class File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    compressed: bytes | None
    tag: str


@lru_cache(maxsize=256)
def _read(folder: str, name: str, changed: float) -> File | None:
    found = files("lasker.web").joinpath(folder, name) if folder else files("lasker.web").joinpath(name)
    if not found.is_file():
        return None
    content = found.read_bytes()
    smaller = gzip.compress(content, mtime=0) if len(content) > SMALL else None
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    return File(content, smaller if smaller and len(smaller) < len(content) else None, tag)


def _changed(folder: str, name: str) -> float:
    """When a file was changed, if it lies in a folder: a page that is built anew is read anew."""
    path = files("lasker.web").joinpath(folder, name) if folder else files("lasker.web").joinpath(name)
    try:
        return path.stat().st_mtime  # type: ignore[attr-defined, no-any-return]  # a Path has it
    except (OSError, AttributeError):
        return 0.0


def has_workbench() -> bool:
    """Was the workbench built?"""
    return files("lasker.web").joinpath("bundle", "index.html").is_file()


def send_file(request: Request, folder: str, name: str) -> Response:
    """A file: compressed if the client reads that, kept for ever if its name has the hash of its content."""
    kind = TYPES.get(name.rpartition(".")[2])
    found = _read(folder, name, _changed(folder, name)) if kind and NAME.fullmatch(name) else None
    if found is None:
        raise HTTPException(404)
    lasting = "public, max-age=31536000, immutable" if HASHED.fullmatch(name) else "no-cache"
    headers = {"Cache-Control": lasting, "ETag": found.tag, "Vary": "Accept-Encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if found.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(found.compressed, headers=headers, media_type=kind)
    return Response(found.content, headers=headers, media_type=kind)


def send_page(request: Request) -> Response:
    """The first page."""
    return (
        send_file(request, "bundle", "index.html") if has_workbench() else send_file(request, "", "page.html")
    )


def send_bundled(request: Request) -> Response:
    """A file of the workbench."""
    return send_file(request, "bundle", request.path_params.get("name", "index.html"))


def send_small(request: Request) -> Response:
    """A file of the small page."""
    name = request.path_params["name"]
    if name not in PAGE:
        raise HTTPException(404)
    return send_file(request, "", name)
