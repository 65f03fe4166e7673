"""Φ, from specifications to pairs of displacements and guards, and back: guards and pieces printed as YAML.

The paper's Φ forgets whether a vector slides, so that a rook and a wazir are the same to it (E-H2). Here a
displacement is a vector *and* how it is gone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from lasker.frontends._graph import terms as t
from lasker.frontends._graph.design import Design

Guards = frozenset[tuple[str, t.Guard]]
PLAIN = re.compile(r"[A-Za-z(][A-Za-z0-9_ ()<>=!+.*/-]*")
RESERVED = {"true", "false", "null", "yes", "no"}


@dataclass(frozen=True)
class Displacement:
    """A vector, how it is gone, and the guards that only it has."""

    vector: t.Offset
    slide: bool | int = False
    only: str | None = None
    guards: Guards = frozenset()


@dataclass(frozen=True)
class Pair:
    """What a piece is: its displacements Δ and its guards 𝒢."""

    delta: frozenset[Displacement]
    guards: Guards = frozenset()


def phi(design: Design) -> dict[str, Pair]:
    """Φ: every piece of a design as its pair.

    >>> from lasker.frontends._graph.design import read
    >>> from lasker.kernel.source import Source
    >>> wazir = "piece: A\\ndisplacement: [[1, 0], [-1, 0], [0, 1], [0, -1]]\\nslide: false"
    >>> phi(read(Source(wazir))) == phi(read(Source(wazir.replace("false", "true"))))
    False
    """
    return {
        piece.name: Pair(
            frozenset(
                Displacement(
                    move.vector, move.slide, move.only, frozenset((g.name, g.guard) for g in move.guards)
                )
                for move in piece.moves
            ),
            frozenset((named.name, named.guard) for named in piece.guards),
        )
        for piece in design.pieces
    }


def specification(name: str, pair: Pair, extra: Iterable[str] = ()) -> str:
    """A specification S with Φ(S) = the pair: as the paper's grammar writes it, where that suffices.

    >>> print(specification("Ferz", Pair(frozenset({Displacement((1, 1))}))), end="")
    piece: Ferz
    displacement: [[1, 1]]
    slide: false
    guards: {}
    """
    ordered = sorted(
        pair.delta, key=lambda each: (str(each.slide), str(each.only), str(each.guards), each.vector)
    )
    lines = [f"piece: {name}"]
    slides = {each.slide for each in ordered}
    if all(each.only is None and not each.guards for each in ordered) and len(slides) < 2:
        lines.append(f"displacement: [{', '.join(str(list(each.vector)) for each in ordered)}]")
        lines.append(f"slide: {_yaml(next(iter(slides), False))}")
    else:
        lines.append("displacement:")
        for each in ordered:
            lines += [f"  - vector: {list(each.vector)}", f"    slide: {_yaml(each.slide)}"]
            lines += [f"    only: {each.only}"] * (each.only is not None)
            lines += _guards(each.guards, "    ")
        lines.append("slide: false")
    lines += _guards(pair.guards, "") or ["guards: {}"]
    return "\n".join([*lines, *extra]) + "\n"


def _guards(guards: Guards, indent: str) -> list[str]:
    if not guards:
        return []
    texts = [f"{indent}  {name}: {_quoted(spelled(guard))}" for name, guard in sorted(guards, key=str)]
    return [f"{indent}guards:", *texts]


def _yaml(slide: bool | int) -> str:
    return str(slide).lower()


def _quoted(text: str) -> str:
    plain = PLAIN.fullmatch(text) and text not in RESERVED
    return text if plain else json.dumps(text, ensure_ascii=False)


# --- guards as text ---------------------------------------------------------------------------------


def spelled(guard: t.Guard) -> str:
    """A guard as text that is read as the same guard.

    >>> spelled(t.either([t.Not(t.Kind("capture")), t.Holds(t.Square("to", (0, 1)), t.Phrase("empty"))]))
    'not capture or to + (0, 1) is empty'
    """
    match guard:
        case t.Truth(value):
            return "true" if value else "false"
        case t.Not(body):
            return f"not {_bracketed(body)}"
        case t.All(parts):
            return " and ".join(map(_bracketed, parts))
        case t.Some(parts):
            return " or ".join(map(_bracketed, parts))
        case t.After(body):
            return f"after({spelled(body)})"
        case t.Compare(left, relation, right):
            return f"{_amount(left)} {relation} {_amount(right)}"
        case t.Within(square, region, owner):
            return f"{_square(square)} in {region}" + (f" of {owner}" if owner else "")
        case t.Holds(square, phrase):
            return f"{_square(square)} is {_phrase(phrase)}"
        case t.Attacked(square):
            return f"attacked({_square(square)})"
        case t.InCheck(enemy):
            return "enemy_in_check" if enemy else "in_check"
        case t.Can(name, enemy):
            return f"{'enemy_' * enemy}can({name})"
        case t.Kind(name):
            return name
        case t.Repeated(times):
            return f"repeated({times})"
        case t.Quantified(every, name, squares, body):
            if isinstance(squares, t.Path) and guard == t.path_clear(squares):
                return f"path_clear({_square(squares.start)}, {_square(squares.end)})"
            if isinstance(squares, t.Path):
                over = f"path({_square(squares.start)}, {_square(squares.end)})"
            else:
                over = "{" + ", ".join(map(_square, squares)) + "}"
            return f"{'every' if every else 'some'}({name} in {over}, {spelled(body)})"


def _bracketed(guard: t.Guard) -> str:
    text = spelled(guard)
    return f"({text})" if isinstance(guard, t.All | t.Some) else text


def _square(square: t.Square) -> str:
    return square.base if not any(square.offset) else f"{square.base} + {_vector(square.offset)}"


def _vector(offset: t.Offset) -> str:
    return f"[{offset[0]}]" if len(offset) == 1 else f"({', '.join(map(str, offset))})"


def _phrase(phrase: t.Phrase) -> str:
    noun = phrase.kinds or (("piece",) if phrase.owner == "any" else ())
    return " ".join([phrase.owner, *phrase.marks, *noun])


def _amount(amount: t.Amount) -> str:
    match amount:
        case t.Number(value):
            return str(value)
        case t.Count(phrase, region, owner):
            where = "" if region is None else f" in {region}" + (f" of {owner}" if owner else "")
            return f"count({_phrase(phrase)}{where})"
        case t.Tally(name):
            return name
        case t.Coordinate(square, axis):
            kind = ("file", "rank")[axis] if axis < 2 else ""
            return f"{kind}({_square(square)})" if kind else f"coordinate({_square(square)}, {axis + 1})"
        case t.Component(axis, absolute):
            name = ("dx", "dy", "dz")[axis]
            return f"abs({name})" if absolute else name
