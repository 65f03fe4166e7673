"""Decision procedures: do two moves denote the same relation?

`equality` asks `prover`, whose methods are the laws, `derivatives` (bisimulation), `dynamic_logic` (tableau)
with `counter_models`, `normal_forms` with `symbolic_execution` and `placements`, `atoms` and `counters`. Then
`counterexample_search` tries small boards. `proof` is what they find; `explanation` writes it step by step.
"""
