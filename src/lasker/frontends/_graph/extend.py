"""A specification on top of another: what the new one says replaces what the old one said, word by word.

Regions, marks, counters, guards, reasons, effects, phases, ends, adjudications and set-ups are replaced one
by one, and pieces by their names, word by word; everything else as a whole. A value that is left empty takes
the old one away.
"""

from __future__ import annotations

from typing import Any

from lasker.frontends._graph.text import Document, Path

ONE_BY_ONE = {
    "regions", "marks", "counters", "guards", "reasons", "effects", "phases", "ends", "adjudications",
    "invalid",
}  # fmt: skip
OWN = {"also", "perft", "extends"}  # what a game says of itself alone


def extended(base: Document, new: Document) -> Document:
    """The two as one document; every part of it keeps its place in the text that it comes from."""
    found = Document(new.source, {})
    found.keys, found.values, found.origins = dict(new.keys), dict(new.values), dict(new.origins)
    join = _Join(base, new, found)
    for name in {**base.data, **new.data}:
        if name == "pieces":
            found.data[name] = join.pieces()
        elif name in ONE_BY_ONE:
            found.data[name] = join.mapping((name,), (name,), (name,))
        elif name in new.data:
            if new.data[name] is not None:
                found.data[name] = new.data[name]
        elif name not in OWN:
            found.data[name] = join.old((name,), (name,))
    return found


class _Join:
    """Takes parts out of two documents and notes where they stand."""

    def __init__(self, base: Document, new: Document, found: Document) -> None:
        self.base, self.new, self.found = base, new, found

    def old(self, path: Path, place: Path) -> Any:
        """A part of the old document, whose places come along."""
        return self._moved(self.base, path, place)

    def _moved(self, document: Document, path: Path, place: Path) -> Any:
        for known in [each for each in document.values if each[: len(path)] == path]:
            there = place + known[len(path) :]
            self.found.values[there] = document.values[known]
            self.found.origins[there] = document.origins.get(known, document.source)
            if known in document.keys:
                self.found.keys[there] = document.keys[known]
        return _at(document.data, path)

    def mapping(self, old: Path, new: Path, place: Path) -> Any:
        """Entries of both, those of the new one instead of the old one's."""
        before, after = _at(self.base.data, old), _at(self.new.data, new)
        if not isinstance(before, dict) or not isinstance(after, dict | None):
            return after if after is not None else self.old(old, place)
        after = after or {}
        found = {name: self.old((*old, name), (*place, name)) for name in before if name not in after}
        return found | {
            name: self._moved(self.new, (*new, name), (*place, name))
            for name, value in after.items()
            if value is not None or name not in before
        }

    def pieces(self) -> Any:
        """Pieces of both; those of one name are joined, and one whose displacement is left empty is gone."""
        before, after = self.base.data.get("pieces") or [], self.new.data.get("pieces") or []
        if not isinstance(before, list) or not isinstance(after, list):
            return self.new.data.get("pieces")
        fresh = {_called(piece): number for number, piece in enumerate(after)}
        found: list[Any] = []
        for number, piece in enumerate(before):
            other = fresh.pop(_called(piece), None)
            place: Path = ("pieces", len(found))
            if other is None:
                found.append(self.old(("pieces", number), place))
            elif "displacement" not in after[other] or after[other]["displacement"] is not None:
                found.append(self._piece(("pieces", number), ("pieces", other), place))
        for number in fresh.values():
            found.append(self._moved(self.new, ("pieces", number), ("pieces", len(found))))
        return found

    def _piece(self, old: Path, new: Path, place: Path) -> Any:
        before, after = _at(self.base.data, old), _at(self.new.data, new)
        self._moved(self.new, new, place)
        found = {}
        for word in {**before, **after}:
            if word == "guards":
                found[word] = self.mapping((*old, word), (*new, word), (*place, word))
            elif word not in after:
                found[word] = self.old((*old, word), (*place, word))
            elif after[word] is not None:
                found[word] = after[word]
        return found


def _at(data: Any, path: Path) -> Any:
    for part in path:
        data = data.get(part) if isinstance(data, dict) else data[part]
        if data is None:
            return None
    return data


def _called(piece: Any) -> str:
    name = piece.get("piece") if isinstance(piece, dict) else None
    return str(name).lower()
