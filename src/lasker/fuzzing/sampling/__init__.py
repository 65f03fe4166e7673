"""Generators for the parts of random games: boards, piece movements, other actions, turns and ends."""
