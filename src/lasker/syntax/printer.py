"""The canonical printer: every value as text that reads back as the same value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from lasker.algebra.contents import Vocabulary
from lasker.algebra.fragments import Cell, Fragment, Pattern
from lasker.algebra.moves import (
    Adjust,
    Bind,
    Choice,
    Compare,
    CounterName,
    Each,
    Fail,
    Most,
    Move,
    Nil,
    Repeat,
    Rewrite,
    Sequence,
    Test,
    Variable,
)
from lasker.kernel.errors import SortError
from lasker.space.compass import Compass
from lasker.space.movement import Affine, Movement, Offset, Rewording
from lasker.space.space import Owner
from lasker.syntax.builtin_names import named_sets
from lasker.syntax.rules import Rules
from lasker.syntax.values import Value, is_move, sort

LOOSE, ROW, TIGHT = 0, 1, 2  # how much may surround a text without brackets


class Printer:
    """Prints values in the words of some rules.

    >>> rules = Rules()
    >>> print(Printer(rules).show(rules.evaluate("R(% + u. -> . + u%)+")))
    (% + l. -> . + l%)+
    """

    def __init__(self, rules: Rules) -> None:
        self.compass: Compass = rules.compass
        self.vocabulary: Vocabulary = rules.vocabulary
        self.named = {
            contents: name
            for name, contents in reversed(named_sets(self.vocabulary).items())
            if self.vocabulary.symbols_in(contents) > 1
        }

    def show(self, value: Value) -> str:
        """The text of any value."""
        if isinstance(value, Affine | Rewording):
            return self.movement(value)
        if isinstance(value, Pattern):
            return self.pattern(value)
        if isinstance(value, Fragment):
            return self.fragment(value)
        if is_move(value):
            return self.move(value)
        raise SortError(f"a {sort(value)} has no text of its own")

    # --- movements ----------------------------------------------------------------------------

    def movement(self, movement: Movement) -> str:
        """A movement as a product of letters, a walk first and then turns: `uurR²`."""
        turns, product = self._turn(movement)
        shift = movement.shift
        if isinstance(movement, Affine):
            shift = tuple(a - b for a, b in zip(shift, product.shift, strict=True))
        walk, players = self.walk(shift), self._players(movement)
        return " ".join(part for part in (walk, turns, players) if part) or "1"

    def _turn(self, movement: Movement) -> tuple[str, Movement]:
        """The turns in a movement: their text, and their product, which may shift on its own."""
        for product, word in self._products.items():
            if _same_turn(product, movement):
                return " ".join(_power(name, k) for name, k in word), product
        raise SortError("this movement is no product of the board's turns")

    @cached_property
    def _products(self) -> dict[Movement, list[tuple[str, int]]]:
        """Every symmetry of the compass with a shortest word for it."""
        words: dict[Movement, list[tuple[str, int]]] = {self.compass.identity: []}
        frontier = [self.compass.identity]
        while frontier:
            fresh = []
            for element in frontier:
                for name, turn in self.compass.turns.items():
                    product = turn * element
                    if product not in words:
                        words[product] = _times(name, words[element])
                        fresh.append(product)
            frontier = fresh
        return words

    def _players(self, movement: Movement) -> str:
        if not movement.players:
            return ""
        players = len(movement.players)
        shift = movement.players[0]
        if movement.players != tuple((player + shift) % players for player in range(players)):
            raise SortError("this permutation of players is no power of C")
        return _power("C", shift)

    def walk(self, offset: Offset) -> str:
        """An offset as a product of directions: `uur`; on a graph a word."""
        if not offset or isinstance(offset[0], str):
            return " ".join(map(str, offset))
        if self.compass.name in {"hex", "hexfiles"}:
            return " ".join(_power(name, k) for name, k in self._hex_walk(*offset) if k)
        names = {movement.shift: name for name, movement in self.compass.directions.items()}
        steps = []
        for axis in reversed(range(len(offset))):
            unit = tuple((1 if offset[axis] > 0 else -1) * int(i == axis) for i in range(len(offset)))
            if offset[axis]:
                steps.append((names[unit], abs(offset[axis])))
        if all(len(name) == 1 for name, _ in steps) and sum(k for _, k in steps) <= 6:
            return "".join(name * k for name, k in steps)
        return " ".join(_power(name, k) for name, k in steps)

    def _hex_walk(self, q: int, r: int) -> list[tuple[str, int]]:
        names = {movement.shift: name for name, movement in self.compass.directions.items()}
        steps: list[tuple[str, int]] = []
        if q * r < 0:
            k, sign = min(abs(q), abs(r)), 1 if q > 0 else -1
            steps.append((names[sign, -sign], k))
            q, r = q - sign * k, r + sign * k
        steps.append((names[0, 1 if r > 0 else -1], abs(r)))
        steps.append((names[1 if q > 0 else -1, 0], abs(q)))
        return steps

    # --- fragments ----------------------------------------------------------------------------

    def pattern(self, pattern: Pattern, around: int = LOOSE) -> str:
        """A choice of fragments."""
        if len(pattern.options) == 1:
            return self.fragment(pattern.options[0], around)
        text = " | ".join(self.fragment(option) for option in pattern.options)
        return f"({text})" if around > LOOSE else text

    def fragment(self, fragment: Fragment, around: int = LOOSE) -> str:
        """A sum of squares, rows from the bottom."""
        if not fragment.cells:
            return "0"
        squares = [
            self._square(offset, cell, around if len(fragment.cells) == 1 else ROW)
            for offset, cell in fragment.cells
        ]
        text = " + ".join(text for square in squares for text in square)
        many = sum(map(len, squares)) > 1
        return f"({text})" if many and around > LOOSE else text

    def _square(self, offset: Offset, cell: Cell, around: int) -> list[str]:
        """One square; a cursor that stands on a content is glued on as `@`."""
        walk = self.walk(offset)
        places = [_cursor("@", name) for name in sorted(cell.here)]
        if cell.bare:
            texts = [self._narrow((places[0] if places else "same") + self._marks(cell), cell), *places[1:]]
        else:
            texts = [self._narrow(self.content(cell), cell), *places]
        return [self._walked(walk, text, around if len(texts) == 1 else ROW) for text in texts]

    def _walked(self, walk: str, text: str, around: int) -> str:
        bracketed = " | " in text or " in " in text or " is " in text
        if (bracketed and (walk or around > LOOSE)) and not _bracketed(text):
            text = f"({text})"
        blank = " " if walk and (text[0].isalnum() or " " in walk or len(walk) > 6) else ""
        return walk + blank + text

    def content(self, cell: Cell) -> str:
        """What a cell says of its content."""
        if cell.piece:
            text = _cursor("%", cell.piece) + self._marks(cell)
            expected = self.vocabulary.marked(cell.gains, cell.loses)
            return text if cell.contents == expected else f"{text} is {self.contents(cell.contents, TIGHT)}"
        return self.contents(cell.contents)

    def _marks(self, cell: Cell) -> str:
        bits = {name: self.vocabulary.mark_bit(name) for name in self.vocabulary.marks}
        return "".join(
            [f"^{name}" for name, bit in bits.items() if cell.gains & bit]
            + [f"^-{name}" for name, bit in bits.items() if cell.loses & bit]
        )

    def contents(self, contents: int, around: int = LOOSE) -> str:
        """A set of contents, by its name if it has one."""
        if not contents:
            return "(. is not .)"
        if contents in self.named:
            return self.named[contents]
        text = (
            " | ".join(self._literals(contents)) if self.vocabulary.heaps else self.vocabulary.spell(contents)
        )
        return f"({text})" if " | " in text and around > LOOSE else text

    def _literals(self, contents: int) -> Iterator[str]:
        """The parts of a set, numbers of a counted piece as `seeds{2,3}`."""
        for (kind, owner), heap in self.vocabulary.heaps.items():
            name, wide = f"{self._turned(owner)}{kind}", len(heap)
            held = [n for n in range(1, wide) if heap[n] & contents == heap[n]]
            for low in [n for n in held if n - 1 not in held]:
                high = next(n for n in range(low, wide + 1) if n + 1 not in held)
                contents &= ~sum(heap[low : high + 1])
                most = "" if high == wide - 1 else str(high)
                number = f"{{{low}}}" if low == high else f"{{{low},{most}}}"
                yield name + (number if (low, high) != (1, wide - 1) else "")
        if contents:
            yield self.vocabulary.spell(contents)

    def _turned(self, owner: Owner) -> str:
        return "" if not owner else "C " if owner == 1 else f"C^{owner} "

    def _narrow(self, text: str, cell: Cell) -> str:
        for name, owner, inside in sorted(cell.regions, key=str):
            if " | " in text or " in " in text or " is " in text:
                text = f"({text})"
            text = f"{text} {'' if inside else 'not '}in {name}{self._of(owner)}"
        return text

    def _of(self, owner: Owner) -> str:
        """An owner is named, except the first, whom a name means anyway."""
        return f" of {self.vocabulary.players[owner]}" if owner else ""

    # --- moves --------------------------------------------------------------------------------

    def move(self, move: Move, around: int = LOOSE) -> str:
        """A move, with brackets only where they are needed."""
        match move:
            case Nil():
                return "nil"
            case Fail():
                return "fail"
            case Variable(name, movement):
                if movement is None:
                    return name
                return _wrap(f"{self.movement(movement)} {name}", around > LOOSE)
            case Rewrite(before, after):
                return f"({self.rewrite(before, after)})" if around > LOOSE else self.rewrite(before, after)
            case Sequence(parts):
                return _wrap(" ".join(self.move(part, TIGHT) for part in parts), around >= TIGHT)
            case Choice(options):
                return _wrap(" | ".join(self.move(option, ROW) for option in options), around >= ROW)
            case Repeat(body, low, high):
                return self.move(body, TIGHT) + _times_text(low, high)
            case Bind(cursor, cell, body) | Each(cursor, cell, body):
                text = f"{_cursor('%', cursor)}{self._head(cursor, cell)}: {self._body(body)}"
                return _wrap(("each " if isinstance(move, Each) else "") + text, around > LOOSE)
            case Test(Compare() as body, False):
                return "!" + self.move(body)
            case Test(body, wanted):
                return f"{'' if wanted else '!'}[{self._asked(body)}]"
            case Compare(counter, relation, other):
                right = str(other) if isinstance(other, int) else self._counter(other)
                return f"[{self._counter(counter)} {relation} {right}]"
            case Adjust(counter, relative, amount):
                sign = ":=" if not relative else "-=" if amount < 0 else "+="
                return _wrap(
                    f"{self._counter(counter)} {sign} {abs(amount) if relative else amount}", around >= TIGHT
                )
            case Most(counter, body):
                return _wrap(f"most {self._counter(counter)} {self.move(body, TIGHT)}", around >= TIGHT)

    def _asked(self, body: Move) -> str:
        if isinstance(body, Rewrite) and not body.after.cells:
            return self.fragment(_centred(body.before))
        return self.move(body)

    def rewrite(self, before: Fragment, after: Fragment) -> str:
        """The two sides of an arrow."""
        return f"{self.fragment(_centred(before))} -> {self.fragment(_centred(after))}"

    def _body(self, body: Move) -> str:
        """The body of a binder; a choice is bracketed when it ends with another binder."""
        swallows = isinstance(body, Choice) and isinstance(body.options[-1], Bind | Each)
        return self.move(body, ROW if swallows else LOOSE)

    def _head(self, cursor: str, cell: Cell) -> str:
        if cell.here:
            places = " + ".join(_cursor("@", name) for name in sorted(cell.here))
            squares = self.vocabulary.squares
            text = (
                places if cell.contents == squares else f"{places} is {self.contents(cell.contents, TIGHT)}"
            )
            return f" {self._narrow(text, cell)}"
        text = self._narrow(self.contents(cell.contents), cell)
        if " | " in text and not _bracketed(text):
            text = f"({text})"
        return text if cursor == "%" and not text[0].isalpha() else f" {text}"

    def _counter(self, counter: CounterName) -> str:
        return counter[0] + self._of(counter[1])


def _centred(fragment: Fragment) -> Fragment:
    """The same squares with the centre first, as people write rules."""
    return Fragment(tuple(sorted(fragment.cells, key=lambda item: any(item[0]))))


def _times(name: str, word: list[tuple[str, int]]) -> list[tuple[str, int]]:
    if word and word[0][0] == name:
        return [(name, word[0][1] + 1), *word[1:]]
    return [(name, 1), *word]


def _same_turn(a: Movement, b: Movement) -> bool:
    if isinstance(a, Affine) and isinstance(b, Affine):
        return a.matrix == b.matrix
    return isinstance(a, Rewording) and isinstance(b, Rewording) and a.names == b.names


def _power(name: str, exponent: int) -> str:
    superscript = {2: "²", 3: "³"}
    return name if exponent == 1 else name + superscript.get(exponent, f"^{exponent}")


def _times_text(low: int, high: int | None) -> str:
    known = {(0, None): "*", (1, None): "+", (0, 1): "?"}
    if (low, high) in known:
        return known[low, high]
    return f"{{{low},}}" if high is None else f"{{{low}}}" if low == high else f"{{{low},{high}}}"


def _cursor(sign: str, name: str) -> str:
    return sign if name == "%" else f"{sign}{name}"


def _wrap(text: str, needed: bool) -> str:
    return f"({text})" if needed else text


def _bracketed(text: str) -> bool:
    """Is the whole text one pair of brackets?"""
    if not (text.startswith("(") and text.endswith(")")):
        return False
    depth = 0
    for i, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return i == len(text) - 1
    return False
