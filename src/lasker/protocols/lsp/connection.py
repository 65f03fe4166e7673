"""JSON-RPC over a pair of streams, as the Language Server Protocol frames it.

It is written here because the library for it takes three times as long to import as the rest of the server.
"""

from __future__ import annotations

import json
import threading
from typing import IO, Any

PARSE_ERROR, UNKNOWN_METHOD, INVALID_PARAMS, INTERNAL_ERROR = -32700, -32601, -32602, -32603
NOT_INITIALIZED, INVALID_REQUEST, CANCELLED = -32002, -32600, -32800
LONGEST = 1 << 28  # bytes of a message
Message = dict[str, Any]


class RequestError(Exception):
    """A request that is answered with an error.

    >>> RequestError(INVALID_PARAMS, "x is no name").code
    -32602
    """

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Connection:
    """Messages to and from a client; any thread may send.

    >>> from io import BytesIO
    >>> sent = BytesIO()
    >>> Connection(BytesIO(), sent).send({"method": "exit"})
    >>> sent.getvalue()
    b'Content-Length: 33\\r\\n\\r\\n{"jsonrpc":"2.0","method":"exit"}'
    >>> Connection(BytesIO(sent.getvalue()), sent).read()["method"]
    'exit'
    """

    def __init__(self, incoming: IO[bytes], outgoing: IO[bytes]) -> None:
        self._incoming, self._outgoing = incoming, outgoing
        self._sending = threading.Lock()

    def read(self) -> Message | None:
        """The next message; None where there is none any more. What is no message is refused."""
        length = 0
        while (line := self._incoming.readline()) not in (b"\r\n", b"\n"):
            if not line:
                return None
            key, _, value = line.partition(b":")
            if key.strip().lower() == b"content-length" and value.strip().isdigit():
                length = int(value)
        if length > LONGEST:
            raise EOFError(f"a message of {length} bytes")  # where the next one begins is far away
        body = self._incoming.read(length)
        try:
            message = json.loads(body)
        except (ValueError, RecursionError) as error:
            raise RequestError(PARSE_ERROR, f"this is no JSON: {error}") from None
        if not isinstance(message, dict):
            raise RequestError(INVALID_REQUEST, "a message is an object")
        return message

    def send(self, message: Message) -> None:
        """Send a message."""
        text = json.dumps({"jsonrpc": "2.0"} | message, ensure_ascii=False, separators=(",", ":"))
        body = text.encode("utf-8", "replace")
        with self._sending:
            self._outgoing.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            self._outgoing.flush()

    def answer(self, number: object, result: object) -> None:
        """Answer a request."""
        self.send({"id": number, "result": result})

    def refuse(self, number: object, error: RequestError) -> None:
        """Answer a request with an error."""
        self.send({"id": number, "error": {"code": error.code, "message": str(error)}})
