"""Games whose boards are small enough for Gödel numbers that can be worked out by hand."""

SMALL_GAMES = ("tictactoe",)
