"""What every room stands on: places in a text, the exception tree, limits, grammars, seals."""
