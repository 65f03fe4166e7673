"""The mathematics of boards: contents, fragments, moves, their one meaning, their laws and their equality.

Read in this order: `contents` (what may stand on a square), `fragments` (squares glued together),
`moves` (the closed set of move terms), `meaning` (the definition), then `laws`, `normal`, `kleene`,
`search` and `equality` (when are two moves the same?).
"""
