"""How the server is: workers, queues, memory, versions; as JSON, and as a small page."""

from __future__ import annotations

import os
import platform
import time
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import Any

from lasker import __version__
from lasker.web.worker_pool import Pool

BEGAN = time.time()
STYLE = (
    ":root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }"
    " main { max-width: 40rem; margin: auto }"
    " td, th { padding: 0.1rem 1rem 0.1rem 0; text-align: left; font-variant-numeric: tabular-nums }"
)


def health(pool: Pool) -> dict[str, Any]:
    """The facts of the health page."""
    return {
        "ok": True,
        "uptime": round(time.time() - BEGAN, 1),
        "memory": _memory(),
        "load": list(os.getloadavg()) if hasattr(os, "getloadavg") else None,
        "cores": os.cpu_count(),
        "versions": {"lasker": __version__, "python": platform.python_version()},
        "lanes": {name: workers.facts() for name, workers in pool.lanes.items()},
    }


def _memory() -> int:
    """Bytes that this process uses; 0 where that is not known."""
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def health_page(facts: dict[str, Any]) -> str:
    """The facts as a page."""
    rows = [
        ("uptime", f"{facts['uptime']:.0f} s"),
        ("memory", f"{facts['memory'] / 1e6:.0f} MB"),
        *((name, version) for name, version in facts["versions"].items()),
    ]
    lines = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in rows)
    tables = "".join(_lane(name, lane) for name, lane in facts["lanes"].items())
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8"><title>Lasker: health</title>'
        f"<style>{STYLE}</style>"
        f"<body><main><h1>Lasker is well</h1><table>{lines}</table>{tables}</main></body></html>"
    )


def _lane(name: str, lane: dict[str, Any]) -> str:
    workers = "".join(
        f"<tr><td>{worker['process']}</td><td>{worker['state']}</td>"
        f"<td>{worker['memory'] / 1e6:.0f} MB</td><td>{worker['done']}</td></tr>"
        for worker in lane["workers"]
    )
    killed = ", ".join(f"{number} for {why}" for why, number in lane["killed"].items()) or "none"
    return (
        f"<h2>Workers: {escape(name)}</h2><p>{lane['waiting']} requests wait; ended: {escape(killed)}</p>"
        "<table><tr><th>process</th><th>state</th><th>memory</th><th>requests</th></tr>"
        f"{workers}</table>"
    )
