"""How the texts behind `forbid` are read: which repetitions are forbidden, and turns that change nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from lasker.kernel.errors import DeclarationError, NameProblem, did_you_mean
from lasker.kernel.source import Span
from lasker.model.forbidden_repetition import Repetition


def repetition_of(texts: Iterable[str], states: Sequence[str], place: Span | None) -> Repetition:
    """What some texts forbid in a game with these states.

    >>> repetition_of(["repetition 3 in gold, silver", "null turns"], ("setup", "gold", "silver"), None)
    Repetition(times=3, states=(1, 2), null_turns=True)
    """
    times, numbers, null_turns = 0, list[int](), False
    for text in texts:
        found = re.fullmatch(r"repetition(?: (\d{1,3}))?(?: in (.+))?", text)
        if found and int(found[1] or 2) >= 2 and not times:
            times = int(found[1] or 2)
            numbers = [_number(name, states, place) for name in re.split(r",\s*", found[2] or "") if name]
        elif text == "null turns":
            null_turns = True
        else:
            raise DeclarationError(
                f"{text!r} cannot be forbidden",
                span=place,
                remedy='write "repetition", "repetition 3", "repetition 3 in NAME" or "null turns"',
            )
    return Repetition(times, tuple(numbers), null_turns)


def _number(name: str, states: Sequence[str], place: Span | None) -> int:
    if name not in states:
        remedy = did_you_mean(name, states, f"the states are {', '.join(states)}")
        raise NameProblem(f"no state is called {name}", span=place, remedy=remedy, word=name)
    return states.index(name)
