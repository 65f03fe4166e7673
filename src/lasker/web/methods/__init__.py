"""The table of methods: what a client may ask, by name.

Every module of this package registers functions with `@method("name")`; `NAMES` says where each is, so that
only modules of methods that are asked for are imported. A method takes the parameters of a request, a JSON
object, and returns a JSON value. Long work is a generator: what it yields are events, and what it returns is
the result. Methods run in worker processes, one at a time in each, and long ones stop soon after their token
(`lasker.kernel.cancel`) is cancelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal

from lasker.kernel.dataclass import dataclass

Params = Mapping[str, Any]
Kind = Literal["quick", "slow", "think", "long"]
# positions, texts; many pictures; the opponent's moves, with events; analysis, statistics, with events
Run = Callable[[Params], Any]
SECONDS: dict[Kind, float] = {  # until a worker is killed
    "quick": 20.0,
    "slow": 60.0,
    "think": 60.0,
    "long": 60.0,
}

NAMES = {  # of methods, by module
    "analyse": ("analyse", "characteristics", "perft"),
    "clicks": ("design.betza", "design.diagram", "design.field"),
    "design": ("design.apply", "design.form", "design.moves", "design.new", "design.palette"),
    "exercises": ("exercise", "exercise.check", "exercises"),
    "games": ("diagrams", "games", "open", "rule_page", "rules", "thumbnail"),
    "language": (
        "language.completions", "language.definition", "language.diagnostics", "language.format",
        "language.hover", "language.references", "language.symbols", "language.tokens",
    ),
    "pictures": ("picture",),
    "play": ("play",),
    "position": ("position", "record", "scene", "why"),
    "setup": ("reach", "setup"),
    "statistics": ("statistics",),
    "study": ("pgn.read", "pgn.write", "study.read"),
    "think": ("judge", "think"),
    "views": ("view",),
}  # fmt: skip
_homes = {name: module for module, names in NAMES.items() for name in names}
_registered: dict[str, Method] = {}


@dataclass(frozen=True)
class Method:
    """A function that clients may call: its name, its pool of workers, and the seconds that it may take."""

    name: str
    run: Run
    kind: Kind
    seconds: float

    @property
    def streams(self) -> bool:
        """Does it tell events before its result?"""
        return self.kind in ("think", "long")


def method(name: str, kind: Kind = "quick", seconds: float | None = None) -> Callable[[Run], Run]:
    """Register a function as the method of this name.

    >>> @method("example.double")
    ... def double(params):
    ...     return 2 * params["number"]
    >>> _registered.pop("example.double").run({"number": 21})
    42
    """

    def register(run: Run) -> Run:
        _registered[name] = Method(name, run, kind, SECONDS[kind] if seconds is None else seconds)
        return run

    return register


class _Methods(Mapping[str, Method]):
    """Methods by name, each imported when it is looked up."""

    def __getitem__(self, name: str) -> Method:
        if name not in _registered:
            import_module(f"{__name__}.{_homes[name]}")
        return _registered[name]

    def __contains__(self, name: object) -> bool:
        return name in _homes

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(_homes))

    def __len__(self) -> int:
        return len(_homes)


def methods() -> Mapping[str, Method]:
    """All methods by name.

    >>> methods()["analyse"].kind
    'long'
    """
    return _Methods()
