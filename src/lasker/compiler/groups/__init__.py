"""What bitboards can do at once: the paths of a game, listed, sorted, and the proofs that allow it."""


class NotFlat(Exception):  # it is an answer, not an error
    """A block whose paths cannot be listed, and why."""
