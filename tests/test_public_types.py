"""What public calls return is public: the annotations of everything in `lasker`, followed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Iterator
from typing import Any

import lasker
from lasker.drawing.boards.board import Board
from lasker.drawing.boards.board_svg import BoardOptions

# Insides that a public object holds and that nobody is promised: docs/reference/stability.md.
HELD = {
    *("Position.node", "Move.step", "Term.printer", "Strength.player", "GameBuilder.declarations"),
    # Values of the algebra:
    *(f"Rules.{name}" for name in ("evaluate", "find", "found", "result", "sides", "value")),
}
# A named tuple, a sequence, a table of games: used without their names.
NAMELESS = {"Batch.step", "Batch.positions", "Study.sample"}
LATE = {"Board": Board, "BoardOptions": BoardOptions}  # imported for types alone
ARRAYS = {"NDArray": list, "ArrayLike": object, "numpy": Any}


def classes(annotation: Any) -> Iterator[type]:
    """The classes of Lasker in an annotation."""
    if isinstance(annotation, type) and annotation.__module__.split(".")[0] == "lasker":
        yield annotation
    for part in typing.get_args(annotation):
        yield from classes(part)


def functions() -> Iterator[tuple[str, Any]]:
    """Every public function, method and property, by name."""
    for name in lasker.__all__:
        value = getattr(lasker, name)
        if inspect.isfunction(value):
            yield name, value
        elif inspect.isclass(value) or inspect.ismodule(value):
            for inner, each in vars(value).items():
                kinds = ("fget", "compute", "func", "__func__")
                found = next((getattr(each, kind) for kind in kinds if hasattr(each, kind)), each)
                listed = not inspect.ismodule(value) or inner in getattr(value, "__all__", ())
                if inspect.isfunction(found) and listed and not inner.startswith("_"):
                    yield f"{name}.{inner}", found


def returned(function: Any) -> Iterator[type]:
    """The classes of Lasker that a function returns."""
    names = {**ARRAYS, **LATE, **vars(inspect.getmodule(function))}
    annotation = inspect.get_annotations(function).get("return")
    if isinstance(annotation, str):
        names = {**names, "NDArray": _Array(), "numpy": _Array()} if "NDArray" in annotation else names
        annotation = eval(annotation, names)
    yield from classes(annotation)


class _Array:
    """Stands for the types of NumPy, which nothing of Lasker is in."""

    def __getitem__(self, _: object) -> type:
        return list

    def __getattr__(self, _: str) -> type:
        return list


def test_what_public_calls_return_is_public() -> None:
    offered = [getattr(lasker, name) for name in lasker.__all__]
    inner = [getattr(each, name) for each in offered for name in getattr(each, "__all__", ())]
    public = {each for each in (*offered, *inner) if isinstance(each, type)}
    missing = [
        f"{name} returns {found.__module__}.{found.__name__}"
        for name, function in functions()
        if name not in HELD | NAMELESS
        for found in returned(function)
        if found not in public
    ]
    assert missing == []


def test_many_calls_are_looked_at() -> None:
    names = {name for name, _ in functions()}
    assert len(names) > 150
    assert {"load", "Position.moves", "Position.play", "Engine.analyse", "pgn.read", "Batch.step"} <= names
    assert names >= HELD | NAMELESS
