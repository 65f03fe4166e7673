"""The library: one file a game."""
