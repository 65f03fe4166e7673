"""A game at every level: the program, its paths, its groups; and where two of them differ on a board."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from random import Random

from lasker.algebra.contents import members
from lasker.compiler.bits.meaning.game import BitMeaning
from lasker.compiler.bits.meaning.runtime import Crowded
from lasker.compiler.groups.classification import Classification
from lasker.compiler.groups.game import Attack, Classes
from lasker.compiler.groups.kinds.square_tests import test_name
from lasker.compiler.groups.meaning.boards import Board, Counters, Places, Result, changed
from lasker.compiler.groups.meaning.game import GroupMeaning
from lasker.compiler.groups.meaning.path import ends
from lasker.compiler.groups.moves import Move, image
from lasker.compiler.groups.path import NotClassified, Path, Question, with_bases
from lasker.compiler.groups.side_conditions.live_marks import live_marks
from lasker.compiler.groups.symbolic_execution import paths
from lasker.compiler.ir.interpret import Interpreter
from lasker.compiler.ir.machine import Configuration, Machine, ProgramPosition, Successor
from lasker.compiler.ir.ops import Program
from lasker.compiler.pipeline import compiled
from lasker.kernel.errors import LaskerError
from lasker.model.game import Game

Leads = dict[object, tuple[object, ...]]  # where moves lead, and the least label of each


class Levels:
    """A game at every level, each found once; without groups where sorting gives up."""

    def __init__(self, game: Game, start: ProgramPosition, without: frozenset[str] = frozenset()) -> None:
        self.program: Program = compiled(game).tree
        self.start = start
        self.machine = Machine(self.program, Interpreter(self.program))
        self.sorting = Classification(self.program, without)
        self.why = ""
        try:
            self.classes: Classes | None = self.sorting.classes()
        except NotClassified as reason:
            self.classes, self.why = None, str(reason)
        self._raw: dict[str, list[Path] | None] = {}

    @cached_property
    def groups(self) -> GroupMeaning:
        """The groups, played."""
        assert self.classes is not None, self.why
        return GroupMeaning(self.program, self.classes)

    @cached_property
    def bits(self) -> BitMeaning | None:
        """The bit programs, evaluated; None where there are none."""
        assert self.classes is not None, self.why
        try:
            return BitMeaning(self.program, self.classes)
        except NotClassified:
            return None

    @cached_property
    def royals(self) -> list[int]:
        """The royal pieces that tests aim at."""
        tests = self.classes.tests.values() if self.classes else ()
        return sorted({test.royals for test in tests if isinstance(test, Attack)})

    @cached_property
    def alphabet(self) -> list[int]:
        """All contents of squares between moves."""
        return list(members(self.sorting.alphabet))

    def listed(self, block: str) -> list[Path] | None:
        """The paths of a block as they are sorted, or as they were listed where
        sorting gives up; None where they cannot be listed."""
        if self.classes is not None:
            special = block in self.sorting.special and self.sorting.special[block].special
            return None if special else self.sorting.listed.get(block)
        if block not in self._raw:
            try:
                self._raw[block] = paths(self.program, self.program.blocks[block].body)
            except NotClassified:
                self._raw[block] = None
        return self._raw[block]

    def tests(self) -> list[tuple[str, str, tuple[int, ...]]]:
        """The tests that are asked: the name of each, its block, and the squares that it is about."""
        found: list[tuple[str, str, tuple[int, ...]]] = []
        for name in self.classes.tests if self.classes is not None else ():
            if name in self.sorting.placed:
                asked, _ = self.sorting.placed[name]
                found += [(name, asked.block, at) for at in self._places(asked)]
            else:
                found.append((name, name, ()))
        return found

    def _places(self, asked: Question) -> Iterator[tuple[int, ...]]:
        """The squares that a question may be about: those of all its cursors, so far apart."""
        for site in range(self.program.sites):
            at = tuple(site + each - asked.cursors[0] for each in asked.cursors)
            if min(at) >= 0 and max(at) < self.program.sites:
                yield at

    # --- what each level says ---------------------------------------------------------------------------

    def run(self, block: str, board: Board, counters: Counters, at: Places = ()) -> Iterator[Result]:
        """The level of the program: every end of a block."""
        with self.machine.runner.meter.question():
            for end in self.machine.runner.runs(block, Configuration(board, counters, at)):
                yield Result(end.board, end.counters, end.notes)

    def asked(self, block: str, board: Board, counters: Counters, at: Places = ()) -> bool:
        """The level of the program: can a block be done?"""
        return next(self.run(block, board, counters, at), None) is not None

    def holds(self, block: str, board: Board, counters: Counters, at: Places = ()) -> bool:
        """The level of paths: can a block be done? Blocks without paths are asked one level above."""
        if at and self.classes is not None:
            _, ways = self.sorting.placed[test_name(Question(block, True, (), (), at))]
            here = (with_bases(way, way.bases & 1 << at[0]) for way in ways)
            return next(ends(self.program, here, board, counters, self.holds), None) is not None
        if at or self.listed(block) is None:
            return self.asked(block, board, counters, at)
        return next(self.ends(block, board, counters), None) is not None

    def ends(self, block: str, board: Board, counters: Counters) -> Iterator[Result]:
        """The level of paths: every end of a block."""
        return ends(self.program, self.listed(block) or (), board, counters, self.holds)

    # --- boards -----------------------------------------------------------------------------------------

    def boards(self, seed: str) -> Iterator[ProgramPosition]:
        """Positions without end: from random games, shaken or not, and filled at random."""
        random, here = Random(seed), self.start
        while True:
            roll, board, counters = random.random(), list(here.board), here.counters
            if roll < 0.3:
                board = self._filled(random)
            elif roll < 0.9:
                self._shake(board, random, random.randint(1, 4))
            if random.random() < 0.4:
                counters = tuple(self._counter(slot, random) for slot in range(len(counters)))
            if random.random() < 0.95:
                self._crown(board, random)
            turn = here.turn if roll >= 0.3 else random.randrange(len(self.program.turns))
            yield ProgramPosition(turn, tuple(board), counters)
            here = self._next(here, random)

    def _next(self, here: ProgramPosition, random: Random) -> ProgramPosition:
        """A position that follows by a random move, as the lowest level that there is finds it."""
        try:
            if self.classes is not None and self.groups.applies(here):
                found = self.groups.successors(here)
            else:
                found = list(self.machine.successors(here))
        except LaskerError:
            found = []
        return random.choice(found).after if found and random.random() < 0.95 else self.start

    def _filled(self, random: Random) -> list[int]:
        density, pieces = random.random() * 0.7, self.alphabet[1:]
        some = random.sample(pieces, min(len(pieces), random.randint(2, 8)))
        return [random.choice(some) if random.random() < density else 0 for _ in range(self.program.sites)]

    def _shake(self, board: list[int], random: Random, times: int) -> None:
        for _ in range(times):
            one, other = random.randrange(len(board)), random.randrange(len(board))
            roll = random.random()
            if roll < 0.4:
                board[one], board[other] = board[other], board[one]
            elif roll < 0.6:
                board[one] = 0
            elif roll < 0.8 or not self.program.marks:
                board[one] = random.choice(self.alphabet[1:])
            else:
                marked = board[one] ^ 1 << random.randrange(self.program.marks)
                board[one] = marked if self.sorting.alphabet >> marked & 1 else board[one]

    def _counter(self, slot: int, random: Random) -> int:
        counter = self.program.counters[slot]
        near = random.choice([counter.low, counter.low + 1, counter.high - 1, counter.high, counter.start])
        return counter.start if counter.scratch else min(max(near, counter.low), counter.high)

    def _crown(self, board: list[int], random: Random) -> None:
        """One royal piece of each kind: no more, no less."""
        for royals in self.royals:
            there = [site for site, content in enumerate(board) if royals >> content & 1]
            if not there:
                board[random.randrange(len(board))] = random.choice(list(members(royals)))
            for site in random.sample(there, max(0, len(there) - 1)):
                board[site] = 0


# --- where two levels differ --------------------------------------------------------------------------------


def leads(levels: Levels, found: Iterable[Result], here: tuple[Board, Counters] | None = None) -> Leads:
    """Where results lead, each with its least label, or by its label where that tells moves apart; what leads
    nowhere else than `here` is no move."""
    known: Leads = {}
    for board, counters, label in found:
        key = board, counters, label if levels.program.by_label else ()
        if (board, counters) != here or levels.program.passes:
            known[key] = min(known.get(key, label), label)
    return known


def difference(above: Leads, below: Leads) -> str | None:
    """How two levels differ, in words; a label that is not known below is not compared."""
    missing, extra = above.keys() - below.keys(), below.keys() - above.keys()
    if missing or extra:
        return f"missing {[above[each] for each in missing]}, too many {[below[each] for each in extra]}"
    wrong = [(above[each], label) for each, label in below.items() if label and label != above[each]]
    return f"other labels: {wrong}" if wrong else None


def wrong_paths(levels: Levels, position: ProgramPosition) -> str | None:
    """How paths differ from the program: moves of the turn, and all tests."""
    turn, board, counters = position
    move = levels.program.turns[turn].move
    if levels.listed(move) is not None:
        above = leads(levels, levels.run(move, board, counters), (board, counters))
        below = leads(levels, levels.ends(move, board, counters), (board, counters))
        if found := difference(above, below):
            return f"paths of {move}: {found}"
    for name, block, at in levels.tests():
        if levels.holds(block, board, counters, at) != levels.asked(block, board, counters, at):
            return f"paths of {name} {at} answer wrongly"
    return None


def wrong_groups(levels: Levels, position: ProgramPosition) -> str | None:
    """How groups differ from paths: moves of the turn, and all tests; where there are
    no paths, from the program."""
    turn, board, counters = position
    move = levels.program.turns[turn].move
    found = [result for _, result in levels.groups.results(position)]
    walked = levels.groups.classes.turns[turn].moves.residuals  # which may lead where others lead
    if not walked and len(leads(levels, found)) < len(found):
        twice = [result.label for result in found if found.count(result) > 1]
        return f"groups of {move} make one move twice: {twice}"
    listed = levels.listed(move) is not None
    wanted = (levels.ends if listed else levels.run)(move, board, counters)
    above, below = leads(levels, wanted, (board, counters)), leads(levels, found, (board, counters))
    if differs := difference(above, below):
        return f"groups of {move}: {differs}"
    for name, block, at in levels.tests():
        if levels.groups.holds(name, board, counters, at[:1]) != levels.holds(block, board, counters, at):
            return f"groups of {name} {at} answer wrongly"
    return None


def wrong_successors(levels: Levels, position: ProgramPosition) -> str | None:
    """How the positions that follow, settled and with their turns, differ from those of the program."""

    def told(found: Iterable[Successor]) -> list[object]:
        return [(each.after, each.label if levels.program.by_label else ()) for each in found]

    wanted, found = set(told(levels.machine.successors(position))), told(levels.groups.successors(position))
    if len(set(found)) < len(found):
        return "one position follows twice"
    missing, extra = wanted - set(found), [each for each in found if each not in wanted]
    if missing or extra:
        return f"positions that follow: missing {missing}, too many {extra}"
    return None


def wrong_bits(levels: Levels, position: ProgramPosition) -> str | None:
    """How bit programs differ from groups: how many moves they count, where those lead that are followed by
    others, that are listed and made one by one, and that an opponent looks at."""
    meaning = levels.bits
    if meaning is None:
        return None
    here = meaning.fallen(position)
    if not meaning.applies(here) or not levels.groups.applies(here):
        return None
    wanted = sorted(meaning.place(each.after) for each in levels.groups.successors(here))
    try:
        if (number := meaning.counted(here)) != len(wanted):
            return f"bit programs count {number} moves of {len(wanted)}, at {here}"
        for sink in (meaning.made, meaning.listed, meaning.seen):
            found = sink(here)
            if found is not None and sorted(found) != wanted:
                return (
                    f"bit programs: other moves are {sink.__name__}: {len(found)} of {len(wanted)}, at {here}"
                )
    except Crowded:
        pass  # there was no room, so the walk counts
    return None


# --- side conditions ----------------------------------------------------------------------------------------


def unsaid(levels: Levels, position: ProgramPosition) -> str | None:
    """What a group does on a board that its answers to the side conditions do not name."""
    turn, board, counters = position
    meaning = levels.groups
    for move in meaning.classes.turns[turn].moves.every():
        meaning.asked.clear()
        for result in meaning.groups.results(move, board, counters):
            if found := _unsaid_change(move, board, result.board, levels):
                return f"{type(move).__name__}: {found}"
        for block, there in meaning.asked:
            if block not in move.asks():
                return f"{type(move).__name__} asks {block}"
            if found := _unsaid_contents(move.during_tests(), board, there):
                return f"{type(move).__name__} asks {block} while {found}"
    return None


def _unsaid_change(move: Move, before: Board, after: Board, levels: Levels) -> str | None:
    if changed(before, after) & ~move.squares():
        return "changes a square that it does not name"
    if found := _unsaid_contents(move.written(), before, after):
        return found
    for royals in levels.royals:
        one, other = (sum(royals >> content & 1 for content in each) for each in (before, after))
        if other > one and not move.adds_royal(royals):
            return "makes a royal piece"
    return None


def _unsaid_contents(said: Iterable[tuple[int, object]], before: Board, after: Board) -> str | None:
    """A content that has come to a square, and that no value makes of what was on the board; empty squares
    are left behind by every kind."""
    made: Callable[..., int] = image
    allowed = 1
    for held, value in said:
        allowed |= made(held, value)
    for site in members(changed(before, after)):
        if not allowed >> after[site] & 1:
            return f"content {after[site]} is on square {site}"
    return None


def leads_away(levels: Levels, position: ProgramPosition) -> str | None:
    """Whether a move leads to a position that the classes do not speak of: boards are
    asked about that only where counting starts."""
    after = (levels.groups.after(position.turn, result) for _, result in levels.groups.results(position))
    return None if all(map(levels.groups.applies, after)) else "a move leads where nothing is foretold"


def depends_on_marks(levels: Levels, position: ProgramPosition) -> str | None:
    """Whether moves depend on marks that nothing is said to ask about."""
    assert levels.classes is not None
    marks, asked = levels.program.marks, live_marks(levels.program, levels.classes)
    bare = tuple(
        content & ~((1 << marks) - 1) | content & asked[content >> marks] for content in position.board
    )
    if bare == position.board:
        return None

    def told(board: Board) -> list[tuple[int, ...]]:
        here = position._replace(board=board)
        found = (result for _, result in levels.groups.results(here))
        return sorted(tuple(content >> marks for content in each.board) + each.counters for each in found)

    return None if told(bare) == told(position.board) else "moves depend on a mark that nobody asks about"


def compared(levels: Levels, seed: str, exact: int, more: int) -> int:
    """Compare all levels on boards: the first `exact` with the program, `more` of them paths with groups
    alone. The number of moves that were found, all of them alike."""
    moves = tried = 0
    for position in levels.boards(seed):
        if tried >= exact + more:
            return moves
        tried += 1
        if levels.classes is not None and not levels.groups.applies(position):
            continue
        try:
            found = wrong_paths(levels, position) if tried <= exact else None
            if levels.classes is not None:
                found = found or wrong_groups(levels, position)
                found = found or unsaid(levels, position) or depends_on_marks(levels, position)
                found = found or leads_away(levels, position)
                found = found or wrong_bits(levels, position)
                moves += sum(1 for _ in levels.groups.results(position))
                found = found or (wrong_successors(levels, position) if tried <= exact else None)
        except LaskerError:  # refused by a limit, or no position follows
            continue
        assert found is None, f"{found}, at {position}"
    return moves
