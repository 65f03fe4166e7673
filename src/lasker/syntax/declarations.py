"""A game as declarations and definitions: plain data that programs put together, change and write.

The lines of a text and of those it extends are gathered here into one flat game: what a text replaces is
gone, and where it still uses the old definition, as `super`, that has a name of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from fractions import Fraction
from typing import Any, TypeGuard

from lasker.kernel.dataclass import dataclass
from lasker.kernel.limits import DEFAULT, Limits
from lasker.model import LANGUAGE_VERSION
from lasker.model.game import Game
from lasker.model.parts import Words
from lasker.syntax import tree as t
from lasker.syntax.clauses import EndRule
from lasker.syntax.compose import NOWHERE, rebuilt
from lasker.syntax.definitions import Definition
from lasker.syntax.game_reader import Reading
from lasker.syntax.read import game_of_parts
from lasker.syntax.rules_writer import written

Key = tuple[str, object]  # what a line declares: a keyword of `declare`, or `definition`, and the name
# The order in which lines are written, and the facts among them.
ORDER = (
    "version", "fact", "players", "board", "link", "turn", "piece", "without", "mark", "counter", "region",
    "definition", "claim", "state", "end", "adjudicate", "invalid", "called", "because", "perft",
)  # fmt: skip
FACTS = (
    "picture", "game", "also", "tags", "about", "source", "template", "start", "fen", "pass", "forbid",
    "moves", "names", "letters", "weights",
)  # fmt: skip


@dataclass(frozen=True)
class Declarations:
    """What a game declares and defines, each line under the keyword and the name of what it says.

    >>> import lasker
    >>> game = declarations(lasker.load("three_check").model.rules)
    >>> game["piece", "rook"].parts
    ('rook', ('♖', '♜'), ('R', 'r'))
    >>> [name for name in game.names("definition") if "white" in name]
    ['white_of_chess', 'white']
    """

    lines: Mapping[Key, t.Line] = field(default_factory=dict)

    def __getitem__(self, key: Key) -> t.Line:
        return self.lines[key]

    def __contains__(self, key: Key) -> bool:
        return key in self.lines

    def names(self, keyword: str) -> list[Any]:
        """The names that are declared with one keyword, in their order."""
        return [name for kind, name in self.lines if kind == keyword]

    def having(self, *lines: t.Line) -> Declarations:
        """The same with some lines more, each in place of the one that says the same thing."""
        reasons = [line.parts[0] for line in lines if _is_end(line)]
        others = {key for key, line in self.lines.items() if _is_end(line) and line.parts[0] in reasons}
        found = {key: line for key, line in self.lines.items() if key not in others or key[1] in reasons}
        told: list[object] = []
        for line in lines:
            kind, name = _key(line, found)
            if _is_end(line):
                told.append(name)
                name = name if told.count(name) == 1 else f"{name} ({told.count(name)})"
            found[kind, name] = line
        return Declarations(found)

    def added(self, *lines: t.Line) -> Declarations:
        """The same with those of some lines that say something new."""
        return self.having(*(line for line in lines if _key(line, self.lines) not in self.lines))

    def overriding(self, line: t.Statement) -> Declarations:
        """The same with another definition, in which `super` means the one that it replaces."""
        name = name_of(line)
        old = self.lines.get(("definition", name))
        if name is None or not isinstance(old, t.Statement) or "super" not in t.words(line.sides[1]):
            return self.having(line)
        called = _fresh(f"{name}_before", set().union(*map(t.words, self.lines.values())))
        left = rebuilt(old.sides[0], lambda node: _renaming(node, name, called))
        body = rebuilt(line.sides[1], lambda node: _renaming(node, "super", called))
        return self.having(
            t.Statement((left, old.sides[1]), NOWHERE), replace(line, sides=(line.sides[0], body))
        )

    def without(self, *keys: Key) -> Declarations:
        """The same without some lines."""
        return Declarations({key: line for key, line in self.lines.items() if key not in keys})

    def changed(self, change: Callable[[Any], Any]) -> Declarations:
        """The same with every tree in it changed by a function, from the inside out."""
        return Declarations({key: rebuilt(line, change) for key, line in self.lines.items()})

    def ordered(self) -> Iterator[t.Line]:
        """The lines in the order in which they are written; of one kind, as they were declared."""

        def place(key: Key) -> tuple[int, int]:
            return ORDER.index(key[0]), FACTS.index(str(key[1])) if key[0] == "fact" else 0

        for key in sorted(self.lines, key=place):
            yield self.lines[key]

    def game(self, title: str, limits: Limits = DEFAULT) -> Game:
        """The game that they declare, every rule of it read; its text is written, and not parsed again."""
        source, lines = written(self.ordered(), title)
        game = game_of_parts(Reading(source, (), limits, {source: lines}))
        game.check()
        return game


def _is_end(line: t.Line) -> TypeGuard[t.Declaration]:
    return isinstance(line, t.Declaration) and line.keyword == "end"


def _key(line: t.Line, lines: Mapping[Key, t.Line]) -> Key:
    """What a line says, among others: links, checks and equations have numbers, as they have no names."""
    keyword, name = ("claim", None) if isinstance(line, t.Statement) else (line.keyword, line.parts[0])
    if isinstance(line, t.Statement) and (defined := name_of(line)) is not None:
        return "definition", defined
    if keyword in {"link", "perft", "claim"}:
        return keyword, max((int(str(n)) for kind, n in lines if kind == keyword), default=-1) + 1
    if isinstance(line, t.Declaration) and keyword == "region":
        return "region", line.parts[:2]
    return keyword, "" if keyword in {"version", "players", "board"} else name


def declarations(rules: Words) -> Declarations:
    """What a text and those that it extends declare, as one flat game."""
    declared, lines = rules.declared, list[t.Line]()

    def add(keyword: str, *parts: Any) -> None:
        lines.append(t.Declaration(keyword, parts, NOWHERE))

    add("version", LANGUAGE_VERSION)
    for name, texts in declared.facts.items():
        if name != "extends":
            add("fact", name, texts)
    if declared.players:
        add("players", *declared.players)
    if declared.shape is not None:
        add("board", *declared.shape)
    for start, there, back, end in declared.links:
        add("link", start, ((there, back, end),))
    for name, turn in declared.turns.items():
        add("turn", name, tuple(turn.items()))
    for name, (glyphs, letters) in declared.pieces.items():
        counted = (None, (1, declared.most[name])) if name in declared.most else ()
        add("piece", name, () if glyphs == letters else tuple(glyphs), tuple(letters), *counted)
    for name, (glyphs, letters) in declared.removed.items():  # rules may still speak of them
        add("piece", name, () if glyphs == letters else tuple(glyphs), tuple(letters))
    if declared.removed:
        add("without", "piece", tuple(declared.removed))
    for name, mark in declared.marks.items():
        add("mark", name, mark.life.value)
    for name, (low, high, start, flags) in declared.counters.items():
        words = " ".join(flags).replace("until_end", "until end")
        add("counter", name, low, high, None if start == low else start, words)
    for (name, owner), areas in declared.regions.items():
        add("region", name, owner, areas)
    lines += _definitions(rules)
    lines += [t.Statement((claim.left, claim.right), NOWHERE) for claim in rules.claims]
    for state in declared.states.values():
        add("state", state.name, state.player, tuple(weighed(*each) for each in state.moves), state.next)
    for end in declared.ends.values():
        add("end", end.reason, result_of(end.result), end.test, *scope_of(end))
    for end in declared.adjudications.values():
        when = t.Recurring(end.repeated, end.test, end.giving) if end.repeated else end.test
        add("adjudicate", end.reason, result_of(end.result), end.manner or None, when, *scope_of(end))
    for end in declared.faults.values():
        add("invalid", end.reason, end.test, *scope_of(end))
    for rule in declared.callings.values():
        short = None if rule.manner == rule.reason else rule.manner
        add("called", rule.reason, short, rule.test, *scope_of(rule))
    for name, reason in declared.reasons.items():
        add("because", name, reason)
    for check in declared.perfts:
        add("perft", *check)
    return Declarations().having(*lines)


def _definitions(rules: Words) -> Iterator[t.Statement]:
    """Every definition that is needed, those first that it replaces and uses, under other names."""
    taken, unneeded = {*rules.names(), *rules.definitions}, rules.unneeded()
    for definition in rules.definitions.values():
        if definition.name not in unneeded:
            yield from _renamed(definition, definition.name, taken)


def _renamed(definition: Definition, name: str, taken: set[str]) -> Iterator[t.Statement]:
    body, old = definition.body, definition.super
    if old is not None and "super" in t.words(body):
        stem = re.sub(r"\W", "_", re.sub(r".*/|\.\w+$", "", old.source.name))
        called = _fresh(f"{definition.name}_of_{stem}", taken)
        yield from _renamed(old, called, taken)
        body = rebuilt(body, lambda node: _renaming(node, "super", called))
    yield defined(name, body, definition.parameters)


def _renaming(node: Any, old: str, new: str) -> Any:
    return replace(node, text=new) if isinstance(node, t.Word) and node.text == old else node


def _fresh(name: str, taken: set[str]) -> str:
    """The name, or with a number behind it a name that is not taken; from now on it is."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name}_{number}", number + 1
    taken.add(found)
    return found


def defined(name: str, body: t.Node, parameters: tuple[str, ...] = ()) -> t.Statement:
    """A definition."""
    left: t.Node = t.Word(name, NOWHERE)
    if parameters:
        words = tuple(t.Word(parameter, NOWHERE) for parameter in parameters)
        left = t.Row((left, t.Group(words, NOWHERE)), NOWHERE)
    return t.Statement((left, body), NOWHERE)


def name_of(line: t.Statement) -> str | None:
    """The name that a line defines; None for an equation."""
    match line.sides:
        case (t.Word(name), _) | (t.Row((t.Word(name), t.Group())), _):
            return name
    return None


def weighed(weight: int, move: t.Node) -> t.Node:
    """A move of chance with its weight, which is not written if it is 1."""
    digits = t.Row((t.Digits(str(weight), NOWHERE),), NOWHERE)
    return move if weight == 1 else t.Bound(digits, move, NOWHERE)


def result_of(result: str | Fraction) -> str | tuple[int, int]:
    """The result of an end as a declaration holds it: a word, or a share as two numbers."""
    return (result.numerator, result.denominator) if isinstance(result, Fraction) else result


def scope_of(end: EndRule) -> tuple[t.Scope, ...]:
    """What a declaration says at last of whom an end concerns and where it is asked, if it says so."""
    return () if end.scope is None else (end.scope,)
