"""The compiler: from a game to C or Python, level by level, each level with executable semantics."""
