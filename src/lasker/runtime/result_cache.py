"""A persistent cache of computed results, in files keyed by a hash of everything they depend on.

A file begins with the hash of its inputs and ends with a checksum of the whole. If either does not match, or
other users could have written the file, it is ignored and computed again. Files are written to a temporary
folder and renamed atomically; if the folder is not writable, nothing is cached. Cached content may be
executed as code: it is trusted as much as the compiled libraries in the same folder.
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

TEMPORARY_PREFIX = "making-"  # prefix of temporary folders in the store
SUFFIX = ".kept"


folder = cache_directory  # of store and cache


def hash_of(facts: Iterable[str]) -> str:
    """The SHA-256 hash of a sequence of texts, prefixed by their lengths.

    >>> hash_of(["ab", "c"]) == hash_of(["a", "bc"])
    False
    """
    digest = hashlib.sha256()
    for fact in facts:
        encoded = fact.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(encoded) + encoded)
    return digest.hexdigest()


def load_cached(name: str, key: str) -> bytes | None:
    """The content cached under a name, if its key is this hash."""
    home = private_folder()
    found = None if home is None else private_bytes(home / (name + SUFFIX))
    content = None if found is None else checked_content(found)
    began = bytes.fromhex(key)
    return content[CHECKSUM_BYTES:] if content is not None and content[:CHECKSUM_BYTES] == began else None


def store_cached(name: str, key: str, content: bytes) -> None:
    """Cache a content under a name, replacing any other, if the folder is writable."""
    from tempfile import TemporaryDirectory  # imported late: seldom needed

    from lasker.runtime.records import put

    home = private_folder()
    with suppress(OSError):
        if home is not None:
            home.mkdir(parents=True, exist_ok=True, mode=0o700)
            with TemporaryDirectory(prefix=TEMPORARY_PREFIX, dir=home, ignore_cleanup_errors=True) as private:
                put(with_checksum(bytes.fromhex(key) + content), home / (name + SUFFIX), Path(private))


def private_folder() -> Path | None:
    """The folder, if it exists or can be created and no other user can write to it."""
    with suppress(FileError):  # a user without a home
        return None if exposed(folder()) else folder()
    return None


def compute_or_load(name: str, key: str, work: Callable[[], bytes]) -> bytes:
    """The result of some work: from the cache, or computed now and cached."""
    found = load_cached(name, key)
    if found is None:
        found = work()
        store_cached(name, key, found)
    return found
