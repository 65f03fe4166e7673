"""What paths and groups mean: interpreters over plain tuples and sets of squares, without any C."""
