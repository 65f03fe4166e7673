"""What was worked out before, in files of the store: taken from there as long as it depends on the same.

A file begins with the hash of all that its content depends on, and ends with the hash of the whole. Where
either does not fit, or where others could have written the file, it counts for nothing and is made again.
It is written beside its place and renamed, so that it is whole or not there; where nothing can be written
nothing is kept, and all is worked out each time. What is kept may be read as code: it is trusted as far as
the compiled libraries beside it are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

from lasker.kernel.checksums import CHECKSUM_BYTES, checked_content, with_checksum
from lasker.kernel.directories import cache_directory
from lasker.kernel.errors import FileError
from lasker.kernel.trusted_files import exposed, private_bytes

MAKING = "making-"  # how the folders are called in which files of the store are made
SUFFIX = ".kept"

folder = cache_directory  # where the store is


def hash_of(facts: Iterable[str]) -> str:
    """The hash of some texts, each told from the next.

    >>> hash_of(["ab", "c"]) == hash_of(["a", "bc"])
    False
    """
    digest = hashlib.sha256()
    for fact in facts:
        told = fact.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(told) + told)
    return digest.hexdigest()


def kept(name: str, key: str) -> bytes | None:
    """The content that is kept under a name, if it was made of what has this hash."""
    home = private_folder()
    found = None if home is None else private_bytes(home / (name + SUFFIX))
    content = None if found is None else checked_content(found)
    began = bytes.fromhex(key)
    return content[CHECKSUM_BYTES:] if content is not None and content[:CHECKSUM_BYTES] == began else None


def keep(name: str, key: str, content: bytes) -> None:
    """Keep a content under a name, in place of any other, if the store can be written."""
    from tempfile import TemporaryDirectory  # seldom needed, for a file is read more often than written

    from lasker.runtime.records import put

    home = private_folder()
    with suppress(OSError):
        if home is not None:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            with TemporaryDirectory(prefix=MAKING, dir=home, ignore_cleanup_errors=True) as private:
                put(with_checksum(bytes.fromhex(key) + content), home / (name + SUFFIX), Path(private))


def private_folder() -> Path | None:
    """The store, if nobody else could write there, and if there is a place for it at all."""
    with suppress(FileError):  # a user without a home
        return None if exposed(folder()) else folder()
    return None


def worked_out(name: str, key: str, work: Callable[[], bytes]) -> bytes:
    """What some work leads to: as it is kept, or else worked out now, and kept."""
    found = kept(name, key)
    if found is None:
        found = work()
        keep(name, key, found)
    return found
