"""Firefox, driven by WebDriver BiDi over a WebSocket: navigation, scripts, and clicks as a person makes them.

https://w3c.github.io/webdriver-bidi/ says what is sent. Playwright drives only a Firefox of its own.
"""

from __future__ import annotations

import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from external_programs import program

PATIENCE = 180.0  # seconds for anything that the page is waited for
REST = 0.3  # seconds for which what is clicked stays where it is
QUIET = ["--headless", "--no-remote", "--remote-debugging-port", "0"]
LISTENING = re.compile(r"WebDriver BiDi listening on (ws://\S+)")


@contextmanager
def firefox(folder: Path) -> Iterator[Page]:
    """A page in a browser with a profile of its own in a folder."""
    command = [program("firefox-esr"), *QUIET, "--profile", str(folder)]
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, cwd=folder
    ) as process:
        try:
            assert process.stderr is not None
            lines = map(LISTENING.search, process.stderr)
            address = next((found[1] for found in lines if found), None)
            assert address, "the browser ended without a word of where it listens"
            with connect(f"{address}/session", max_size=None) as socket:
                yield Page(socket)
        finally:
            process.terminate()


class Page:
    """The page of a browser, and what it complained of."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket, self._number = socket, 0
        self.problems: list[str] = []
        self.ask("session.new", capabilities={})
        self.ask("session.subscribe", events=["log.entryAdded"])
        self._context = self.ask("browsingContext.getTree")["contexts"][0]["context"]

    def ask(self, method: str, **params: Any) -> Any:
        """The answer to a command; errors of the page that come before it are noted."""
        self._number += 1
        self._socket.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            told = json.loads(self._socket.recv(timeout=PATIENCE))
            if told.get("method") == "log.entryAdded" and told["params"]["level"] == "error":
                self.problems.append(str(told["params"]["text"]))
            elif told.get("id") == self._number:
                assert told["type"] == "success", told
                return told["result"]

    def open(self, address: str) -> None:
        """Load a page."""
        self.ask("browsingContext.navigate", context=self._context, url="about:blank", wait="complete")
        self.ask("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def size(self, width: int, height: int) -> None:
        """Give the window a size."""
        self.ask(
            "browsingContext.setViewport",
            context=self._context,
            viewport={"width": width, "height": height},
        )

    def value(self, expression: str) -> Any:
        """The value of an expression of JavaScript, by way of JSON."""
        told = self.ask(
            "script.evaluate",
            expression=f"JSON.stringify({expression})",
            target={"context": self._context},
            awaitPromise=True,
        )
        assert told["type"] == "success", told
        found = told["result"].get("value")
        return None if found is None else json.loads(found)

    def until(self, expression: str) -> Any:
        """The value of an expression as soon as it is true."""
        end = time.monotonic() + PATIENCE
        while not (found := self.value(expression)):
            assert time.monotonic() < end, f"never true: {expression}"
            time.sleep(0.1)
        return found

    def click(self, selector: str) -> None:
        """Click on the middle of an element, once it is there and at rest."""
        element = f"document.querySelector({json.dumps(selector)})"
        where = (
            f"(() => {{ const it = {element}; if (!it) return null;"
            " it.scrollIntoView({ block: 'nearest' });"
            " const box = it.getBoundingClientRect();"
            " return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null; })()"
        )
        spot = None
        while (again := self.until(where)) != spot:
            spot = again
            time.sleep(REST)
        x, y = map(round, again)
        steps = [
            {"type": "pointerMove", "x": x, "y": y},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.ask("input.performActions", context=self._context, actions=[mouse])

    def type(self, text: str) -> None:
        """Press the keys of a text, where the focus is; a new line is Enter."""
        keys = ["\ue007" if key == "\n" else key for key in text]
        steps = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        keyboard = {"type": "key", "id": "keys", "actions": steps}
        self.ask("input.performActions", context=self._context, actions=[keyboard])
