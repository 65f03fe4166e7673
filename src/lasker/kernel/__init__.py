"""Foundations without any knowledge of games: source spans, errors, limits, files, checksums, grammars."""
