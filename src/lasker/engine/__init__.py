"""A general game-playing engine: evaluation derived from the rules, alpha-beta and tree search, levels."""
