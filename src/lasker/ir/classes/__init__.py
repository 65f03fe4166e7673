"""What bitboards can do at once: the paths of a game, listed, sorted, and the proofs that allow it."""
