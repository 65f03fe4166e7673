"""Equality and inclusion of moves, and the laws of the algebra, as theorems of Coq about all relations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from lasker.algebra.laws import MOVE_LAWS, Law
from lasker.algebra.moves import Bind, Each, Move, Variable
from lasker.kernel.errors import Undecided
from lasker.proofs.coq import prelude
from lasker.proofs.coq.names import Names, comment, defined, in_list
from lasker.proofs.derivatives import Letters, Term, asked, included

Show = Callable[[Move], str]

SHALLOW = {"Then": "followed", "Or": "either", "Star": "star", "Can": "can_do", "Cannot": "cannot_do"}
# Laws that derivatives do not prove, and the axioms that say the same.
BY_AXIOM = {
    "locality": "antidomain_local",
    "choosing then failing": "choosing_then_failing",
    "choosing distributes": "choosing_distributes",
}


class Equations:
    """A file of Coq with theorems about unknown moves.

    >>> from lasker.algebra.moves import choice
    >>> written = Equations(str)
    >>> M = Variable("M")
    >>> written.add("choice commutes", choice([M, Variable("N")]), choice([Variable("N"), M]))
    >>> print(written.lines[1])
    Theorem choice_commutes_2 : forall (state : Type) (M N : rel state),
    """

    def __init__(self, show: Show) -> None:
        self.show, self.lines = show, list[str]()
        self._prelude = prelude("relations", "axioms")
        self.names = Names(defined(self._prelude))

    def text(self) -> str:
        """The whole file."""
        title = comment("Moves as relations, exported by Lasker. Check it with: coqc FILE")
        return "\n".join([title, "", self._prelude, *self.lines, ""])

    def add(self, name: str, left: Move, right: Move, inclusion: bool = False) -> None:
        """Add the theorem that two moves are equal, or the left included in the right. Raises `Undecided` if
        derivatives do not prove it."""
        left, right = _bodies(left, right)
        letters = Letters({})
        a, b = letters.term(left), letters.term(right)
        size = len(letters.moves)
        if not included(a, b, size) or not (inclusion or included(b, a, size)):
            raise Undecided(
                "the procedure in Coq does not prove it: rules, binders and repeated tests are unknown to it",
                remedy="declare a small board and use --smt, or see `lasker equal --explain`",
            )
        names = _letter_names(letters)
        whole = f"{self.show(left)} {'<=' if inclusion else '='} {self.show(right)}"
        where = [
            f"{name} is {self.show(move)}"
            for name, move in zip(names, letters.moves, strict=True)
            if not isinstance(move, Variable)
        ]
        relation, tactic = ("included", "included_by") if inclusion else ("same", "same_by")
        unknown = f" ({' '.join(names)} : rel state)" if names else ""
        tests = in_list([deep(term) for term in asked(a, b)]) if asked(a, b) else "(@nil term)"
        self.lines += [
            comment("; ".join([whole, *where])),
            f"Theorem {self.names.new(name)} : forall (state : Type){unknown},",
            f"  {relation} (state := state) {shallow(a, names)} {shallow(b, names)}.",
            f"Proof. intros. {tactic} {in_list(names) if names else '(@nil (rel state))'} {tests}",
            f"  {deep(a)} {deep(b)}. Qed.",
            "",
        ]

    def law(self, law: Law) -> None:
        """Add a law of the algebra."""
        if law.name in BY_AXIOM:
            self.lines += [comment(f"{law.name}: the axiom {BY_AXIOM[law.name]} above"), ""]
            return
        letters = [Variable(letter) for letter in law.letters]
        self.add(f"law {law.name}", law.left(*letters), law.right(*letters))


def laws(show: Show) -> str:
    """All axioms and laws of moves as a file of Coq."""
    written = Equations(show)
    for law in MOVE_LAWS:
        written.law(law)
    return written.text()


def _bodies(left: Move, right: Move) -> tuple[Move, Move]:
    """Two moves without the binders that both begin with: equal bodies make equal moves."""
    match left, right:
        case (Bind(x, p, a), Bind(y, q, b)) | (Each(x, p, a), Each(y, q, b)) if (x, p) == (y, q):
            return _bodies(a, b)
    return left, right


def _letter_names(letters: Letters) -> list[str]:
    """Unknown moves keep their names; the others are numbered."""
    used = {move.name for move in letters.moves if isinstance(move, Variable)}
    rules = (name for number in count(1) if (name := f"rule_{number}") not in used)
    return [move.name if isinstance(move, Variable) else next(rules) for move in letters.moves]


def shallow(term: Term, names: list[str]) -> str:
    """A term as a relation."""
    match term:
        case ("Letter", n):
            return names[int(n)]
        case ("Skip",):
            return "do_nothing"
        case ("Impossible",):
            return "impossible"
        case (operator, *parts):
            return f"({SHALLOW[operator]} {' '.join(shallow(part, names) for part in parts)})"
    raise AssertionError(term)


def deep(term: Term) -> str:
    """A term as data.

    >>> deep(("Star", ("Letter", 0)))
    '(Star (Letter 0))'
    """
    operator, *parts = term
    if not parts:
        return str(operator)
    return f"({' '.join([operator, *(str(p) if isinstance(p, int) else deep(p) for p in parts)])})"
