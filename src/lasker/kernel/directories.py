"""The user's cache and state directories, as platformdirs finds them on each operating system."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from lasker.kernel.errors import FileError

NAME = "lasker"


def cache_directory() -> Path:
    """The directory for files that can be recomputed: $LASKER_CACHE, or the user's cache directory.

    >>> cache_directory().is_absolute()
    True
    """
    named = os.environ.get("LASKER_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_dir  # imported only if the variable is not set

    return _of_a_user(user_cache_dir)


def state_directory() -> Path:
    """The directory for state that cannot be recomputed, such as the history of typed lines.

    >>> state_directory().is_absolute()
    True
    """
    from platformdirs import user_state_dir

    return _of_a_user(user_state_dir)


def data_directory() -> Path:
    """The directory for what a user made and wants to keep: documents, texts of games, shared tables.

    >>> data_directory().is_absolute()
    True
    """
    from platformdirs import user_data_dir

    return _of_a_user(user_data_dir)


def _of_a_user(find: Callable[..., str]) -> Path:
    """A directory below the user's home, if there is one."""
    with suppress(RuntimeError):  # of platformdirs; older ones leave the path as it is
        path = find(NAME, appauthor=False)
        if not path.startswith("~"):
            return Path(path)
    raise FileError("this user has no home directory", remedy="name a folder: LASKER_CACHE=…")
