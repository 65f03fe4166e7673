"""The directions of leaps, numbered clockwise from straight ahead, and the letters for them.

There are eight: 0 ahead, 1 ahead to the right, 2 right, and so on. Straight leaps have the even ones,
diagonal leaps the odd ones, others all eight: for a knight 0 is two ahead and one to the right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

Offset = tuple[int, int]  # to the right, ahead

ALONG, ACROSS = "fbvh", "lrsh"
SIDES = {"f": "forward", "b": "backward", "l": "left", "r": "right", "v": "lengthwise", "s": "sideways"}
BENDS = {"z": "to the other side than before", "q": "to the same side as before"}
# Of a further leg: one letter means its narrow directions, two letters the wide ones that both have.
NARROW = {"f": {0}, "b": {4}, "r": {2}, "l": {6}, "s": {2, 6}, "v": {0, 4}, "h": set(range(8))}
WIDE = {
    "f": {7, 0, 1},
    "b": {3, 4, 5},
    "r": {1, 2, 3},
    "l": {5, 6, 7},
    "s": {1, 2, 3, 5, 6, 7},
    "v": {7, 0, 1, 3, 4, 5},
    "h": set(range(8)),
}


def is_oblique(leap: Offset) -> bool:
    """Is a leap neither straight nor diagonal?

    >>> is_oblique((1, 2)), is_oblique((0, 2)), is_oblique((2, 2))
    (True, False, False)
    """
    return 0 not in leap and leap[0] != leap[1]


def turned(leap: Offset, direction: int) -> Offset:
    """A leap in a direction; straight leaps become diagonal ones in odd directions, and the other way round.

    >>> [turned((1, 2), direction) for direction in range(4)]
    [(1, 2), (2, 1), (2, -1), (1, -2)]
    >>> turned((0, 2), 1), turned((2, 2), 6)
    ((2, 2), (-2, 0))
    """
    across, ahead = leap
    if is_oblique(leap):
        x, y = (ahead, across) if direction % 2 else (across, ahead)
    else:
        x, y = (ahead, ahead) if direction % 2 else (0, ahead)
    for _ in range(direction // 2):
        x, y = y, -x
    return x, y


def directions(leap: Offset, pairs: Iterable[str], corners: bool = False) -> list[int]:
    """The directions that the letters before an atom denote; all that the leap has if there are none. Before
    atoms that go straight and aslant, two different letters are `corners`.

    >>> directions((0, 1), ["ff", "ss"]), directions((1, 2), ["ff"]), directions((1, 1), [])
    ([0, 2, 6], [0, 7], [1, 3, 5, 7])
    >>> directions((0, 1), ["fr"]), directions((0, 1), ["fr"], corners=True)
    ([0, 2], [])
    """
    pairs = list(pairs)
    own = [i for i in range(8) if is_oblique(leap) or (i % 2 == 1) == (leap[0] != 0)]
    return [i for i in own if not pairs or any(_leads(pair, i, turned(leap, i), corners) for pair in pairs)]


def further_directions(letters: Iterable[str], eightfold: bool) -> list[tuple[int, str]]:
    """How a further leg may turn, each with the letter z or q if the last bend decides.

    Without letters it does not go back, and pieces of four directions turn by right angles.

    >>> further_directions(["fs"], False), further_directions([], False), further_directions(["z"], True)
    ([(1, ''), (7, '')], [(0, ''), (2, ''), (6, '')], [(2, 'z'), (6, 'z')])
    """
    found: dict[tuple[int, str], None] = {}
    for pair in letters:
        bend = next((letter for letter in pair if letter in BENDS), "")
        plain = "".join("s" if letter in BENDS else letter for letter in pair)
        if len(plain) == 2 and plain[0] != plain[1]:
            denoted = WIDE[plain[0]] & WIDE[plain[1]]
        else:
            denoted = NARROW[plain[0]]
        found.update(dict.fromkeys((turn, bend if turn % 4 else "") for turn in sorted(denoted)))
    default = [turn for turn in range(8) if turn != 4] if eightfold else [0, 2, 6]
    return list(found) or [(turn, "") for turn in default]


def paired(text: str) -> Iterator[str]:
    """Two equal letters, or one along the files and one across them, are one direction.

    >>> list(paired("fsb")), list(paired("fz"))
    (['fs', 'bb'], ['fz'])
    """
    across, i = ACROSS + "".join(BENDS), 0
    while i < len(text):
        pair = text[i : i + 2]
        if len(pair) == 2 and (
            pair[0] == pair[1]
            or (pair[0] in ALONG and pair[1] in across)
            or (pair[0] in across and pair[1] in ALONG)
        ):
            yield pair
            i += 2
        else:
            yield pair[0] * 2
            i += 1


def _leads(pair: str, direction: int, offset: Offset, corners: bool) -> bool:
    """Does a direction lead to an offset?

    Straight, each letter is a direction of its own. Aslant, and at corners, both must be right, and h always
    is. Otherwise the second letter says where the leap is longest, and the first in which half of the board
    it ends; hr and hl are every other direction.
    """
    half, main, (x, y) = pair[0], pair[1], offset
    if 0 in offset and not corners:
        return _lies(half, x, y) or _lies(main, x, y)
    if 0 in offset or abs(x) == abs(y):
        return _lies(half, x, y) and _lies(main, x, y)
    if half == "h":
        return direction % 2 == (main == "l")
    if main == "h":
        return _lies(half, x, y)
    longest = abs(y) > abs(x) if main in ALONG else abs(x) > abs(y)
    return longest and _lies(main, x, y) and _lies(half, x, y)


def _lies(side: str, x: int, y: int) -> bool:
    return {"f": y > 0, "b": y < 0, "r": x > 0, "l": x < 0, "v": y != 0, "s": x != 0, "h": True}[side]
