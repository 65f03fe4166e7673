"""Modules are imported by one worker after the other."""

from __future__ import annotations

import fcntl
from pathlib import Path

import pytest

from collecting import alone


def test_a_file_is_kept_until_its_module_is_imported(tmp_path: Path) -> None:
    module = tmp_path / "test_it.py"
    module.write_text("")
    with module.open() as other:
        with alone(module), pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
