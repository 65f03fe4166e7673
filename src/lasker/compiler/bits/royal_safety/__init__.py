"""Code generation for royal safety: masks of checks and pins, discovered checks, attacks in mid-move."""
