"""`lasker lsp`: a language server for rules, YAML and variants files.

A request is answered by a thread, and stops soon after its client cancels it. A text is examined a moment
after its last change; whatever it says, the server goes on. Columns are UTF-16 code units, which every client
understands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote, urlparse

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError
from lasker.language import service
from lasker.language.positions import Lines
from lasker.language.texts import format_of, is_game, source_of
from lasker.language.tokens import TYPES
from lasker.protocols.lsp.conversion import (
    MODIFIERS,
    action_of,
    completion_of,
    data_of,
    diagnostic_of,
    fold_of,
    hover_of,
    location_of,
    range_of,
    symbol_of,
)

PAUSE = 0.15  # seconds without a change after which a text is examined
LANGUAGES = {"lasker": "rules", "yaml": "yaml", "ini": "ini"}  # what editors call the formats
log = logging.getLogger(__name__)
Answer = TypeVar("Answer")


@dataclass
class Opened:
    """A text that is open in the editor."""

    uri: str
    text: str
    format: str
    version: int | None = None
    problems: tuple[service.Diagnostic, ...] = ()  # of this text, as far as they are known

    @property
    def path(self) -> str:
        """The file of the text, or its address where it has none."""
        parsed = urlparse(self.uri)
        return unquote(parsed.path) if parsed.scheme == "file" else Path(unquote(parsed.path)).name

    def change(self, change: lsp.TextDocumentContentChangeEvent) -> None:
        """Replace a part of the text, or all of it."""
        self.problems = ()
        if isinstance(change, lsp.TextDocumentContentChangePartial):
            lines, place = Lines(self.text), change.range
            start = lines.offset(place.start.line, place.start.character)
            end = lines.offset(place.end.line, place.end.character)
            self.text = self.text[:start] + change.text + self.text[max(start, end) :]
        else:
            self.text = change.text

    def at(self, position: lsp.Position) -> tuple[str, str, int, int]:
        """A place in the text, as the service asks for it."""
        return self.text, self.format, position.line, position.character


def _noteworthy(record: logging.LogRecord) -> bool:
    """Should a note of the framework be written? A refusal is told to the client, which may cancel late."""
    refused = record.exc_info is not None and isinstance(record.exc_info[1], JsonRpcInvalidParams)
    return not refused and not str(record.msg).startswith("Cancel notification for unknown")


logging.getLogger("pygls.protocol.json_rpc").addFilter(_noteworthy)


class Protocol(LanguageServerProtocol):
    """The protocol with columns in UTF-16 code units, whatever else a client would like."""

    @lsp_method(lsp.INITIALIZE)
    def lsp_initialize(self, params: lsp.InitializeParams) -> Generator[Any, Any, lsp.InitializeResult]:
        """Answer the first request."""
        if params.capabilities.general is not None:
            params.capabilities.general.position_encodings = None
        return (yield from super().lsp_initialize(params))


class Server(LanguageServer):
    """The texts that are open, and the threads that answer about them."""

    def __init__(self, version: str) -> None:
        super().__init__("lasker", version, protocol_cls=Protocol, converter_factory=default_converter)
        self.opened: dict[str, Opened] = {}
        self.examining: dict[str, asyncio.Task[None]] = {}
        self.threads = ThreadPoolExecutor(2, "language")

    def text(self, document: lsp.TextDocumentIdentifier) -> Opened:
        """An open text; one that was not opened is empty."""
        return self.opened.get(document.uri) or Opened(document.uri, "", format_of(document.uri))

    async def answer(self, question: Callable[..., Answer], *asked: Any) -> Answer | None:
        """Ask in a thread; a client that no longer waits stops it, and no mistake in it stops the server."""
        token = cancel.Token()

        def ask() -> Answer:
            with cancel.under(token):
                return question(*asked)

        try:
            return await asyncio.get_running_loop().run_in_executor(self.threads, ask)
        except asyncio.CancelledError:
            token.cancel()
            raise
        except (LaskerError, cancel.Cancelled):
            return None
        except Exception:
            log.exception("a question was not answered")
            return None

    def examine(self, uri: str) -> None:
        """Examine a text soon, and no longer what it was before."""
        if before := self.examining.pop(uri, None):
            before.cancel()
        self.examining[uri] = asyncio.get_running_loop().create_task(self._examined(uri))

    async def _examined(self, uri: str) -> None:
        await asyncio.sleep(PAUSE)
        found = self.opened.get(uri)
        if found is None:
            return
        text, format, version = found.text, found.format, found.version

        def question() -> list[service.Diagnostic]:
            if not is_game(source_of(text, format)):
                return []
            return service.diagnostics(text, format, found.path)

        problems = await self.answer(question) or []
        if uri in self.opened:
            found.problems = tuple(problems) if found.text == text else ()
            self._tell(uri, [diagnostic_of(each) for each in problems], version)

    def _tell(self, uri: str, problems: list[lsp.Diagnostic], version: int | None = None) -> None:
        self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, problems, version))

    def close(self, uri: str) -> None:
        """Forget a text and its problems."""
        self.opened.pop(uri, None)
        if task := self.examining.pop(uri, None):
            task.cancel()
        self._tell(uri, [])


def server(version: str) -> Server:
    """A language server that is ready to be started."""
    made = Server(version)
    _follow_texts(made)
    _answer_about_places(made)
    _answer_about_texts(made)
    return made


def _follow_texts(made: Server) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: lsp.DidOpenTextDocumentParams) -> None:
        document = params.text_document
        format = LANGUAGES.get(document.language_id) or format_of(urlparse(document.uri).path)
        made.opened[document.uri] = Opened(document.uri, document.text, format, document.version)
        made.examine(document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: lsp.DidChangeTextDocumentParams) -> None:
        document = made.opened.get(params.text_document.uri)
        if document is not None:
            for change in params.content_changes:
                document.change(change)
            document.version = params.text_document.version
            made.examine(document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: lsp.DidCloseTextDocumentParams) -> None:
        made.close(params.text_document.uri)

    @made.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: lsp.DidSaveTextDocumentParams) -> None:
        for uri in made.opened:  # others may extend it
            made.examine(uri)


def _answer_about_places(made: Server) -> None:
    options = lsp.CompletionOptions(trigger_characters=['"', "^", "%", ":", "["])

    @made.feature(lsp.TEXT_DOCUMENT_COMPLETION, options)
    async def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        text = made.text(params.text_document)
        found = await made.answer(service.completions, *text.at(params.position), text.path)
        items = [completion_of(each, number) for number, each in enumerate(found or ())]
        return lsp.CompletionList(is_incomplete=False, items=items)

    @made.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        text = made.text(params.text_document)
        found = await made.answer(service.hover, *text.at(params.position), text.path)
        return hover_of(found) if found else None

    @made.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        text = made.text(params.text_document)
        found = await made.answer(service.definition, *text.at(params.position), text.path)
        return [each for each in (location_of(one, text.uri) for one in found or ()) if each]

    @made.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        text = made.text(params.text_document)
        found = await made.answer(service.references, *text.at(params.position), text.path)
        return [each for each in (location_of(one, text.uri) for one in found or ()) if each]

    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    async def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        text = made.text(params.text_document)
        found = await made.answer(service.references, *text.at(params.position), text.path)
        return [lsp.DocumentHighlight(range_of(each.range)) for each in found or ()]

    mending = lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])

    @made.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, mending)
    def fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        text, first, last = made.text(params.text_document), params.range.start.line, params.range.end.line
        near = [
            each for each in text.problems if each.range.start.line <= last and each.range.end.line >= first
        ]
        return [action_of(each, fix, text.uri) for each in near for fix in each.fixes]

    @made.feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range:
        text = made.text(params.text_document)
        return range_of(_refused(lambda: service.renamable(*text.at(params.position), text.path)))

    @made.feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit:
        text, new = made.text(params.text_document), params.new_name
        found = _refused(lambda: service.rename(*text.at(params.position), new, text.path))
        return lsp.WorkspaceEdit(
            {text.uri: [lsp.TextEdit(range_of(each.range), each.text) for each in found or ()]}
        )


def _refused(question: Callable[[], Answer]) -> Answer:
    """The answer; what is refused is told to the client with its remedy."""
    try:
        return question()
    except LaskerError as error:
        raise JsonRpcInvalidParams(": ".join(filter(None, (error.message, error.remedy)))) from None


def _answer_about_texts(made: Server) -> None:
    @made.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        text = made.text(params.text_document)
        found = await made.answer(service.symbols, text.text, text.format)
        return [symbol_of(each) for each in found or ()]

    @made.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        text = made.text(params.text_document)
        found = await made.answer(service.folding, text.text, text.format)
        return [fold_of(each) for each in found or ()]

    @made.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        text = made.text(params.text_document)
        before = text.text
        found = await made.answer(service.formatting, before, text.format)
        whole = Lines(before).range(0, len(before))
        return [] if found in (None, before) else [lsp.TextEdit(range_of(whole), found or "")]

    legend = lsp.SemanticTokensLegend(list(TYPES), list(MODIFIERS))

    @made.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def colours(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        text = made.text(params.text_document)
        found = await made.answer(service.tokens, text.text, text.format, text.path)
        return lsp.SemanticTokens(data_of(found or ()))
