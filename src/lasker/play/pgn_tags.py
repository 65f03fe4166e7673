"""The game that the tags of a record name: names and aliases of the library, as servers spell them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Mapping
from functools import cache

from lasker.kernel.errors import NameProblem
from lasker.play import library
from lasker.play.game import Game, load

IGNORED = re.compile(r"[\W_]+")  # characters that do not tell names of games apart
SHUFFLED = "960"  # behind a name: another set-up, which the tag FEN tells; castling is read from it
NOTHING = frozenset(("", "fromposition", "normal"))  # tags that name no game: `?`, `-`, "From Position"
COLUMNS = "RuleVariants"  # the tag of records on chess.com's board of fourteen files
NAMING = ("Variant", COLUMNS)  # the tags that matter here
MOST = 3  # names that are suggested


def key_of(name: str) -> str:
    """A name without what does not matter: case, spaces, hyphens.

    >>> key_of("King of the Hill"), key_of("Three-check")
    ('kingofthehill', 'threecheck')
    """
    return IGNORED.sub("", name).casefold()


@cache
def _names() -> dict[str, str]:
    """Names in the library by their keys, files before titles before aliases."""
    found: dict[str, str] = {}
    for keyword in ("", "game", "also"):
        for name in library.sources():
            for known in library.facts(name, keyword) if keyword else [name]:
                found.setdefault(key_of(known), name)
    return found


def named(variant: str) -> str | None:
    """The game of the library that a tag Variant names; None if none does.

    >>> named("Three-check"), named("Crazyhouse 960"), named("nonsense")
    ('three_check', 'crazyhouse', None)
    """
    key = key_of(variant)
    return _names().get(key) or _names().get(key.removesuffix(SHUFFLED))


def game_of_tags(tags: Mapping[str, str], otherwise: str | None = None) -> Game:
    """The game that tags name; `otherwise` if they name none. An error tells the nearest names."""
    variant = tags.get("Variant", "")
    if COLUMNS in tags:
        raise NameProblem(
            f"the tag {COLUMNS} tells of a record with a board of fourteen files, which is not read",
            remedy="export the game as ordinary PGN, or set its position up with --fen",
        )
    if otherwise is not None and key_of(variant) in NOTHING:
        return load(otherwise)
    if not key_of(variant):
        raise NameProblem("the record names no game", remedy="say by which rules it is to be read")
    found = named(variant)
    if found is None:
        raise NameProblem(
            f"no game of the library is called {variant[:80]}{_near(variant)}",
            remedy="name the game, or the file of its rules, by which to read it; `lasker games` lists them",
        )
    return load(found)


def _near(variant: str) -> str:
    """The titles of the games whose names are nearest, as a question; empty if none is near."""
    close = difflib.get_close_matches(key_of(variant)[:80], _names(), n=9)
    titles = list(dict.fromkeys(library.title(_names()[key]) for key in close))[:MOST]
    return f"; did you mean {' or '.join(titles)}?" if titles else ""
