"""The checker of certificates of equations: over the reference evaluator and the definition of derivatives.

It finds nothing by itself: every kind of evidence says what is to be looked at, and a claim is refused if
that is not what the evidence says.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import product
from typing import Any

from lasker.algebra import moves
from lasker.algebra.contents import members
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Choice, Move, Sequence, Test, Variable, children, rebuild
from lasker.algebra.subterms import free_cursors
from lasker.kernel.errors import FileError, LimitError
from lasker.proofs.checker.checker_results import BUDGET, Checked, ClaimRefused, checked, versioned
from lasker.proofs.equations import laws
from lasker.proofs.equations.derivatives import is_closed
from lasker.proofs.equations.local_moves import NotLocalError
from lasker.proofs.equations.run_inclusion import RunComparison
from lasker.proofs.equations.settings import Classes, counter_values, subterms
from lasker.proofs.equations.tableaux import Refutation, written
from lasker.proofs.equations.terms import Plain, plain, spelled
from lasker.proofs.equations.witnesses import distinguishes
from lasker.space.board_kinds import KINDS
from lasker.space.shapes import rectangle
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import is_move

COUNTING = (
    *(moves.Nil, moves.Fail, moves.Sequence, moves.Choice, moves.Repeat, moves.Test),
    *(moves.Adjust, moves.Compare, moves.Most),
)
Evidence = dict[str, Any]


class EquationChecker:
    """The claims of one certificate about moves, checked one after the other.

    >>> claim = {"says": "equal", "left": "nil M", "right": "M", "holds": True, "evidence": {
    ...     "kind": "laws", "left": [["nil then M is M", "M"]], "right": []}}
    >>> whole = {"certificate": 1, "words": {"rules": "", "space": None}, "claims": [claim]}
    >>> print(next(EquationChecker(whole).checked()))
    Checked(claim='nil M = M', proved=True, reason='1 steps by laws')
    """

    def __init__(self, certificate: object, budget: int = BUDGET) -> None:
        self.claims, self.words = _shaped(certificate)
        self.vocabulary = self.words.vocabulary
        self.budget = budget
        self.show = Printer(self.words).show

    def checked(self) -> Iterator[Checked]:
        """Every claim with the result of its check."""
        for claim in self.claims:
            yield checked(_told(claim), partial(self._check, claim))

    def _check(self, claim: dict[str, Any]) -> str:
        if claim.get("says") not in ("equal", "included") or not isinstance(claim.get("holds"), bool):
            raise ClaimRefused("a claim says `equal` or `included`, and `holds` is true or false")
        left, right = self.move(claim.get("left")), self.move(claim.get("right"))
        evidence, included = claim.get("evidence"), claim["says"] == "included"
        if not claim["holds"]:
            if not isinstance(evidence, dict) or evidence.get("kind") != "witness":
                raise ClaimRefused("what does not hold is shown by a witness, a board and a result")
            return distinguishes(evidence, left, right, self.words, included)
        return self.equal(moves.choice([left, right]) if included else left, right, evidence)

    def move(self, text: object) -> Move:
        """A move as it is written."""
        if not isinstance(text, str):
            raise ClaimRefused("a move must be a text")
        value = self.words.evaluate(text, variables=True)
        if not is_move(value):
            raise ClaimRefused(f"{text!r} is no move")
        return value

    def equal(self, left: Move, right: Move, evidence: object) -> str:
        """Check that two moves are equal by the evidence: what was looked at, or an error."""
        kinds: dict[str, Callable[[Move, Move, Evidence], str]] = {
            "laws": self._laws,
            "derivatives": self._derivatives,
            "tableau": self._tableau,
            "local": self._local,
            "values": self._values,
            "settings": self._settings,
            "parts": self._parts,
        }
        kind = evidence.get("kind") if isinstance(evidence, dict) else None
        if not isinstance(evidence, dict) or not isinstance(kind, str) or kind not in kinds:
            raise ClaimRefused(f"there is no evidence of a kind; kinds are {', '.join(kinds)}")
        return kinds[kind](left, right, evidence)

    # ---- kinds of evidence ----

    def _laws(self, left: Move, right: Move, evidence: Evidence) -> str:
        """Chains of terms, each following from the one before it by a law, to the same term."""
        ends, count = [], 0
        for side, start in (("left", left), ("right", right)):
            now = start
            for law, text in _rows(evidence, side, 2):
                if law not in laws.LAWS:
                    raise ClaimRefused(f"{law!r} is no law of these chains")
                then = self.move(text)
                if not laws.follows(now, then, law):
                    raise ClaimRefused(f"{text!r} does not follow from {self.show(now)!r} by {law!r}")
                now, count = then, count + 1
            ends.append(now)
        said = f"{count} steps by laws"
        if "then" in evidence:
            return f"{said}, then {self.equal(ends[0], ends[1], evidence['then'])}"
        if not laws.same(ends[0], ends[1]):
            raise ClaimRefused(f"the chains end in {self.show(ends[0])!r} and {self.show(ends[1])!r}")
        return said

    def _plain(self, move: Move, evidence: Evidence) -> Plain:
        atoms = evidence.get("atoms", [])
        known = {self.vocabulary.show(each): 1 << each for each in members(self.vocabulary.squares)}
        known["#"] = self.vocabulary.void
        if not isinstance(atoms, list) or not all(isinstance(each, list) for each in atoms):
            raise ClaimRefused("the atoms are no list of lists of contents")
        if any(not isinstance(name, str) or name not in known for each in atoms for name in each):
            raise ClaimRefused("an atom has contents that no square has")
        if any(len({*each}) < len(each) for each in atoms):
            raise ClaimRefused("an atom has a content twice")
        return plain(move, tuple(sum(known[name] for name in each) for each in atoms))

    def _derivatives(self, left: Move, right: Move, evidence: Evidence) -> str:
        """Pairs of terms that stop alike and lead to each other."""
        start = self._plain(left, evidence), self._plain(right, evidence)
        pairs = {
            (self._plain(self.move(one), evidence), self._plain(self.move(two), evidence))
            for one, two in _rows(evidence, "pairs", 2)
        }
        wrong = is_closed(start, pairs)
        if wrong:
            raise ClaimRefused(wrong)
        return f"{len(pairs)} pairs of derivatives"

    def _tableau(self, left: Move, right: Move, evidence: Evidence) -> str:
        """Both differences have no model; the nodes of their tableaux are those that are written."""
        one, two = self._plain(left, evidence), self._plain(right, evidence)
        count = 0
        for side, (smaller, larger) in (("left", (one, two)), ("right", (two, one))):
            found = Refutation(smaller, larger, self.vocabulary)
            if not found.holds:
                raise ClaimRefused(f"the {side} may have a result that the other has not")
            nodes = self.nodes(found)
            if evidence.get(side) != nodes:
                raise ClaimRefused(f"these are not the nodes of the tableau of the {side}")
            count += len(nodes)
        return f"tableaux of {count} nodes"

    def nodes(self, found: Refutation) -> list[list[str]]:
        """The nodes of a tableau as texts."""
        return sorted(written(node, lambda term: spelled(term, self.show)) for node in found.states)

    def _local(self, left: Move, right: Move, evidence: Evidence) -> str:
        """The same results of all runs, on all boards of which no more is known than what is read."""
        try:
            compared = RunComparison(left, right, self.words.kind, self.vocabulary, self.budget)
            agree = compared.agree()
        except NotLocalError as error:
            raise ClaimRefused(str(error)) from None
        if not agree:
            raise ClaimRefused("some board tells them apart")
        return _counted(evidence, compared.boards, "boards around chosen squares")

    def _values(self, left: Move, right: Move, evidence: Evidence) -> str:
        """For all values of the counters, what both moves lead to."""
        if not all(isinstance(part, COUNTING) for side in (left, right) for part in subterms(side)):
            raise ClaimRefused("a table of values is about moves that change counters alone")
        arena = Arena(rectangle(1, 1), self.vocabulary)
        table: list[list[Any]] = []
        for values in counter_values([left, right], self.vocabulary):
            self._spend(len(table))
            start = Configuration((0,), (), values)
            ends = [sorted({end.counters for end in arena.results(side, start)}) for side in (left, right)]
            if ends[0] != ends[1]:
                raise ClaimRefused(f"from {values} they lead to different values")
            table.append([list(values), [list(end) for end in ends[0]]])
        if evidence.get("table") != table:
            raise ClaimRefused("the values are others than those of the table")
        return f"all {len(table)} values of the counters"

    def _settings(self, left: Move, right: Move, evidence: Evidence) -> str:
        """The same results on all settings of the declared board."""
        space = self.words.space
        if space is None:
            raise ClaimRefused("settings can be counted only on a declared board")
        sides = [left, right]
        if any(isinstance(part, Variable) for side in sides for part in subterms(side)):
            raise ClaimRefused("unknown moves have no results")
        arena, cursors = Arena(space, self.vocabulary), sorted(free_cursors(left) | free_cursors(right))
        count = 0
        for board in Classes(sides, self.vocabulary).fillings(len(space.sites)):
            for values in counter_values(sides, self.vocabulary):
                for sites in product(range(len(space.sites)), repeat=len(cursors)):
                    count += 1
                    self._spend(count)
                    placed = tuple((name, (site, 0)) for name, site in zip(cursors, sites, strict=True))
                    start = Configuration(board, placed, values)
                    if arena.results(left, start) != arena.results(right, start):
                        raise ClaimRefused(f"they differ on setting {count}")
        return _counted(evidence, count, "settings of the declared board")

    def _spend(self, count: int) -> None:
        if count > self.budget:
            raise LimitError("more settings would have to be tried than the budget allows")

    def _parts(self, left: Move, right: Move, evidence: Evidence) -> str:
        """One operator, and equal parts; the options of a choice in any order."""
        proved = [(self.move(a), self.move(b), why) for a, b, why in _rows(evidence, "proofs", 3)]
        for one, two, why in proved:
            self.equal(one, two, why)
        pairs = {(laws.key(one), laws.key(two)) for one, two, _ in proved}

        def same(one: Move, two: Move) -> bool:
            return laws.same(one, two) or (laws.key(one), laws.key(two)) in pairs

        if isinstance(left, Choice) or isinstance(right, Choice):
            a, b = (side.options if isinstance(side, Choice) else (side,) for side in (left, right))
            covered = all(any(same(x, y) for y in b) for x in a) and all(
                any(same(x, y) for x in a) for y in b
            )
        else:
            a, b = children(left), children(right)
            alike = type(left) is type(right) and len(a) == len(b) and bool(a)
            if alike and not isinstance(left, Sequence):
                alike = _bare(left) == _bare(right)
            covered = alike and (all(map(same, a, b)) or same(_positive(left), _positive(right)))
        if not covered:
            raise ClaimRefused("not all parts are proved equal")
        return f"{len(proved)} equal parts"


def _bare(move: Move) -> Move:
    return rebuild(move, lambda _: moves.NIL)


def _positive(test: Move) -> Move:
    """The test whether the same can be done."""
    return replace(test, wanted=True) if isinstance(test, Test) else test


def _counted(evidence: Evidence, found: int, what: str) -> str:
    if type(evidence.get("boards")) is not int or evidence["boards"] != found:
        raise ClaimRefused(f"there are {found} {what}, not {evidence.get('boards')}")
    return f"all {found} {what}"


def _rows(evidence: Evidence, part: str, width: int) -> list[list[Any]]:
    rows = evidence.get(part)
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == width for row in rows):
        raise ClaimRefused(f"{part!r} must be a list of rows of {width}")
    if any(not isinstance(text, str) for row in rows for text in row[:2]):
        raise ClaimRefused(f"a row of {part!r} begins with texts")
    return rows


def _shaped(certificate: object) -> tuple[list[dict[str, Any]], Rules]:
    """The claims of a certificate and the words they are written in, if it is written as one."""
    whole, claims = versioned(certificate)
    words = whole.get("words")
    if not isinstance(words, dict) or not isinstance(words.get("rules"), str):
        raise FileError("the certificate has no words", remedy="`words` has `rules`, a text, and `space`")
    space = words.get("space")
    if space is not None and (not isinstance(space, str) or space not in KINDS):
        raise FileError(f"no kind of board is called {space!r}", remedy=f"there are {', '.join(KINDS)}")
    kind = None if space is None else KINDS[space]
    found = Rules(words["rules"], name="words", kind=kind, variables=True)
    found.check()
    if kind is not None and found.space is not None:
        raise FileError(
            "the certificate declares a board and names a kind of board", remedy="`space` is null"
        )
    return claims, found


def _told(claim: dict[str, Any]) -> str:
    sign = {"equal": ("=", "≠"), "included": ("<=", "≰")}.get(str(claim.get("says")), ("?", "?"))
    return f"{claim.get('left')} {sign[claim.get('holds') is not True]} {claim.get('right')}"
