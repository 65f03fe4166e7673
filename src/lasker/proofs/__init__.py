"""Proofs about games: equality of two games, finiteness of all play."""
