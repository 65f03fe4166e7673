"""One call of a method: its events and its result, or its error, as JSON."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import closing
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Literal

from lasker.kernel import cancel
from lasker.kernel.cancel import Cancelled, CancelToken
from lasker.kernel.errors import LaskerError, LimitError, NameProblem
from lasker.kernel.source import Span
from lasker.web.game_names import Text, knowing
from lasker.web.methods import Params, methods

MOST_BYTES = 8_000_000  # of one message of an answer
SILENT = 0.25  # seconds after which it is said what is waited for
Message = tuple[Literal["event", "result", "error"], bytes]  # the second is JSON


def messages(name: str, params: Params, texts: Mapping[str, Text], token: CancelToken) -> Iterator[Message]:
    """The messages of a call: any number of events, then a result or an error.

    >>> list(messages("position", {"game": "tictactoe", "svg": False}, {}, CancelToken()))[0][0]
    'result'
    >>> json.loads(list(messages("nothing", {}, {}, CancelToken()))[0][1])["message"]
    'no method is called nothing'
    """
    try:
        with cancel.under(token), knowing(texts):
            if name not in methods():
                raise NameProblem(f"no method is called {name}")
            found = methods()[name].run(params)
            if isinstance(found, Generator):
                found = yield from _events(found)
            answer = encoded(found)
        yield "result", answer
    except LaskerError as error:
        yield "error", encoded(error_facts(error))
    except Cancelled:
        yield "error", encoded(problem("Cancelled", "this was cancelled"))
    except (MemoryError, RecursionError) as error:
        what = "memory" if isinstance(error, MemoryError) else "depth"
        yield "error", encoded(error_facts(LimitError(f"this takes too much {what}")))
    except Exception:
        logging.getLogger("lasker").exception("%s has failed", name)
        yield "error", encoded(problem("Failure", "something went wrong here"))


def _events(stream: Generator[Any, None, Any]) -> Generator[Message, None, Any]:
    """The events of a generator as messages; what it returns."""
    with closing(stream):
        while True:
            try:
                event = next(stream)
            except StopIteration as end:
                return end.value
            yield "event", encoded(event)
            cancel.check()


def streamed(work: Callable[[Callable[[Any], None]], Any], waits: str) -> Generator[Any, None, Any]:
    """Work that tells its events to a function, as a generator: it runs in a thread, under the current token.
    Where it tells nothing at first, an event says what it `waits` for.

    >>> stream = streamed(lambda tell: tell("first") or "last", "it begins")
    >>> list(stream)
    ['first']
    """
    queue: SimpleQueue[tuple[str, Any]] = SimpleQueue()
    token = cancel.current() or CancelToken()

    def run() -> None:
        try:
            with cancel.under(token):
                queue.put(("result", work(lambda event: queue.put(("event", event)))))
        except BaseException as error:
            queue.put(("raise", error))

    Thread(target=run, daemon=True).start()
    silent: float | None = SILENT
    while True:
        try:
            kind, value = queue.get(timeout=silent)
        except Empty:
            kind, value = "event", {"waits": waits}
        silent = None
        match kind:
            case "event":
                yield value
            case "raise":
                raise value
            case _:
                return value


def encoded(value: object) -> bytes:
    """A value as JSON, of bounded size."""
    content = json.dumps(value, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
    if len(content) > MOST_BYTES:
        raise LimitError(f"the answer has more than {MOST_BYTES:,} bytes", remedy="ask for less")
    return content


def problem(kind: str, message: str, remedy: str | None = None) -> dict[str, Any]:
    """An error of the server itself, as clients get errors.

    >>> problem("Busy", "others come first", "wait a moment")["report"]
    'error: others come first\\nhelp: wait a moment'
    """
    report = f"error: {message}" + (f"\nhelp: {remedy}" if remedy else "")
    return {"kind": kind, "message": message, "remedy": remedy, "place": None, "report": report}


def error_facts(error: LaskerError) -> dict[str, Any]:
    """An error as data: kind, message, remedy, place, and all of it as text."""
    return {
        "kind": type(error).__name__,
        "message": error.message,
        "remedy": error.remedy,
        "place": error.span and place_facts(error.span),
        "report": error.report(),
    }


def place_facts(span: Span) -> dict[str, Any]:
    """A place in a text: offsets, and line and column from 1."""
    return {
        "source": span.source.name,
        "start": span.start,
        "end": span.end,
        "line": span.line,
        "column": span.column,
    }
