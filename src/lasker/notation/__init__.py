"""How things look on paper and on the screen: one notation, one file."""
