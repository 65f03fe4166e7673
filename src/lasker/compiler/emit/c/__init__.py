"""The C text of a game: bitboards where proofs allow them, and the walk."""
