"""The colours of players: that of their name, else the next one that is free."""

from __future__ import annotations

from collections.abc import Iterable

from lasker.drawing.pieces.piece_names import plain
from lasker.kernel.dataclass import dataclass


@dataclass(frozen=True)
class Hue:
    """The colours of a player's pieces: body, outline, and the lines on it."""

    fill: str
    edge: str
    ink: str


HUES = {
    "white": Hue("#fcfaf4", "#35302c", "#35302c"),
    "black": Hue("#4b474e", "#1c1a1e", "#e9e4da"),
    "red": Hue("#cf5a47", "#5e1d14", "#fff1ec"),
    "blue": Hue("#4d86bd", "#173452", "#eef6fd"),
    "green": Hue("#5f9e63", "#1d421f", "#effaef"),
    "yellow": Hue("#edc44d", "#5f4708", "#4a3703"),
    "purple": Hue("#8f6bb0", "#371f4e", "#f7f0fd"),
    "orange": Hue("#e38c3f", "#613007", "#fff5ea"),
    "teal": Hue("#4aa39e", "#12413e", "#eefbfa"),
    "pink": Hue("#dd8aa8", "#5f1f38", "#fff2f6"),
    "brown": Hue("#8a6244", "#35200f", "#faf1e8"),
    "grey": Hue("#a9a59d", "#3f3c37", "#3f3c37"),
}
NEUTRAL = HUES["grey"]
_ORDER = ("white", "black", "red", "blue", "green", "yellow", "purple", "orange", "teal", "pink", "brown")
_OTHERWISE = {"gray": "grey", "violet": "purple", "gold": "yellow", "amber": "orange", "cyan": "teal"}


def colours(players: Iterable[str], lined: bool = False) -> list[Hue]:
    """A colour for every player: the one that the player is named after, else the next unused one.

    >>> [hue.fill for hue in colours(["black", "white"])] == [HUES["black"].fill, HUES["white"].fill]
    True
    """
    called = [_OTHERWISE.get(name, name) for name in map(plain, players)]
    free = [name for name in (_ORDER[2:] + _ORDER[:2] if lined else _ORDER) if name not in called]
    chosen = []
    for number, name in enumerate(called):
        taken = sum(other not in HUES for other in called[:number])
        chosen.append(HUES[name if name in HUES else free[taken % len(free)]])
    return chosen
