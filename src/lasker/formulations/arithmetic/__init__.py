"""Chess as arithmetic: primitive recursive functions on Gödel numbers, after seed 002."""
