"""A board, a vocabulary and moves as definitions of Coq: each is defined where it is first used, and once."""

from __future__ import annotations

from collections.abc import Callable

from lasker.algebra.contents import Life, Vocabulary, members
from lasker.algebra.fragments import Cell
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
    measure,
)
from lasker.kernel.errors import SortError
from lasker.proofs.coq import prelude
from lasker.proofs.coq.names import Names, comment, defined, in_list
from lasker.space.movement import Offset
from lasker.space.space import GraphSpace, LatticeSpace, Owner, Space

PARTS = ("boards", "spaces", "games")
SHORT = 70  # letters of a term that needs no name
MOST_SHOWN = 60  # nodes of a term that is shown in a comment
FEW = 12  # contents that are listed by name
RELATIONS = {"=": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}


class Terms:
    """Definitions of Coq for a space, its contents, and moves on it.

    >>> import lasker
    >>> model = lasker.load("tictactoe").model
    >>> terms = Terms(model.space, model.vocabulary, str)
    >>> terms.move(model.states["x"].move)
    '(Bind the_cursor (Cell only_empty false [] []) rule_1)'
    """

    def __init__(self, space: Space, vocabulary: Vocabulary, show: Callable[[Move], str]) -> None:
        self.space, self.vocabulary, self.show = space, vocabulary, show
        self.lines: list[str] = []
        self.names = Names(defined(prelude(*PARTS)))
        self.slots: dict[CounterName, int] = {name: i for i, name in enumerate(vocabulary.counters)}
        self._contents: dict[int, str] = {}
        self._sets: dict[int, str] = {}
        self._regions: dict[tuple[str, Owner], str] = {}
        self._cursors: dict[str, str] = {}
        self._offsets: dict[Offset, str] = {}
        self._moves: dict[Move, str] = {}
        self.heading("the board")
        self._site_names = [self._site(number) for number in range(len(space.sites))]
        self._define_space()

    def heading(self, text: str) -> None:
        """Begin a new part."""
        self.lines += ["", comment(f"---- {text} ----"), ""]

    def define(self, name: str, kind: str, value: str, said: str = "") -> str:
        """Add a definition; its name."""
        name = self.names.new(name)
        if said:
            self.lines.append(comment(said))
        self.lines.append(f"Definition {name} : {kind} := {value}.")
        return name

    def site(self, number: int) -> str:
        """The name of a site."""
        return self._site_names[number]

    def _site(self, number: int) -> str:
        return self.define(self.space.label(number), "site", f"{number + 1}%positive")

    def _define_space(self) -> None:
        space = self.space
        self.all = self.define("squares", "list site", in_list(self._site_names))
        if isinstance(space, LatticeSpace):
            self._base = self.define("lattice_of_squares", "lattice", self._lattice(space))
        elif isinstance(space, GraphSpace):
            self._directions = {d: n for n, d in enumerate(sorted({d for _, d in space.links}), start=1)}
            found = [
                f"({self.site(a)}, {self._directions[d]}%positive, {self.site(b)})"
                for (a, d), b in space.links.items()
            ]
            said = ", ".join(f"{number} {name}" for name, number in self._directions.items())
            self._base = self.define("links_of_squares", "links", in_list(found), f"directions: {said}")

    def _lattice(self, space: LatticeSpace) -> str:
        width, height = (space.high[axis] + 1 if axis < space.dimension else 1 for axis in (0, 1))
        plain = space.dimension == 2 and space.sites == tuple(
            (x, y) for y in range(height) for x in range(width)
        )
        points = (
            f"(rectangle {width} {height})"
            if plain
            else in_list([f"({self.site(n)}, {vector(at)})" for n, at in enumerate(space.sites)])
        )
        seams = [f"Seam {seam.axis} {integer(seam.length)} {optional(seam.twist)}" for seam in space.gluings]
        frames = [vector(frame) for frame in space.frames]
        return f"Lattice {points} {vector(space.low)} {vector(space.high)} {in_list(seams)} {in_list(frames)}"

    def offset(self, offset: Offset) -> str:
        """The name of an offset."""
        if offset not in self._offsets:
            steps = [str(step).replace("-", "m") for step in offset]
            if isinstance(self.space, LatticeSpace):
                value = f"Eval vm_compute in on_lattice {self._base} {vector(offset)}"
            elif isinstance(self.space, GraphSpace):
                word = in_list(
                    [f"{self._directions.get(step, len(self._directions) + 1)}" for step in offset]
                )
                value = f"Eval vm_compute in on_graph {self._base} {self.all} {word}%positive"
            else:
                raise SortError("only boards on lattices and graphs can be exported")
            self._offsets[offset] = self.define("_".join(["by", *steps]), "offset", value)
        return self._offsets[offset]

    def content(self, content: int) -> str:
        """The name of a content."""
        if content not in self._contents:
            vocabulary = self.vocabulary
            symbol = vocabulary.symbol(content)
            words = ["empty"]
            if symbol:
                piece = vocabulary.pieces[symbol - 1]
                words = [vocabulary.players[piece.owner]] if piece.owner is not None else []
                words.append(piece.name)
            shown = vocabulary.show(content)
            words += shown.split("^")[1:]
            self._contents[content] = self.define(
                " ".join(words), "content", f"{content + 1}%positive", shown
            )
        return self._contents[content]

    def contents(self, mask: int) -> str:
        """The name of a set of contents; `#` is no content."""
        mask &= self.vocabulary.squares
        if mask not in self._sets:
            found = list(members(mask))
            if len(found) <= FEW:
                value = f"set_of {in_list([self.content(content) for content in found])}"
                stem = " or ".join(self._contents[content] for content in found) or "nothing"
            else:
                value = f"ranges {in_list([f'({a}, {b})' for a, b in _runs(found)])}%positive"
                stem = "contents"
            stem = stem if len(stem) <= 40 else "contents"
            name = f"only {stem}" if len(found) == 1 else stem
            said = self.vocabulary.spell(mask) or "nothing"
            self._sets[mask] = self.define(name, "contents", f"Eval vm_compute in {value}", said)
        return self._sets[mask]

    def region(self, name: str, owner: Owner) -> str:
        """The name of a region."""
        key = name, owner
        if key not in self._regions:
            sites = self.space.regions.get(key)
            if sites is None:
                raise SortError(f"this board has no region {name}", remedy="declare it: region NAME = …")
            whole = name if owner is None else f"{name} of {self.vocabulary.players[owner]}"
            listed = in_list([self.site(site) for site in sorted(sites)])
            self._regions[key] = self.define(whole, "region", f"Eval vm_compute in set_of {listed}")
        return self._regions[key]

    def cursor(self, name: str) -> str:
        """The name of a cursor."""
        if name not in self._cursors:
            # The order of the numbers is the order of the names, as in the reference.
            number = 1 + int.from_bytes(name.encode()) if len(name.encode()) <= 16 else None
            if number is None:
                raise SortError(f"the cursor {name} has too long a name to be exported")
            word = "the cursor" if name == "%" else f"cursor {name}"
            self._cursors[name] = self.define(word, "cursor", f"{number}%positive", name)
        return self._cursors[name]

    def cell(self, cell: Cell) -> str:
        """A square of a left side, or of a binder."""
        cursors = in_list([self.cursor(name) for name in sorted(cell.cursors)])
        regions = [
            f"({self.region(name, owner)}, {boolean(inside)})"
            for name, owner, inside in sorted(cell.regions, key=repr)
        ]
        beyond = bool(cell.contents & self.vocabulary.void)
        return f"Cell {self.contents(cell.contents)} {boolean(beyond)} {cursors} {in_list(regions)}"

    def write(self, cell: Cell) -> str:
        """A square of a right side."""
        if cell.piece or cell.gains or cell.loses:
            carried = f"(Some {self.cursor(cell.piece)})" if cell.piece else "None"
            return f"(Carry {carried} {cell.gains} {cell.loses})"
        if cell.bare:
            return "Leave"
        choices = [self.content(content) for content in self.vocabulary.written(cell.contents)]
        return f"(Put {in_list(choices)})"

    def move(self, move: Move) -> str:
        """A term: its name, or the term itself if it is short."""
        if move not in self._moves:
            text = self._term(move)
            if len(text) > SHORT or isinstance(move, Rewrite):
                stem = "rule" if isinstance(move, Rewrite) else "moves"
                said = self.show(move) if measure(move)[1] <= MOST_SHOWN else ""
                number = sum(each.startswith(f"{stem}_") for each in self._moves.values()) + 1
                text = self.define(f"{stem}_{number}", "move", text, said)
            self._moves[move] = text if text.isidentifier() else f"({text})"
        return self._moves[move]

    def _term(self, move: Move) -> str:
        match move:
            case Nil():
                return "Nil"
            case Fail():
                return "Fail"
            case Rewrite():
                return self._rewrite(move)
            case Sequence(parts):
                return f"in_order {in_list([self.move(part) for part in parts])}"
            case Choice(options):
                return f"one_of {in_list([self.move(option) for option in options])}"
            case Repeat(body, low, high):
                return f"Repeat {self.move(body)} {low} {optional(high)}"
            case Bind(cursor, cell, body) | Each(cursor, cell, body):
                return f"{type(move).__name__} {self.cursor(cursor)} ({self.cell(cell)}) {self.move(body)}"
            case Test(body, wanted):
                return f"Test {boolean(wanted)} {self.move(body)}"
            case Adjust(counter, relative, amount):
                return f"Adjust {self.slots[counter]} {boolean(relative)} {integer(amount)}"
            case Compare(counter, relation, other):
                value = f"(inl {integer(other)})" if isinstance(other, int) else f"(inr {self.slots[other]})"
                return f"Compare {self.slots[counter]} {RELATIONS[relation]} {value}"
            case Most(counter, body):
                return f"Most {self.slots[counter]} {self.move(body)}"
            case Variable(name):
                raise SortError(f"{name} stands for any move, and a board needs a definite one")

    def _rewrite(self, move: Rewrite) -> str:
        centre = dict(move.before.cells).get(self.space.compass.origin)
        pin = min(centre.cursors) if centre and centre.cursors else None
        anchor = "None" if pin is None else f"(Some {self.cursor(pin)})"
        before = [f"({self.offset(at)}, {self.cell(cell)})" for at, cell in move.before.cells]
        after = []
        for at, cell in move.after.cells:
            cursors = in_list([self.cursor(name) for name in sorted(cell.cursors)])
            after.append(f"({self.offset(at)}, {self.write(cell)}, {cursors})")
        return f"Rewrite {anchor}\n  {in_list(before)}\n  {in_list(after)}"

    def world(self) -> str:
        """What all moves have in common, as a record."""
        vocabulary = self.vocabulary
        bounds = [f"({counter.low}, {counter.high})" for counter in vocabulary.counters.values()]
        return f"World {self.all} {self.marks(Life.MOVED)} {in_list(bounds)}%Z"

    def marks(self, life: Life) -> str:
        """The bits of the marks with a lifetime."""
        vocabulary = self.vocabulary
        bits = sum(vocabulary.mark_bit(mark.name) for mark in vocabulary.marks.values() if mark.life is life)
        return f"{bits}%N"


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """The contents of a set as ranges of their numbers in Coq.

    >>> _runs([0, 1, 2, 5])
    [(1, 3), (6, 6)]
    """
    found: list[tuple[int, int]] = []
    for number in numbers:
        if found and found[-1][1] == number:
            found[-1] = (found[-1][0], number + 1)
        else:
            found.append((number + 1, number + 1))
    return found


def boolean(value: bool) -> str:
    """A truth value in Coq."""
    return "true" if value else "false"


def integer(value: int) -> str:
    """An integer in Coq."""
    return f"({value})%Z"


def vector(values: Offset) -> str:
    """A list of integers in Coq.

    >>> vector((1, -2))
    '[1; -2]%Z'
    """
    return f"{in_list([str(value) for value in values])}%Z"


def optional(value: int | None) -> str:
    """A number, or none, in Coq."""
    return "None" if value is None else f"(Some {value})"
