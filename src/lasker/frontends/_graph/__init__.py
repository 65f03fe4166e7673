"""Graphs and guards: games as displacement sets and conditions, written in YAML, lowered to the algebra."""
