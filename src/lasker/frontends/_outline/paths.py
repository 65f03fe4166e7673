"""The ways that a piece in Betza notation has, for languages that write each of them."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.frontends._outline.ways import EMPTY, ENEMY, FRIEND, Way, between
from lasker.syntax.betza import ModifiedAtom, read

PLAIN = frozenset("imcdepgn")  # modifiers that are told; captures in passing are not
TARGETS = {"m": EMPTY, "c": ENEMY, "d": FRIEND}
CASTLING = "O"


def ways_of(text: str) -> tuple[list[Way], list[str]]:
    """The ways of a piece, and what they do not tell.

    >>> ways, untold = ways_of("fmWfceFisO2")
    >>> [way.vector for way in ways], untold
    ([(0, 1), (1, 1), (-1, 1)], ['captures in passing', 'castling'])
    """
    ways: list[Way] = []
    untold: list[str] = []
    for part in read(text).parts if text else ():
        if isinstance(part, ModifiedAtom) and part.atom == CASTLING:
            untold.append("castling")
        elif not isinstance(part, ModifiedAtom) or part.further or not part.modes <= PLAIN:
            untold.append(f"the move {part}")
        else:
            if "e" in part.modes:
                untold.append("captures in passing")
            found = list(_of_part(part))
            ways += found
            if not found:
                untold.append(f"the move {part}")
    return ways, untold


def _of_part(part: ModifiedAtom) -> Iterator[Way]:
    modes, initial = part.modes, "i" in part.modes
    target = frozenset(TARGETS[mode] for mode in "mcd" if mode in modes) or frozenset((EMPTY, ENEMY))
    hops = "p" if "p" in modes else "g" if "g" in modes else ""
    for leap, offsets in part.leaps():
        for offset in offsets:
            if part.reach == 1 and not hops:
                if "n" not in modes:
                    yield Way(offset, False, target, initial)
                elif between(offset):
                    yield Way(offset, False, target, initial, lame=True)
            elif part.reach == 0:
                yield Way(offset, True, target, initial, hops=hops)
            elif not hops and max(leap) == 1:  # a few squares: each of them a leap that can be stopped
                for times in range(1, part.reach + 1):
                    far = (offset[0] * times, offset[1] * times)
                    yield Way(far, False, target, initial, lame=times > 1)
