"""Identifiers for generated code, derived from names of the rules text.

A name that comes from a rules text never begins or ends with an underscore and never has two in a row.
Generated C joins it to its role by two, `white__leaves`, and no other identifier has two in the middle. So no
name of the rules can collide with a word of C, a function of the runtime, or a name in another role.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from lasker.algebra.contents import Vocabulary
from lasker.space.space import Owner

LONGEST = 40
RELATIONS = {"=": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}  # in C and Python
NAMED = 3  # kinds of pieces up to which a set is named by all of them
OTHER = re.compile(r"[^a-z0-9]+")


def plain(text: str) -> str:
    """A text as an identifier, or the part of it that can be one.

    >>> plain("far rank"), plain("Dörfler's; }"), plain("♖")
    ('far_rank', 'dorfler_s', 'x')
    """
    decomposed = unicodedata.normalize("NFKD", text.lower())
    letters = "".join(c for c in decomposed if not unicodedata.combining(c))
    found = OTHER.sub("_", letters).strip("_")[:LONGEST].rstrip("_")
    return found if found and not found[0].isdigit() else f"x{found}"


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """The same names, with a number appended to repeated ones.

    >>> distinct(["rook", "rook", "king"])
    ('rook', 'rook_2', 'king')
    """
    found: dict[str, None] = {}
    for name in names:
        number, candidate = 1, name
        while candidate in found:
            number += 1
            candidate = f"{name}_{number}"
        found[candidate] = None
    return tuple(found)


def of_contents(vocabulary: Vocabulary) -> tuple[str, ...]:
    """A name for every content: owner, piece and marks, as in `white_rook_unmoved`."""
    marks = [plain(name) for name in vocabulary.marks]
    symbols = ["empty", *(f"{_owner(p.owner, vocabulary)}{plain(p.name)}" for p in vocabulary.pieces)]
    wanted = (
        "_".join([symbol, *(name for bit, name in enumerate(marks) if variant >> bit & 1)])
        for symbol in symbols
        for variant in range(1 << len(marks))
    )
    return distinct(wanted)


def common_name(kinds: Sequence[str], all_kinds: Iterable[str]) -> str | None:
    """A short name for some kinds of pieces, if there is one.

    >>> kinds = ["white_king", "white_rook", "black_king", "black_rook"]
    >>> common_name(kinds[:2], kinds), common_name(kinds[1:3], kinds), common_name(kinds[1:2], kinds)
    ('white', 'white_rook_or_black_king', 'white_rook')
    """
    owners = {name.split("_")[0] for name in kinds}
    if len(owners) == 1:
        (owner,) = owners
        army = [name for name in all_kinds if name.split("_")[0] == owner]
        if len(army) == len(kinds) > 1:
            return owner
        kinds = [kinds[0], *(name.removeprefix(owner + "_") for name in kinds[1:])]
    return "_or_".join(kinds) if len(kinds) <= NAMED else None


def _owner(owner: Owner, vocabulary: Vocabulary) -> str:
    return "" if owner is None else plain(vocabulary.players[owner]) + "_"
