"""The files of the page, which `make page` builds from workbench/."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from lasker.kernel.package_data import files

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
BUNDLE = files("lasker.web").joinpath("bundle")  # built by `make page`
INDEX = "index.html"
UNBUILT = """<!doctype html>
<html lang="en">
<title>Lasker</title>
<h1>The page has not been built</h1>
<p>In the folder of Lasker's sources, <code>make page</code> builds it, with Node. Then load it again.</p>
</html>
"""
NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,200}")
HASHED = re.compile(r".+-[A-Z0-9]{8}\.\w+")  # names that change with their content
SMALL = 1_000  # bytes that are not worth compressing


class File(NamedTuple):
    """A file as it is sent."""

    content: bytes
    compressed: bytes | None
    tag: str


@lru_cache(maxsize=256)
def _read(name: str, changed: float) -> File | None:
    found = BUNDLE.joinpath(name)
    if not found.is_file():
        return None
    content = found.read_bytes()
    smaller = gzip.compress(content, mtime=0) if len(content) > SMALL else None
    tag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
    return File(content, smaller if smaller and len(smaller) < len(content) else None, tag)


def _changed(name: str) -> float:
    """When a file was changed, if it lies in a folder: a page that is built anew is read anew."""
    try:
        return BUNDLE.joinpath(name).stat().st_mtime  # type: ignore[attr-defined, no-any-return]  # a Path has it
    except (OSError, AttributeError):
        return 0.0


def send_file(request: Request, name: str) -> Response:
    """A file: compressed if the client reads that, kept for ever if its name has the hash of its content."""
    kind = TYPES.get(name.rpartition(".")[2])
    found = _read(name, _changed(name)) if kind and NAME.fullmatch(name) else None
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
    """The first page; if it has not been built, how that is done."""
    if not BUNDLE.joinpath(INDEX).is_file():
        return HTMLResponse(UNBUILT)
    return send_file(request, INDEX)


def send_bundled(request: Request) -> Response:
    """A file of the page."""
    return send_file(request, request.path_params["name"])
