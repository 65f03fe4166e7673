"""A game that is being played: the table with its position, and the coach who thinks about it."""

from lasker.table.table import Table

__all__ = ["Table"]
