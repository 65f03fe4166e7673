"""A plugin of pytest that writes the outcome of every named test as a line of JSON.

The tests of a fault are ended as soon as each of them has failed: a test of many cases fails if one does.
Environment: FAULTS_OUTCOMES names the file to write, FAULTS_UNTIL_FAILED the node ids that shall fail.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest


class Outcomes:
    """Writes what becomes of each test."""

    def __init__(self, place: Path, until_failed: set[str]) -> None:
        self.place = place
        self.missing = until_failed
        self.ends = bool(until_failed)
        self.session: pytest.Session | None = None

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        self.session = session

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._write(report.nodeid, report.outcome, report.duration, report.when)
        if report.failed:
            self.missing -= {report.nodeid, report.nodeid.partition("[")[0]}
            if self.ends and not self.missing and self.session is not None:
                self.session.shouldstop = "every named test has failed"

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self._write(report.nodeid, "uncollected", 0.0, "collect")

    def _write(self, node: str, outcome: str, seconds: float, when: str | None) -> None:
        entry = {"node": node, "outcome": outcome, "seconds": seconds, "when": when}
        with self.place.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")


def pytest_configure(config: pytest.Config) -> None:
    named = json.loads(os.environ.pop("FAULTS_UNTIL_FAILED"))
    config.pluginmanager.register(Outcomes(Path(os.environ.pop("FAULTS_OUTCOMES")), set(named)))
