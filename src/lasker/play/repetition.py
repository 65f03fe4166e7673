"""How often positions have occurred: a compact history of hashes that is searched at once."""

from __future__ import annotations

HASH = 8  # bytes of a hash
BLOCK = 64 * HASH  # bytes of the hashes that are searched together


class Past:
    """The past of a position: its key, how often that has occurred, and the hashes of all keys before it.

    Hashes stand in blocks that share what is before them, so that a ply costs some hundred bytes and a look
    at the whole past a search of bytes. Where a hash is found the keys are compared.

    >>> past = None
    >>> for key in (b"a", b"b", b"a", b"c", b"a"):
    ...     past = Past(key, past)
    >>> past.times
    3
    """

    __slots__ = ("before", "block", "key", "older", "times")

    def __init__(self, key: bytes, before: Past | None) -> None:
        mine = hash(key).to_bytes(HASH, "little", signed=True)
        self.key, self.before, self.times = key, before, 1
        if before is None:
            self.block, self.older = mine, None
            return
        found = before._latest(key, mine)
        if found is not None:
            self.times += found.times
        if len(before.block) < BLOCK:
            self.block, self.older = before.block + mine, before.older
        else:
            self.block, self.older = mine, before

    def _latest(self, key: bytes, mine: bytes) -> Past | None:
        """The latest occurrence of a key up to here."""
        last: Past | None = self  # the latest of its block
        while last is not None:
            end = len(last.block)
            while (at := last.block.rfind(mine, 0, end)) >= 0:
                if at % HASH == 0:
                    there = last
                    for _ in range((len(last.block) - at) // HASH - 1):
                        assert there.before is not None
                        there = there.before
                    if there.key == key:
                        return there
                end = at + HASH - 1
            last = last.older
        return None
