"""Chains of laws as proofs of Coq: for every step the law, and where in the move it is applied."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from lasker.algebra.laws import MOVE_LAWS, Law, chain, matches
from lasker.algebra.moves import (
    Choice,
    Fail,
    Move,
    Nil,
    Repeat,
    Sequence,
    Test,
    Variable,
    choice,
    rebuild,
    sequence,
)
from lasker.proofs.coq.names import comment, in_list

LAWS = {law.name: law for law in MOVE_LAWS}
HOLE = Variable("the place of a law")  # no text can name it
Script = list[str]


@dataclass
class Chains:
    """Scripts that prove steps by laws; `names` are those of the atomic moves, `theorem` gives the theorem
    for a law."""

    names: dict[Move, str]
    theorem: Callable[[Law], str]

    def relation(self, move: Move) -> str:
        """A move as a relation, with all its operators.

        >>> written = Chains({Variable("M"): "M"}, lambda law: law.name)
        >>> written.relation(Repeat(sequence([Variable("M"), Variable("M")]), 1, None))
        '(plus (followed M M))'
        """
        match move:
            case Nil():
                return "do_nothing"
            case Fail():
                return "impossible"
            case Sequence(parts):
                return _nested("followed", [self.relation(part) for part in parts])
            case Choice(options):
                return _nested("either", [self.relation(option) for option in options])
            case Repeat(body):
                return f"({_repeated(move)} {self.relation(body)})"
            case Test(body, wanted):
                return f"({'can_do' if wanted else 'cannot_do'} {self.relation(body)})"
        return self.names[move]

    def script(self, start: Move) -> Script | None:
        """The steps by which a move is simplified; None if some are taken inside of atomic moves."""
        lines, now = [], start
        for name, after in chain(start):
            step = next((script for end, script in self._rewritten(now, LAWS[name]) if end == after), None)
            if step is None:
                return None
            shown = [f"    {line}" for line in step]
            lines += [f"  becomes ({self.relation(after)} : rel state). {{ {comment(name)}", *shown, "  }"]
            now = after
        return lines

    def _rewritten(self, move: Move, law: Law) -> Iterator[tuple[Move, Script]]:
        """What a move may become by one use of a law, with the proof of each."""
        for binding, rest in matches(law.pattern, move):
            bound = [binding[letter] for letter in law.letters]
            old, new = law.left(*bound), law.right(*bound)
            known = [self.relation(each) for each in bound]
            proof = f"exact ({' '.join([self.theorem(law), 'state', *known])})."
            yield rest(new), [*self._located(move, old, new, rest), proof]
        for at, part in enumerate(_parts(move)):
            for new, inner in self._rewritten(part, law):
                yield _with(move, at, new), [self._inside(move, at, new), *inner]

    def _located(self, move: Move, old: Move, new: Move, rest: Callable[[Move], Move]) -> Script:
        """Which parts of a sequence, or which options, are replaced."""
        around = _parts(rest(HOLE))
        if isinstance(move, Choice):
            others = [option for option in around if option != HOLE]
            some, fresh, after = (_flat(each, Choice) for each in (old, new, rest(new)))
            return [
                f"in_order {self._lists(move.options, [*some, *others])}.",
                f"apply same_sym. in_order {self._lists(after, [*fresh, *others])}. apply same_sym.",
                f"in_options {self._lists([], some, fresh, others)}.",
            ]
        if old == move:
            return []
        at = around.index(HOLE)
        before, last = around[:at], around[at + 1 :]
        return [f"in_parts {self._lists(before, _flat(old, Sequence), _flat(new, Sequence), last)}."]

    def _inside(self, move: Move, at: int, new: Move) -> str:
        """The way into a part that changes."""
        match move:
            case Sequence(parts):
                return (
                    f"in_parts {self._lists(parts[:at], [parts[at]], _flat(new, Sequence), parts[at + 1 :])}."
                )
            case Choice(options):
                lists = options[:at], [options[at]], _flat(new, Choice), options[at + 1 :]
                return f"in_options {self._lists(*lists)}."
            case Repeat():
                return f"apply in_{_repeated(move).split()[0]}."
            case Test(_, wanted):
                return f"apply in_{'can' if wanted else 'cannot'}_do."
        raise AssertionError(move)

    def _lists(self, *lists: Iterable[Move]) -> str:
        return " ".join(
            f"({in_list([self.relation(move) for move in moves])} : list (rel state))"
            for moves in map(list, lists)
        )


def atoms_of(move: Move) -> Iterator[Move]:
    """The atomic moves of a move, for chains of laws: unknown moves, rules, binders."""
    match move:
        case Nil() | Fail():
            return
        case Sequence() | Choice() | Repeat() | Test():
            for part in _parts(move):
                yield from atoms_of(part)
        case _:
            yield move


def _nested(operator: str, parts: list[str]) -> str:
    if len(parts) == 1:
        return parts[0]
    return f"({operator} {parts[0]} {_nested(operator, parts[1:])})"


def _repeated(move: Repeat) -> str:
    """The operator of a repetition."""
    match move.low, move.high:
        case 0, None:
            return "star"
        case 1, None:
            return "plus"
        case 0, 1:
            return "maybe"
        case low, None:
            return f"at_least {low}"
        case low, high if low == high:
            return f"times {low}"
        case low, high:
            return f"between {low} {high}"


def _flat(move: Move, kind: type[Sequence | Choice]) -> list[Move]:
    return list(_parts(move)) if isinstance(move, kind) else [move]


def _parts(move: Move) -> list[Move]:
    """The parts that a chain of laws may look into; binders are atomic."""
    match move:
        case Sequence(parts) | Choice(parts):
            return list(parts)
        case Repeat(body) | Test(body):
            return [body]
    return []


def _with(move: Move, at: int, new: Move) -> Move:
    """The move with another part."""
    match move:
        case Sequence(parts):
            return sequence([*parts[:at], new, *parts[at + 1 :]])
        case Choice(options):
            return choice([*options[:at], new, *options[at + 1 :]])
    return rebuild(move, lambda _: new)
