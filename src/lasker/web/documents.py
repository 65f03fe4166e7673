"""Methods of the server itself: texts that are opened, documents that are kept."""

from __future__ import annotations

import secrets
from typing import Any

from lasker.kernel.errors import NotationError
from lasker.web import game_names
from lasker.web.database import Store
from lasker.web.methods import Params
from lasker.web.params import optional_text, text

KINDS = ("game", "study", "rules")


def keep_text(store: Store, params: Params) -> str:
    """Keep the `text` of a game in a `format`; its name.

    >>> keep_text(Store(), {"text": "lasker 1", "format": "rules"})[:5]
    'text:'
    """
    content = text(params.get("text"), "text", game_names.LONGEST).replace("\r\n", "\n").replace("\r", "\n")
    format = optional_text(params, "format") or "rules"
    name = game_names.name_of(format, content)
    store.keep_text(name, (format, content))
    return name


def list_documents(store: Store, params: Params) -> list[dict[str, Any]]:
    """The documents, or those of a `kind`, the last changed first, without their bodies."""
    return store.documents(optional_text(params, "kind"))


def get_document(store: Store, params: Params) -> dict[str, Any]:
    """The document of an `id`."""
    return store.document(text(params.get("id"), "id"))


def put_document(store: Store, params: Params) -> dict[str, Any]:
    """Keep a document: `kind`, `title`, `body`, and `id` if it has one.

    >>> store = Store()
    >>> made = put_document(store, {"kind": "study", "title": "Endings", "body": [1]})
    >>> get_document(store, {"id": made["id"]})["body"]
    [1]
    """
    kind = text(params.get("kind"), "kind")
    if kind not in KINDS:
        raise NotationError(f"no kind of document is called {kind}", remedy=f"there are {', '.join(KINDS)}")
    id = optional_text(params, "id") or secrets.token_urlsafe(12)
    title = text(params.get("title"), "title")
    return {"id": id, "changed": store.put_document(id, kind, title, params.get("body"))}


def delete_document(store: Store, params: Params) -> dict[str, Any]:
    """Delete the document of an `id`."""
    return {"deleted": store.delete_document(text(params.get("id"), "id"))}


METHODS = {
    "documents.list": list_documents,
    "documents.get": get_document,
    "documents.put": put_document,
    "documents.delete": delete_document,
}
