"""Modules are imported by one worker after the other, so that their byte code is written once: to rewrite the
assertions of all tests takes longer than the rest of collecting them."""

from __future__ import annotations

import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from lasker.kernel.locks import locked


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Wait until no other worker imports this file, and keep it until the block ends."""
    with path.open("rb") as file:
        while not locked(file.fileno()):
            time.sleep(0.02)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Collect a module while no other worker does, if its byte code is kept."""
    worker = hasattr(collector.config, "workerinput")
    if not worker or sys.dont_write_bytecode or not isinstance(collector, pytest.Module):
        return (yield)
    with alone(collector.path):
        return (yield)
