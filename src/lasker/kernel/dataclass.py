"""Frozen dataclasses whose methods are written on first use.

The standard decorator compiles six functions for each class when its module is imported: 0.7 ms, a third
of the start of most commands, which make, compare or print objects of few classes. Here a frozen dataclass
begins with its fields alone, in 0.05 ms; a standard dataclass with the same fields gives it `__init__`,
`__repr__`, or `__eq__` and `__hash__`, when they are first looked up. Other dataclasses are standard ones.
"""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

# The methods, by the option of the standard decorator that writes them.
METHODS = {"init": ("__init__",), "repr": ("__repr__",), "eq": ("__eq__", "__hash__")}
NAMES = {name: option for option, names in METHODS.items() for name in names}


class _OnFirstUse:
    """A method that replaces itself when it is looked up."""

    def __init__(self, owner: type, name: str) -> None:
        self.owner, self.name = owner, name

    def __get__(self, instance: object, owner: type) -> Any:
        _write_methods(self.owner, NAMES[self.name])
        return getattr(owner if instance is None else instance, self.name)


def _write_methods(made: Any, wanted: str) -> None:
    hook = getattr(made, "__post_init__", None)
    parts = [(field.name, field.type, field) for field in dataclasses.fields(made)]
    standard = dataclasses.make_dataclass(
        made.__name__,
        parts,
        namespace={"__doc__": made.__doc__ or made.__name__} | ({"__post_init__": hook} if hook else {}),
        frozen=wanted == "init",  # only `__init__` sets fields; without it two methods fewer are compiled
        unsafe_hash=wanted == "eq",
        **{option: option == wanted for option in METHODS},  # type: ignore[arg-type]  # of these three
    )
    for name in METHODS[wanted]:
        setattr(made, name, vars(standard)[name])


def _refuse(instance: object, name: str, value: object = None) -> NoReturn:
    raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")


@cache
def _fields(made: Any) -> tuple[str, ...]:
    return tuple(field.name for field in dataclasses.fields(made))


def _state(instance: Any) -> list[object]:
    return [getattr(instance, name) for name in _fields(instance.__class__)]


def _restore(instance: Any, state: list[object]) -> None:
    put = object.__setattr__
    for name, value in zip(_fields(instance.__class__), state, strict=True):
        put(instance, name, value)


if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(given=None, /, **options):
        """The standard decorator, with methods that are written on first use where the class is frozen.

        >>> @dataclass(frozen=True)
        ... class Point:
        ...     "A point of the plane."
        ...     x: int
        ...     y: int = 0
        >>> Point(3), Point(3) == Point(3, 0), len({Point(1, 2), Point(1, 2)})
        (Point(x=3, y=0), True, 1)
        """

        def decorated(given):
            plain = options.items() <= {"frozen": True, "slots": True}.items() and options.get("frozen")
            extends = any(map(dataclasses.is_dataclass, given.__mro__))
            if not plain or extends or not vars(given).keys().isdisjoint((*NAMES, "__setattr__")):
                return dataclasses.dataclass(given, **options)
            slots = options.get("slots", False)
            made = dataclasses.dataclass(given, init=False, repr=False, eq=False, slots=slots)
            for name in (*METHODS, "frozen"):
                setattr(made.__dataclass_params__, name, True)
            made.__setattr__ = made.__delattr__ = _refuse
            if slots:
                made.__getstate__, made.__setstate__ = _state, _restore
            for name in NAMES:
                setattr(made, name, _OnFirstUse(made, name))
            return made

        return decorated if given is None else decorated(given)
