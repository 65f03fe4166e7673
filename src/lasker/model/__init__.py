"""What a game is: players in turn, moves between settled positions, and how it ends. It knows no text."""

LANGUAGE_VERSION = 1  # of the language whose meaning this is; part of the hash of what a game means
CHANCE = "chance"  # who moves where nobody does
