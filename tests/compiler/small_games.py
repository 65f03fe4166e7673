"""Games on small boards, one for each kind of group, test and side condition: hundreds of boards a second."""

from __future__ import annotations

from custodian_games import CAUGHT, CAUGHT_GAMES

from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Small"
players white black
"""
CHESS = """board 4x4
piece king 'K' 'k'
piece man 'M' 'm'
piece rook 'R' 'r'
mark fresh until moved
mark hasty until next turn
counter quiet 0..6
counter hand 0..2 each
counter left 0..2 from 2 each
start "rk1m/4/4/MK1R w 0 0+0 2+2 1"
fen "board side counter:quiet counts:hand counts:left number"
region far of white = rank 4
region far of black = rank 1
view = flipped
kingly(t) = all4(take(u, t) | take(ur, t))
straight(t) = all4(ride(u, t))
way(t) = [% is king] kingly(t) | [% is rook] straight(t) | [% is man] both(take(ur, t))
strikes = %friend: way(C king)
safe = ![flipped strikes]
"""
CROWD = CHESS.replace("rk1m/4/4/MK1R", "rmkr/m1m1/M1M1/RMKR")
CANNONS = CHESS.replace("all4(ride(u, t))", "all4(shoot(u, t))")
ENDED = 'end "nothing can move" lost: ![move]\n'
BOTH = "white = move\nblack = flipped move\n"
BLAST = """burn(m) = @ + m(piece \\ (man | C man)) -> m.
blast = put(.) around(u, burn(u)) around(ur, burn(ur))
takes = %(friend \\ king): way(enemy) blast
"""
FUSE = """mark fuse until end
promote = try(% is man in far -> rook | king)
lights = (%man: both(take(ur, enemy)) promote (@ -> @^fuse)) (each %friend^fuse: blast)
"""
STONE = """piece stone 'S'
waddle = %.: try(stone -> .) put(stone)
"""
GAMES = {
    "captures blow up": CROWD + BLAST + "move = ((%friend: way(.)) | takes) safe\n" + BOTH,
    "captures that blow up come first": CHESS
    + BLAST
    + "move = takes safe // ((%friend: way(.)) safe)\n"
    + BOTH,
    "captures blow up by label": 'moves "by label"\n'
    + CROWD
    + BLAST
    + FUSE
    + "takes_too = %rook: way(enemy) blast\n"
    + "move = ((%friend: way(.) promote) quiet += 1 | takes_too quiet := 0 | lights) safe\n"
    + BOTH,
    "one's own king must live": CHESS
    + BLAST
    + "lives = [king] (![C king] | ![flipped strikes])\n"
    + "move = ((%friend: way(.)) | takes) lives\n"
    + BOTH,
    "kings that touch are safe": CHESS
    + "touching = every(u, king + u C king) | every(ur, king + ur C king)\n"
    + "check = ![king] | [C king] ![touching] [flipped strikes]\n"
    + "plain = (%(man | rook): way(. | C man)) | (%king: way(.))\n"
    + "move = (plain | %friend: way(C (rook | king))) ![check]\n"
    + BOTH,
    "castling where kings that touch are safe": CHESS.replace(
        "counts:left", "counts:left marked:fresh"
    ).replace("2+2 1", "2+2 b1+d1+a4+b4 1")
    + "touching = every(u, king + u C king) | every(ur, king + ur C king)\n"
    + "check = ![king] | [C king] ![touching] [flipped strikes]\n"
    + "castle = %king^fresh: ![check] (% + r. -> . + r%) ![check] (% + r rook^fresh -> r% + rook)\n"
    + "rush = %rook^fresh: ![check] (% + l. -> . + l%) [strikes] (% + l king^fresh -> king + l%)\n"
    + "move = ((%friend: way(free)) | castle | rush) ![check]\n"
    + BOTH,
    "several royal pieces blow up": CHESS.replace("C king)", "C (king | man))")
    + BLAST.replace(" \\ (man | C man)", "")
    + "move = ((%friend: way(.)) | takes) safe\n"
    + BOTH,
    "neighbours turn over": CROWD
    + "drop = %.: ![flipped strikes] put(man) around(u, @ + u enemy -> u man)\n"
    + "clone = %man: both(% + ur. -> ur%) around(u, @ + u C man -> u rook)\n"
    + "move = drop | clone\n"
    + BOTH,
    "fresh neighbours turn over": CROWD
    + "move = %rook: straight(free) around(u, @ + u C man^fresh -> u man)\n"
    + BOTH,
    "two labels are two moves": 'moves "by label"\n'
    + CROWD
    + "up = % + u. + uu free -> . + u% + uu man\n"
    + "move = %(man | rook): up | up go(u)\n"
    + BOTH,
    "what was changed is looked at again": CROWD
    + "first = around(u, @ + u man -> u.) try(@ + u C rook -> u rook)\n"
    + "second = try(@ + u. -> u man) try(@ + u man -> u man^hasty)\n"
    + "back = %rook: straight(free) go(u) try(@ + d enemy -> d man)\n"
    + "move = (%king: kingly(free) first second) | back\n"
    + BOTH,
    "a stone is moved after every move": CHESS
    + STONE
    + "promote = try(% is man in far -> rook | king)\n"
    + "first = (%friend: way(free) promote) | (%man: put(.))\n"
    + "move = first (if [strikes] then left -= 1 else quiet += 1) waddle\n"
    + BOTH,
    "a stone is moved after safe moves": CHESS
    + STONE
    + "castle = %king^fresh: safe (% + r. -> . + r%) safe (% + r rook^fresh -> r% + rook)\n"
    + "move = ((%friend: way(free)) | castle) safe waddle\n"
    + BOTH
    + ENDED,
    "a stone is put down after every move": CHESS
    + STONE
    + "drop = %.: hand += 1 put(man) around(u, @ + u enemy + uu man -> u.)\n"
    + "move = ((%friend: way(free)) // drop) (%. in far: put(stone))\n"
    + BOTH,
    "kings must be safe": CHESS + "move = (%friend: way(free)) safe\n" + BOTH + ENDED,
    "kings must be safe from cannons": CANNONS
    + "move = (%friend: way(free) | [% is rook] all4(ride(u, .))) safe\n"
    + BOTH,
    "own pieces may be taken": CHESS
    + "own = (%rook: straight(. | man | king)) | (%man: both(take(ur, . | king)))\n"
    + "move = (own | %king: kingly(. | man)) safe\n"
    + BOTH,
    "no check may be given": CHESS + "move = (%friend: way(free)) ![strikes]\n" + BOTH,
    "checks are counted": CHESS
    + "move = (%friend: way(free)) (if [strikes] then left -= 1 else quiet += 1)\n"
    + BOTH,
    "men promote, and rooks may become men": CHESS
    + "promote = try(% is man in far -> rook | king)\n"
    + "move = (%friend: way(free) promote) safe\n"
    + BOTH,
    "castling and leaping": CHESS
    + "castle = %king^fresh: safe (% + r. -> . + r%) safe (% + r rook^fresh -> r% + rook)\n"
    + "leap = %man^fresh: % + u. + uu. -> . + uu%^hasty\n"
    + "pass = %man: % + r C man^hasty + ur. -> . + r. + ur%\n"
    + "move = ((%friend: way(free)) | castle | leap | pass) safe\n"
    + BOTH,
    "dropping": CHESS
    + "takes = (%friend: way(enemy)) hand += 1\n"
    + "drop = %.: hand -= 1 ![(go(u)* | go(d)*) [@ is man]] put(man)\n"
    + "move = ((%friend: way(.)) quiet += 1 | takes | drop) safe\n"
    + BOTH,
    "captures come first": CHESS
    + "takes = (%friend: way(enemy)) quiet := 0\n"
    + "move = takes // ((%friend: way(.)) quiet += 1)\n"
    + BOTH,
    "captures come first if they are safe": CHESS
    + "takes = (%friend: way(enemy)) safe\n"
    + "move = takes // ((%friend: way(.)) safe)\n"
    + BOTH,
    "marks are tidied up": CHESS
    + "move = (%friend: way(free)) | (%man^fresh: % + u. + uu. -> . + uu%^hasty)\n"
    + "tidy = each %rook^fresh: ![king^fresh] put(rook)\n"
    + "settle = tidy flipped(tidy)\n"
    + BOTH,
    "marks are tidied up unless they are of use": CHESS
    + "move = (%friend: way(free)) | (%man^fresh: % + u. + uu. -> . + uu%^hasty)\n"
    + "tidy = each %man^hasty: ![flipped(%man: [% + r C man^hasty + ur.])] put(man)\n"
    + "settle = tidy flipped(tidy)\n"
    + BOTH,
    "who takes goes on": CHESS
    + "quietly = %friend: way(.)\n"
    + "takes = (%friend: way(enemy)) quiet := 1\n"
    + "state white of white: (quietly quiet := 0 | takes) then white if [quiet = 1], black\n"
    + "state black of black: flipped(quietly quiet := 0 | takes) then black if [quiet = 1], white\n",
    "several royal pieces": CHESS.replace("C king)", "C (king | man))")
    + "move = (%friend: way(free)) safe\n"
    + BOTH,
    "royal by marks": CHESS.replace("C king)", "C king^fresh)") + "move = (%friend: way(free)) safe\n" + BOTH,
    "kings must be safe from their own rooks as well": CHESS
    + "desert = %man: both(take(ur, .)) try(% is man in far -> C rook)\n"
    + "others = (%king: kingly(free)) | (%rook: straight(free))\n"
    + "move = (desert | others) ![flipped strikes | %rook: straight(king)]\n"
    + BOTH,
    "kings become men, and must not pass an attacked square": CHESS
    + "abdicate = try(% is king in far -> man)\n"
    + "pass = %king: (% + r. -> . + r%) safe (% + r. -> . + r%)\n"
    + "move = ((%friend: way(free) abdicate) | pass) safe\n"
    + BOTH,
    "pieces hop over others": CROWD
    + "past = all4(% + u (man | C man) + uu free -> . + uu%)\n"
    + "over = (%rook: past | all4(% + r (man | C man) + uu free -> . + uu%))\n"
    + "hop = (%(king | man): all4(step(u)* (% + u piece + uu free -> . + uu%)))\n"
    + "move = over | hop\n"
    + BOTH,
    "pieces hop over two others": CROWD
    + "over = (%rook: all4(% + u man + r C man + ur free -> . + ur%))\n"
    + "hop = (%king: both(% + r man + rr man + rrr free -> . + rrr%))\n"
    + "move = over | hop | (%man: both(take(ur, enemy)) | take(u, free))\n"
    + BOTH,
    "pieces are exchanged and taken in passing": CHESS
    + "convert = %(C man): put(man)\n"
    + "passing = %man: (% + r C man + ur. -> . + r. + ur%) (% -> rook)\n"
    + "move = convert | passing | (%king: kingly(free))\n"
    + BOTH,
    "captures are counted by kind": CROWD.replace(
        "counter hand 0..2 each\n", "counter hand 0..2 each\ncounter rooks 0..2\ncounter kings 0..2\n"
    )
    + "move = (%friend: way(.)) | (%friend: way(C man)) left -= 1 | (%friend: way(C rook)) rooks += 1\n"
    + "       | (%friend: way(C king)) kings += 1\n"
    + BOTH,
    "friends may be taken": CROWD + "move = (%friend: way(. | piece)) quiet += 1\n" + BOTH,
    "kings and rooks change places": CHESS
    + "swap = (%king: all4(% + u rook -> rook + u%)) | (%rook: all4(% + u king -> king + u%))\n"
    + "move = ((%friend: way(free)) | swap) safe\n"
    + BOTH,
    "relays beside other moves": CHESS
    + "seen = [%@: all4(walk(u, .)* [@ + u rook])]\n"
    + "relay = %(man | king): seen all4(step(u) | step(ur))\n"
    + "move = ((%friend: way(free)) quiet := 0) | (relay quiet += 1)\n"
    + BOTH,
    "relays like other moves": CROWD
    + "seen = [%@: all4(walk(u, .)* [@ + u rook])]\n"
    + "relay = %friend: seen all4(step(u) | step(ur))\n"
    + "move = (%friend: way(free)) | relay\n"
    + BOTH,
    "riders come back": CHESS.replace("board 4x4", "board cylinder 4x4")
    + "move = %friend: way(free)\n"
    + BOTH,
    "pieces are pushed and turned round": CHESS
    + "push = %rook: all4((% + u man + uu. -> . + u% + uu man) | (% + u man + uu man -> . + u% + uu man))\n"
    + "turn = %king: (% + u man + r. -> . + u% + r man) | (% + u king + r king -> king + u% + r king)\n"
    + "move = (%friend: way(free)) | push | turn\n"
    + BOTH,
    "riders go round": CHESS.replace("board 4x4", "board cylinder 4x4")
    + "move = ((%friend: way(free)) quiet += 1) | (%rook: step(r)+ (% -> man^hasty))\n"
    + BOTH,
    "kings may hurry, and nobody asks": CHESS
    + "move = (%friend: way(free)) | (%king: step(u)) | (%king: step(u) (% -> %^hasty))\n"
    + BOTH,
    "kings may go as men do": CHESS
    + "others = (%king: step(ur) [% in far]) | (%rook: step(u) try(% in far -> man))\n"
    + "move = ((%friend: way(free)) | others) safe\n"
    + BOTH,
    "men before a rook vanish": CHESS
    + "stare = %rook: (each %(C man): [every(u, @ + u rook)] put(.)) quiet := 0\n"
    + "move = ((%friend: way(free)) quiet += 1 | stare) safe\n"
    + BOTH,
    "men may vanish before any move": CROWD
    + "gone = (each %(C man): [every(ur, @ + ur rook)] put(.))\n"
    + "move = (%friend: way(free)) | (gone) (%rook: straight(free)) | (gone) (%king: kingly(.))\n"
    + BOTH,
    "men may vanish, and kings and rooks change places": CHESS
    + "swap = %king: all4(% + u rook -> rook + u%)\n"
    + "back = %rook: all4(% + u king -> king + u%)\n"
    + "gone = (each %(C man): [every(ur, @ + ur rook)] put(.))\n"
    + "move = (%friend: way(free)) | swap | back | (gone) (%rook: straight(free))\n"
    + BOTH,
    "fresh men vanish before a rook": CHESS
    + "stare = %rook: (each %(C man^fresh): [every(u, @ + u rook)] put(.))\n"
    + "move = (%friend: way(free)) | stare\n"
    + BOTH,
    "rooks take as many as they can": CROWD
    + "feast = most hand (%rook: (all4(take(u, enemy)) hand += 1)+)\n"
    + "move = ((%friend: way(.)) | feast hand := 0 | (%man: both(take(ur, enemy)))) safe\n"
    + BOTH,
    "men strike as rooks do, together": CHESS
    + "armed = (each %man: put(rook)) strikes\n"
    + "move = (%friend: way(free)) safe ![flipped armed]\n"
    + BOTH,
    "all men become kings": CHESS
    + "crowned = (each %man in far: put(king)) left -= 1\n"
    + "move = ((%friend: way(free)) | crowned) safe\n"
    + BOTH,
    "kings and men change places all at once": CHESS
    + "swapped = %king: (each %man: (@ -> .)) (% -> man)\n"
    + "move = ((%friend: way(free)) | swapped (%man: put(king))) safe\n"
    + BOTH,
    "who is stared at moves again": CHESS
    + "stare = %king: (each %(C man): [every(u, @ + u king)] put(.))\n"
    + "state white of white: (%friend: way(free)) | stare then white if [C man in far], black\n"
    + "state black of black: flipped((%friend: way(free)) | stare) then white\n",
    "castling over squares that nobody reaches": CHESS
    + "reached(x) = %friend: way(.) [@ + x]\n"
    + "calm = %x @: ![flipped reached(@x)]\n"
    + "castle = %king^fresh: [%@: calm go(r) calm] (% + r. + rr rook^fresh -> . + r rook + rr%)\n"
    + "move = (%friend: way(free)) | castle\n"
    + BOTH,
    "pieces go where a friend of theirs can see them": CHESS
    + "seen = [%@: all4(walk(u, .)* [@ + u rook])]\n"
    + "lonely = ![%@: [@ + u friend] | [@ + ur rook + u.]]\n"
    + "relay = (%man: all4(step(ur)) seen) | (%king: lonely straight(free) seen)\n"
    + "move = (%rook: straight(free)) | relay\n"
    + BOTH,
    "what is pinned guards nothing": CHESS
    + "exposed = [flipped strikes]\n"
    + "guards(x) = %friend: way(.) ![exposed] [@ + x]\n"
    + "creep = %king: all4(% + u. + uu. -> . + uu%) [%x @: ![flipped guards(@x)]]\n"
    + "move = ((%friend: way(free)) | creep) safe\n"
    + BOTH,
    "kings must be in check": CHESS + "move = (%friend: way(free)) [flipped strikes]\n" + BOTH,
    "royal after settling": CHESS.replace("C king)", "C king^fresh)")
    + "move = (%friend: way(free)) safe\n"
    + "tidy = each %king in far: put(king^fresh)\n"
    + "settle = tidy flipped(tidy)\n"
    + BOTH,
    "sweeps": """board 4x3
piece disc 'B' 'W'
counter discs 0..5 each until end
start "4/1WB1/1BW1 w 1"
pass "Who cannot enclose anything must pass."
row(m) = %@: (@ + m C disc -> m disc + m@)+ [@ + m disc]
some = every(u, row(u)) | every(ur, row(ur))
all = around(u, row(u)) around(ur, row(ur))
place = %.: [some] put(disc) all
move = place // nil
over = ![place] ![C place]
count = (each %disc: discs += 1) (each %C disc: discs of black += 1)
end "more discs" won: over count [discs > discs of black]
end "as many" drawn: over
""",
    "chains": """board 5x5
piece man 'M' 'm'
piece king 'K' 'k'
counter quiet 0..9
start "m1m1m/5/5/5/M1M1M w 0 1"
fen "board side counter:quiet number"
region far of white = rank 5
region far of black = rank 1
ways(M) = [% is man] both(M) | [% is king] all4(M)
jumps = ways(jump(ur, enemy))
crown = try(% is man in far -> king)
captures = %friend: jumps+ ![jumps] crown quiet := 0
quietly = %friend: ways(step(ur)) crown quiet += 1
move = captures // quietly
white = move
black = flipped move
""",
    "shots": """board 4x4
piece queen 'Q' 'q'
piece arrow '*'
start "1q2/4/4/2Q1 w 1"
fly(M) = every(u, M(u)) | every(ur, M(ur))
shot(m) = walk(m, .)+
shoot = %queen: [@ + @she] (fly(shot)) put(arrow)
white = %queen: (fly(slide)) (%she @: shoot)
black = C white
end "no move is left" lost: ![%queen: fly(step)]
""",
    "counters are settled": CHESS.replace("quiet 0..6", "quiet 0..9 unkeyed\ncounter moved 0..1 each unkeyed")
    + """move = ((%friend: way(.)) | (%friend: way(enemy)) quiet := 9) safe moved := 1
tick = if [quiet > 8] then quiet := 0 else quiet += 1
armed = [friend \\ king]
crowd = quiet := 0 (each %piece: quiet += 1)
counting = if [moved = 1] then (if [enemy \\ C king] then (if armed then nil else crowd)
  else if armed then (if [quiet = 0] then crowd else nil) else quiet := 3) else nil
settle = tick counting C counting moved := 0 C(moved := 0)
"""
    + ENDED
    + BOTH,
    "joined sides": """board rhombus 3x3
piece stone 'R' 'B'
start "3/3/3 w 1"
region source of white = rank 1
region goal of white = rank 3
region source of black = file a
region goal of black = file c
move = %.: put(stone)
joined = [%stone in source: every(r, walk(r, stone))* [@ in goal]]
end "both sides joined" lost: C joined
""",
}

OPEN = CHESS.replace("rk1m/4/4/MK1R", "mk1r/1m2/2M1/R1KM").replace("mark hasty until next turn\n", "")
OTHERS = {
    name: OPEN + CAUGHT + moves + BOTH for name, moves in CAUGHT_GAMES.items()
}  # which need many boards


def game(name: str) -> Game:
    """One of the small games."""
    return Game(read_game(Source(HEAD + {**GAMES, **OTHERS}[name])), name)
