"""Chess as primitive recursive functions on Gödel numbers (Kulyukin 2022, seed 002)."""
