"""Game statistics: self-play at a stated strength, measures of interest, piece values, plots and tables."""
