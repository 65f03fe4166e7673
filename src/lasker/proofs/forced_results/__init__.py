"""Forced results of a position: strategies, characteristics within some plies, and how they are searched."""
