"""Boards with their positions, as SVG, as text, and as data for programs that draw them."""
