"""Interactive Diagrams of H. G. Muller: their lines, read into games in outline and written from them."""
