"""Code for machines: C, and Python where there is no C compiler."""
