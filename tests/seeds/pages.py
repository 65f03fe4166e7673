"""What the tests of the pages about the seeds share: the text of a page, and the tests that there are."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).resolve().parent.parent


def page(name: str) -> str:
    """The text of a page of the documentation."""
    return (TESTS.parent / "docs" / name).read_text("utf-8")


def names_in(*patterns: str) -> set[str]:
    """The names of the tests in some files below the folder of tests."""
    return {
        name
        for pattern in patterns
        for path in TESTS.glob(pattern)
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
