"""Code generation for move lists with labels."""
