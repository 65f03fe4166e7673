"""Databases of games: files of any size, read in constant memory by many workers.

`streams` opens files, compressed ones too; `filters` chooses games, `formats` and `positions` write them,
`jobs` has the work that is done chunk by chunk, `index` finds single games.
"""
