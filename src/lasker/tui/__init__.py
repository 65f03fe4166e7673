"""The board in a terminal: cells to click or to walk to, moves, clocks, and what the opponent thinks."""
