"""How pieces of Ludii move: steps, slides, leaps and hops, as Betza notation."""

from __future__ import annotations

from collections.abc import Iterator

from lasker.frontends._outline.expressions import Expression
from lasker.frontends._outline.outline import LARGEST
from lasker.frontends._outline.ways import EMPTY, ENEMY, FRIEND, Vector, Way, notation

ORTHOGONAL: tuple[Vector, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Vector, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
DIRECTIONS: dict[str, tuple[Vector, ...]] = {
    "orthogonal": ORTHOGONAL,
    "diagonal": DIAGONAL,
    "all": ORTHOGONAL + DIAGONAL,
    "adjacent": ORTHOGONAL + DIAGONAL,
    "forward": ((0, 1),),
    "backward": ((0, -1),),
    "rightward": ((1, 0),),
    "leftward": ((-1, 0),),
    "forwards": ((0, 1), (1, 1), (-1, 1)),
    "backwards": ((0, -1), (1, -1), (-1, -1)),
    "fr": ((1, 1),),
    "fl": ((-1, 1),),
    "br": ((1, -1),),
    "bl": ((-1, -1),),
}
QUIET, TAKE = frozenset((EMPTY,)), frozenset((ENEMY,))
BOTH, FULL = QUIET | TAKE, frozenset((ENEMY, FRIEND))
PIECES = {  # what Ludii's own names for the pieces of chess mean
    "chesspawn": "fmWfcF", "chessrook": "R", "chessbishop": "B", "chessknight": "N", "chessqueen": "Q",
    "chessking": "K",
}  # fmt: skip
EXTRAS = {"initialpawnmove": "ifmnD", "doublestepforwardtoempty": "ifmnD"}
STEPS = {"stepforwardtoempty": QUIET, "steptoempty": QUIET, "steptoenemy": TAKE, "steptonotfriend": BOTH}
TESTS = {"isenemyat": TAKE, "isemptyat": QUIET, "isfriendat": frozenset((FRIEND,))}


class Unread(Exception):
    """A part of a move that is not understood."""

    def __init__(self, place: Expression, reason: str) -> None:
        self.place, self.reason = place, reason


def movement(move: Expression, consequences: list[Expression]) -> str:
    """The Betza notation of a move of Ludii. What it has as consequences, `(then …)`, is added to a list.

    >>> from lasker.frontends._outline.expressions import read
    >>> from lasker.kernel.source import Source
    >>> text = "(or (move Step Forward) (move Slide Diagonal (to if:(is Enemy (who at:(to))))))"
    >>> movement(read(Source(text))[0], [])
    'fmWB'
    """
    ways: list[Way] = []
    extra = _gathered(move, ways, consequences)
    return notation(ways) + extra


def _gathered(move: Expression, ways: list[Way], consequences: list[Expression]) -> str:
    """Add the ways of a move; what is no way is returned as notation."""
    name = move.items[0].word.lower() if move.items and move.items[0].bracket == '"' else ""
    name = name or (move.word.lower() if move.bracket == '"' else "")
    if move.bracket == "{" or move.head in ("or", "forward", "append"):
        items = move.items if move.bracket == "{" else move.rest
        return "".join(_gathered(item, ways, consequences) for item in items)
    if name in EXTRAS:
        return EXTRAS[name]
    if name in STEPS:
        given = [item for item in move.rest if not item.word.endswith(":")] if move.is_list else []
        vectors = (
            _directions(given[0]) if given else DIRECTIONS["forward" if "forward" in name else "adjacent"]
        )
        ways += [Way(vector, False, STEPS[name]) for vector in vectors]
        return ""
    if name == "slidecapture":
        given = list(move.rest) if move.is_list else []
        ways += [
            Way(vector, True, BOTH) for vector in (_directions(given[0]) if given else DIRECTIONS["all"])
        ]
        return ""
    if name in ("leapcapture", "knightmove"):
        walks = move.rest[0] if move.is_list and move.rest else None
        ways += [Way(vector, False, BOTH) for vector in _walks(walks, move)]
        return ""
    if move.head == "move" and len(move.items) > 1:
        consequences += move.find("then")
        return _of_kind(move, ways)
    raise Unread(move, f"{move.head or name or move} is not understood here")


def _of_kind(move: Expression, ways: list[Way]) -> str:
    kind, parts = move.items[1].word.lower(), list(move.items[2:])
    parts = [part for part in parts if part.head not in ("then", "from", "to", "between")]
    to = next(move.find("to"), None)
    target = _target(to) if to is not None else QUIET
    if kind == "step":
        ways += [Way(vector, False, target) for vector in _directions(*parts[:1])]
    elif kind == "slide":
        limits = [str(each) for each in move.find("between")]
        if limits:
            raise Unread(move, "slides of a limited length are not understood")
        ways += [Way(v, True, target | QUIET) for v in _directions(*parts[:1])]
    elif kind == "leap":
        ways += [Way(vector, False, target) for vector in _walks(parts[0] if parts else None, move)]
    elif kind == "hop":
        return _hop(move, parts, target)
    else:
        raise Unread(move, f"move {move.items[1].word} is not understood")
    return ""


def _hop(move: Expression, parts: list[Expression], target: frozenset[str]) -> str:
    """A hop over a neighbour: enemies that are removed are taken as in draughts."""
    between = next(move.find("between"), None)
    words = [word.lower() for word in between.words()] if between else []
    if between is None or not ("enemy" in words or "isenemyat" in words) or "remove" not in words:
        raise Unread(move, "only hops that take the enemy they pass are understood")
    if target != QUIET:
        raise Unread(move, "only hops to an empty square are understood")
    told = notation(Way(vector, False, TAKE) for vector in _directions(*parts[:1]))
    return told.replace("c", "cafm")


def _directions(given: Expression | None = None) -> tuple[Vector, ...]:
    if given is None:
        return DIRECTIONS["adjacent"]
    words = [item.word.lower() for item in given.items] if given.is_list else [given.word.lower()]
    unknown = next((word for word in words if word not in DIRECTIONS), None)
    if unknown is not None:
        raise Unread(given, f"the direction {unknown or given} is not understood")
    return tuple(dict.fromkeys(vector for word in words for vector in DIRECTIONS[word]))


def _walks(walks: Expression | None, place: Expression) -> Iterator[Vector]:
    """Where walks such as `{F F R F}` lead, from all four sides."""
    if walks is None or (walks.bracket == '"' and walks.word.lower() == "knightwalk"):
        words = [["F", "F", "R", "F"], ["F", "F", "L", "F"]]
    elif walks.bracket == "{" and all(item.bracket == "{" for item in walks.items):
        words = [[item.word.upper() for item in walk.items] for walk in walks.items]
    else:
        raise Unread(place, "this leap is not understood")
    found: dict[Vector, None] = {}
    for walk in words:
        for turns in range(4):
            (x, y), (dx, dy) = (0, 0), ORTHOGONAL[turns]
            for word in walk:
                if word == "F":
                    x, y = x + dx, y + dy
                elif word == "R":
                    dx, dy = dy, -dx
                elif word == "L":
                    dx, dy = -dy, dx
                else:
                    raise Unread(place, f"{word} is no part of a walk")
            if max(abs(x), abs(y)) >= LARGEST:
                raise Unread(place, "this leap leads off every board")
            if (x, y) != (0, 0):
                found[x, y] = None
    yield from found


def _target(to: Expression) -> frozenset[str]:
    """What may stand where a move ends, as `(to if:…)` tells."""
    at = next((n for n, item in enumerate(to.items) if item.word.lower() == "if:"), None)
    if at is None or at + 1 >= len(to.items):
        return QUIET
    return _test(to.items[at + 1])


def _test(test: Expression) -> frozenset[str]:
    name = test.items[0].word.lower() if test.items and test.items[0].bracket == '"' else ""
    if name in TESTS:
        return TESTS[name]
    if test.head == "not" and len(test.items) == 2:
        return (QUIET | FULL) - _test(test.items[1])
    if test.head == "or":
        return frozenset().union(*(_test(item) for item in _flat(test)))
    if test.head == "is" and len(test.items) > 1:
        told = {"empty": QUIET, "enemy": TAKE, "friend": frozenset((FRIEND,)), "occupied": FULL}
        if test.items[1].word.lower() in told:
            return told[test.items[1].word.lower()]
    raise Unread(test, f"the test {test} is not understood")


def _flat(test: Expression) -> Iterator[Expression]:
    for item in test.rest:
        yield from item.items if item.bracket == "{" else (item,)
