"""Analysis: counting, searching, solving, comparing."""
