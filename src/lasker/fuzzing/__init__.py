"""Random games run on every backend and compared with the reference."""
