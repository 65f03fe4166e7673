"""The web server, for tests that send it requests."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served(names: tuple[str, ...] = (), token: str = "") -> Iterator[str]:
    """The address of a running server, which may have more host names."""
    import uvicorn

    from lasker.web.server import CONFIG, application

    config = uvicorn.Config(application(names=names, token=token), host="127.0.0.1", port=0, **CONFIG)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join(5)
