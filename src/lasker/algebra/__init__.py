"""The algebra of moves: contents, fragments, move terms, their meaning, their laws and their equality.

Read in this order: `contents` (the alphabet of a board), `fragments` (partial boards), `moves` (the closed
set of move terms), `meaning` (the reference semantics that everything else is tested against), `laws`, then
the methods of `prover` and `equality` (when do two terms denote the same relation?): `kleene` (derivatives),
`dynamic_logic` (tableau) with `counter_models`, `normal` (normal forms) with `paths` (symbolic execution) and
`placements`, `atoms`, `counters`, `counterexample_search` (on small boards); `proof` is what they find, and
`explanation` writes it step by step.
"""
