"""The dataclasses of the kernel behave like standard ones, though their methods are written late."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
import re
from dataclasses import field, replace
from pathlib import Path
from typing import Any

import pytest

import lasker
from lasker.kernel.dataclass import NAMES, _OnFirstUse, dataclass

SOURCE = Path(lasker.__file__).parent


@dataclass(frozen=True)
class Plain:
    """Fields of every kind, and a check."""

    number: int
    words: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError("less than nothing")


@dataclass(frozen=True, slots=True)
class Slotted:
    """The same without a dictionary."""

    number: int
    words: tuple[str, ...] = ()
    notes: list[str] = field(default_factory=list, compare=False, repr=False)


@dataclass(frozen=True)
class Extended(Plain):
    """A field more."""

    more: bool = False


@dataclass
class Changing:
    """One that is not frozen."""

    number: int


@pytest.mark.parametrize("made", [Plain, Slotted, Extended])
def test_it_is_a_standard_dataclass(made: Any) -> None:
    one, same, other = made(3, ("a",), ["x"]), made(3, ("a",)), made(number=4)
    more = ", more=False" if made is Extended else ""
    assert repr(one) == f"{made.__name__}(number=3, words=('a',){more})"
    assert (one == same, one == other, one == 3) == (True, False, False)
    assert hash(one) == hash(same)
    assert replace(one, number=5).number == 5
    assert made(1).notes is not made(1).notes
    assert [each.name for each in dataclasses.fields(one)][:3] == ["number", "words", "notes"]
    assert list(inspect.signature(made).parameters)[:3] == ["number", "words", "notes"]
    for again in (copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one))):
        assert (again, again.notes) == (one, ["x"])
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.number = 7
    with pytest.raises(dataclasses.FrozenInstanceError):
        del one.number
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        made()


def test_checks_and_patterns() -> None:
    with pytest.raises(ValueError, match="less than nothing"):
        Plain(-1)
    match Slotted(3, ("a",)):
        case Slotted(number, words):
            assert (number, words) == (3, ("a",))
    changing = Changing(1)
    changing.number = 2
    assert changing == Changing(2)


def test_methods_are_written_when_they_are_first_used() -> None:
    @dataclass(frozen=True)
    class Fresh:
        """Never used before."""

        number: int

    def waiting() -> set[str]:
        return {name for name in NAMES if isinstance(vars(Fresh)[name], _OnFirstUse)}

    assert waiting() == set(NAMES)
    one = Fresh(1)
    assert waiting() == {"__repr__", "__eq__", "__hash__"}
    assert (len({one, Fresh(1)}), waiting()) == (1, {"__repr__"})


def test_all_frozen_dataclasses_are_of_this_kind() -> None:
    """Otherwise the commands that import them start more slowly."""
    alone = {"kernel/dataclass.py", "formulations/graphs/validator.py", "frontends/_validator/validator.py"}
    frozen = re.compile(r"^@(dataclasses\.)?dataclass\(frozen=True(, slots=True)?\)", re.M)
    ours = "from lasker.kernel.dataclass import dataclass\n"
    texts = {path.relative_to(SOURCE).as_posix(): path.read_text("utf-8") for path in SOURCE.rglob("*.py")}
    found = {name for name, text in texts.items() if frozen.search(text) and ours not in text}
    assert len([text for text in texts.values() if ours in text]) > 150
    assert found <= alone, "write: from lasker.kernel.dataclass import dataclass"
