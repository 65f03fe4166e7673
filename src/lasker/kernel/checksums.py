"""Files that are sealed: they end with the hash of what comes before, so that damage is seen."""

from __future__ import annotations

import hashlib

SEAL = 32  # bytes of the hash at the end


def sealed(content: bytes) -> bytes:
    """A content with its seal."""
    return content + hashlib.sha256(content).digest()


def unsealed(found: bytes) -> bytes | None:
    """The content of what was sealed; None if it is empty or damaged.

    >>> unsealed(sealed(b"rules")), unsealed(sealed(b"rules")[1:])
    (b'rules', None)
    """
    content = found[:-SEAL]
    return content if content and sealed(content) == found else None
