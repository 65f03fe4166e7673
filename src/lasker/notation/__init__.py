"""Notations of positions and moves: FEN, PGN, standard algebraic notation, coordinates."""
