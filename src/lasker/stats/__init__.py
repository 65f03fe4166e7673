"""What play tells about a game: self-play at a stated strength, and what can be measured on it."""
