"""Gödel numbers of any game, with the arithmetic of Kulyukin's formulation."""
