"""Shared configuration of the tests: Hypothesis runs with fixed seeds, so that a failure is due to the change
under test (`make soak` uses random ones); positions are evaluated by the reference unless a test says
otherwise."""

from __future__ import annotations

import gc
import os
import shlex
import signal
from collections.abc import Iterator

import pytest
from hypothesis import settings

from expensive import mark_expensive, put_games_last
from lasker.backends.c import library
from serving import served

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a shell
    signal.signal(signal.SIGINT, signal.default_int_handler)
os.environ.setdefault("LASKER_BACKEND", "reference")  # the reference, unless another backend is selected
os.environ.setdefault("LASKER_CFLAGS", "-O0")  # faster to compile; `test_shipped` compiles as users do

FEW = 3  # young generations
NEVER = 1_000_000_000  # old objects are not looked at again, except by `pytest_runtest_logfinish`
gc.set_threshold(500_000, NEVER, NEVER)

settings.register_profile("same every time", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, print_blob=True)
settings.load_profile("fresh" if os.environ.get("LASKER_FRESH_EXAMPLES") else "same every time")


@pytest.fixture(scope="session", autouse=True)
def _one_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    """One store of compiled games for all tests of a run, empty at its start: every game is compiled once."""
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    os.environ.setdefault("LASKER_CACHE", str(shared / "libraries"))


library.VERIFIED = False  # self-tests of libraries are off: tests that compare them do so themselves


@pytest.fixture
def tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the self-test of libraries before they are used, as users have it."""
    monkeypatch.setattr(library, "VERIFIED", True)


def pytest_runtest_logfinish() -> None:
    """Look once for garbage among what is new: the tests before keep millions of objects alive."""
    _, since, _ = gc.get_count()  # collections of the youngest
    if since > FEW:
        gc.collect(1)
        gc.freeze()


def pytest_sessionfinish() -> None:
    """Skip the garbage collection at exit, which would look at all objects twice."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the command that repeats each failure."""
    failed = [report for kind in ("failed", "error") for report in terminalreporter.stats.get(kind, [])]
    names = dict.fromkeys(report.nodeid for report in failed)
    if names:
        terminalreporter.section("to repeat")
    for name in names:
        soak = " -m soak" if terminalreporter.config.getoption("markexpr") == "soak" else ""
        terminalreporter.line(f".venv/bin/pytest -n 0{soak} {shlex.quote(name)}")


def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Make no items of tests that only `make soak` runs in a run of all others: they are two thirds."""
    config = collector.config
    whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS and config.option.markexpr == "not soak"
    of_soak = any(mark.name == "soak" for mark in getattr(obj, "pytestmark", ()))
    return [] if whole and of_soak else None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark expensive parameters, and order the tests of all games."""
    mark_expensive(items)
    put_games_last(items)


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of a web server; its workers take seconds of the processor to start."""
    with served() as place:
        yield place
