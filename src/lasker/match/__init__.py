"""Matches: who plays, from which openings, who wins by which rule, and what the points say of strength."""
