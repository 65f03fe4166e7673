"""FEN: a position as one line of text."""
