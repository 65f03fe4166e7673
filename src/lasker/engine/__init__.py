"""An opponent for any game: what pieces are worth by the rules alone, a search, and levels to play on."""
