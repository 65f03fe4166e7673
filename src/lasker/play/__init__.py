"""Games one can hold: the library, and positions that answer."""
