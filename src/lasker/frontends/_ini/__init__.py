"""Games in Fairy-Stockfish's `variants.ini`: sections of options, read, inherited and written as rules."""
