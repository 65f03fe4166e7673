"""Certificates of verdicts about moves: the proof or the counterexample as data that `checker` accepts.

What is written is shown to the checker first; a verdict whose proof it does not follow is not certified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain as joined
from itertools import islice
from typing import Any

from lasker.algebra import laws
from lasker.algebra.contents import members
from lasker.algebra.decision.atoms import atoms
from lasker.algebra.decision.proof import (
    Derivatives,
    Exhaustion,
    NormalForms,
    Parts,
    Proof,
    Split,
    Step,
    Tableaux,
    Values,
)
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.meaning import Arena, Configuration
from lasker.algebra.moves import Move
from lasker.algebra.subterms import free_cursors
from lasker.kernel.errors import LaskerError, Undecided
from lasker.proofs.checker.checker_results import VERSION
from lasker.proofs.equations.derivatives import closure
from lasker.proofs.equations.equation_checker import EquationChecker, Evidence
from lasker.proofs.equations.run_inclusion import RunComparison
from lasker.proofs.equations.settings import Classes, counter_values
from lasker.proofs.equations.tableaux import Refutation
from lasker.proofs.equations.terms import plain, spelled
from lasker.proofs.equations.witnesses import witness
from lasker.space.board_kinds import KINDS
from lasker.space.shapes import rectangle
from lasker.syntax.rules import Rules

BUDGET = 50_000


def certificate(left: Move, right: Move, verdict: Verdict, words: Rules) -> dict[str, Any]:
    """What proves a verdict about two moves, as data.

    >>> from lasker.calculator import equal, parse, rules
    >>> words = rules(variables=True)
    >>> one, two = (parse(text, words, variables=True).value for text in ("(M N)* M", "M (N M)*"))
    >>> written = certificate(one, two, equal("(M N)* M", "M (N M)*", words), words)
    >>> written["claims"][0]["evidence"]["pairs"][0]
    ['(M N)* M', 'M (N M)*']
    >>> next(EquationChecker(written).checked()).reason
    '2 pairs of derivatives'
    """
    if verdict.equal is None:
        raise Undecided("what is undecided has no certificate", remedy="give a larger --budget")
    show = _Writer(words, {}).checker.show
    about: dict[str, Any] = {
        "says": "included" if verdict.of_inclusion else "equal",
        "left": show(left),
        "right": show(right),
        "holds": verdict.equal,
    }
    whole = {"certificate": VERSION, "words": _words(words), "claims": [about]}
    writer = _Writer(words, whole)
    found: Evidence | None
    if not verdict.equal:
        found = writer.against(verdict)
    else:
        assert verdict.proof is not None
        found = writer.evidence(verdict.proof)
    if found is None:
        reasons = "; ".join(verdict.reasons)
        raise Undecided(f"there is no certificate of bearable size for this verdict ({reasons})")
    about["evidence"] = found
    return whole


def _words(words: Rules) -> dict[str, Any]:
    """The text of some rules, and the kind of board if that is not declared."""
    space = next((name for name, kind in KINDS.items() if kind == words.kind), None)
    return {"rules": words.source.text, "space": None if words.space is not None else space}


class _Writer:
    """Evidence for proofs, each shown to the checker."""

    def __init__(self, words: Rules, whole: dict[str, Any]) -> None:
        self.words, self.vocabulary = words, words.vocabulary
        empty = {"certificate": VERSION, "words": _words(words), "claims": [{}]}
        self.checker = EquationChecker(whole or empty, BUDGET)
        self.whole = whole

    def against(self, verdict: Verdict) -> Evidence | None:
        """The counterexample of a verdict."""
        found = verdict.witness
        if found is None:
            return None
        arena = found.arena
        evidence = witness(arena, found.start, (found.left, found.right))
        if self.words.space is None:
            sites = arena.space.sites
            lowest = [min(along) for along in zip(*sites, strict=True)]
            evidence["sites"] = [[x - low for x, low in zip(at, lowest, strict=True)] for at in sites]
        if found.instance:
            evidence["with"] = {name: self.checker.show(move) for name, move in found.instance}
        return evidence

    def evidence(self, proof: Proof) -> Evidence | None:
        """Evidence that the checker accepts for two equal moves, or None."""
        for found in self._candidates(proof):
            try:
                self.checker.equal(proof.left, proof.right, found)
            except LaskerError:
                continue
            return found
        return None

    def _candidates(self, proof: Proof) -> Iterator[Evidence]:
        left, right = proof.left, proof.right
        last = proof.steps[-1]
        if not isinstance(last, Derivatives | Tableaux | NormalForms | Parts | Values | Exhaustion):
            yield from self._chains(proof, None)
        split = next((step for step in proof.steps if isinstance(step, Split)), None)
        yield from self._by_steps(left, right, last, split)
        if split is None:
            a, b = laws.simplify(left)[0], laws.simplify(right)[0]
            for found in self._by_steps(a, b, last, None):
                yield from self._chains(proof, found)

    def _chains(self, proof: Proof, then: Evidence | None) -> Iterator[Evidence]:
        if any(isinstance(step, Split) for step in proof.steps):
            return
        rows = {
            side: [[law, self.checker.show(after)] for law, after in laws.chain(start)]
            for side, start in (("left", proof.left), ("right", proof.right))
        }
        yield {"kind": "laws", **rows, **({} if then is None else {"then": then})}

    def _by_steps(self, left: Move, right: Move, last: Step, split: Split | None) -> Iterator[Evidence]:
        """Evidence of the kind of the last step of a proof, then of related kinds."""
        kinds: dict[str, Callable[[], Evidence | None]] = {
            "derivatives": lambda: self._derivatives(left, right, split),
            "tableau": lambda: self._tableau(left, right, split),
            "local": lambda: self._local(left, right),
            "values": lambda: self._values(left, right),
            "settings": lambda: self._settings(left, right),
            "parts": lambda: self._parts(last),
        }
        first = {
            Derivatives: "derivatives",
            Tableaux: "tableau",
            NormalForms: "local",
            Values: "values",
            Exhaustion: "settings",
            Parts: "parts",
        }.get(type(last))
        others = ("derivatives", "tableau", "settings", "local")
        for kind in dict.fromkeys(joined([first] if first else [], others)):
            try:
                found = kinds[kind]()
            except (LaskerError, ValueError):
                continue
            if found is not None:
                yield {"kind": kind, **found}

    def _atoms(self, left: Move, right: Move, split: Split | None) -> tuple[int, ...]:
        return tuple(atoms((left, right))) if split else ()

    def _named(self, sets: tuple[int, ...]) -> dict[str, Any]:
        v = self.vocabulary
        named = [
            [v.show(each) for each in members(some & v.squares)] + ["#"] * bool(some & v.void)
            for some in sets
        ]
        return {"atoms": named} if named else {}

    def _derivatives(self, left: Move, right: Move, split: Split | None) -> Evidence:
        among = self._atoms(left, right, split)
        show = self.checker.show
        pairs = closure((plain(left, among), plain(right, among)))
        return {
            **self._named(among),
            "pairs": [[spelled(one, show), spelled(two, show)] for one, two in pairs if one != two],
        }

    def _tableau(self, left: Move, right: Move, split: Split | None) -> Evidence:
        among = self._atoms(left, right, split)
        one, two = plain(left, among), plain(right, among)
        sides = {"left": (one, two), "right": (two, one)}
        return {
            **self._named(among),
            **{name: self.checker.nodes(Refutation(*side, self.vocabulary)) for name, side in sides.items()},
        }

    def _local(self, left: Move, right: Move) -> Evidence | None:
        compared = RunComparison(left, right, self.words.kind, self.vocabulary, BUDGET)
        return {"boards": compared.boards} if compared.agree() else None

    def _values(self, left: Move, right: Move) -> Evidence:
        arena = Arena(rectangle(1, 1), self.vocabulary)
        table = [
            [list(v), [list(c) for c in sorted({e.counters for e in arena.results(left, _only(v))})]]
            for v in counter_values([left, right], self.vocabulary)
        ]
        return {"table": table}

    def _settings(self, left: Move, right: Move) -> Evidence | None:
        if self.words.space is None:
            return None
        sides, size = [left, right], len(self.words.space.sites)
        values = sum(1 for _ in counter_values(sides, self.vocabulary))
        places = size ** len(free_cursors(left) | free_cursors(right))
        each = values * places  # of the settings with one board
        fillings = Classes(sides, self.vocabulary).fillings(size)
        boards = sum(1 for _ in islice(fillings, BUDGET // each + 1))
        return {"boards": boards * each} if boards * each <= BUDGET else None

    def _parts(self, last: Step) -> Evidence | None:
        assert isinstance(last, Parts)
        rows = []
        for proof in last.proofs:
            found = self.evidence(proof)
            if found is None:
                return None
            rows.append([self.checker.show(proof.left), self.checker.show(proof.right), found])
        return {"proofs": rows}


def _only(values: tuple[int, ...]) -> Configuration:
    return Configuration((0,), (), values)
