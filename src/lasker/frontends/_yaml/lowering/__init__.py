"""From a specification to rules: guards folded for each step, then tests, moves, turns, ends."""
