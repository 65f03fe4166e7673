"""Differential fuzzing: random games and mutations of games, run on every backend and compared."""
