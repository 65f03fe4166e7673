"""Values of expressions that texts share, and the words on which they depend."""
