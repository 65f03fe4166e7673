"""Checksummed files: they end with the hash of their content, so that damage is detected."""

from __future__ import annotations

import hashlib

CHECKSUM_BYTES = 32  # bytes of the hash at the end


def with_checksum(content: bytes) -> bytes:
    """A content followed by its checksum."""
    return content + hashlib.sha256(content).digest()


def checked_content(found: bytes) -> bytes | None:
    """The content of a checksummed file; None if it is empty or damaged.

    >>> checked_content(with_checksum(b"rules")), checked_content(with_checksum(b"rules")[1:])
    (b'rules', None)
    """
    content = found[:-CHECKSUM_BYTES]
    return content if content and with_checksum(content) == found else None
