"""Random games of the chess family on small boards: leaps, rides, lame leaps, hoppers, royal pieces; in some,
captures are forced, checks are counted or forbidden, and what was taken is dropped again."""

from __future__ import annotations

from random import Random

from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.syntax.read import read_game

WAYS = (
    "all4(take(u, t))",
    "all4(take(ur, t))",
    "all8(take(uur, t))",
    "all4(ride(u, t))",
    "all4(ride(ur, t))",
    "all8(ride(uur, t))",
    "take(u, t)",
    "both(take(ur, t))",
    "both(ride(ur, t))",
    "all4(% + u. + uu t -> . + uu%)",
    "both(all4(% + u. + uur t -> . + uur%))",
    "all4(% + ur. + uurr t -> . + uurr%)",
    "all4(step(u)* (% + u piece + uu t -> . + uu%))",
    "([% in middle] all4(take(uu, t)))",
    "all4(shoot(u, t))",
    "both(shoot(ur, t))",
)
HEAD = """lasker 1
game "Random"
players white black
board {board}
piece king 'K' 'k'
piece first 'A' 'a'
piece second 'B' 'b'
piece third 'C' 'c'
mark fresh until moved
mark hasty until next turn
counter quiet 0..{most} unkeyed
counter hand 0..{held} each
counter left 0..2 from 2 each
region middle = rank 2, rank 3
region far of white = rank {height}
region far of black = rank 1
way(t) = [% is king] ({king})
       | [% is first] ({first})
       | [% is second] ({second})
       | [% is third] ({third})
strikes = %friend: way(C ({target}{told}))
safe = ![flipped strikes]
{promote}
calm = (%friend: way(.) promote) quiet += 1{extra}{drop}
violent = (%friend: way(enemy) promote) quiet := 0{seize}
move = ({order}) {safe} {after}
view = flipped
end "nothing can move" lost: ![move]
{tidy}"""
EXTRAS = (
    "",
    " | (%first^fresh: % + u. + uu. -> . + uu%^hasty) quiet := 0",
    " | (%second: % + r C first + ur. -> . + r. + ur%) quiet := 0",
    " | (%king^fresh: safe (% + r. + rr second^fresh -> r% + . + rr second^fresh)) quiet += 1",
)
DROPS = (
    ("", ""),
    ("", ""),
    (" | (%.: hand -= 1 put(first))", " hand += 1"),
    (" | (%.: hand -= 1 ![(go(u)* | go(d)*) [@ is first]] put(first)) quiet := 0", " try(hand += 1)"),
    (" | (%.: hand -= 1 put(third) ![[strikes] ![flipped(%friend: way(free) safe)]])", " hand += 1"),
)
ORDERS = ("calm | violent", "calm | violent", "calm | violent", "violent // calm", "(violent safe) // calm")
AFTERS = ("", "", "", "![strikes]", "(if [strikes] then left -= 1 else nil)")
TOLD = ("", "", "", "", "", "", "^-hasty", "^fresh")  # by marks that a piece bears, whether it is royal
PROMOTIONS = (
    "promote = nil",
    "promote = try(% is first in far -> second | third)",
    "promote = try(% is third in far -> first)",
)
TIDIES = (
    "",
    "tidy = each %first^fresh: ![king^fresh] put(first)\nsettle = tidy flipped(tidy)",
    "tidy = each %first^hasty: ![flipped(%king: way(C first))] put(first)\nsettle = tidy flipped(tidy)",
)


def random_game(seed: int, board: str | None = None) -> Game:
    """A game that the seed determines, on a board of its own or on one that is given,
    as wide and high as its last word says."""
    random = Random(seed)
    own = random.choice(["4x4", "5x5", "6x4", "4x6", "8x8", "9x8"])
    board = board or own
    height = int(board.rpartition("x")[2])
    ways = [" | ".join(random.sample(WAYS, random.randint(1, 2))) for _ in range(4)]
    text = HEAD.format(
        board=board,
        height=height,
        most=random.choice([2, 10000]),
        king=ways[0],
        first=ways[1],
        second=ways[2],
        third=ways[3],
        target=random.choice(["king", "king", "king", "(king | third)"]),
        promote=random.choice(PROMOTIONS),
        extra=random.choice(EXTRAS),
        safe=random.choice(["safe", "safe", "safe", "nil"]),
        tidy=random.choice(TIDIES),
        held=random.choice([2, 8]),
        drop=(drop := random.choice(DROPS))[0],
        seize=drop[1],
        order=random.choice(ORDERS),
        after=random.choice(AFTERS),
        told=random.choice(TOLD),
    )
    return read_game(Source(text, f"random {seed}"))


def random_position(game: Game, seed: int, most: int | None = None) -> ProgramPosition:
    """A board with a few pieces of both sides anywhere, one king each as a rule."""
    random, vocabulary = Random(seed), game.rules.vocabulary
    sites = list(range(len(game.space.sites)))
    random.shuffle(sites)
    board = [0] * len(sites)
    kings = ["K", "k"] if random.random() < 0.9 else ["K", "K", "k"]
    for letter in [*kings, *random.choices("AABBCCaabbcc", k=random.randint(2, most or len(sites) // 3))]:
        marks = [mark for mark in ("fresh", "hasty") if random.random() < 0.3]
        board[sites.pop()] = vocabulary.content(letter, marks)
    counters = vocabulary.counters.values()
    counted = tuple(random.randint(each.low, each.high) if each.keyed else 0 for each in counters)
    return ProgramPosition(random.randrange(2), tuple(board), counted)
