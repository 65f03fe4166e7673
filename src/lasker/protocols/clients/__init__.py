"""Programs that play in a match: how they are started, asked and stopped, one file for each protocol."""
