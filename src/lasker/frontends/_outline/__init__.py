"""A game of chess-like pieces in outline: what other programs' files tell, and the rules that it becomes."""
