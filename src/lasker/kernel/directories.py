"""The directories of this user in which Lasker keeps files: where each system wants them, by platformdirs."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lasker.kernel.errors import FileError

NAME = "lasker"


def cache_directory() -> Path:
    """What can be made again: $LASKER_CACHE, or the user's cache directory.

    >>> cache_directory().is_absolute()
    True
    """
    named = os.environ.get("LASKER_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_dir  # not needed by those who name a directory

    return _of_a_user(user_cache_dir)


def state_directory() -> Path:
    """What would be missed, but is no work of the user: the lines that were typed.

    >>> state_directory().is_absolute()
    True
    """
    from platformdirs import user_state_dir

    return _of_a_user(user_state_dir)


def _of_a_user(find: Callable[..., str]) -> Path:
    """A directory below the user's home, if there is one."""
    with suppress(RuntimeError):  # of platformdirs; older ones leave the path as it is
        path = find(NAME, appauthor=False)
        if not path.startswith("~"):
            return Path(path)
    raise FileError("this user has no home directory", remedy="name a folder: LASKER_CACHE=…")
