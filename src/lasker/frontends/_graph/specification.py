"""Φ, from specifications to pairs of displacements and guards, and back: guards and pieces printed as YAML.

The paper's Φ forgets whether a vector slides, so that a rook and a wazir are the same to it (E-H2). Here a
displacement is a vector *and* how it is gone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from lasker.frontends._graph import terms as t
from lasker.frontends._graph.resolved import Resolved
from lasker.kernel.dataclass import dataclass

Guards = frozenset[tuple[str, t.Guard]]
PLAIN = re.compile(r"[A-Za-z(]([A-Za-z0-9_ ()<>=!+.*/-]*[A-Za-z0-9_()<>=!+.*/-])?")
RESERVED = {"true", "false", "null", "yes", "no"}  # words that YAML takes for values


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


def phi(resolved: Resolved) -> dict[str, Pair]:
    """Φ: every piece of a resolved specification as its pair.

    >>> from lasker.frontends._graph.resolved import read
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
        for piece in resolved.pieces
    }


def specification(name: str, pair: Pair) -> str:
    """A specification S with Φ(S) = the pair: as the paper's grammar writes it, where that suffices.

    >>> print(specification("Ferz", Pair(frozenset({Displacement((1, 1))}))), end="")
    piece: Ferz
    displacement: [[1, 1]]
    slide: false
    guards: {}
    """
    return written(specified(name, pair))


def specified(name: str, pair: Pair) -> dict[str, Any]:
    """The same as plain data."""
    ordered = sorted(
        pair.delta, key=lambda each: (str(each.slide), str(each.only), str(each.guards), each.vector)
    )
    slides = {each.slide for each in ordered}
    plain = len(slides) < 2 and not any(each.only or each.guards for each in ordered)
    return {
        "piece": name,
        "displacement": [list(each.vector) if plain else _step(each) for each in ordered],
        "slide": next(iter(slides), False) if plain else False,
        "guards": _guards(pair.guards),
    }


def _step(each: Displacement) -> dict[str, Any]:
    said = {"only": each.only, "guards": _guards(each.guards)}
    return {"vector": list(each.vector), "slide": each.slide, **{key: it for key, it in said.items() if it}}


def _guards(guards: Guards) -> dict[str, str]:
    return {name: spelled(guard) for name, guard in sorted(guards, key=str)}


# --- plain data as YAML ---------------------------------------------------------------------------------


def written(data: dict[str, Any]) -> str:
    """Plain data as YAML: mappings and lists of them have lines of their own, the rest stands in one.

    >>> print(written({"also": ["a", "b"], "ends": {"stuck": {"lost": "not can(move)"}}}), end="")
    also: [a, b]
    ends:
      stuck:
        lost: not can(move)
    """
    return "".join(f"{line}\n" for line in _lines(data))


def _lines(data: dict[str, Any]) -> Iterator[str]:
    for key, value in data.items():
        if isinstance(value, dict) and value:
            yield f"{_flow(key)}:"
            yield from (f"  {line}" for line in _lines(value))
        elif isinstance(value, list) and any(isinstance(item, dict) for item in value):
            yield f"{_flow(key)}:"
            for item in value:
                yield from (f"  {' ' if number else '-'} {line}" for number, line in enumerate(_lines(item)))
        else:
            yield f"{_flow(key)}: {_flow(value)}"


def _flow(value: Any) -> str:
    """A value in one line; texts without quotes where they can be read so."""
    if isinstance(value, list):
        return f"[{', '.join(map(_flow, value))}]"
    plain = isinstance(value, str) and PLAIN.fullmatch(value) and value.lower() not in RESERVED
    return str(value) if plain else json.dumps(value, ensure_ascii=False)


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
