"""A specification on top of another: what the new one says replaces what the old one said, word by word.

Regions, marks, counters, guards, reasons, effects, phases, ends, adjudications and set-ups are replaced one
by one, and pieces by their names, word by word; everything else as a whole. A value that is left empty takes
the old one away.
"""

from __future__ import annotations

from dataclasses import replace

from lasker.frontends._yaml.specification.document import Document, PlacedValue

ONE_BY_ONE = {
    "regions", "marks", "counters", "guards", "reasons", "effects", "phases", "ends", "adjudications",
    "invalid",
}  # fmt: skip
OWN = {"also", "tags", "perft", "extends"}  # what a game says of itself alone


def extended(base: Document, new: Document) -> Document:
    """The two as one document; every part of it keeps its place in the text that it comes from."""
    kept = {name: part for name, part in base.root.value.items() if name not in OWN}
    return Document(_joined(replace(base.root, value=kept), new.root, ONE_BY_ONE))


def _joined(old: PlacedValue, new: PlacedValue, deeper: set[str]) -> PlacedValue:
    """Entries of both, those of the new one instead of the old one's; some of them joined in the same way."""
    found: dict[str, PlacedValue] = {}
    for name in {**old.value, **new.value}:
        before, after = old.value.get(name), new.value.get(name)
        if before is None or after is None:
            part = after or before
        elif name in deeper and isinstance(before.value, dict) and isinstance(after.value, dict | None):
            part = _joined(before, replace(after, value=after.value or {}), set())
        elif name == "pieces" and isinstance(before.value, list) and isinstance(after.value, list | None):
            part = _pieces(before, replace(after, value=after.value or []))
        else:
            part = after
        if part is not None and (part.value is not None or (before is None and not deeper)):
            found[name] = part
    return replace(new, value=found)


def _pieces(old: PlacedValue, new: PlacedValue) -> PlacedValue:
    """Pieces of both; those of one name are joined, and one whose displacement is left empty is gone."""
    fresh = {_called(piece): piece for piece in new.value}
    found: list[PlacedValue] = []
    for piece in old.value:
        other = fresh.pop(_called(piece), None)
        if other is None:
            found.append(piece)
        elif "displacement" not in other.value or other.value["displacement"].value is not None:
            found.append(_joined(piece, other, {"guards"}))
    return replace(new, value=[*found, *fresh.values()])


def _called(piece: PlacedValue) -> str:
    name = piece.inside("piece")
    return str(name and name.value).lower()
