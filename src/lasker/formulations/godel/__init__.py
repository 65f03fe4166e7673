"""Any game as Gödel numbers, over the arithmetic of Kulyukin's formulation."""
