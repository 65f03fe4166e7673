"""Φ, from specifications to pairs of displacements and guards, and back.

The paper's Φ forgets whether a vector slides, so that a rook and a wazir are the same to it (E-H2). Here a
displacement is a vector *and* how it is gone.
"""

from __future__ import annotations

from typing import Any

from lasker.frontends._yaml.guards import terms as t
from lasker.frontends._yaml.guards.printer import spelled
from lasker.frontends._yaml.specification.resolved import Resolved
from lasker.frontends._yaml.writing.yaml_text import written
from lasker.kernel.dataclass import dataclass

Guards = frozenset[tuple[str, t.Guard]]


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

    >>> from lasker.frontends._yaml.specification.resolved import read
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
    """The same as plain data, in one order whatever that of the sets."""
    steps = sorted(map(_step, pair.delta), key=_order)
    slides = {step["slide"] for step in steps}
    plain = len(slides) < 2 and not any(step["only"] or step["guards"] for step in steps)
    return {
        "piece": name,
        "displacement": [step["vector"] if plain else _without_nothing(step) for step in steps],
        "slide": next(iter(slides), False) if plain else False,
        "guards": _guards(pair.guards),
    }


def _step(each: Displacement) -> dict[str, Any]:
    return {
        "vector": list(each.vector),
        "slide": each.slide,
        "only": each.only,
        "guards": _guards(each.guards),
    }


def _order(step: dict[str, Any]) -> tuple[object, ...]:
    return str(step["slide"]), str(step["only"]), str(step["guards"]), step["vector"]


def _without_nothing(step: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in step.items() if value or key == "slide"}


def _guards(guards: Guards) -> dict[str, str]:
    return {name: spelled(guard) for name, guard in sorted(guards, key=str)}
