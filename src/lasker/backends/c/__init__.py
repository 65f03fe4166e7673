"""Native code: the program as C, compiled once, kept on disk, loaded with cffi.

`text` writes the whole; the walk and what is done on bitboards have folders of their own.
"""

from lasker.backends.c.counting import open_engine, stored
from lasker.backends.c.machine import Machine
from lasker.backends.c.native import Native, lists_are_stored

__all__ = ["Machine", "Native", "lists_are_stored", "open_engine", "stored"]
