"""Examples: whole programs that use Lasker, small enough to be read."""
