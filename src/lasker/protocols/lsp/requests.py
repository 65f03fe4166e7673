"""The requests that the language server answers, by the names that the protocol gives them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lasker.kernel.errors import LaskerError
from lasker.language import service
from lasker.language.positions import Lines
from lasker.protocols.lsp.conversion import (
    Json,
    action_of,
    completion_of,
    data_of,
    edits_of,
    fold_of,
    hover_of,
    locations_of,
    range_of,
    symbol_of,
)
from lasker.protocols.lsp.documents import Document


def _at(document: Document, params: Json) -> tuple[str, str, int, int]:
    """A place in the text, as the service asks for it."""
    place = params["position"]
    return document.text, document.format, place["line"], place["character"]


def _completion(document: Document, params: Json) -> Json:
    found = service.completions(*_at(document, params), document.path)
    return {
        "isIncomplete": False,
        "items": [completion_of(each, number) for number, each in enumerate(found)],
    }


def _hover(document: Document, params: Json) -> Json | None:
    found = service.hover(*_at(document, params), document.path)
    return hover_of(found) if found else None


def _definition(document: Document, params: Json) -> list[Json]:
    return [*locations_of(service.definition(*_at(document, params), document.path), document.uri)]


def _references(document: Document, params: Json) -> list[Json]:
    return [*locations_of(service.references(*_at(document, params), document.path), document.uri)]


def _highlight(document: Document, params: Json) -> list[Json]:
    found = service.references(*_at(document, params), document.path)
    return [{"range": range_of(each.range)} for each in found]


def _code_action(document: Document, params: Json) -> list[Json]:
    first, last = (params["range"][each]["line"] for each in ("start", "end"))
    near = [
        each for each in document.problems if each.range.start.line <= last and each.range.end.line >= first
    ]
    return [action_of(each, fix, document.uri) for each in near for fix in each.fixes]


def _prepare_rename(document: Document, params: Json) -> Json:
    return range_of(service.renamable(*_at(document, params), document.path))


def _rename(document: Document, params: Json) -> Json:
    return edits_of(document.uri, service.rename(*_at(document, params), params["newName"], document.path))


def _symbols(document: Document, params: Json) -> list[Json]:
    return [symbol_of(each) for each in service.symbols(document.text, document.format)]


def _folding(document: Document, params: Json) -> list[Json]:
    return [fold_of(each) for each in service.folding(document.text, document.format)]


def _formatting(document: Document, params: Json) -> list[Json]:
    new = service.formatting(document.text, document.format)
    whole = Lines(document.text).range(0, len(document.text))
    return [] if new == document.text else [{"range": range_of(whole), "newText": new}]


def _tokens(document: Document, params: Json) -> Json:
    return {"data": data_of(service.tokens(document.text, document.format, document.path))}


def _or(otherwise: Any, answer: Callable[[Document, Json], Any]) -> Callable[[Document, Json], Any]:
    """An answer for texts with mistakes, too."""

    def answered(document: Document, params: Json) -> Any:
        try:
            return answer(document, params)
        except LaskerError:
            return otherwise

    return answered


ANSWERS = {
    "textDocument/completion": _or({"isIncomplete": False, "items": []}, _completion),
    "textDocument/hover": _or(None, _hover),
    "textDocument/definition": _or([], _definition),
    "textDocument/references": _or([], _references),
    "textDocument/documentHighlight": _or([], _highlight),
    "textDocument/codeAction": _code_action,
    "textDocument/prepareRename": _prepare_rename,  # refused with a reason
    "textDocument/rename": _rename,
    "textDocument/documentSymbol": _or([], _symbols),
    "textDocument/foldingRange": _or([], _folding),
    "textDocument/formatting": _or([], _formatting),
    "textDocument/semanticTokens/full": _or({"data": []}, _tokens),
}
