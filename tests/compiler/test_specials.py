"""Sweeps, chains, products, passes, censuses: where they are found, and that they play like the reference."""

from __future__ import annotations

import pytest

from lasker import backends
from lasker.backends.c import Native
from lasker.compiler.explain import explain
from lasker.compiler.groups.moves import Moves
from lasker.compiler.pipeline import compiled
from lasker.fuzzing.comparison import disagreements, main_engines
from lasker.kernel.source import Source
from lasker.play.game import Game, load
from lasker.runtime.playouts import draws, playout
from lasker.syntax.read import read_game

HEAD = """lasker 1
game "Special"
players one two
board {board}
piece man 'M' 'm'
piece lady 'L' 'l'
piece wall 'W'
start "{start}"
"""
# A walker turns enemies over up to a friend; in which directions, is said by each game.
ROWS = """row(m) = %@: (@ + m C man -> m man + m@)+ [@ + m man]
place  = %.: [some] put(man) all
"""
COUNT = """counter mine 0..9 until end
counter yours 0..40 until end
over  = ![place] ![C place]
count = (each %man: mine += 1) (each % C man: yours += 1)
end "more"  won:   over count [mine > yours]
end "fewer" lost:  over count [mine < yours]
end "equal" drawn: over
"""
JUMPS = """jumps    = [% is man] both(jump(u, enemy)) | [% is lady] all4(jump(u, enemy))
captures = %friend: jumps+ ![jumps] try(% is man in far -> lady)
quietly  = (%man: step(u) try(% is man in far -> lady)) | (%lady: all4(step(u)))
region far of one = rank 6
region far of two = rank 1
two = rotated one
end "stuck" lost: ![one]
"""
GAMES = {
    "lines that turn over": (
        "6x6", "6/6/2Mm2/2mM2/6/6 o 1",
        ROWS + COUNT + "some = every(u, row(u))\nall = around(u, row(u))\nmove = place // nil\npass \"so\"\n",
        {"sweeps", "passes"},
    ),
    "lines aslant, round walls": (
        "7x5", "7/1WMmmW1/2mMM2/2M1m2/4m2 o 1",
        ROWS + "some = every(ur, row(ur)) | every(u, row(u))\nall = around(ur, row(ur))\nmove = place\n",
        {"sweeps"},
    ),
    "drops where lines are, beside steps": (
        "5x5", "4m/1Mm2/2M2/mM3/l3L o 1",
        ROWS + "some = every(u, row(u))\nall = around(u, row(u))\nmove = place | (%lady: all4(step(ur)))\n",
        {"sweeps", "flats"},
    ),
    "chains before steps": (
        "6x6", "l1m1m1/1m1m2/2m1m1/1M1M2/M1M1M1/3L1L o 1",
        JUMPS + "one = captures // quietly\n",
        {"chains", "flats"},
    ),
    "ladies that come back to where they were": (
        "6x6", "6/1m1m2/L3L1/1m1m2/2L3/6 o 1",
        JUMPS + "one = captures // quietly\n",
        {"chains", "flats"},
    ),
    "chains on a board that goes round": (
        "cylinder 6x6", "6/1m1m1m/L3L1/1m1m2/2L3/6 o 1",
        JUMPS + "one = captures // quietly\n",
        {"chains", "flats"},
    ),
    "shots": (
        "5x6", "l3m/5/2m2/5/1M3/L3L o 1",
        "fly(M) = every(u, M(u)) | every(ur, M(ur))\n"
        "shot(m) = walk(m, .)+\n"
        "one = %lady: (fly(slide)) (%she @: (%lady: [@ + @she] (fly(shot)) put(wall)))\n"
        "two = C one\nend \"stuck\" lost: ![one]\n",
        {"products"},
    ),
    "short shots of several kinds of pieces": (
        "5x5", "l3m/5/2m2/1M3/L3L o 1",
        "goes = [% is lady] every(u, slide(u)) | [% is man] all8(step(uur))\n"
        "one = %friend: goes (%it @: (%friend: [@ + @it] every(u, walk(u, .)) put(wall)))\n"
        "two = C one\n",
        {"products"},
    ),
    "a wall is moved after every move": (
        "4x4", "l2m/4/1m2/L2M o 1",
        "goes = (%lady: every(u, slide(u))) | (%man: all8(take(uur, free)))\n"
        "one = goes (%.: try(wall -> .) put(wall))\ntwo = C one\nend \"stuck\" lost: ![one]\n",
        {"followed"},
    ),
}  # fmt: skip


FEW = (
    "lines that turn over",
    "ladies that come back to where they were",
    "short shots of several kinds of pieces",
    "a wall is moved after every move",
)
SOME = [pytest.param(name, marks=() if name in FEW else pytest.mark.soak) for name in GAMES]


def game(name: str) -> Game:
    board, start, rules, _ = GAMES[name]
    return Game(read_game(Source(HEAD.format(board=board, start=start) + rules)), "special")


def kinds(moves: Moves) -> set[str]:
    return {kind for kind in vars(moves) if getattr(moves, kind)}


@pytest.mark.parametrize("name", GAMES)
def test_special_kinds_of_moves_are_found(name: str) -> None:
    made = compiled(game(name).model)
    assert made.classes is not None, made.why
    assert {kind for turn in made.classes.turns for kind in kinds(turn.moves)} == GAMES[name][3]
    told = {reason.path.split(",")[0] for reason in explain(made, "")}
    assert {kind[:-1] for kind in GAMES[name][3] & {"sweeps", "chains", "products"}} <= told


@pytest.mark.parametrize("name", SOME)
def test_positions_are_seen_as_the_reference_sees_them(name: str) -> None:
    some = main_engines(game(name).model)
    assert disagreements(game(name), seed=sorted(GAMES).index(name), number=4, some=some) == []


@pytest.mark.parametrize("name", SOME[:1])
def test_random_games_are_the_same(name: str) -> None:
    played = game(name)
    quick = Native(played.model, frozenset(), listing=True)
    slow = Native(played.model, frozenset(), walking=True)
    start = backends.position(played.start().node)
    assert quick.tally(start, 1, range(300), 200) == slow.tally(start, 1, range(300), 200)
    judge = backends.open_engine("reference", played.model)
    for number in range(2):
        wanted = playout(played.model, judge, start, draws(1, number), 30)
        assert quick.playout(start, 1, number, 30) == wanted


@pytest.mark.parametrize(
    ("name", "switch", "kind"),
    [
        ("drops where lines are, beside steps", "sweeps", "sweeps"),
        ("flipello", "census", ""),
        ("english_draughts", "chains", "chains"),
        ("amazons", "products", "products"),
        ("duck_chess", "products", "followed"),
    ],
)
def test_without_its_switch_a_kind_is_not_found(name: str, switch: str, kind: str) -> None:
    model = game(name).model if name in GAMES else load(name).model
    made, bare = compiled(model), compiled(model, frozenset((switch, "residuals")))
    assert made.classes is not None
    assert not kind or kind in kinds(made.classes.turns[0].moves)
    if bare.classes is None:
        assert bare.why
    else:  # chains of few hops may still be listed, as rules
        assert kind
        assert kind not in kinds(bare.classes.turns[0].moves)


def test_chains_with_more_ends_than_there_is_room_for() -> None:
    rows = "/".join(["1m1m1m1m1", "m1m1m1m1m", "1m1m1m1m1", "m1m1m1m1m", "Lm1m1m1m1"])
    text = HEAD.format(board="9x5", start=f"{rows} o 1") + JUMPS.replace("rank 6", "rank 5")
    played = Game(read_game(Source(text + "one = captures // quietly\n")), "crowded")
    quick = Native(played.model, frozenset(), listing=True)
    slow = Native(played.model, frozenset(), walking=True)
    start = backends.position(played.start().node)
    assert quick.perft(start, 1) == slow.perft(start, 1) > 256
    assert quick.perft(start, 2) == slow.perft(start, 2)
    assert quick.tally(start, 1, range(5), 50) == slow.tally(start, 1, range(5), 50)


def test_what_can_be_done_beside_a_chain_is_left_to_the_walk() -> None:
    board, start, _, _ = GAMES["chains before steps"]
    text = HEAD.format(board=board, start=start) + JUMPS + "one = captures | quietly\n"
    made = compiled(read_game(Source(text)))
    assert made.why == "there may be other moves beside a chain"


def test_a_chain_that_takes_nothing_is_left_to_the_walk() -> None:
    text = HEAD.format(board="4x4", start="4/1M2/2m1/4 o 1")
    made = compiled(read_game(Source(text + "hops = all4(hop(u))\nmove = %man: hops+ ![hops]\n")))
    assert made.classes is None or not any(turn.moves.chains for turn in made.classes.turns)
