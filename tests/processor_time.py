"""Processor time of tests, their fixtures and the programs that they start: what `make test` must save.

The summary of a run lists the files that cost most. LASKER_TIMES names a file to which the time of every
test is written, dearest first.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path

import pytest

SHOWN = 12  # files in the summary
MANY = 200  # tests from which on a run has such a summary
KEY = "processor time"
BEGAN = pytest.StashKey[float]()


def seconds() -> float:
    """Processor time of this process and of the programs that it started and that have ended."""
    return sum(os.times()[:4])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Remember when a test began."""
    item.stash[BEGAN] = seconds()
    return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Give each report of a test (setup, call, teardown) the time that has passed since the last one."""
    report = yield
    now = seconds()
    report.user_properties.append((KEY, now - item.stash[BEGAN]))
    item.stash[BEGAN] = now
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the dearest files, and write the times of all tests if that is asked for."""
    tests: defaultdict[str, float] = defaultdict(float)
    files: defaultdict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                time = sum(float(str(value)) for key, value in report.user_properties if key == KEY)
                tests[report.nodeid] += time
                files[report.nodeid.split("::")[0]] += time
    if wanted := os.environ.get("LASKER_TIMES"):
        lines = (f"{tests[name]:.2f} {name}\n" for name in sorted(tests, key=tests.__getitem__, reverse=True))
        Path(wanted).write_text("".join(lines), "utf-8")
    if len(tests) >= MANY:
        terminalreporter.section(f"processor time: {sum(files.values()):.0f} seconds, most of it in")
        for file in sorted(files, key=files.__getitem__, reverse=True)[:SHOWN]:
            terminalreporter.line(f"{files[file]:7.1f} s  {file}")
