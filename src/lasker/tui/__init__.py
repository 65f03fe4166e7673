"""The terminal interface (Textual): board, clocks, moves, and the engine's evaluation."""
