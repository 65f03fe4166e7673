"""Code generation: C, and Python where there is no C compiler."""
