"""Warnings about a game that can be read but is perhaps not what was meant."""
