"""What a game is: players in turn, moves between settled positions, and how it ends."""
