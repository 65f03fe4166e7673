"""A game as large as one likes: so many kinds of pieces on a square board, each with ways of its own."""

from __future__ import annotations

from random import Random
from unicodedata import decomposition

from lasker.compiler.ir.machine import ProgramPosition
from lasker.kernel.source import Source
from lasker.model.game import Game
from lasker.syntax.read import read_game

WAYS = (
    "all4(take(u, t))",
    "all4(take(ur, t))",
    "all8(take(uur, t))",
    "all8(take(uuur, t))",
    "all4(take(uu, t))",
    "all4(take(uurr, t))",
    "all4(ride(u, t))",
    "all4(ride(ur, t))",
    "all8(ride(uur, t))",
    "take(u, t)",
    "both(take(ur, t))",
)
LETTERS = [  # Latin, Greek and Cyrillic ones that are not made of others
    letter
    for letter in map(chr, range(0x41, 0x530))
    if letter.isupper() and len(letter.lower()) == 1 and not decomposition(letter)
]


def large_game(kinds: int, size: int) -> Game:
    """The first kind is royal; every kind goes in two of the ways that there are."""
    random = Random(kinds)
    pieces = [f"piece kind_{n} '{letter}' '{letter.lower()}'" for n, letter in enumerate(LETTERS[:kinds])]
    ways = [f"[% is kind_{n}] ({' | '.join(random.sample(WAYS, 2))})" for n in range(kinds)]
    lines = [
        "lasker 1",
        'game "Large"',
        "players white black",
        f"board {size}x{size}",
        *pieces,
        "way(t) = " + "\n       | ".join(ways),
        "strikes = %friend: way(C kind_0)",
        "safe = ![flipped strikes]",
        "move = ((%friend: way(.)) | (%friend: way(enemy))) safe",
        "view = flipped",
        'end "nothing can move" lost: ![move]',
    ]
    return read_game(Source("\n".join(lines) + "\n", f"{kinds} kinds on {size}x{size}"))


def armies(game: Game, kinds: int) -> ProgramPosition:
    """One piece of each kind on either side of the board."""
    contents = [game.rules.vocabulary.content(letter, []) for letter in LETTERS[:kinds]]
    theirs = [game.rules.vocabulary.content(letter.lower(), []) for letter in LETTERS[:kinds]]
    between = len(game.space.sites) - 2 * kinds
    return ProgramPosition(0, (*contents, *[0] * between, *theirs), ())
