"""The functions of a turn or of a test: its moves counted (leaves), followed by others, or listed for a
player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lasker.compiler.bits.codegen_context import FROM_SQUARE, TO_SQUARE, Common, Writing
from lasker.compiler.bits.grouping import guarded
from lasker.compiler.bits.kinds.rules import ON_A_BOARD
from lasker.compiler.bits.language import (
    AFTER,
    BOARD,
    FALSE,
    GROUND,
    OCCUPIED,
    Assign,
    Block,
    CFunction,
    Compared,
    Either,
    Expr,
    If,
    Let,
    Name,
    Number,
    Return,
    Stmt,
    address,
    bit,
    both,
    call,
    either,
    no,
    under,
)
from lasker.compiler.bits.layout import EMPTY
from lasker.compiler.bits.moves import Emission
from lasker.compiler.bits.scope import Absent
from lasker.compiler.bits.sinks.counting import CountSink
from lasker.compiler.bits.sinks.making import COUNT, DEPTH, SETTLED, MakeSink, residuals_first
from lasker.compiler.groups.moves import Flat, Followed, Move, Moves, Rule, Shared
from lasker.compiler.groups.path import NotClassified

NOTHING_YET = Let("n", Number(0), "uint64_t")


class TurnFunctions:
    """The functions of the moves of one turn, or of one test."""

    def __init__(self, common: Common, name: str, moves: Moves, absent: Absent) -> None:
        self.common, self.name, self.moves, self.absent = common, name, moves, absent
        self.listed = replace(moves, residuals=())  # those that the walk does not generate
        self.royals = set[int]()  # on which attacks are decided by masks

    def _writing(self) -> Writing:
        return Writing(self.common, self.name, self.moves, self.absent)

    def _written(self, writing: Writing, made: CFunction) -> CFunction:
        self.royals |= writing.royals()
        return made

    def test(self) -> CFunction:
        """Is any of the moves possible?"""
        if any(terms.branch for terms in self.moves.terms()):
            raise NotClassified("a test counts in different ways")
        writing = self._writing()
        body = [*Emission(writing, CountSink(writing, any_move=True)).all(self.moves), Return(FALSE)]
        return self._written(writing, writing.function(("inline bool", "holds"), ON_A_BOARD, body))

    def leaves(self, ends: tuple[str, ...]) -> CFunction:
        """The number of moves: classes that differ only in their targets are counted together."""
        writing, sure = self._writing(), self._branches_possible()
        body: list[Stmt] = [NOTHING_YET]
        if sure is not None:
            body.append(If(no(sure), (Return(call(f"{self.name}__sequences", GROUND, BOARD, 1)),)))
        one = (Assign(COUNT, "+=", Number(1)),)
        body += residuals_first(writing, self.moves, lambda step: one, one)
        body += Emission(writing, CountSink(writing)).all(self.listed)
        body.append(Return(COUNT))
        note = f"The number of moves of {self.name}."
        made = writing.function(("uint64_t", "leaves"), ON_A_BOARD, body, ends=ends, note=note)
        return self._written(writing, made)

    def sequences(self, ends: tuple[str, ...]) -> CFunction:
        """The number of move sequences: every move is made."""
        writing, last = self._writing(), Compared(DEPTH, "-", Number(1))
        following = call(f"{self.name}__then", GROUND, BOARD, address(AFTER), last)
        if self._branches_possible() is not None:
            following = Either(Compared(DEPTH, "==", Number(1)), Number(1), following)
        stopped = both(Compared(DEPTH, ">", Number(3)), call("STOPPED", GROUND))
        assert stopped is not None
        body: list[Stmt] = [NOTHING_YET, If(stopped, (Return(Number(0)),))]
        from_here = call("from_start", GROUND, address(SETTLED), Name("turn"), last)
        settled = Assign(COUNT, "+=", Either(Compared(DEPTH, "==", Number(1)), Number(1), from_here))
        sink = MakeSink(writing, lambda step: (Assign(COUNT, "+=", following),), lambda step: (settled,))
        body += residuals_first(writing, self.moves, lambda step: (settled,), (settled,))
        body += Emission(writing, sink).all(self.listed)
        body.append(Return(COUNT))
        note = f"The number of move sequences of length `depth` >= 2 that begin with {self.name}."
        given = (*ON_A_BOARD, ("int", "depth"))
        made = writing.function(("uint64_t", "sequences"), given, body, ends=ends, note=note)
        return self._written(writing, made)

    def _branches_possible(self) -> Expr | None:
        """The condition that all counter updates of branches are possible."""
        branches = {terms.branch for terms in self.moves.terms() if terms.branch}
        found = {self.common.counts.possible(each) for branch in branches for each in (branch.yes, branch.no)}
        return both(*sorted((each for each in found if each is not None), key=str))

    # --- for an opponent --------------------------------------------------------------------------------

    def played(self, ends: tuple[str, ...]) -> Iterator[CFunction]:
        """The positions after the moves, listed; is a royal piece attacked, which pieces can capture on a
        square, has the game ended?"""
        writing = self._writing()
        emission = Emission(writing, MakeSink(writing, self._listed))
        body: list[Stmt] = [NOTHING_YET]
        there = _count_listed(call("listed_settled", Name("who"), address(SETTLED), Name("turn")))
        body += residuals_first(writing, self.moves, self._listed, there, Name("all"))
        for guards, moves in guarded(_quiet_separately(self.listed)):
            noisy = emission.some(moves.where(lambda each: not _quiet(each)))
            quiet = emission.some(replace(moves.where(_quiet), shared=()))
            gains = tuple(Shared(tuple(m for m in each.moves if not _quiet(m))) for each in moves.shared)
            shared, some = emission.some(Moves(shared=moves.shared)), emission.some(Moves(shared=gains))
            noisy += [If(Name("all"), tuple(shared), tuple(some))] if shared else []
            body += under(writing.asked(guards), [*noisy, *under(Name("all"), quiet)])
        body.append(Return(COUNT))
        note = f"The positions after the moves of {self.name}; without `all`, no quiet moves."
        given = (("Search *", "who"), *ON_A_BOARD, ("bool", "all"))
        made = writing.function(("uint64_t", "list"), given, body, ends=ends, note=note)
        yield self._written(writing, made)
        yield from self._questions(writing, ends)

    def _listed(self, step: tuple[int, int] | None) -> Block:
        """The position after a move is listed, unless the list is full."""
        who, following = Name("who"), call(f"{self.name}__next", GROUND, address(AFTER))
        if step is None:
            written = call("listed", who, address(AFTER), following)
        else:
            was, becomes = step
            start = FROM_SQUARE if was else TO_SQUARE
            written = call("stepped", who, address(AFTER), following, was, becomes, start, TO_SQUARE)
        return _count_listed(written)

    def _questions(self, writing: Writing, ends: tuple[str, ...]) -> Iterator[CFunction]:
        attacked: Expr = Number(-1)
        struck: Expr = Name("NONE")
        site = Name("site")
        if writing.safety is not None:
            attacked = call(f"{writing.safety.block}__holds", GROUND, BOARD)
            struck = call(f"{writing.safety.block}__strikers", GROUND, BOARD, site, OCCUPIED) & ~bit(site)
        ended = either(*(call(f"{end}__holds", GROUND, BOARD) for end in ends))
        at = (*ON_A_BOARD, ("int", "site"), ("bits", "occupied"))
        yield CFunction("static int", f"{self.name}__attacked", ON_A_BOARD, (Return(attacked),))
        yield CFunction("static bits", f"{self.name}__struck", at, (Return(struck),))
        yield CFunction("static bool", f"{self.name}__over", ON_A_BOARD, (Return(ended),))


def _count_listed(written: Expr) -> Block:
    """Counts a listed move; where the list is full, returns."""
    return (If(no(written), (Return(COUNT),)), Assign(COUNT, "+=", Number(1)))


def _quiet(move: Move) -> bool:
    """Does a piece move to an empty square unchanged? Kinds other than classes and rules count as quiet."""
    if isinstance(move, Flat):
        return move.targets == EMPTY and move.value.site is not None and not move.terms.effects
    if isinstance(move, Followed):
        return all(map(_quiet, move.moves))
    return not isinstance(move, Rule)


def _quiet_separately(moves: Moves) -> Moves:
    """Moves that are followed by others, the quiet ones separate."""
    parted = (
        replace(each, moves=tuple(move for move in each.moves if _quiet(move) is quiet))
        for each in moves.followed
        for quiet in (False, True)
    )
    return replace(moves, followed=tuple(each for each in parted if each.moves))
