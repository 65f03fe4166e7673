"""Small games in which each mechanism of native code decides something: pins, checks by leapers, checks that
are counted, hands, promotion, tidying, groups. Moves, counts and random games are those of the reference."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice

import pytest

from lasker import backends
from lasker.backends.c.native import Native
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.lower import lower
from lasker.compiler.ir.machine import Machine, ProgramPosition
from lasker.compiler.pipeline import compiled
from lasker.fuzzing.comparison import nodes
from lasker.kernel.source import Source
from lasker.model.position import Node
from lasker.play.game import Game
from lasker.syntax.read import read_game

FEW = 12  # moves up to which the reference counts two plies
HEAD = """lasker 1
game "Mechanism"
players white black
piece king 'K' 'k'
piece rook 'R' 'r'
piece knight 'N' 'n'
piece pawn 'P' 'p'
view = flipped
way(t) = ( [% is rook] all4(ride(u, t)) | [% is knight] all8(take(uur, t))
         | [% is king] all4(take(u, t) | take(ur, t)) )
strikes = %friend: (way(C king) | [% is pawn] both(take(ur, C king)))
safe = ![flipped strikes]
"""
GAMES = {
    "pins, leapers, promotion and a hand": """
board 5x5
region far of white = rank 5
region far of black = rank 1
fen "board side counts:hand number"
counter hand 0..2 each
start "r1k2/2n1P/R1p2/1P3/N1K1R w 1+1 1"
promote = try(% in far -> rook | knight)
move = ( (%friend: way(.)) | (%friend: way(enemy)) hand += 1 | (%.: hand -= 1 put(knight))
       | (%pawn: (step(u) | both(take(ur, enemy))) promote) ) safe
end "mate" lost: [flipped strikes] ![move]
end "stalemate" drawn: ![move]
""",
    "checks that are counted": """
board 5x4
fen "board side counts:left number"
counter left 0..3 from 3 each
start "r2k1/1n3/1N3/1K1R1 w 3+3 1"
move = ((%friend: way(.)) | (%friend: way(enemy))) safe (if [strikes] then left -= 1 else nil)
end "three" lost: [left of black = 0]
""",
    "marks that are tidied up": """
board 5x3
mark fresh until moved
fen "board side marked:fresh number"
start "r1k1r/2p2/R1K1R w a1+e1+c1+a3+c3+e3 1"
move = ( (%friend: way(.)) | (%friend: way(enemy))
       | (king^fresh + l. + ll rook^fresh -> . + l rook + ll king) ) safe
tidy = (each %rook^fresh: ![king^fresh] put(rook)) (each %king^fresh: ![rook^fresh] put(king))
settle = tidy flipped(tidy)
""",
    "groups that join two sides": """
board 4x4
start "4/1R1r/1r2/4 w 1"
region source of white = rank 1
region goal of white = rank 4
region source of black = file a
region goal of black = file d
move = %.: put(rook)
joined = [%rook in source: every(u, walk(u, rook))* [@ in goal]]
end "joined" lost: C joined
""",
}
WALKED = {
    "two drops in either order": """
board 3x2
start "3/1r1 w 1"
move = (%.: put(knight)) (%.: put(knight))
""",
    "moves that change nothing": """
board 3x2
start "1r1/1R1 w 1"
move = %rook: step(r){0,2} step(l){0,2}
""",
}
# Where two pieces stand between a striker and the king, and where two leapers give check.
SET_UP = {
    "pins, leapers, promotion and a hand": (
        "k4/5/5/5/KNR1r w 0+0 1",
        "k1R2/5/1n3/2n2/K4 w 0+0 1",
        "k4/5/5/r4/KR3 w 0+0 1",
    )
}


@cache
def game(name: str) -> Game:
    return Game(read_game(Source(HEAD + {**GAMES, **WALKED}[name])), "mechanism")


@pytest.mark.parametrize("name", GAMES)
def test_it_is_counted_on_bitboards(name: str) -> None:
    made = compiled(game(name).model)
    assert made.classes is not None, made.why


def positions(name: str) -> Iterator[tuple[Node, ProgramPosition]]:
    """Positions that are set up, and some of random games."""
    found = [game(name).position(fen).node for fen in SET_UP.get(name, ())]
    found += nodes(game(name).model, game(name).start().node, seed=3, number=12)
    return ((node, backends.position(node)) for node in found)


@pytest.mark.parametrize("name", [*GAMES, *WALKED])
def test_native_code_sees_what_the_reference_sees(name: str) -> None:
    model = game(name).model
    judge, ours = backends.open_engine("reference", model), Native(model, frozenset(), listing=True)
    for node, position in positions(name):
        wanted = judge.successors(position)
        assert ours.successors(position) == wanted, position
        assert ours.verdict(position) == judge.verdict(position), position
        assert ours.perft(position, 1) == len(wanted), position
        if len(wanted) <= FEW:
            assert ours.perft(position, 2) == judge.perft(position, 2), position
        assert ours.playout(position, 1, node.ply, 6) == judge.playout(position, 1, node.ply, 6), position


@pytest.mark.parametrize("name", [*GAMES, *WALKED])
def test_generated_python_sees_what_the_reference_sees(name: str) -> None:
    model = game(name).model
    judge, ours = backends.open_engine("reference", model), backends.open_engine("python", model)
    program = lower(model)
    machine = Machine(program, Interpreter(program))
    for _, position in islice(positions(name), 6):
        wanted = judge.successors(position)
        assert ours.successors(position) == wanted, position
        assert machine.successors(position) == wanted, position
        assert ours.verdict(position) == judge.verdict(position), position
