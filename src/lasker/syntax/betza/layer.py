"""Pieces that are declared with Betza notation: what this adds to the definitions of a text."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, LaskerError
from lasker.kernel.source import Source, Span
from lasker.space.space import LatticeSpace, Space
from lasker.syntax.betza.expressions import ways
from lasker.syntax.betza.notation import Betza
from lasker.syntax.betza.reader import read_at
from lasker.syntax.betza.special import Surroundings

WAY, TARGET = "way", "t"  # how a piece goes to a square that holds t
SAFE, ROYAL = "safe", "royals"  # what castling kings pass; the enemies that k takes and t spares


@dataclass(frozen=True)
class Notation:
    """How a piece moves, where its notation stands, and whether an older text said it otherwise."""

    betza: Betza
    place: Span
    replaces: bool = False

    @classmethod
    def at(cls, place: Span, replaces: bool) -> Notation:
        """The notation that stands at a place."""
        return cls(read_at(place), place, replaces)


def written(notations: Mapping[str, Notation]) -> dict[str, str]:
    """The notations as they stand in the text, by the names of the pieces."""
    return {
        name: each.place.source.text[each.place.start : each.place.end].strip()
        for name, each in notations.items()
    }


def surroundings(space: Space | None, fields: str) -> Surroundings:
    """What the board and the fields of FEN tell about a game.

    >>> surroundings(None, "board side castling:unmoved:king:rook passing:jumped:pawn").passing
    'jumped'
    """
    named = {field.split(":")[0]: field.split(":")[1:] for field in fields.split()}
    found = Surroundings(
        leaper=named["passing"][1] if len(named.get("passing", ())) > 1 else None,
        passing=named["passing"][0] if named.get("passing") else None,
        unmoved=named["castling"][0] if named.get("castling") else None,
    )
    if isinstance(space, LatticeSpace) and space.dimension == 2:
        sides = [high - low + 1 for low, high in zip(space.low, space.high, strict=True)]
        return replace(found, files=sides[0], longest=max(sides))
    return found


def layer(
    notations: Mapping[str, Notation],
    signs: Mapping[str, str],
    game: Surroundings,
    defined: Collection[str],
    name: str,
) -> Source:
    """A text that goes on top of the others: it adds the pieces to the definition of `way`. `defined` are the
    names of definitions and regions.

    >>> from lasker.syntax.betza.reader import read
    >>> griffin = Notation(read("FyafsF"), Span(Source(""), 0, 0))
    >>> print(layer({"griffin": griffin}, {"griffin": "'G'"}, Surroundings(), (), "mine").text)
    way(t) = [% is 'G'] (all4(take(ur, t)) | all8(step(ur) ride(u, t)))
    """
    others = {signs[each]: notation.betza for each, notation in notations.items()}
    lines = []
    for each, notation in notations.items():
        sign = signs[each]
        around = replace(
            game,
            home=home if (home := f"{each} home") in defined else None,
            leaves_mark=each == game.leaper,
            safe=SAFE if SAFE in defined else None,
            royal=ROYAL if ROYAL in defined else None,
            others={other: betza for other, betza in others.items() if other != sign},
        )
        try:
            lines.append(f"[% is {sign}] ({' | '.join(ways(notation.betza, TARGET, game=around))})")
        except LaskerError as error:
            raise error.at(notation.place) from None
    if WAY in defined:
        older = [signs[each] for each, notation in notations.items() if notation.replaces]
        besides = "".join(f"[% is not {sign}] " for sign in older)
        lines.insert(0, f"{besides}super({TARGET})")
    return Source(f"{WAY}({TARGET}) = " + "\n       | ".join(lines), f"<Betza notation in {name}>")


def refuse_other_boards(compass: str, notations: Mapping[str, Notation]) -> None:
    """Betza notation speaks of squares."""
    if notations and compass != "square":
        raise DeclarationError(
            "Betza notation is for boards of squares, and this board has none",
            span=next(iter(notations.values())).place,
            remedy=f"say in the language how the piece goes: {WAY}({TARGET}) = …",
        )
