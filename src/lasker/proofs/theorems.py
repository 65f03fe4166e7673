"""Theorems about moves in general: named ones, which are written by hand, and equations between moves."""

from __future__ import annotations

from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.moves import Move
from lasker.kernel.errors import Undecided
from lasker.kernel.source import Source
from lasker.proofs.claim_answer import Answer
from lasker.proofs.coq import prelude
from lasker.proofs.coq.equations import Equations, Show, laws
from lasker.proofs.coq.exhaustion import exhausted
from lasker.proofs.coq.names import comment
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules

# What each hand-written file proves.
NAMED = {
    "laws": "the axioms of Kleene algebra with antidomain, and every law of the table, for all relations",
    "theorem-1": "Guan 2022: a king is in check only if an enemy stands in its check range; not conversely",
    "displacements": "El-Hamiani-Khatat 2025: the move validator is sound and complete, and \u03a6 is onto",
}
FILES = {"theorem-1": "check_range", "displacements": "displacements"}


def named(name: str, show: Show) -> Answer:
    """A named theorem.

    >>> named("theorem-1", str).holds
    True
    """
    if name == "laws":
        return Answer(True, NAMED[name], laws(show))
    title = comment(f"{name}, exported by Lasker. Check it with: coqc FILE")
    return Answer(True, NAMED[name], f"{title}\n\n{prelude(FILES[name])}")


def displacements(source: Source, under: tuple[Source, ...], piece: str) -> Answer:
    """That the procedure of El-Hamiani-Khatat (2025) decides the moves of a piece of a game in YAML."""
    from lasker.proofs.coq.displacement_pieces import theorems  # with the reader of YAML

    said = f"the procedure accepts exactly the legal moves of the {piece}: sound and complete"
    return Answer(True, said, theorems(source, under, piece))


def equation(left: Move, right: Move, verdict: Verdict, words: Rules) -> Answer:
    """An equation or inclusion of moves that has been decided, as a theorem about all relations; or, if it
    holds because of what the moves do to a declared board, as one about that board."""
    said, show = "; ".join(verdict.reasons), Printer(words).show
    if not verdict.equal:
        return Answer(verdict.equal, said)
    written = Equations(show)
    try:
        written.add("claim", left, right, verdict.of_inclusion)
        return Answer(True, said, written.text())
    except Undecided as error:
        why = error.message
    if words.space is not None:
        try:
            text = exhausted(left, right, verdict.of_inclusion, words.space, words.vocabulary, show)
            return Answer(True, said, text)
        except Undecided as error:
            why = f"{error.message}: {error.remedy}" if error.remedy else error.message
    return Answer(True, f"{said} (no file for Coq: {why})")
