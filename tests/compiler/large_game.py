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
    return _game("Large", size, [" | ".join(random.sample(WAYS, 2)) for _ in range(kinds)])


def screens_game(kinds: int, size: int) -> Game:
    """The same, but every kind goes over one screen of any kind but the next: tens of thousands of
    rules on fixed squares."""
    leaps = ("all4", "u"), ("all4", "ur"), ("all8", "uur"), ("all8", "uuur")
    ways = []
    for number in range(kinds):
        turns, leap = leaps[number % len(leaps)]
        screen = f"(piece \\ C kind_{(number + 1) % kinds})"
        ways.append(f"{turns}(step({leap})* [% + {leap} {screen}] hop({leap}) ride({leap}, t))")
    return _game("Screens", size, ways)


def _game(title: str, size: int, ways: list[str]) -> Game:
    pieces = [
        f"piece kind_{n} '{letter}' '{letter.lower()}'" for n, letter in enumerate(LETTERS[: len(ways)])
    ]
    lines = [
        "lasker 1",
        f'game "{title}"',
        "players white black",
        f"board {size}x{size}",
        *pieces,
        "way(t) = " + "\n       | ".join(f"[% is kind_{n}] ({way})" for n, way in enumerate(ways)),
        "strikes = %friend: way(C kind_0)",
        "safe = ![flipped strikes]",
        "move = ((%friend: way(.)) | (%friend: way(enemy))) safe",
        "view = flipped",
        'end "nothing can move" lost: ![move]',
    ]
    return read_game(Source("\n".join(lines) + "\n", f"{len(ways)} kinds on {size}x{size}"))


def armies(game: Game, kinds: int) -> ProgramPosition:
    """One piece of each kind on either side of the board."""
    contents = [game.rules.vocabulary.content(letter, []) for letter in LETTERS[:kinds]]
    theirs = [game.rules.vocabulary.content(letter.lower(), []) for letter in LETTERS[:kinds]]
    between = len(game.space.sites) - 2 * kinds
    return ProgramPosition(0, (*contents, *[0] * between, *theirs), ())
