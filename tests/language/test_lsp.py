"""`lasker lsp` as an editor meets it: a client of the protocol, a process, and texts with mistakes."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

URI = "file:///games/mine.rules"
PATIENCE = 60.0  # seconds on a busy machine
WRONG = """lasker 1
extends "three_check"
game "Mine"  -- 🂡 王
white = super coumt
royal = (nil
end "bare" lots: [♔ in nowhere]
"""


class Editor:
    """A client that remembers what it is told."""

    def __init__(self) -> None:
        self.client = LanguageClient("test", "1")
        self.told: asyncio.Queue[lsp.PublishDiagnosticsParams] = asyncio.Queue()
        self.capabilities: lsp.ServerCapabilities | None = None

        def problems(params: lsp.PublishDiagnosticsParams) -> None:
            self.told.put_nowait(params)

        self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(problems)

    async def start(self) -> None:
        await self.client.start_io(sys.executable, "-m", "lasker", "lsp")
        general = lsp.GeneralClientCapabilities(
            position_encodings=[lsp.PositionEncodingKind.Utf8, lsp.PositionEncodingKind.Utf16]
        )
        capabilities = lsp.ClientCapabilities(general=general)
        result = await self.client.initialize_async(lsp.InitializeParams(capabilities=capabilities))
        self.capabilities = result.capabilities
        self.client.initialized(lsp.InitializedParams())

    def open(self, text: str, uri: str = URI, language: str = "lasker") -> None:
        item = lsp.TextDocumentItem(uri, language, 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    def change(self, version: int, *changes: lsp.TextDocumentContentChangeEvent, uri: str = URI) -> None:
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, list(changes)))

    async def problems(self, version: int = 1, uri: str = URI) -> list[lsp.Diagnostic]:
        while True:
            found = await asyncio.wait_for(self.told.get(), PATIENCE)
            if (found.uri, found.version) == (uri, version):
                return list(found.diagnostics)

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        process = self.client._server
        assert process is not None
        assert process.stderr is not None
        assert b"Traceback" not in await asyncio.wait_for(process.stderr.read(), PATIENCE)
        await self.client.stop()  # type: ignore[no-untyped-call]  # of pygls


def edited(test: Callable[[Editor], Coroutine[Any, Any, None]]) -> None:
    """Run a test with an editor whose server runs."""

    async def run() -> None:
        editor = Editor()
        await asyncio.wait_for(editor.start(), PATIENCE)
        try:
            await asyncio.wait_for(test(editor), 2 * PATIENCE)
        finally:
            await asyncio.wait_for(editor.stop(), PATIENCE)

    asyncio.run(run())


def spot(line: int, column: int, uri: str = URI) -> dict[str, Any]:
    return {"text_document": lsp.TextDocumentIdentifier(uri), "position": lsp.Position(line, column)}


def partial(line: int, start: int, end: int, text: str) -> lsp.TextDocumentContentChangePartial:
    return lsp.TextDocumentContentChangePartial(
        lsp.Range(lsp.Position(line, start), lsp.Position(line, end)), text
    )


async def mistakes_are_told_and_mended(editor: Editor) -> None:
    """All mistakes come with places in UTF-16 and remedies; edits behind an emoji hit what they mean."""
    assert editor.capabilities is not None
    assert editor.capabilities.position_encoding == lsp.PositionEncodingKind.Utf16
    editor.open(WRONG)
    found = await editor.problems()
    starts = [each.range.start for each in found]
    assert [(start.line, start.character) for start in starts] == [(3, 14), (4, 8), (5, 11)]
    assert "did you mean count" in found[0].message
    assert all(each.severity == lsp.DiagnosticSeverity.Error for each in found)
    actions = await editor.client.text_document_code_action_async(
        lsp.CodeActionParams(
            lsp.TextDocumentIdentifier(URI), found[0].range, lsp.CodeActionContext(found[:1])
        )
    )
    assert [each.title for each in actions or ()] == ["change coumt to count"]
    # The comment ends with an emoji of two units and a kanji: what follows it is at column 20.
    editor.change(2, partial(3, 14, 19, "count"), partial(2, 16, 20, "王🂡"), partial(4, 8, 12, "nil"))
    editor.change(3, partial(5, 11, 15, "lost"), partial(5, 17, 31, "![♔]"))
    found = await editor.problems(3)
    assert [each.severity for each in found if each.severity == lsp.DiagnosticSeverity.Error] == []
    symbols = await editor.client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(URI))
    )
    assert [each.name for each in symbols or ()] == ["Mine", "white", "royal", "bare"]


def test_mistakes_are_told_and_mended() -> None:
    edited(mistakes_are_told_and_mended)


async def questions_about_places(editor: Editor) -> None:
    """Completion, hover, definition into the library, references, rename, on a text with mistakes."""
    client = editor.client
    editor.open(WRONG + "mine(t) = mine2(t) t\nmine2(t) = nil\n")
    completion = await client.text_document_completion_async(lsp.CompletionParams(**spot(3, 16)))
    assert isinstance(completion, lsp.CompletionList)
    labels = {item.label for item in completion.items}
    assert {"count", "strikes", "pawn", "step", "left"} <= labels
    hover = await client.text_document_hover_async(lsp.HoverParams(**spot(3, 9)))
    assert hover is None  # `super` has no meaning of its own
    hover = await client.text_document_hover_async(lsp.HoverParams(**spot(4, 9)))
    assert hover is not None
    assert isinstance(hover.contents, lsp.MarkupContent)
    assert "changes nothing" in hover.contents.value
    found = await client.text_document_definition_async(lsp.DefinitionParams(**spot(3, 9)))
    assert isinstance(found, list)
    assert [str(each.uri).rsplit("/", 1)[-1] for each in found if isinstance(each, lsp.Location)] == [
        "three_check.rules",
        "chess.rules",
    ]
    context = lsp.ReferenceContext(include_declaration=True)
    uses = await client.text_document_references_async(lsp.ReferenceParams(context=context, **spot(6, 11)))
    assert [each.range.start.line for each in uses or ()] == [6, 7]
    edit = await client.text_document_rename_async(lsp.RenameParams(new_name="other", **spot(7, 0)))
    assert edit is not None
    assert edit.changes is not None
    assert [each.new_text for each in edit.changes[URI]] == ["other", "other"]
    for line, new in ((6, "nil"), (6, "2"), (5, "x")):
        with pytest.raises(JsonRpcException):
            await client.text_document_rename_async(lsp.RenameParams(new_name=new, **spot(line, 1)))


def test_questions_about_places() -> None:
    edited(questions_about_places)


async def the_server_survives_every_text(editor: Editor) -> None:
    """Brackets without end, binary signs, an endless chain, other languages, requests that are cancelled."""
    texts = [
        "(" * 5000,
        "\x00\ud7ff\u2028\x0c%%%",
        'lasker 1\nextends "' + "x" * 500,
        "x = x\n" * 300,
        "💥" * 999,
    ]
    for number, text in enumerate(texts, 2):
        editor.open("") if number == 2 else None
        editor.change(number, lsp.TextDocumentContentChangeWholeDocument(text))
        await editor.problems(number)
    document = lsp.TextDocumentIdentifier(URI)
    for kind in ("document_symbol", "folding_range", "formatting", "semantic_tokens_full"):
        params = {
            "document_symbol": lsp.DocumentSymbolParams(document),
            "folding_range": lsp.FoldingRangeParams(document),
            "formatting": lsp.DocumentFormattingParams(document, lsp.FormattingOptions(4, True)),
            "semantic_tokens_full": lsp.SemanticTokensParams(document),
        }[kind]
        ask: Callable[[Any], Coroutine[Any, Any, Any]] = getattr(editor.client, f"text_document_{kind}_async")
        await asyncio.wait_for(ask(params), PATIENCE)
    task = asyncio.ensure_future(editor.client.text_document_hover_async(lsp.HoverParams(**spot(0, 0))))
    await asyncio.sleep(0)
    task.cancel()
    editor.open("services:\n  web: {}\n", "file:///compose.yaml", "yaml")
    assert await editor.problems(1, "file:///compose.yaml") == []
    editor.open("game: Ludus\nboard: 3x3\npiecs: []\n", "file:///ludus.yaml", "yaml")
    assert [each.range.start.line for each in await editor.problems(1, "file:///ludus.yaml")][-1] == 2
    editor.open("[wide:chess]\nmaxFil = 10\n", "file:///my.ini", "ini")
    assert [each.range.start.line for each in await editor.problems(1, "file:///my.ini")] == [1]


def test_the_server_survives_every_text() -> None:
    edited(the_server_survives_every_text)


def test_the_library_is_found() -> None:
    """Files of the library have paths, to which an editor can go."""
    from lasker.language.service import definition

    [found] = definition('extends "chess"', line=0, column=11)
    assert Path(found.path).name == "chess.rules"
