"""Statistics of a game on the command line."""
