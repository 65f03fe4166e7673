"""`lasker lsp`: a language server for rules, YAML and variants files.

A request is answered by a thread, and stops soon after its client cancels it. A text is examined a moment
after its last change; whatever it says, the server goes on. Columns are UTF-16 code units, which every client
understands. What answers is imported when a text is opened: a client waits for the first answer of a server.
"""

from __future__ import annotations

import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import IO, TYPE_CHECKING, Any

from lasker.kernel import cancel
from lasker.kernel.errors import LaskerError
from lasker.language.answers import TOKEN_MODIFIERS, TOKEN_TYPES
from lasker.protocols.lsp.connection import (
    CANCELLED,
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    NOT_INITIALIZED,
    UNKNOWN_METHOD,
    Connection,
    Message,
    RequestError,
)

if TYPE_CHECKING:
    from lasker.protocols.lsp.documents import Document

PAUSE = 0.15  # seconds without a change after which a text is examined
THREADS = 2
CAPABILITIES = {
    "positionEncoding": "utf-16",
    "textDocumentSync": {"openClose": True, "change": 2, "save": {"includeText": False}},  # changes are parts
    "completionProvider": {"triggerCharacters": ['"', "^", "%", ":", "["]},
    "hoverProvider": True,
    "definitionProvider": True,
    "referencesProvider": True,
    "documentHighlightProvider": True,
    "codeActionProvider": {"codeActionKinds": ["quickfix"]},
    "renameProvider": {"prepareProvider": True},
    "documentSymbolProvider": True,
    "foldingRangeProvider": True,
    "documentFormattingProvider": True,
    "semanticTokensProvider": {
        "legend": {"tokenTypes": list(TOKEN_TYPES), "tokenModifiers": list(TOKEN_MODIFIERS)},
        "full": True,
    },
}


class Server:
    """The texts that are open, and the threads that answer about them."""

    def __init__(self, version: str, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self.client = Connection(incoming, outgoing)
        self.version = version
        self.opened: dict[str, Document] = {}
        self._threads = ThreadPoolExecutor(THREADS, "language")
        self._asked: dict[object, cancel.CancelToken] = {}  # by request
        self._examined: dict[str, cancel.CancelToken] = {}  # by address
        self._initialized = self._stopped = False

    def run(self) -> bool:
        """Serve until the client ends it, or is gone; was the server told to stop before?"""
        try:
            while True:
                try:
                    message = self.client.read()
                    if message is None or message.get("method") == "exit":
                        return self._stopped
                    if "method" in message:
                        self._take(message)
                except RequestError as error:
                    self.client.refuse(None, error)
        except (EOFError, OSError):
            return False
        finally:
            for token in (*self._asked.values(), *self._examined.values()):
                token.cancel()
            self._threads.shutdown(wait=False, cancel_futures=True)

    def _take(self, message: Message) -> None:
        """Do what a message says: notifications at once, requests in a thread."""
        number, method, params = message.get("id"), str(message["method"]), message.get("params")
        params = params if isinstance(params, dict) else {}
        if "id" in message:
            try:
                self._ask(number, method, params)
            except RequestError as error:
                self.client.refuse(number, error)
            except (AttributeError, KeyError, TypeError, ValueError) as error:
                self.client.refuse(number, RequestError(INVALID_PARAMS, f"{method}: {error!r}"))
        elif method == "$/cancelRequest" and (token := self._asked.get(params.get("id"))):
            token.cancel()
        elif method.startswith("textDocument/") and self._initialized:
            try:
                self._follow(method, params)
            except (AttributeError, KeyError, TypeError):  # nobody waits for an answer
                traceback.print_exc()

    def _ask(self, number: object, method: str, params: Message) -> None:
        if method == "initialize":
            self._initialized = True
            about = {"name": "lasker", "version": self.version}
            return self.client.answer(number, {"capabilities": CAPABILITIES, "serverInfo": about})
        if not self._initialized:
            raise RequestError(NOT_INITIALIZED, "the first request is initialize")
        if self._stopped:
            raise RequestError(INVALID_REQUEST, "the server was told to stop")
        if method == "shutdown":
            self._stopped = True
            return self.client.answer(number, None)
        from lasker.protocols.lsp.documents import Document
        from lasker.protocols.lsp.requests import ANSWERS

        if method not in ANSWERS:
            raise RequestError(UNKNOWN_METHOD, f"there is no method {method}")
        uri = params["textDocument"]["uri"]
        document = self.opened.get(uri) or Document(uri)
        token = self._asked[number] = cancel.CancelToken()
        self._threads.submit(self._answer, number, partial(ANSWERS[method], document, params), token)
        return None

    def _answer(self, number: object, question: Callable[[], Any], token: cancel.CancelToken) -> None:
        """Answer a request; no mistake in it stops the server."""
        try:
            with cancel.under(token):
                self.client.answer(number, question())
        except cancel.Cancelled:
            self.client.refuse(number, RequestError(CANCELLED, "the request was cancelled"))
        except LaskerError as error:
            told = ": ".join(filter(None, (error.message, error.remedy)))
            self.client.refuse(number, RequestError(INVALID_PARAMS, told))
        except Exception:
            traceback.print_exc()
            self.client.refuse(number, RequestError(INTERNAL_ERROR, "the question was not answered"))
        finally:
            self._asked.pop(number, None)

    def _follow(self, method: str, params: Message) -> None:
        """Follow what is done to texts."""
        from lasker.protocols.lsp.documents import opened

        told = params.get("textDocument", {})
        uri = told.get("uri")
        if method == "textDocument/didOpen":
            self.opened[uri] = opened(told)
            self._examine(uri)
        elif method == "textDocument/didChange" and uri in self.opened:
            self.opened[uri] = self.opened[uri].changed(params["contentChanges"], told.get("version"))
            self._examine(uri)
        elif method == "textDocument/didSave":
            for each in self.opened:  # others may extend it
                self._examine(each)
        elif method == "textDocument/didClose" and uri in self.opened:
            self.opened.pop(uri)
            self._examined.pop(uri).cancel()
            self._tell(uri, [], None)

    def _examine(self, uri: str) -> None:
        """Examine a text soon, and no longer what it was before."""
        if before := self._examined.get(uri):
            before.cancel()
        document = self.opened[uri]
        token = self._examined[uri] = cancel.CancelToken()
        soon = threading.Timer(PAUSE, self._later, (document, token))
        soon.daemon = True
        token.then(soon.cancel)
        soon.start()

    def _later(self, document: Document, token: cancel.CancelToken) -> None:
        with suppress(RuntimeError):  # the server stops
            self._threads.submit(self._find_problems, document, token)

    def _find_problems(self, document: Document, token: cancel.CancelToken) -> None:
        from lasker.protocols.lsp.conversion import diagnostic_of

        try:
            with cancel.under(token):
                problems = document.examined()
        except cancel.Cancelled:
            return
        except Exception:
            traceback.print_exc()
            problems = []
        if not token.cancelled():
            self._tell(document.uri, [diagnostic_of(each) for each in problems], document.version)

    def _tell(self, uri: str, problems: list[Message], version: int | None) -> None:
        told = {"uri": uri, "diagnostics": problems} | ({} if version is None else {"version": version})
        self.client.send({"method": "textDocument/publishDiagnostics", "params": told})
