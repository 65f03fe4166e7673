"""The parts of classification that can be switched off: `--without NAME`."""

PARTS = (
    "drops",  # dropping pieces on all their squares at once
    "screens",  # riders that pass over other pieces (screens)
    "branches",  # a test that selects counter updates makes one move, not two
    "pin_masks",  # royal safety is decided before the move, by masks of checks and pins
    "predicted_attacks",  # attacks that a move gives or discovers are decided before it as well
    "sweeps",  # a piece is placed at the end of runs, which are flipped
    "census",  # pieces are counted by population count
    "chains",  # repeated hops
    "products",  # two consecutive moves in one are counted one after the other
    "square_tables",  # tests about the square of a cursor become tables by square
    "coinciding_moves",  # only moves that may coincide are compared with each other
    "split_tests",  # of composed tests only the part that a move can change is evaluated after it
    "effects",  # a conditional rewrite makes one path, not two
    "next_turn_tests",  # a test after the move decides the next turn
    "residuals",  # alternatives without paths are run by the walk, the rest on bitboards
    "player_symmetry",  # results for one player are transferred to another by symmetry
)
