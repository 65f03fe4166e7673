"""Recognition: which kind of move or test a symbolic path is, and which alternatives have no paths."""
