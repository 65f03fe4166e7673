"""The compiler: from a game to code, level by level, each with a meaning that runs."""
