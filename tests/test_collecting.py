"""Modules are imported by one worker after the other."""

from __future__ import annotations

from pathlib import Path

from collecting import alone
from lasker.kernel.locks import locked


def test_a_file_is_kept_until_its_module_is_imported(tmp_path: Path) -> None:
    module = tmp_path / "test_it.py"
    module.write_text("")
    with module.open() as other:
        with alone(module):
            assert not locked(other.fileno())
        assert locked(other.fileno())
