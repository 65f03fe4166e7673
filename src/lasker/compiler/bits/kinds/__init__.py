"""Code generation for kinds of moves: patterns, drops, chains, sweeps, and effects around their targets."""
