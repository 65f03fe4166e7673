"""The native backend: generated C, compiled once, stored on disk, verified, loaded with cffi.

Walking code executes the rules on an array of squares (the walk); bitboard code is the fast path.
"""

from lasker.backends.c.counting import open_engine, stored
from lasker.backends.c.machine import Machine
from lasker.backends.c.native import Native, lists_are_stored

__all__ = ["Machine", "Native", "lists_are_stored", "open_engine", "stored"]
