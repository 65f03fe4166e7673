"""The memory of a batch: arrays with a row for each element, and their addresses for native code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lasker.kernel.errors import MissingPackage

if TYPE_CHECKING:
    from collections.abc import Callable

    from lasker.environments.actions import ActionSpace

ROOM, CAPACITY = 72, 72  # legal actions, and moves of the history, for which there is room at first
ALIGNED = 64
ODD = 8  # added where rows double: rows of a power of two fall into the same lines of the cache
# Arrays by element, in the order of native code: name, type, length of a row; a name is a size that changes.
ROWS: tuple[tuple[str, str, str | int], ...] = (
    ("element", "uint8", "element"),
    ("start", "uint8", "packed"),
    ("action", "int32", "room"),
    ("choice", "uint64", "room"),
    ("edit", "int32", "edits"),
    ("edit_at", "int32", "room"),
    ("trail", "int32", "trail"),
    ("past", "uint64", "capacity"),
    ("key", "uint32", "capacity"),
    ("random", "uint64", 2),
    ("turn", "int32", 0),
    ("count", "int32", 0),
    ("length", "int32", 0),
    ("ply", "int32", 0),
    ("again", "int32", 0),
    ("rule", "int32", 0),
    ("problem", "int32", 0),
    ("index", "int32", 0),
    ("last", "int32", 0),
    ("trail_end", "int32", 0),
    ("reward", "float32", "players"),
    ("done", "uint8", 0),
    ("cut", "uint8", 0),
)
OWN = (("first_ply", "int32", 0),)  # and those that native code does not know


def numpy_module() -> Any:
    """NumPy, or an error that says how it is installed."""
    try:
        import numpy
    except ImportError:
        raise MissingPackage("arrays need NumPy", remedy="pip install 'lasker[arrays]'") from None
    return numpy


class Rows:
    """Arrays with a row for each element of a batch."""

    def __init__(self, size: int, sizes: dict[str, int]) -> None:
        self.size, self.sizes = size, {"room": ROOM, "capacity": CAPACITY, **sizes}
        self.arrays: dict[str, Any] = {}
        for name, kind, row in (*ROWS, *OWN):
            self.arrays[name] = self._array(name, kind, row)

    def _array(self, name: str, kind: str, row: str | int) -> Any:
        width = self.sizes[row] if isinstance(row, str) else row
        shape = (self.size, width) if row else (self.size,)
        if name == "element":
            return aligned(shape)
        return numpy_module().zeros(shape, kind)

    def __getitem__(self, name: str) -> Any:
        return self.arrays[name]

    def grow(self, what: str, wanted: int) -> None:
        """Make room for longer rows; what is in them stays."""
        size = self.sizes[what]
        while size < wanted:
            size += size + ODD
        self.sizes = {**self.sizes, what: size}
        for name, kind, row in ROWS:
            if row == what:
                before = self.arrays[name]
                self.arrays[name] = self._array(name, kind, row)
                self.arrays[name][:, : before.shape[1]] = before

    def taken(self, which: Any) -> Rows:
        """The rows that an index selects, as a copy."""
        return self._made(lambda name: self.arrays[name][which])

    def joined(self, others: list[Rows]) -> Rows:
        """The rows of this and others, one after the other."""
        every = [self, *others]
        for what in ("room", "capacity", "trail"):
            most = max(each.sizes[what] for each in every)
            for each in every:
                if each.sizes[what] < most:
                    each.grow(what, most)
        return self._made(lambda name: numpy_module().concatenate([each.arrays[name] for each in every]))

    def _made(self, rows: Callable[[str], Any]) -> Rows:
        found = Rows.__new__(Rows)
        found.sizes = self.sizes
        found.arrays = {name: numpy_module().ascontiguousarray(rows(name)) for name, _, _ in (*ROWS, *OWN)}
        found.size = len(found.arrays["turn"])
        elements = aligned(found.arrays["element"].shape)
        elements[:] = found.arrays["element"]
        found.arrays["element"] = elements
        found.arrays = {
            name: each.copy() if each.base is not None and name != "element" else each
            for name, each in found.arrays.items()
        }
        return found

    def addresses(self) -> list[int]:
        """The addresses of the arrays, in the order of native code."""
        return [self.arrays[name].ctypes.data for name, _, _ in ROWS]


def aligned(shape: tuple[int, ...]) -> Any:
    """Bytes whose first address is a multiple of ALIGNED."""
    np = numpy_module()
    size = int(np.prod(shape))
    whole = np.zeros(size + ALIGNED, "uint8")
    first = -whole.ctypes.data % ALIGNED
    return whole[first : first + size].reshape(shape)


def numbers_of_space(space: ActionSpace, players: int) -> list[int]:
    """The sizes of the action space that native code needs."""
    tables = space.tables
    sizes = [len(notes) for notes in space.notes]
    return [
        tables.first.ctypes.data,
        tables.group.ctypes.data,
        tables.symbol.ctypes.data,
        tables.put.ctypes.data,
        len(sizes),
        len(tables.symbol),
        players,
        sizes[0],
        sizes[-1],
        *space.offsets,
        space.size,
        int(space.hashes),
    ]
