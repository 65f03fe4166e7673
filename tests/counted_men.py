"""A small game in which a square holds a number of men: its declarations, and its rules."""

MEN = """players white black
board 5x1
piece men 'M' 'm' 1..5
piece rock 'R'
counter hand 0..9 until end
counter taken 0..9 each
start "M(3)1Rm(2)m w 0+0 1"
fen "board side counts:taken number"
"""
RULES = """step_on(m) = %men: remove(men, 1) go(m) (add(men, 1) | (@ is (C men{1}) -> men{1}) taken += 1)
white = step_on(r) | step_on(l) | (%men{3,}: lift(men, hand) go(r) add(men, hand))
black = C white
end "no men" lost: ![men]
end "nothing moves" drawn: ![white]
"""
