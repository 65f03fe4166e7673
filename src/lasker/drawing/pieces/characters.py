"""The Chinese characters on pieces, drawn stroke by stroke, since a font with them may be missing.

Strokes are polylines in a box of 100 by 100. Characters are composed of their parts.
"""

from __future__ import annotations

Stroke = tuple[tuple[float, float], ...]
Strokes = tuple[Stroke, ...]


def _strokes(*texts: str) -> Strokes:
    """Strokes from lists of points as text.

    >>> _strokes("0,0 10,20", "5,5 5,9")
    (((0.0, 0.0), (10.0, 20.0)), ((5.0, 5.0), (5.0, 9.0)))
    """
    points = [[point.split(",") for point in text.split()] for text in texts]
    return tuple(tuple((float(x), float(y)) for x, y in stroke) for stroke in points)


def _between(left: float, right: float, part: Strokes) -> Strokes:
    """A part scaled to an interval of a character's width."""
    share = (right - left) / 100
    return tuple(tuple((left + x * share, y) for x, y in stroke) for stroke in part)


_MAN = _strokes("26,6 17,28 4,48", "17,34 17,96")
_SCHOLAR = _strokes("8,38 92,38", "50,8 50,90", "20,90 80,90")
_CART = _strokes("16,18 84,18", "24,33 76,33 76,66 24,66 24,33", "24,49 76,49", "6,81 94,81", "50,4 50,98")
_HORSE = _strokes(
    "24,8 24,62",
    "24,8 82,8",
    "24,26 78,26",
    "24,44 78,44",
    "52,8 52,62",
    "24,62 88,62 86,84 80,95 68,92",
    "12,74 5,92",
    "30,75 33,90",
    "47,74 52,87",
    "62,72 69,83",
)
_FIRE = _strokes("14,36 24,56", "86,32 76,50", "52,6 50,44 36,72 6,95", "52,50 66,76 96,92")
_STONE = _strokes("4,14 96,14", "46,14 34,40 4,64", "32,50 86,50 86,92 32,92 32,50")
_WRAP = _strokes(
    "34,4 24,25 6,42",
    "27,22 90,22 88,60 80,70 70,66",
    "28,42 64,42 64,61 28,61",
    "28,42 28,86 36,94 90,94 96,76",
)
_TREE = _strokes("2,30 98,30", "50,4 50,98", "48,34 30,60 4,80", "54,36 72,58 98,74")
_EYE = _strokes("12,10 88,10 88,93 12,93 12,10", "12,38 88,38", "12,65 88,65")

_METAL = _strokes(
    "50,2 30,24 4,42", "50,2 70,24 96,42", "30,40 70,40", "16,58 84,58", "50,40 50,92", "28,68 36,82",
    "72,68 62,82",
    "6,93 94,93",
)  # fmt: skip
_STOP = _strokes(
    "14,8 84,8 84,44 14,44", "14,8 14,92 44,80", "14,26 84,26", "86,54 56,68", "38,46 60,74 98,96"
)
_EARTHS = _strokes("14,18 86,18", "50,2 50,44", "4,44 96,44", "14,68 86,68", "50,50 50,94", "2,94 98,94")
_JEWEL = _strokes("10,12 90,12", "16,49 84,49", "50,12 50,90", "4,90 96,90")

CHARACTERS: dict[str, Strokes] = {
    "士": _SCHOLAR,
    "仕": _MAN + _between(34, 100, _SCHOLAR),
    "車": _CART,
    "俥": _MAN + _between(32, 102, _CART),
    "馬": _HORSE,
    "傌": _MAN + _between(32, 102, _HORSE),
    "炮": _between(0, 38, _FIRE) + _between(40, 102, _WRAP),
    "砲": _between(0, 38, _STONE) + _between(42, 102, _WRAP),
    "相": _between(0, 48, _TREE) + _between(52, 102, _EYE),
    "象": _strokes(
        "42,2 33,13 20,22",
        "38,9 68,9 58,21",
        "22,22 82,22 82,41 22,41 22,22",
        "52,22 50,41",
        "48,41 36,53 12,62",
        "38,51 54,60 62,76 58,93 50,97 40,92",
        "52,59 36,69 10,79",
        "58,71 40,85 10,96",
        "86,46 64,59",
        "62,58 76,77 98,90",
    ),
    "王": _JEWEL,
    "玉": _JEWEL + _strokes("66,64 79,79"),
    "飛": _strokes(
        "6,8 60,8 63,28 76,42 92,40 94,30", "86,6 70,18", "72,17 90,28", "48,24 28,34 8,38", "2,56 56,56",
        "28,36 26,66 8,96", "44,34 44,98", "60,50 63,72 76,90 94,92 96,80", "90,52 70,64", "72,63 90,75",
    ),
    "角": _strokes(
        "38,3 12,32", "30,15 68,15 54,31", "20,32 84,32 84,96 73,92", "20,32 20,66 8,97",
        "20,52 84,52", "20,71 84,71",
        "52,32 52,94",
    ),
    "金": _METAL,
    "銀": _between(0, 46, _METAL) + _between(48, 102, _STOP),
    "桂": _between(0, 44, _TREE) + _between(46, 102, _EARTHS),
    "圭": _EARTHS,
    "香": _strokes(
        "76,3 26,11", "4,27 96,27", "50,8 50,56", "48,29 30,44 4,56", "52,29 70,44 96,56",
        "26,62 74,62 74,98 26,98 26,62",
        "26,80 74,80",
    ),
    "杏": _strokes(
        "4,20 96,20", "50,2 50,58", "48,22 28,42 4,54", "52,22 72,42 96,54",
        "24,66 76,66 76,97 24,97 24,66",
    ),
    "歩": _strokes(
        "50,3 50,44", "50,22 80,22", "24,17 24,44", "4,44 96,44", "51,50 51,79 41,76", "28,55 12,72",
        "72,54 92,69",
        "86,72 58,90 14,99",
    ),
    "と": _strokes("30,6 41,45", "86,26 42,45 22,60 17,76 24,88 42,92 84,91"),
    "竜": _strokes(
        "50,1 50,13", "14,14 86,14", "32,18 38,32", "68,18 60,32", "6,34 94,34",
        "22,45 78,45 78,76 22,76 22,45",
        "22,60 78,60", "50,45 50,88 58,96 90,96 96,82",
    ),
    "全": _strokes(
        "50,2 30,26 4,46", "50,2 70,26 96,46", "26,48 74,48", "30,70 70,70", "50,48 50,93", "8,93 92,93",
    ),
    "兵": _strokes(
        "72,3 48,11 28,14", "28,14 28,55", "28,32 80,32", "60,32 60,55", "4,57 96,57", "34,68 26,81 8,96",
        "64,68 76,80 94,95",
    ),
    "卒": _strokes(
        "50,1 50,15", "12,16 88,16", "32,20 27,35 10,51", "29,35 42,47", "69,20 64,35 50,50", "66,35 87,48",
        "4,63 96,63", "50,48 50,99",
    ),
    "帥": _strokes(
        "26,2 15,15", "11,17 11,90", "11,17 42,17 42,44 11,44", "11,59 43,59 43,88 11,88", "54,28 54,80",
        "54,28 97,28 97,74 87,72", "76,4 76,99",
    ),
    "將": _strokes(
        "31,3 31,98", "8,12 8,43", "8,43 31,43", "3,63 31,63", "13,63 11,80 3,95", "66,1 54,18 41,30",
        "61,12 94,12 82,33 62,47 42,55", "56,25 63,32", "68,19 75,27", "39,65 99,65",
        "80,52 80,92 72,98 62,93", "51,75 60,85",
    ),
}  # fmt: skip


def character(sign: str, middle: tuple[float, float], size: float, colour: str) -> str:
    """A character as SVG, centred at a point, `size` wide and high; empty if it is not in the table.

    >>> character("士", (50, 50), 40, "#000").count("M"), character("龍", (50, 50), 40, "#000")
    (3, '')
    """
    if sign not in CHARACTERS:
        return ""
    left, top, share = middle[0] - size / 2, middle[1] - size / 2, size / 100
    lines = [
        "M" + " ".join(f"{left + x * share:.4g} {top + y * share:.4g}" for x, y in stroke)
        for stroke in CHARACTERS[sign]
    ]
    style = f'fill="none" stroke="{colour}" stroke-width="{size * 0.085:.3g}" stroke-linecap="round"'
    return f'<path class="character" d="{"".join(lines)}" {style} stroke-linejoin="round"/>'
