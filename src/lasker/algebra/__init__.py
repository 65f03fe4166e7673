"""The algebra of moves: contents, fragments, move terms, their meaning, their laws and their equality.

Read in this order: `contents` (the alphabet of a board), `fragments` (partial boards), `moves` (the closed
set of move terms), `meaning` (the reference semantics that everything else is tested against), `laws`, then
`decision`, the procedures that decide whether two terms denote the same relation.
"""
