"""The algebra of moves: contents, fragments, move terms, their meaning, their laws and their equality.

Read in this order: `contents` (the alphabet of a board), `fragments` (partial boards), `moves` (the closed
set of move terms), `meaning` (the denotational semantics that everything else is tested against), then
`laws`, `normal`, `kleene`, `search` and `equality` (when do two terms denote the same relation?).
"""
