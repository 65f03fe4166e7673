"""Diagrams: moves of pieces, fragments, automata, trees, heat maps and charts."""
