"""Classification of the symbolic paths of a game into move kinds, with the proofs of their side conditions.

Where a proof fails, NotClassified carries the reason, and the game is run by the walk instead.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from itertools import product
from typing import TypeVar

from lasker.compiler.groups.alternatives import Kind, guards, is_pass, pass_of, split_alternatives
from lasker.compiler.groups.effects import effective_writes
from lasker.compiler.groups.game import Attack, Census, Classes, GroupedTurn, Test
from lasker.compiler.groups.kinds.census import census_counters, census_of
from lasker.compiler.groups.kinds.chains import chain_of, is_chain
from lasker.compiler.groups.kinds.fills import fill_of
from lasker.compiler.groups.kinds.followed_moves import followed_of, is_followed
from lasker.compiler.groups.kinds.inline_tests import InlinedTests
from lasker.compiler.groups.kinds.path_classification import Shapes
from lasker.compiler.groups.kinds.products import is_product, product_of
from lasker.compiler.groups.kinds.residuals import Splitting, residual_of
from lasker.compiler.groups.kinds.settle_rule import count_steps, settle_steps
from lasker.compiler.groups.kinds.square_tests import square_test_of, square_test_paths, test_name
from lasker.compiler.groups.kinds.sweeps import is_sweep, sweep_of
from lasker.compiler.groups.merging.branches import drop_subsumed, merge_branches
from lasker.compiler.groups.moves import Moves
from lasker.compiler.groups.path import (
    NotClassified,
    Path,
    Question,
    merge_bases,
    shifted,
    union,
    written_sites,
)
from lasker.compiler.groups.path_budget import WorkBudget
from lasker.compiler.groups.side_conditions.coinciding_moves import merge_coinciding
from lasker.compiler.groups.side_conditions.disjointness import (
    prove_disjoint,
    prove_specials_disjoint,
    require_labels,
)
from lasker.compiler.groups.side_conditions.royals import growing_royals, masked_royals
from lasker.compiler.groups.side_conditions.scratch_marks import no_scratch_marks
from lasker.compiler.groups.side_conditions.symmetries import Symmetry, mirrored_blocks
from lasker.compiler.groups.symbolic_execution import paths, unfolded
from lasker.compiler.ir.names import distinct
from lasker.compiler.ir.ops import Body, Program, deciding_counters
from lasker.compiler.ir.sizes import settled_contents

MOST_SITES = 1024
Special = TypeVar("Special")
Ends = tuple[bool, int | None]  # does a path name a first square, and the offset of a second one, if any


def classify(program: Program, without: frozenset[str] = frozenset()) -> Classes:
    """The classes of a game, without the parts that are switched off; NotClassified with the reason if there
    are none."""
    return Classification(program, without).classes()


class Classification:
    """State of the classification of a game."""

    def __init__(self, program: Program, without: frozenset[str]) -> None:
        self.program, self.without = program, without
        self.variants = 1 << program.marks
        self.alphabet = settled_contents(program)
        self.tests: dict[str, Test] = {}
        self.sure: dict[str, dict[Ends, list[Path]]] = {}  # paths of tests that depend on contents only
        self.decided: dict[tuple[str, tuple[tuple[int, int], ...], int], int] = {}  # by conditions and bases
        self.begun: dict[str, int] = {}  # required contents of the first square of a test's paths
        self.read: dict[str, frozenset[int]] = {}  # the counters that tests depend on
        self.listed: dict[str, list[Path]] = {}
        self.placed: dict[str, tuple[Question, list[Path]]] = {}  # tests about squares, and their paths
        self.special: dict[str, Moves] = {}
        self.mirrors: dict[str, tuple[str, Symmetry]] = {}  # blocks that are symmetric images of others
        self.images: dict[str, str] = {}  # blocks whose paths are those of others, as their images
        self.disjoint: dict[str, bool] = {}  # blocks whose moves are proved disjoint as groups of the rules
        self.opening = InlinedTests(self.test, self._paths)
        self.work = WorkBudget()
        self.splitting = Splitting(self._paths_of, self.work)
        shapes = partial(Shapes, self.alphabet, program.marks, self.test, self.asked, without)
        self.shapes = shapes(program.by_label)

    def classes(self) -> Classes:
        """All classes, with all side conditions checked."""
        program = self.program
        if program.sites > MOST_SITES:
            raise NotClassified(f"the board has more than {MOST_SITES} squares")
        if program.frames > 1:
            raise NotClassified("the board turns the compass over")
        if any(turn.by_chance for turn in program.turns):
            raise NotClassified("chance moves")
        if "next_turn_tests" in self.without and any(len(turn.next) > 1 for turn in program.turns):
            raise NotClassified("the turn order depends on the board")
        if any(turn.next[-1][0] is not None for turn in program.turns):
            raise NotClassified("it may be that no turn follows")
        found = self._classified()
        several = growing_royals(found, program.marks)
        if several & masked_royals(found):
            found = self._reclassified(several)
            several = growing_royals(found, program.marks)
        no_scratch_marks(program, found)
        every = frozenset(test.royals for test in found.tests.values() if isinstance(test, Attack))
        return replace(found, tested_royals=every if "predicted_attacks" in self.without else several)

    def _classified(self) -> Classes:
        self.mirrors = {} if "player_symmetry" in self.without else mirrored_blocks(self.program)
        numbers = range(len(self.program.turns))
        listed = [self._listed_moves(number) for number in numbers]  # all, before the work of grouping them
        turns = tuple(map(self._turn, numbers, listed))
        marking = settle_steps(self.program, self.test, self._on_alphabet)
        counting = count_steps(self.program, self.alphabet, self.test, self.read)
        return Classes(self.alphabet, turns, self.tests, marking, counting)

    def _reclassified(self, unmasked: frozenset[int]) -> Classes:
        """Classifies again with some attacks excluded from masks. The paths are already enumerated, so only
        tests that are still needed are classified."""
        before, self.tests = tuple(self.tests), {}
        self.shapes.unmasked = unmasked
        for name in before:
            if name in self.placed:
                self.asked(self.placed[name][0])
            else:
                self.test(name)
        return self._classified()

    def _listed_moves(self, number: int) -> list[Path]:
        """The paths of a turn; NotClassified where a residual leaves nothing for bitboards."""
        moves = [turn.move for turn in self.program.turns]
        same = [{move, self.mirrors.get(move, (move,))[0]} for move in moves]
        own = [at for at, each in enumerate(same) if not each & {*moves[:at]}]
        self.splitting.share = sum(at <= number for at in own) / len(own)
        found = self._paths(moves[number])
        for residual in self.special[moves[number]].residuals:
            alone = not found and self.special[moves[number]].every() == (residual,)
            if alone or any(self._is_hopeless(later.move) for later in self.program.turns[number + 1 :]):
                raise NotClassified(residual.why)
        return found

    def _turn(self, number: int, found: list[Path]) -> GroupedTurn:
        """The classes of a turn, by single kinds of pieces where groups as in the rules overlap."""
        turn = self.program.turns[number]
        self.work.share = (number + 1) / len(self.program.turns)  # so that players are treated alike
        ends = tuple(end.block for end in turn.ends)
        for block in (*ends, *(test for test, _ in turn.next if test is not None)):
            self.test(block)
        moves = self._with(self._disjoint_moves(found, turn.move), turn.move)
        prove_specials_disjoint(moves, self.program.marks, self.tests)
        if self.program.by_label:
            require_labels(moves)
        return GroupedTurn(moves, turn.next, ends)

    def _is_hopeless(self, block: str) -> bool:
        """Will no path of a block be listed, because all work is spent, or because the block of which it is
        the image could not be listed as a whole?"""
        other = self.mirrors[block][0] if block in self.mirrors else ""
        refused = other in self.special and bool(self.special[other].residuals)
        spent = block not in self.listed and self.splitting.is_spent(refused)
        return spent and not self._specials(block)[0].special

    def _moves_of_body(self, body: Body) -> Moves:
        return self._disjoint_moves(self._paths_of(body))

    def _disjoint_moves(self, found: list[Path], block: str = "") -> Moves:
        """Paths as pairwise disjoint moves. What is proved of a block holds for its image too."""
        by_label, known = self.program.by_label, self.images.get(block)
        proved = None if known is None else self.disjoint.get(known)
        if proved is not False:
            try:
                moves = self.shapes.moves(found)
                if not proved:
                    prove_disjoint(moves, self.program.marks, by_label, self.work)
                self.disjoint[block] = True
                return moves
            except NotClassified:
                pass
        self.disjoint[block] = False
        moves = self.shapes.moves(found, self._kinds)
        if "coinciding_moves" not in self.without and not by_label:
            return merge_coinciding(moves, self.program.marks, self.work)
        prove_disjoint(moves, self.program.marks, by_label, self.work)
        return moves

    def _paths(self, block: str) -> list[Path]:
        """The feasible paths of a block, each once, with as few tests as possible."""
        if block not in self.listed:
            self.special[block], body = self._specials(block)
            seen = None if self.special[block].special else self._image_paths(block)
            self.listed[block] = self._listed(block, body) if seen is None else seen
        return self.listed[block]

    def _listed(self, block: str, body: Body) -> list[Path]:
        """The paths of a body; alternatives without paths become residuals."""
        if "residuals" in self.without or self.program.by_label:
            return self.splitting.whole(body)
        found, left, why = self.splitting.split(body)
        if left:
            name, named = f"{block}_residual", self.program.blocks[block]
            own = distinct((*self.program.blocks, name))[-1]
            residual = residual_of(self.program, named, own, left, self.alphabet, why)
            self.special[block] = replace(self.special[block], residuals=(residual,))
            found = drop_subsumed(merge_bases(found), self.program.by_label)
        return found

    def _image_paths(self, block: str) -> list[Path] | None:
        """The paths of a block as the image of known ones; the tests they use are classified too."""
        other, by = self.mirrors.get(block, (block, None))
        if by is None or other not in self.listed or self.special[other].special:
            return None
        found = [image for path in self.listed[other] for image in by.image(path)]
        for path in found:
            for question in path.questions:
                self.asked(question)
            if path.branch:
                self.test(path.branch.block)
        self.images[block] = other
        return found

    def _paths_of(self, body: Body) -> list[Path]:
        found = self._simplified(paths(self.program, body, "effects" not in self.without, self.work))
        found = unfolded(self.program, found, self.shapes.carries, self._simplified, self.work)
        found = found if "branches" in self.without else merge_branches(found)
        if "split_tests" in self.without:
            return found
        return merge_bases(part for path in found for part in self.opening.opened(path))

    def _simplified(self, listed: list[Path]) -> list[Path]:
        """The feasible paths among some, with as few tests as possible."""
        simple = filter(None, map(self._on_alphabet, listed))
        asked = [part for path in simple for part in self._without_decided_tests(path)]
        return drop_subsumed(merge_bases(asked), self.program.by_label)

    def _specials(self, block: str) -> tuple[Moves, Body]:
        """The sweeps, chains and passes of a block, whose paths are not enumerated; and the rest of it."""
        body, found = self.program.blocks[block].body, Moves()
        if "sweeps" not in self.without:
            sweeps, body = self._extracted(body, is_sweep, sweep_of)
            found = replace(found, sweeps=sweeps)
        if "chains" not in self.without:
            chain = partial(chain_of, shape=self.shapes.rule, kinds=self._kinds)
            chains, body = self._extracted(body, is_chain, chain)
            found = replace(found, chains=chains)
        if "products" not in self.without:
            products, body = self._extracted(body, is_product, partial(product_of, sort=self._moves_of_body))
            second = partial(followed_of, sort=self._moves_of_body, test=self.test)
            followed, body = self._extracted(body, is_followed, second)
            found = replace(found, products=products, followed=followed)
        if self.program.passes and self.program.blocks[block].arrives:
            passes, body = self._extracted(body, is_pass, pass_of)
            found = replace(found, passes=passes)
        return found, body

    def _extracted(
        self, body: Body, kind: Kind, made: Callable[[Program, Body, int], Special]
    ) -> tuple[tuple[Special, ...], Body]:
        """The move kinds made from the alternatives of a body that are of a kind, and the rest of it; the
        whole body if one of the proofs fails."""
        ways, rest = split_alternatives(body, kind)
        try:
            for asked in (op.block for way in ways for op in guards(way)):
                self.test(asked)
            return tuple(made(self.program, way, self.alphabet) for way in ways), rest
        except NotClassified:
            return (), body

    def _kinds(self, contents: int) -> list[int]:
        """A set of contents, split by symbol."""
        whole = (1 << self.variants) - 1
        shifts = range(0, len(self.program.contents), self.variants)
        return [contents & whole << shift for shift in shifts if contents & whole << shift]

    def _on_alphabet(self, path: Path) -> Path | None:
        """The path restricted to boards of the alphabet; None if it is infeasible there."""
        known = {site: held & self.alphabet for site, held in path.known}
        for site in written_sites(path):
            known.setdefault(site, self.alphabet)  # unconstrained
        if not all(known.values()):
            return None
        after = cache(partial(effective_writes, known=known, alphabet=self.alphabet))
        asked = (q._replace(writes=after(q.writes)) for q in path.questions)
        return path._replace(known=tuple(known.items()), writes=after(path.writes), questions=tuple(asked))

    def _without_decided_tests(self, path: Path) -> list[Path]:
        """The path without tests that its own conditions decide; nothing if they contradict one of them."""
        known = dict(path.known)
        found: list[tuple[int, tuple[Question, ...]]] = [(path.bases, ())]
        for question in path.questions:
            name = self.asked(question)
            if self.read[name] & {op.slot for op in question.counters}:
                raise NotClassified(f"{question.block} asks a counter in the middle of a move")
            sure = self._decided(question.block, path, known) if question.first else 0
            decided = [(bases & sure, asked) for bases, asked in found] if question.wanted else []
            left = [(bases & ~sure, (*asked, question)) for bases, asked in found]
            found = [each for each in (*decided, *left) if each[0]]
        return [path._replace(bases=bases, questions=asked) for bases, asked in found]

    def _decided(self, block: str, path: Path, known: dict[int, int]) -> int:
        """The bases from which a test certainly holds; memoized, since paths with equal conditions write
        differently."""
        key = block, path.known, path.bases
        if key not in self.decided:
            self.decided[key] = self._decided_bases(block, known, path.bases)
        return self.decided[key]

    def _decided_bases(self, block: str, known: dict[int, int], bases: int) -> int:
        """The bases from which the test certainly holds: the conditions of one of its paths follow from what
        is known there."""
        sure, found = self.sure[block], 0
        if not sure:
            return 0
        starts = [site for site, held in known.items() if not held & ~self.begun[block]]
        for first, last in product(starts, (None, *known)):
            far = None if last is None else last - first
            for way in sure.get((True, far), ()):
                if all(known.get(site + first, -1) & ~held == 0 for site, held in way.known):
                    found |= shifted(way.bases, first)
        holding: dict[int, list[int]] = {}  # by contents, the offsets where they are known to be
        for ways in (ways for (begun, _), ways in sure.items() if not begun):
            for way in ways:  # its squares are absolute
                there = bases
                for site, held in way.known:
                    if held not in holding:
                        holding[held] = [far for far, here in known.items() if not here & ~held]
                    there &= union(1 << site - far for far in holding[held] if far <= site)
                    if not there:
                        break
                found |= there
        return found & bases

    def test(self, block: str) -> Test:
        """The classification of a test; memoized."""
        if block not in self.tests:
            filling = fill_of(self.program, block, self.alphabet) or self._census(block)
            ways = [] if filling else self._paths(block)
            self.sure[block] = defaultdict(list)
            for path in ways:
                if not path.questions and not self._reads(path):
                    last = max((site for site, _ in path.known if site != path.origin), default=None)
                    self.sure[block][path.origin is not None, last].append(path)
            firsts = (dict(path.known).get(path.origin, -1) for path in ways if path.origin is not None)
            self.begun[block] = union(firsts)
            self.read[block] = frozenset().union(
                *map(self._reads, ways), census_counters(filling), self._special_reads(block)
            )
            special = not filling and self.special[block].special
            simple = not special and not any(path.counters or path.branch for path in ways)
            attack = self.shapes.attack(ways) if simple else None
            self.tests[block] = filling or attack or self._with(self.shapes.moves(ways), block)
        return self.tests[block]

    def asked(self, question: Question) -> str:
        """The name of the test that a question refers to, classified once."""
        if not question.cursors:
            self.test(question.block)
            return question.block
        name = test_name(question)
        if "square_tables" in self.without:
            raise NotClassified(f"{question.block} asks about a cursor")
        if name not in self.tests:
            if name not in self.placed:
                self.placed[name] = question, self._simplified(square_test_paths(self.program, question))
            _, ways = self.placed[name]
            self.read[name] = frozenset().union(*map(self._reads, ways))
            self.tests[name] = square_test_of(ways, self.alphabet, self.shapes.rule)
        return name

    def _with(self, moves: Moves, block: str) -> Moves:
        """Moves, and those of the block whose paths were not enumerated."""
        special = self.special[block]
        return replace(special, flats=moves.flats, drops=moves.drops, rules=moves.rules, shared=moves.shared)

    def _special_reads(self, block: str) -> set[int]:
        """The counters that moves of a block depend on whose paths were not enumerated."""
        terms = self.special[block].terms() if block in self.special else []
        moves = self.special[block].specials() if block in self.special else ()
        asked = [self.read[test] for move in moves for test in move.asks()]
        if block in self.special and self.special[block].residuals:  # which evaluate their own tests
            asked.append(frozenset(range(len(self.program.counters))))
        counting = (op for each in terms for op in each.counters)
        return set().union(*asked, deciding_counters(counting, self.program))

    def _census(self, block: str) -> Census | None:
        """The block as a census, whose own tests are classified too."""
        found = None if "census" in self.without else census_of(self.program, block, self.alphabet)
        for asked, _ in found.asks if found else ():
            self.test(asked)
        return found

    def _reads(self, path: Path) -> frozenset[int]:
        """The counters that a path depends on."""
        asked = [self.read[self.asked(question)] for question in path.questions]
        branched = (*path.branch.yes, *path.branch.no) if path.branch else ()
        return frozenset().union(*asked, deciding_counters((*path.counters, *branched), self.program))
