"""Stand-alone validators of specifications: the program that is written out, and what fills in its tables."""
