"""Games as displacement sets and guards, written in YAML: read, lowered to the algebra, and written back.

Reading: `document` (YAML with places), `extend`, `schema` (what may be said), `paper_notation` and `guards`
(conditions as `terms`), `board`, `symbols`, `resolved` (every name looked up; its `pieces`), `properties`.
Lowering: `regions`, `constant_folding`, `conditions`, `steps`, `turns`, `initial_position`, `lower`.
Writing back: `pieces_of_game`, `conditions_of_game`, `specification`, `convert`.
"""
