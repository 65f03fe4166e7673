"""An interactive game: position and commands (Table), analysis by the engine (adviser), click input."""

from lasker.table.table import Table

__all__ = ["Table"]
