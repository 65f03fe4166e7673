"""Games of Ludii (.lud): board, pieces, set-up and ends of chess-like games, read into outlines."""
