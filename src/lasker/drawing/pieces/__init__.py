"""Pictures of pieces: shapes, the figures composed of them, and which figure each piece of a game has."""
