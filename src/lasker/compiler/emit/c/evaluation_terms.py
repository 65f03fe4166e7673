"""The terms of the static evaluation besides material: numbers that a search multiplies by their weights.
This module numbers and names them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

OF_KIND = ("mobility", "pair", "isolated", "connected", "doubled")  # terms of every kind of piece
PASSED = 16  # and one for each number of squares ahead of a passed piece
OF_PLAYER = ("hanging", "tempo", "weak_king_squares", "safe_checks", "drop_checks")  # terms of every player
KING_ATTACKS = 16  # and one for each number of attacks on squares around his royal piece,
GOAL_DISTANCE = 8  # and for each distance of it from where it wins


def term_of_kind(kind: int, name: str, ahead: int = 0) -> int:
    """The number of a term of a kind of piece; for "passed", of a piece with this number of squares ahead.

    >>> term_of_kind(2, "pair")
    43
    """
    at = len(OF_KIND) + ahead if name == "passed" else OF_KIND.index(name)
    return kind * (len(OF_KIND) + PASSED) + at


def term_of_player(kinds: int, player: int, name: str, number: int = 0) -> int:
    """The number of a term of a player in a game with this number of kinds; for "king_attacks" and
    "goal_distance", of that number."""
    of_player = [*OF_PLAYER, *("king_attacks",) * KING_ATTACKS, *("goal_distance",) * GOAL_DISTANCE]
    return kinds * (len(OF_KIND) + PASSED) + player * len(of_player) + of_player.index(name) + number


def terms(kinds: int, players: int) -> int:
    """The number of terms."""
    return term_of_player(kinds, players, OF_PLAYER[0])


def term_names(kinds: Sequence[str], players: Sequence[str]) -> list[str]:
    """The names of all terms, given the names of the kinds, including the empty square, and of the players.

    >>> term_names(["nothing", "rook"], ["red"])[term_of_kind(1, "passed", 2)]
    'rook passed 2'
    """
    of_kind = [*OF_KIND, *(f"passed {n}" for n in range(PASSED))]
    of_player = [
        *OF_PLAYER,
        *(f"king_attacks {n}" for n in range(KING_ATTACKS)),
        *(f"goal_distance {n}" for n in range(GOAL_DISTANCE)),
    ]
    return [
        *(f"{kind} {name}" for kind in kinds for name in of_kind),
        *(f"{player} {name}" for player in players for name in of_player),
    ]


def terms_text() -> Iterator[str]:
    """The numbers of the terms as C."""
    of_kind = (*(name.upper() for name in OF_KIND), "PASSED_PIECE")
    of_player = (
        *(name.upper() for name in OF_PLAYER),
        "KING_ATTACKS",
        f"GOAL_DISTANCE = KING_ATTACKS + {KING_ATTACKS}",
    )
    yield f"enum {{ {', '.join(of_kind)}, OF_KIND = PASSED_PIECE + {PASSED} }}; /* terms of a kind */"
    yield f"enum {{ {', '.join(of_player)}, OF_PLAYER = GOAL_DISTANCE + {GOAL_DISTANCE} }};"
    yield "#define OF_PLAYERS (KINDS * OF_KIND) /* where the terms of players begin */"
    yield "#define TERMS (OF_PLAYERS + PLAYERS * OF_PLAYER)"
