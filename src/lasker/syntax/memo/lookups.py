"""The words that an elaboration looked up, and whether they mean the same in other rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Protocol

from lasker.kernel.errors import LaskerError
from lasker.syntax.values import Function, Value


class Home(Protocol):
    """Rules in which words are looked up, and the prelude under them."""

    @property
    def prelude(self) -> Home | None:
        """The words that every board of this kind understands."""

    def find(self, name: str) -> Value | None:
        """The value of a word, or None."""


class Lookups:
    """What the words meant that were looked up in some rules and in the prelude under them; without a home,
    what is looked up is not noted."""

    def __init__(self, home: Home | None) -> None:
        self.home = home
        self.words: dict[tuple[bool, str], Value | None] = {}
        self.whole = home is not None  # is this all that was looked up?

    def note(self, rules: Home, name: str, value: Value | None) -> None:
        """A word was looked up."""
        if self.home is not None:
            self.whole = self.whole and rules in (self.home, self.home.prelude)
            self.words[rules is not self.home, name] = value

    def include(self, other: Lookups) -> None:
        """All this was looked up, too."""
        self.whole = self.whole and other.whole and other.home is self.home
        self.words |= other.words

    def hold_in(self, rules: Home) -> bool:
        """Do all these words mean the same in other rules?"""
        try:
            return all(
                (asked := rules.prelude if under else rules) is not None and same(asked.find(name), value)
                for (under, name), value in self.words.items()
            )
        except LaskerError:  # it is told where the word is used
            return False


@contextmanager
def looking_up(stack: list[Lookups], home: Home | None) -> Iterator[Lookups]:
    """What is looked up inside is noted, and not where an outer elaboration notes its words."""
    stack.append(Lookups(home))
    try:
        yield stack[-1]
    finally:
        stack.pop()


def same(one: Value | None, other: Value | None) -> bool:
    """Is it one value? Of functions it is enough to have one body: what that looks up is noted as well."""
    return one is other or (
        isinstance(one, Function)
        and isinstance(other, Function)
        and one.body is other.body
        and one.parameters == other.parameters
        and same_scope(one.scope, other.scope)
    )


def same_scope(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    """Do local names mean the same?"""
    return one.keys() == other.keys() and all(same(value, other[name]) for name, value in one.items())
