"""Betza notation as an expression of the algebra on square boards, in the words of the prelude."""

from __future__ import annotations

from lasker.kernel.errors import DeclarationError
from lasker.syntax.betza import Betza, Offset, Part


def ways(piece: Betza, target: str = "t", home: str | None = None) -> list[str]:
    """How the piece under the cursor goes to a square that holds `target`; `home` is the region of `i`.

    What only moves goes to `t \\ piece`, what only takes to `t \\ .`, so that one text serves all targets.

    >>> from lasker.syntax.betza import read
    >>> ways(read("BN"))
    ['all4(ride(ur, t))', 'all8(take(uur, t))']
    >>> ways(read("K"))
    ['all4(take(u, t) | take(ur, t))']
    >>> print(*ways(read("mfWcfF")), sep=" | ")
    take(u, t \\ piece) | both(take(ur, t \\ .))
    """
    turned: dict[str, list[str]] = {}  # bodies by the word that turns them
    for part in piece.parts:
        for leap, offsets in part.leaps():
            for turn, offset in _turns(leap, offsets):
                turned.setdefault(turn, []).append(_body(part, offset, target, home))
    found = []
    for turn, bodies in turned.items():
        unique = list(dict.fromkeys(bodies))
        found += [f"{turn}({' | '.join(unique)})"] if turn else unique
    return found


def _turns(leap: Offset, offsets: list[Offset]) -> list[tuple[str, Offset]]:
    """Offsets as images of fewer ones: all of an orbit, or mirrored pairs, or each by itself."""
    oblique = 0 not in leap and leap[0] != leap[1]
    if len(offsets) == (8 if oblique else 4):
        return [("all8" if oblique else "all4", leap)]
    found = []
    for x, y in offsets:
        mirrored = (-x, y) in offsets and x != 0
        if not mirrored or x > 0:
            found.append(("both" if mirrored else "", (x, y)))
    return found


def _word(offset: Offset) -> str:
    x, y = offset
    return ("u" if y > 0 else "d") * abs(y) + ("r" if x > 0 else "l") * abs(x)


def _body(part: Part, offset: Offset, target: str, home: str | None) -> str:
    """One leap or ride in one direction."""
    word = _word(offset)
    wanted = target + (r" \ piece" if "m" in part.modes else r" \ ." if "c" in part.modes else "")
    passed = "".join(
        f" + {_word(square)}{'.' if 'n' in part.modes else ' piece'}"
        for square in between(offset)
        if part.modes & {"n", "j"}
    )
    guard = f"[%{passed}] " if passed else ""
    start = ""
    if "i" in part.modes:
        if home is None:
            raise DeclarationError(
                f"{part} speaks of first squares, and there is no region for them",
                remedy="leave i out, or say where the piece begins",
            )
        start = f"[% in {home}] "
    step = f"({guard}step({word}))" if guard else f"step({word})"
    take = f"{guard}take({word}, {wanted})"
    if part.modes & {"p", "g"}:
        return f"{start}{'vault' if 'g' in part.modes else 'shoot'}({word}, {wanted})"
    if part.reach == 1:
        return start + take
    if part.reach == 0 and not guard:
        return f"{start}ride({word}, {wanted})"
    return f"{start}{step}{'*' if part.reach == 0 else f'{{0,{part.reach - 1}}}'} {take}"


def between(offset: Offset) -> list[Offset]:
    """The squares that a lame leap passes: as far along its longer side as it can, and then aslant.

    >>> between((1, 2)), between((3, 3))
    ([(0, 1)], [(1, 1), (2, 2)])
    """
    x, y = offset
    steps = max(abs(x), abs(y))
    straight = steps - min(abs(x), abs(y)) if 0 not in offset else 0
    here, passed = (0, 0), []
    for number in range(1, steps):
        aslant = number > straight
        here = (
            here[0] + _sign(x) * (aslant or abs(x) > abs(y)),
            here[1] + _sign(y) * (aslant or abs(y) > abs(x)),
        )
        passed.append(here)
    return passed


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
