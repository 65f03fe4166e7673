"""`make faults`: applies each planted fault to a copy of the sources, and sees whether its tests notice.

Before that, all the tests run once on sources without a fault, and must pass. A fault survives if one of its
tests passes, or runs into the time limit. A fault that keeps its tests from being collected, or kills their
process, is none that a test notices, and counts as a survivor too.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from planted import FOLDER, ROOT, BadList, Fault, faults

LIMIT = 240  # seconds for the tests of one fault, and much more than they need
LIMIT_HANGING = 60  # for a fault after which they do not end
OPTIONS = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "outcomes")
OUTPUT = "output.txt"  # what the tests of a worker printed last


@dataclass(frozen=True)
class Result:
    """How the tests of one run ended."""

    entries: Sequence[dict[str, Any]]
    status: int | None  # None: the time limit
    seconds: float

    def of(self, test: str) -> set[str]:
        """The outcomes of a named test, one or more for each of its cases."""
        return {
            entry["outcome"]
            for entry in self.entries
            if entry["node"] == test or entry["node"].startswith(test + "[")
        }


class Worker:
    """A copy of the sources with a store of compiled games, and tests that run on it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.tree = folder / "tree"
        self.store = folder / "store"

    def run(self, tests: Iterable[str], limit: float, until_failed: bool) -> Result:
        """Run tests on the copy; with `until_failed`, only until each of them has failed."""
        tests = list(tests)
        outcomes = self.folder / "outcomes.jsonl"
        outcomes.write_text("", "utf-8")
        environment = {
            **os.environ,
            "PYTHONPATH": os.pathsep.join((str(self.tree / "src"), str(FOLDER))),
            "LASKER_CACHE": str(self.store),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # looking for plugins takes seconds
            "HYPOTHESIS_STORAGE_DIRECTORY": str(self.folder / "hypothesis"),
            "FAULTS_OUTCOMES": str(outcomes),
            "FAULTS_UNTIL_FAILED": json.dumps(tests if until_failed else []),
        }
        began = time.monotonic()
        with (self.folder / OUTPUT).open("w", encoding="utf-8") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "pytest", *OPTIONS, *tests],
                cwd=self.tree,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
            try:
                status: int | None = process.wait(limit)
            except subprocess.TimeoutExpired:
                status = None
            finally:
                _end(process)
        lines = outcomes.read_text("utf-8").splitlines()
        return Result([json.loads(line) for line in lines], status, time.monotonic() - began)

    def complaint(self, fault: Fault, number: int) -> str:
        """Why the fault is not caught; empty if each of its tests fails."""
        path = self.tree / fault.file
        sound, times = path.read_bytes(), path.stat()
        compiled = set(self.store.iterdir())
        path.write_text(fault.applied(sound.decode("utf-8")), "utf-8")
        # Byte code is known by the second and the size of its source: no two versions may share a time.
        os.utime(path, (times.st_atime, int(times.st_mtime) + 10 * (number + 1)))
        try:
            result = self.run(fault.tests, LIMIT_HANGING if fault.hangs else LIMIT, until_failed=True)
        finally:
            path.write_bytes(sound)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
            for library in set(self.store.iterdir()) - compiled:  # what a fault has made is for itself alone
                shutil.rmtree(library) if library.is_dir() else library.unlink(missing_ok=True)
        return _complaint(fault, result)


def _complaint(fault: Fault, result: Result) -> str:
    if result.status is None:
        return "" if fault.hangs else "the tests ran into the time limit"
    if any(entry["outcome"] == "uncollected" for entry in result.entries):
        return "the tests cannot be collected"
    if result.status not in (0, 1, 2):  # 2: ended, as every test had failed
        return f"the process of the tests died, status {result.status}"
    survived = [test for test in fault.tests if "failed" not in result.of(test)]
    return "not noticed by " + ", ".join(survived) if survived else ""


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the process of the tests, and whatever they have started."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def copy_sources(place: Path) -> None:
    """Copy what git tracks, and new files that it does not ignore."""
    command = ("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)


def check_sound(worker: Worker, chosen: Sequence[Fault], jobs: int) -> None:
    """Run every named test without a fault: each must be there, and pass."""
    by_file = defaultdict(set)
    for fault in chosen:
        for test in fault.tests:
            by_file[test.partition("::")[0]].add(test)
    shares: list[list[str]] = [[] for _ in range(min(jobs, len(by_file)))]
    for number, name in enumerate(sorted(by_file)):
        shares[number % len(shares)] += sorted(by_file[name])
    helpers = [worker, *(Worker(worker.folder / str(number)) for number in range(1, len(shares)))]
    for helper in helpers[1:]:
        helper.folder.mkdir()
        helper.tree, helper.store = worker.tree, worker.store
    with ThreadPoolExecutor(len(shares)) as pool:
        results = list(
            pool.map(lambda pair: pair[0].run(pair[1], 3600, False), zip(helpers, shares, strict=True))
        )
    wrong = []
    for helper, share, result in zip(helpers, shares, results, strict=True):
        for test in share:
            if result.of(test) != {"passed"}:
                wrong.append(f"{test}: {', '.join(sorted(result.of(test))) or 'not run'}")
        if result.status != 0:
            wrong.append((helper.folder / OUTPUT).read_text("utf-8")[-4000:])
    if wrong:
        raise BadList("without any fault these tests do not pass:\n" + "\n".join(wrong))


def check_imports(worker: Worker) -> None:
    """Is it the copy that is imported?"""
    environment = {**os.environ, "PYTHONPATH": str(worker.tree / "src")}
    command = (sys.executable, "-c", "import lasker; print(lasker.__file__)")
    told = subprocess.run(
        command, env=environment, cwd=worker.tree, check=True, capture_output=True, text=True
    )
    if not Path(told.stdout.strip()).is_relative_to(worker.tree):
        raise BadList(f"the copy is not what is imported, but {told.stdout.strip()}")


def run(chosen: Sequence[Fault], jobs: int, place: Path) -> dict[str, str]:
    """Apply all these faults; the names of those that survived, with the reason."""
    began = time.monotonic()
    first = Worker(place / "sound")
    first.store.mkdir(parents=True)
    copy_sources(first.tree)
    for fault in chosen:
        fault.applied((first.tree / fault.file).read_text("utf-8"))
    check_imports(first)
    print(f"{len(chosen)} faults; first their tests without any …", flush=True)
    check_sound(first, chosen, jobs)
    print(f"all pass, {time.monotonic() - began:.0f} s", flush=True)

    workers: SimpleQueue[Worker] = SimpleQueue()
    for number in range(jobs):
        worker = Worker(place / f"worker{number}")
        shutil.copytree(first.folder, worker.folder)
        workers.put(worker)
    survivors: dict[str, str] = {}

    def one(numbered: tuple[int, Fault]) -> None:
        number, fault = numbered
        worker = workers.get()
        start = time.monotonic()
        complaint = worker.complaint(fault, number)
        seconds = time.monotonic() - start
        word = "SURVIVED" if complaint else "caught"
        print(f"{number + 1:4}/{len(chosen)} {word:8} {seconds:5.1f} s  {fault.name}", flush=True)
        if complaint:
            survivors[fault.name] = complaint
        workers.put(worker)

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(one, enumerate(chosen)))
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} caught, {time.monotonic() - began:.0f} s")
    return survivors


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="Apply planted faults, and see whether the tests notice.")
    parser.add_argument("names", nargs="*", help="names of faults, or of files that list them; all if none")
    parser.add_argument("--jobs", type=int, default=2, help="how many run at once")
    parser.add_argument("--list", action="store_true", help="only list them")
    given = parser.parse_args(arguments)
    try:
        known = faults()
        unknown = set(given.names) - {fault.name for fault in known} - {fault.listed for fault in known}
        if unknown:
            raise BadList(f"no such fault, and no such file: {', '.join(sorted(unknown))}")
        chosen = [
            fault for fault in known if not given.names or {fault.name, fault.listed} & set(given.names)
        ]
        if given.list:
            for fault in chosen:
                print(f"{fault.listed:20} {fault.name:50} {fault.file}")
            return 0
        with tempfile.TemporaryDirectory(prefix="lasker-faults-", ignore_cleanup_errors=True) as place:
            survivors = run(chosen, max(1, given.jobs), Path(place).resolve())
    except BadList as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    for name, reason in sorted(survivors.items()):
        print(f"SURVIVED {name}: {reason}")
    return 1 if survivors else 0


if __name__ == "__main__":
    sys.exit(main())
