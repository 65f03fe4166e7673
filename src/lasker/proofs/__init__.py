"""Proofs about whole games: equality of two games, termination of all play, exports to proof assistants."""
