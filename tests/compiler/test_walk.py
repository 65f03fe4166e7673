"""The walk, on small games in which each of its means decides something: sets of deltas, stars over places,
rounds that count down, tests that aim, `each` that is idle. Moves, labels and counts are those of the
reference."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest

from lasker import backends
from lasker.backends.c.native import Native
from lasker.compiler.emit.c.text import c_text
from lasker.compiler.emit.c.walk import constants
from lasker.compiler.ir.ops import Star
from lasker.compiler.ir.passes.drop_unreached import every, reached_from
from lasker.compiler.pipeline import Compiled, compiled
from lasker.fuzzing.comparison import nodes
from lasker.kernel.limits import Limits
from lasker.kernel.source import Source
from lasker.play.game import Game
from lasker.syntax.read import read_game

WALK = frozenset({"classes"})
POSITIONS = 5
FEW = 14  # moves up to which two plies are counted
GAMES = {
    "groups that breathe": """
board 4x4
piece man 'M' 'm'
mark caught until end
forbid "repetition"
start "mM1M/MM2/mmMM/1m1M w 1"
group(t) = every(u, walk(u, t))*
breathes(t) = [group(t) [every(u, @ + u.)]]
take_group = ![breathes('m')] (each %x 'm': [group('m') [@ + @x]] (@x -> same^caught))
capture = around(u, %@: walk(u, 'm') take_group) (each %'m'^caught: put(.))
move = (%.: put('M') capture breathes('M')) | (%'M': put(.))
""",
    "chains between two sides": """
board 5x4
piece man 'M' 'm'
start "m4/mMm2/1MM2/M2M1 w 1"
region far = rank 4
region near = rank 1
chain = every(u, walk(u, 'M'))
joined = [%'M' in near: chain* [@ in far]]
linked = [%'M' in near: chain{1,} [@ in near]]
move = (%.: put('M') ![joined]) | (%'M': put(.) [linked])
""",
    "nothing twice": """
board 5x5
piece man 'M'
piece ox 'O'
piece dust 'D'
counter passes 0..9
forbid "repetition"
start "MMOMM/MOOMM/MMMMO/OOMMM/MMMMM w 1"
clean = (each %'D': put(.))
move = (%'M': put('O') clean) | (%'O': put('M') clean) | passes += 1
""",
    "putting and moving": """
board 6x6
piece man 'M' 'm'
piece ox 'O' 'o'
counter quiet 0..99
start "m1o3/6/6/6/3O1M/2M3 w 1"
move = (%.: put('M')) | (%'M': put(.) (%'o': put('O'))) | (%'O': all4(step(u)) quiet += 1)
""",
    "pieces that go where their like stand": """
board 6x6
piece man 'M' 'm'
start "mmm3/6/2M3/1MM3/MM1M2/MMMM2 w 1"
move = %'M': all4(% + u 'M' -> . + u%) | all4(step(u))
""",
    "taking two of a kind": """
board 6x6
piece man 'M' 'm'
start "mmm3/6/6/6/1MMM2/MMM3 w 1"
move = %'M': put(.) (%'M': put(.))
""",
    "steps that are counted or not": """
board 6x6
piece man 'M' 'm'
counter quiet 0..99
start "mmm3/6/6/6/1MMM2/MMM3 w 1"
move = (%'M': all4(step(u))) | (%'M': step(u) quiet += 1)
""",
    "steps with a cursor and without": """
board 6x6
piece man 'M' 'm'
start "mmm3/6/6/6/1MMM2/MMM3 w 1"
move = (%'M': all4(step(u))) | ('M';. -> .;'M') | (%.: put('M'))
""",
    "one move written twice": """
board 6x6
piece man 'M' 'm'
start "mmm3/6/6/6/1MMM2/MMM3 w 1"
move = ('M';. -> .;'M') | ('M'.;.. -> ..;'M'.)
""",
    "priority beside something else": """
board 6x6
piece man 'M' 'm'
piece ox 'O' 'o'
start "1mmm2/2o3/6/6/OMMO2/MMMMMM w 1"
take = % + u 'O' -> . + u%
move = ((%'M': take) // (%'M': step(u) | step(uu))) | (%friend: step(ur) | step(ul)) | (%.: put('O'))
""",
    "the most beside something else": """
board 6x6
piece man 'M' 'm'
piece ox 'O' 'o'
counter gone 0..9 until end
start "1mmmm1/m5/6/O5/1MMM2/MMMMMM w 1"
move = (most gone (%'M': (step(u) gone += 1)*)) | (%'M': put('O')) | (%.: put('M'))
""",
    "steps": """
board 4x4
piece man 'M' 'm'
piece ox 'O' 'o'
start "m1o1/4/4/1O1M w 1"
move = (%friend: all4(step(u))){1,2}
""",
    "steps that come back": """
board 3x2
piece ox 'O' 'o'
start "1o1/1O1 w 1"
move = %friend: step(r){0,2} step(l){0,2}
""",
    "sowing": """
board möbius 4x3
piece one 'A'
piece two 'B'
piece three 'C'
start "BC1A/A2B/1CBA w 1"
counter hand 0..9 until end
more = ([@ is .] put('A')) | ([@ is 'A'] put('B')) | ([@ is 'B'] put('C'))
sow  = (go(r) more hand -= 1)* [hand = 0]
take = (%'A': put(.) hand := 1 sow) | (%'B': put(.) hand := 2 sow) | (%'C': put(.) hand := 3 sow)
move = take
""",
    "piles": """
board cylinder 4x2
piece one 'A'
piece two 'B'
piece three 'C'
counter hand 0..9 until end
counter score 0..9
mark seen lasting
start "B1AC/A2B w 1"
lift = ([@ is 'A'] put(.) hand := 1) | ([@ is 'B'] put(.) hand := 2) | ([@ is 'C'] put(.) hand := 3)
more = (@ is . -> 'A') | (@ is 'A' -> 'B') | (@ is 'B' -> 'C')
gain = (@ is 'A' -> same^seen) score += 1 | (@ is 'B' -> 'A') score += 2 | (@ is 'C' -> 'A') score += 4
slip = ([@ is 'A' + r.] (@ + r. -> r'C')) | ([@ is 'B' + r.] (@ + r. -> l'C')) | ([@ is 'C'] (@ -> u.))
move = (%piece: lift (go(r) more hand -= 1)* [hand = 0] try(gain)) | (%piece: slip)
""",
    "sowing anything": """
board cylinder 4x1
piece one 'A'
piece two 'B'
start "B1A1 w 1"
counter hand 0..9 until end
take = %'B': put(.) hand := 2 (go(r) put('A' | 'B') hand -= 1)* [hand = 0]
move = take
""",
    "sowing round and round": """
board cylinder 4x2
piece one 'A'
piece two 'B'
start "A1B1/BA1A w 1"
more = ([@ is .] put('A')) | ([@ is 'A'] put('B'))
move = (%'A': put(.) (go(r) more)*) | (%'B': put(.) (go(l) more){2,6} go(u))
""",
    "sowing round two rows": """
board 4x2
piece seeds 'S' 1..45
counter hand  0..45 until end
counter kept  0..45 each until end
region lower = rank 1
region left  = file a
region right = file -1
region home of white = rank 1
region home of black = rank 2
start "S(3)1S(2)S/1S(5)SS w 1"
on    = [@ in lower] [@ not in right] go(r) | [@ in lower] [@ in right] go(u)
      | [@ not in lower] [@ not in left] go(l) | [@ not in lower] [@ in left] go(d)
more  = [@ in home] [@ is seeds{2}] kept += 1 | [@ in home of black] [@ is seeds{2}] kept += 2
      | ![@ is seeds{2}] add(seeds, 1)
count = each %seeds: ([% in home] lift(seeds, kept) | [% in home of black] lift(seeds, kept of black))
move  = %seeds in home: lift(seeds, hand) %@: (hand -= 1 on more)* [hand = 0] try([kept > 1] count)
""",
    "sowing or taking": """
board cylinder 5x1
piece seeds 'S' 1..20
counter hand  0..20 until end
counter taken 0..3 until end
start "S(4)S1S(3)S w 1"
seed = ((taken += 1 [@ is seeds{1}] put(.)) // add(seeds, 1))
move = %seeds: lift(seeds, hand) %@: (hand -= 1 go(r) seed)* [hand = 0]
""",
    "sowing round either corner": """
board 3x2
piece seeds 'S' 1..45
counter hand 0..45 until end
counter kept 0..45 until end
region lower  = rank 1
region middle = file b
start "1S(2)S/S(3)1S w 1"
on    = [@ in lower] go(r) | [@ in middle] go(u) | [@ not in lower] go(l)
count = each %seeds: ([% in lower] lift(seeds, kept) | [% in middle] (% -> .))
move  = (%seeds: lift(seeds, hand) %@: (hand -= 1 on add(seeds, 1))* [hand = 0] try([@ in middle] count))
      | (%seeds: add(seeds, 1) | add(seeds, 2))
""",
    "sowing in relays": """
board cylinder 5x1
piece one 'A'
piece two 'B'
piece three 'C'
start "BCABA w 1"
counter hand 0..9 until end
more  = ([@ is .] put('A')) | ([@ is 'A'] put('B')) | ([@ is 'B'] put('C'))
lift  = ([@ is 'B'] put(.) hand := 2) | ([@ is 'C'] put(.) hand := 3)
lap   = lift (go(r) more hand -= 1)* [hand = 0]
early = lift (go(l) more hand -= 1)* [hand <= 1]
up    = lift (go(r) more hand -= 1 (hand += 2 // hand += 3) hand -= 2)* [hand >= 9]
move  = (%piece: lap+) | (%piece: early*) | (%piece: up* lap)
      | (%'A': (go(r) hand += 1 hand -= 1 put('B')) | (go(l) put('C')))
""",
    "rounds and rounds": """
board cylinder 3x2
piece ox 'O'
piece pig 'P'
start "O1P/PO1 w 1"
turn  = ([@ is .] put('P')) | ([@ is 'O'] put(.)) | ([@ is 'P'] put('O'))
turns = go(r) turn
move  = (%ox: turns*) | (%pig: (turns go(u) turn)+ [@ is .]) | (%.: turns{3,40})
""",
    "more rounds than places": """
board cylinder 3x1
piece ox 'O'
piece pig 'P'
start "O1P w 1"
turn  = ([@ is .] put('P')) | ([@ is 'O'] put(.)) | ([@ is 'P'] put('O'))
turns = go(r) turn
move  = (%ox: turns*) | (%.: turns{3,8}) | (%pig: exhaust(turns)) | (%pig: (go(r) put('P')){7,8})
""",
    "counts of rounds": """
board 3x2
piece ox 'O'
piece pig 'P'
moves "by label"
start "O1P/1P1 w 1"
turn = (%ox: put('P')) | (%pig: put('O') | put('P')) | (%.: put('O'))
move = (turn{0,2} (%ox: put(.))) | (turn{2,3} (%ox: (@ + r. -> r'O')))
""",
    "sowing heaps": """
board cylinder 4x4
piece seed 'S'
counter hand 0..9 until end
region ground = rank 1
start "4/3S/S1SS/SSSS w 1"
lift = %@: ([@ is 'S'] put(.) hand += 1 go(u))* [@ is .]
drop = %@: ([@ is 'S'] go(u))* [@ is .] put('S')
move = %seed in ground: lift (go(r) drop hand -= 1)* [hand = 0]
""",
    "sowing as long as it can be done": """
board cylinder 4x5
piece seed 'S'
counter hand 0..9 until end
region ground = rank 1
start "4/4/S1S1/S1SS/SSSS w 1"
lift = %@: exhaust([@ is 'S'] put(.) hand += 1 go(u))
drop = %@: exhaust([@ is 'S'] go(u)) put('S')
heap = %@: exhaust(walk(u, 'S')) (@ + u. -> u'S')
sow  = exhaust(hand -= 1 try(go(r)) heap)
reap = exhaust([@ is 'S'] put(.) hand += 1 go(r) (each %seed: ![@ + d square] put(.)))
move = (%seed in ground: lift exhaust(hand -= 1 go(r) drop))
     | (%. in ground: put('S') reap sow)
""",
    "going round": """
board cylinder 4x3
piece ox 'O' 'o'
piece pig 'P'
start "O1PP/PPPO/o1o1 w 1"
over(m)   = [@ + m'P'] go(m)
stamp     = (@ is 'P' -> .) | (@ is . -> 'P')
trail(m)  = [@ + m piece] go(m) stamp
move = (%ox: (%@: exhaust(over(r)) put('o')) every(u, step(u)))
     | (%ox: exhaust(trail(r)) put('P'))
     | (%ox: (%@: exhaust(go(l) [@ is 'P']) (@ + u. -> u'P')))
     | (%ox: (%@: over(l)+ ![over(l)] put(.)))
     | (%ox: (%@: exhaust([@ + r piece] go(r)) put(.)))
""",
    "as long as it can be done": """
board 4x4
piece ox 'O' 'o'
piece pig 'P' 'p'
counter left 0..3
start "o1Pp/1P2/3O/O1p1 w 1"
view = rotated
push(m) = (% + m'p' + mm. -> . + m% + mm'p')
move = (%ox: exhaust(every(u, step(u))) put(pig))
     | (%ox: exhaust(push(u) | step(u)) left := 0)
     | (%ox: exhaust(step(r) // step(u)) left += 1)
     | (%ox: (step(u))* ![step(r)])
     | (%ox: every(u, step(u))* ![@ + r'p'] put(pig))
     | (%ox: %b 'P': (walk(u, .))* ![@b + u.] (@b -> .))
     | (%pig: (each %ox: exhaust(push(l))) (step(u)){2,} ![step(u)])
     | (%pig: (step(l) left += 1)* ![step(l) left -= 1])
     | (%pig: (%@: exhaust(go(u) [@ is .]) put(ox)))
""",
    "as often as one likes": """
board 5x2
piece pig 'P' 'p'
start "P4/1p2P w 1"
move = (%pig: step(r){0,2} ![step(r)] (% -> .)) | (%pig: (%@: (walk(r, .) ![@ + u'p'])* (@ + r. -> r'p')))
     | (%pig: (%@: walk(r, .)* put('p')))
""",
    "boxes": """
board 5x5
piece line 'L'
piece box 'X' 'x'
region middle = b2, b4, d2, d4
start "1L1L1/L1L1L/5/L3L/1L1L1 w 1"
counter gained 0..1 until end
close = each %. in middle: [@ + u'L' + d'L' + l'L' + r'L'] put(box) gained += 1
move  = %. not in middle: put('L') close
state w of white: move then w if [gained > 0], b
state b of black: C move then b if [gained > 0], w
""",
    "groups": """
board torus 4x3
piece stone 'S' 's'
start "SsS1/1s1S/S1s1 w 1"
mark caught until end
group(t) = every(u, walk(u, t))*
breathes(t) = [group(t) [every(u, @ + u.)]]
grab  = ![breathes(C stone)] (each %x C stone: [group(C stone) [@ + @x]] (@x -> same^caught))
move  = %.: put(stone) around(u, %@: walk(u, C stone) grab) (each %C stone^caught: put(.)) breathes(stone)
""",
    "kings and rights": """
board 5x4
piece king 'K' 'k'
piece rook 'R' 'r'
piece knight 'N' 'n'
mark fresh until moved
mark leapt until next turn
start "r1k1n/5/5/N1K1R w 1"
view = flipped
way(t) = ( [% is rook] all4(ride(u, t)) | [% is knight] all8(take(uur, t))
         | [% is king] all4(take(u, t) | take(ur, t)) )
strikes = %friend: way(C king)
spoil  = (each %rook^fresh: ![king^fresh] put(rook)) (each %rook: ![knight] put(knight))
settle = spoil flipped(spoil)
crown  = %king: (% -> same^fresh)
jump   = %knight: all4(leap(uu)) (% -> same^leapt)
spare  = %rook: (% -> same^fresh)
move   = ((%friend: way(.)) | (%friend: way(enemy)) | crown | spare | jump) ![flipped strikes]
""",
    "hopping": """
board cylinder 5x3
piece peg 'P' 'p'
piece ox 'O' 'o'
start "Pp3/1O1p1/pP1o1 w 1"
side = [every(u, @ + u ox)]
move = (%peg: every(u, hop(u))+) | (%ox: ![side] every(ur, hop(ur)){2,3} put(peg))
     | (%ox: (every(u, step(u)) side)* every(u, hop(u))?)
""",
    "hopping round and back": """
board cylinder 5x3
piece peg 'P' 'p'
start "1p1p1/p3p/P4 w 1"
move = (%peg: every(u, hop(u))) | (%peg: every(u, hop(u))+)
""",
    "hopping near and far": """
board 6x4
piece peg 'P' 'p'
start "Pp4/1p1p2/2p3/P1p1p1 w 1"
far(m) = (% + m piece + mmm. -> . + mmm%)
move = %peg: every(u, hop(u) | far(u))+
""",
    "hopping round a narrow ring": """
board cylinder 3x4
piece peg 'P' 'p'
start "P1p/1P1/p1P/1p1 w 1"
move = (%peg: all4(hop(u))+) | (%peg: (% + r. + rrr piece -> . + r%)+)
""",
    "somewhere": """
board 4x2
piece ox 'O' 'o'
region side = a2, b2, d1, d2
start "O2o/1oO1 w 1"
move   = %ox: (%b piece: [@b + u.] (@b -> .))? [%. in side: nil] every(u, step(u))
end "gone" lost: ![ox in side]
""",
    "hopping that leaves stones": """
board 5x3
piece peg 'P' 'p'
piece stone 'S' 's'
start "Pp3/1P1p1/pP3 w 1"
hop_on(m) = [% + m piece] (% + mm. -> stone + mm%)
run(m)    = (% + m. -> . + m%)
move      = (%peg: every(u, hop_on(u))+) | (%peg: every(u, run(u)){0,2} every(u, hop(u)))
""",
    "in passing": """
board 3x2
piece man 'M' 'm'
mark leapt until next turn
start "mm1/1MM w 1"
move = (%man: every(u, step(u)) (% -> same^leapt)) | (%man: every(u, take(u, enemy^-leapt)))
""",
    "counting": """
board 4x2
piece man 'M' 'm'
counter few 0..5 until end
counter less 0..5 from 5 each
start "mM1m/1M1M w 5+5 1"
fen "board side counts:less number"
move = (%man: every(u, step(u)) (each %piece: few += 2) [few = 4])
     | (%man: every(u, take(u, enemy)) (each %man: less -= 2) (each %enemy: few += 1) [few <= 2])
     | (%man: (each %enemy: few += 1) [few = 2] (% -> .))
""",
    "lonely": """
board 6x2
piece stone 'S' 's'
start "1S1S1s/s5 w 1"
move = %.: put(stone) (each %piece: [@ + l. + r.] (% -> .))
""",
    "sides": """
board 3x3
piece coin 'H' 'T'
start "H1T/1H1/T1H w 1"
counter turned 0..2 until end
turn_over = each %coin: (% -> 'T' | 'H') turned += 1
gather    = each %'T': ((% -> .) | (% + r'H' -> 'H' + r same))
move      = turn_over gather (%.: put('H'))
""",
    "what stands beside": """
board 4x3
piece ox 'O' 'o'
piece pig 'P' 'p'
start "Op1o/1pP1/o1Op w 1"
eat  = ([@ + r. ] put(.)) | ([@ + r'O'] put('P')) | ([@ is 'O' + r'p'] put('p')) | ([@ is 'P'] put('O'))
     | ([@ is 'O' + l'p'] put('o'))
move = %friend: eat
""",
    "priority": """
board 5x4
piece man 'M' 'm'
piece king 'K' 'k'
counter taken 0..9 until end
counter quiet 0..9
mark struck until end
start "m1m1k/1m3/2M1M/M1K2 w 1"
view   = flipped
strike(m) = (% + m enemy^-struck + mm. -> . + m same^struck + mm%) taken += 1
lift   = each % enemy^struck: put(.)
crown  = try(% is man in far -> king)
region far of white = rank 4
region far of black = rank 1
takes  = (%man: all4(strike(ur))+ crown) | (%king: all4(ride(u, .) strike(u) | strike(u)))
safely = %friend: all4(step(u)) ![flipped(%friend: all4(strike(ur)))] crown
shove  = %friend: try(all4(walk(r, .)) try(step(u) // step(l)) // step(d)) put(man) quiet := 0
move   = (most taken takes lift) // (safely quiet += 1) // shove
""",
    "refusals that are not priority": """
board 4x4
piece man 'M' 'm'
piece king 'K' 'k'
region near of white = rank 1
region near of black = rank 4
counter steps 0..3
view = flipped
start "k1m1/4/1M2/K3 w 1"
move = (%man: step(u)) | (![%king: step(u)] (%king: step(d)))
     | (%man: % -> .) | (![%man in near: % -> .] (%man: step(r)))
     | (%king: step(ur) steps += 1) | (![%king: step(ur) steps -= 1] (%king: step(dl) steps := 0))
     | (%a man: %b king: (@a is man -> king)) | (![%a man: %b king: (@b is king -> man)] (%man: step(ul)))
     | (%king: both(step(ur))) | (![%king: step(ur)] (%king: step(dr)))
     | (%man: [% + u.] (% -> king)) | (![%man: [% + d.] (% -> king)] (%man: (% -> .)))
""",
    "priority in a star": """
board 5x3
piece man 'M' 'm'
piece wall 'W'
start "M2Wm/1W3/m3M w 1"
on(m)  = step(m) // hop(m)
move   = %man: every(u, on(u))+ try(%'W': all4(step(u)) // (% -> .))
""",
}


@cache
def game(name: str) -> Game:
    """A game of the table."""
    head = f'lasker 1\ngame "{name}"\nplayers white black\n'
    return Game(read_game(Source(head + GAMES[name] + 'end "stuck" lost: ![move]\n')), "walked")


@cache
def made(name: str) -> Compiled:
    """The same as a program."""
    return compiled(game(name).model, WALK)


@pytest.mark.parametrize("name", GAMES)
def test_the_walk_is_the_reference(name: str) -> None:
    model = game(name).model
    walk, judge = Native(model, WALK, walking=True), backends.open_engine("reference", model)
    for node in nodes(model, game(name).start().node, seed=5, number=POSITIONS):
        position = backends.position(node)
        wanted = judge.successors(position)
        assert walk.successors(position) == wanted, position
        assert walk.perft(position, 1) == len(wanted), position
        if len(wanted) <= FEW:
            assert walk.perft(position, 2) == judge.perft(position, 2), position
        assert walk.playout(position, 1, node.ply, 3) == judge.playout(position, 1, node.ply, 3), position


@pytest.mark.parametrize(
    "name", ["priority beside something else", "the most beside something else", "nothing twice"]
)
def test_random_games_with_many_moves_are_those_of_the_reference(name: str) -> None:
    model, start = game(name).model, backends.position(game(name).start().node)
    walk, judge = Native(model, WALK, walking=True), backends.open_engine("reference", model)
    for number in range(6):
        assert walk.playout(start, 1, number, 12) == judge.playout(start, 1, number, 12)


def test_marks_fall_that_came_later() -> None:
    start, model = backends.position(game("in passing").start().node), game("in passing").model
    judge, walk = backends.open_engine("reference", model), Native(model, WALK, walking=True)
    assert walk.perft(start, 5) == judge.perft(start, 5)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("putting and moving", "done = count_put(m, "),
        ("putting and moving", "done = count_pair(m, SITE("),
        ("putting and moving", "done = count_carried(m, SITE("),
        ("groups", "star_places("),
        ("groups that breathe", "done = flood_"),
        ("groups that breathe", ", within_"),
        ("chains between two sides", "done = flood_"),
        ("hopping", "empty__piece, 1, squares"),
        ("hopping near and far", "ENDS_OF_HOPS_0[0], 6, 2, "),
        ("hopping round a narrow ring", "0, empty__piece, 1, -1,"),
        ("hopping round and back", "count_squares(m, squares"),
        ("pieces that go where their like stand", "find_near(m, "),
        ("hopping that leaves stones", "done = star("),
        ("boxes", "could_0"),
        ("boxes", "done = each_single_result("),
        ("priority", "if (!m->passed["),
        ("what stands beside", "if (!done) switch (BOARD("),
        ("sowing", "const place kind1 = VALUES_0[BOARD("),
        ("sowing round two rows", "done = star_in_place("),
        ("sowing or taking", "done = star_in_place("),
        ("sowing round two rows", "done = each_single_result("),
        ("sowing round either corner", "done = star(m"),
        ("sowing round either corner", "done = each(m"),
        ("sowing round either corner", "kind1 < "),
        ("sowing round and round", "done = star_single_result("),
        ("sowing as long as it can be done", "__to__again_10_0, -1, 0, "),
        ("going round", "done = exhaust("),
        ("sowing as long as it can be done", "for (;;) {"),
        ("counting", "done = each_counted("),
        ("kings and rights", "done = is_somewhere("),
        ("kings and rights", "AIM_0_FROM"),
        ("kings and rights", "static const uint64_t sign[]"),
    ],
)
def test_the_walk_uses_its_means(name: str, text: str) -> None:
    assert text in c_text(made(name))


def test_an_each_that_may_lead_to_several_has_a_set() -> None:
    assert "done = each_single_result(" not in c_text(made("sides"))


def test_moves_that_may_be_the_same_are_compared() -> None:
    assert "done = count_pair(m, SITE(" not in c_text(made("taking two of a kind"))


def test_a_refusal_that_is_not_priority_is_asked() -> None:
    assert "m->passed[" not in c_text(made("refusals that are not priority"))


def stars(name: str) -> list[Star]:
    """The stars that are left in the moves of a game."""
    program = made(name).program
    moving = reached_from(program, [turn.move for turn in program.turns])
    return [op for block in moving for op in every(program.blocks[block].body) if isinstance(op, Star)]


def test_rewrites_that_write_the_same_and_go_on_alike_are_one_function(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(constants, "MANY", 0)
    text = c_text(made("kings and rights"))
    calls = Counter(re.findall(r"done = (rewrite_\d+)\(", text))
    bodies = re.findall(r"static bool rewrite_\d+(\(.*?\n\})", text, re.DOTALL)
    assert len(set(bodies)) == len(bodies) == len(calls)
    assert max(calls.values()) > 1


def test_rounds_that_count_down_need_no_set() -> None:
    assert not stars("sowing")


def test_rounds_that_fork_are_a_star() -> None:
    assert stars("sowing anything")


def test_turns_of_four_steps_fit() -> None:
    """Ten thousand results of up to four steps each, in a sixteenth of the memory that one move may take."""
    text = """lasker 1
game "Four steps"
players white black
board 6x6
piece ox 'O' 'o'
piece man 'M' 'm'
start "o1m1o1/6/6/6/1O1M1O/2M3 w 1"
move = (%friend: all4(step(u))){1,4}
end "stuck" lost: ![move]
"""
    played = Game(read_game(Source(text), limits=Limits(memory=1 << 24)), "steps")
    walk = Native(played.model, WALK, walking=True)
    start = backends.position(played.start().node)
    found = walk.successors(start)
    assert len(found) == len({each.after for each in found}) == walk.perft(start, 1)
