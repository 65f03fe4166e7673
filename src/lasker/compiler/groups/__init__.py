"""Classification of a game's moves for bitboards: symbolic paths, move kinds, and the proofs they need."""


class NotClassified(Exception):  # it is an answer, not an error
    """A block whose symbolic paths cannot be enumerated or classified, with the reason."""
