"""Looking words up: a word is a declared name if there is one, else a product of single letters."""

from __future__ import annotations

from collections.abc import Mapping

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import ZERO, Pattern
from lasker.algebra.moves import CounterName
from lasker.kernel.errors import NameProblem, SortError, did_you_mean
from lasker.kernel.source import Source, Span
from lasker.space.compass import Compass
from lasker.space.space import Owner
from lasker.syntax import tree as t
from lasker.syntax.context import Context
from lasker.syntax.values import CounterRef, CursorRef, Function, Number, RegionRef, Value, sort


class NameLookup:
    """The words of some rules, with local names on top."""

    def __init__(
        self, rules: Context, scope: Mapping[str, Value] | None = None, source: Source | None = None
    ) -> None:
        self.rules, self.scope = rules, dict(scope or {})
        self.source = source or rules.source
        self.compass: Compass = rules.compass
        self.vocabulary: Vocabulary = rules.vocabulary
        self.limits = rules.limits

    def _find(self, text: str) -> Value | None:
        return self.scope[text] if text in self.scope else self.rules.find(text)

    def _lookup(self, text: str) -> list[Value]:
        found = self._find(text)
        if isinstance(found, CursorRef):
            return [found.pattern]
        if isinstance(found, Number) and found.value in {0, 1}:
            return [self._digits(str(found.value))]
        if found is not None:
            return [found]
        if text == "super":
            raise NameProblem(
                "there is no super here: this replaces no definition of an extended game",
                remedy="super is for a definition with the name of the one that it replaces",
                word=text,
            )
        letters = [self._letter(letter) for letter in text] if len(text) > 1 else [None]
        if None in letters:
            missing = text[letters.index(None)]
            what = f"no {missing!r} in it" if len(text) > 1 else "nothing declares it"
            raise NameProblem(
                f"{text} is not a declared name, and {what}" if len(text) > 1 else f"nothing declares {text}",
                remedy=self.rules.suggestion(text),
                word=text,
            )
        return letters  # type: ignore[return-value]

    def _letter(self, letter: str) -> Value | None:
        found = self._find(letter) if letter not in "01" else None
        number = int(letter) if letter in "01" else found.value if isinstance(found, Number) else None
        return self._digits(str(number)) if number in {0, 1} else found

    def _digits(self, text: str) -> Value:
        if text == "0":
            return Pattern((ZERO,))
        if text == "1":
            return self.compass.identity
        apart = f"{' '.join(text)}, with blanks, are several; " if set(text) <= {"0", "1"} else ""
        raise SortError(
            f"{text} is no fragment and no movement", remedy=f"{apart}only 0 and 1 are; R^2 is a power"
        )

    def _named_number(self, name: str) -> int | None:
        """The number that a parameter stands for, if it is one."""
        found = self.scope.get(name)
        return found.value if isinstance(found, Number) else None

    def _cursor_name(self, name: str) -> str:
        """The cursor that a name means: the one that was passed for a parameter, or its own."""
        found = self.scope.get(name)
        return found.name if isinstance(found, CursorRef) else name

    def _counter(self, name: str, owner: str | None) -> CounterName:
        counters = self.vocabulary.counters
        local = self.scope.get(name)
        if isinstance(local, CounterRef):
            if owner is None:
                return local.counter
            name = local.counter[0]
        if owner is None:
            for key in ((name, None), (name, 0)):
                if key in counters:
                    return key
        elif owner in self.vocabulary.players and (name, self.vocabulary.players.index(owner)) in counters:
            return (name, self.vocabulary.players.index(owner))
        known = ", ".join(dict.fromkeys(counter for counter, _ in counters)) or "none"
        raise NameProblem(
            f"no counter is called {name}" + (f" of {owner}" if owner else ""),
            remedy=did_you_mean(name, (counter for counter, _ in counters), f"declared counters: {known}"),
            word=name,
        )

    def _region(self, name: str, owner: str | None) -> tuple[str, Owner]:
        local = self.scope.get(name)
        if isinstance(local, RegionRef):
            if owner is None:
                return local.name, local.owner
            name = local.name
        return name, self.rules.region_owner(name, owner)

    def _span(self, at: t.Range) -> Span:
        return Span(self.source, *at)

    def _wanted(self, wanted: str, value: object, at: t.Range) -> SortError:
        if isinstance(value, Function):
            name = self.source.text[slice(*at)]
            return SortError(
                f"{name} is a function and needs its arguments",
                span=self._span(at),
                remedy=f"write {name}({', '.join(value.parameters) or '…'})",
            )
        remedy = None
        before = self.source.text[: at[0]].rstrip().rpartition(" ")[2]
        if sort(value) == "movement" and before in {"is", "not"}:
            remedy = f"bracket what is asked for: {before} ({self.source.text[slice(*at)]} …)"
        return SortError(
            f"a {wanted} is needed here, and this is a {sort(value)}", span=self._span(at), remedy=remedy
        )
