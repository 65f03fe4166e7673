"""The terms of the static evaluation besides material: numbers that a search multiplies by their weights.
This module numbers and names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

OF_KIND = ("reach", "pair", "alone", "chained", "doubled")  # terms of every kind of piece
FREE = 16  # and one for each number of squares ahead of a passed piece
OF_PLAYER = ("loose", "tempo", "bare", "checks", "drops")  # terms of every player
EXPOSED = 16  # and one for each number of strikes around his royal piece,
STEPS = 8  # and for each distance of it from where it wins


def term_of_kind(kind: int, name: str, ahead: int = 0) -> int:
    """The number of a term of a kind of piece; for "free", of a piece with this number of squares ahead.

    >>> term_of_kind(2, "pair")
    43
    """
    at = len(OF_KIND) + ahead if name == "free" else OF_KIND.index(name)
    return kind * (len(OF_KIND) + FREE) + at


def term_of_player(kinds: int, player: int, name: str, number: int = 0) -> int:
    """The number of a term of a player in a game with this number of kinds; for "exposed" and "steps", of
    that number."""
    of_player = [*OF_PLAYER, *("exposed",) * EXPOSED, *("steps",) * STEPS]
    return kinds * (len(OF_KIND) + FREE) + player * len(of_player) + of_player.index(name) + number


def terms(kinds: int, players: int) -> int:
    """The number of terms."""
    return term_of_player(kinds, players, OF_PLAYER[0])


def term_names(kinds: Sequence[str], players: Sequence[str]) -> list[str]:
    """The names of all terms, given the names of the kinds, including the empty square, and of the players.

    >>> term_names(["nothing", "rook"], ["red"])[term_of_kind(1, "free", 2)]
    'rook free 2'
    """
    of_kind = [*OF_KIND, *(f"free {n}" for n in range(FREE))]
    of_player = [*OF_PLAYER, *(f"exposed {n}" for n in range(EXPOSED)), *(f"steps {n}" for n in range(STEPS))]
    return [
        *(f"{kind} {name}" for kind in kinds for name in of_kind),
        *(f"{player} {name}" for player in players for name in of_player),
    ]


def terms_text() -> Iterator[str]:
    """The numbers of the terms as C."""
    of_kind = (*(name.upper() for name in OF_KIND), "FREE")
    of_player = (*(name.upper() for name in OF_PLAYER), "EXPOSED", f"STEPS = EXPOSED + {EXPOSED}")
    yield f"enum {{ {', '.join(of_kind)}, OF_KIND = FREE + {FREE} }}; /* terms of a kind of piece */"
    yield f"enum {{ {', '.join(of_player)}, OF_PLAYER = STEPS + {STEPS} }};"
    yield "#define OF_PLAYERS (KINDS * OF_KIND) /* where the terms of players begin */"
    yield "#define TERMS (OF_PLAYERS + PLAYERS * OF_PLAYER)"
