"""The program of a worker process: runs one method at a time, and can be told to cancel it.

A message is its length, 4 bytes, a letter that tells its kind, and JSON. The server sends jobs (`j`) and `c`
to cancel the running one. The worker sends `s` when it is ready, then for each job events (`e`) and a result
(`r`) or an error (`x`). It ends, with everything that it started, when the server does.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import struct
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NoReturn

from lasker.kernel.cancel import CancelToken

HEAD = struct.Struct(">Ic")
KINDS = {"event": b"e", "result": b"r", "error": b"x"}
SELDOM = 100_000  # allocations between garbage collections: values form no reference cycles
ADDRESSES = 16  # times the memory that a process may use is how much it may reserve
PROGRAM = (
    "import sys; sys.path[:] = {path!r}; from lasker.web.worker_program import main; main(*{arguments!r})"
)


def packed(kind: bytes, content: bytes = b"") -> bytes:
    """A message as bytes.

    >>> packed(b"c")
    b'\\x00\\x00\\x00\\x00c'
    """
    return HEAD.pack(len(content), kind) + content


def main(memory: int, niceness: int, file: str | None) -> None:
    """Answer jobs until the server ends; `memory` is in bytes, `file` is a game that is served too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(SELDOM)
    incoming = os.fdopen(os.dup(0), "rb")
    outgoing = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what is printed must not come between the messages
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    limit_memory(memory)
    if niceness and hasattr(os, "nice"):
        os.nice(niceness)
    jobs: SimpleQueue[tuple[dict[str, Any], CancelToken]] = SimpleQueue()
    Thread(target=_listen, args=(incoming, jobs), daemon=True).start()
    from lasker.web import game_names
    from lasker.web.jobs import messages

    game_names.serve_file(file)
    _warm_up()
    gc.freeze()  # what every game needs is no garbage
    _send(outgoing, b"s")
    while True:
        job, token = jobs.get()
        known = {name: (format, text) for name, (format, text) in job["texts"].items()}
        for kind, content in messages(job["method"], job["params"], known, token):
            _send(outgoing, KINDS[kind], content)


def limit_memory(most: int) -> None:
    """Bound the addresses of this process, where the operating system can; the server watches its memory."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = ADDRESSES * most if hard == resource.RLIM_INFINITY else min(hard, ADDRESSES * most)
        resource.setrlimit(resource.RLIMIT_AS, (wanted, hard))


def _warm_up() -> None:
    """Import and read what every game needs, before the first request."""
    from lasker.kernel.errors import LaskerError
    from lasker.play import library
    from lasker.web.methods import methods

    with suppress(LaskerError):
        known = dict(methods())  # every module is imported now
        known["position"].run({"game": library.template()})


def _listen(incoming: IO[bytes], jobs: SimpleQueue[tuple[dict[str, Any], CancelToken]]) -> NoReturn:
    """Read messages in a thread, so that a running job can be cancelled."""
    token = CancelToken()
    while len(head := incoming.read(HEAD.size)) == HEAD.size:
        size, kind = HEAD.unpack(head)
        content = incoming.read(size)
        if kind == b"c":
            Thread(target=token.cancel, daemon=True).start()  # what it stops may take its time
        else:
            token = CancelToken()
            jobs.put((json.loads(content), token))
    if hasattr(os, "killpg"):  # the server has ended: so do we, with compilers and other children
        with suppress(OSError):
            os.killpg(0, signal.SIGKILL)
    os._exit(0)


def _send(outgoing: IO[bytes], kind: bytes, content: bytes = b"") -> None:
    try:
        outgoing.write(packed(kind, content))
        outgoing.flush()
    except OSError:
        sys.exit(0)
