"""How other programs talk to Lasker: one file for each protocol."""
