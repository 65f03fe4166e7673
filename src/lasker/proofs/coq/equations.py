"""Equality and inclusion of moves, and the laws of the algebra, as theorems of Coq about all relations."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from lasker.algebra.laws import MOVE_LAWS, Law, simplify
from lasker.algebra.moves import Bind, Each, Move, Variable
from lasker.kernel.errors import Undecided
from lasker.proofs.coq import prelude
from lasker.proofs.coq.chains import Chains, atoms_of
from lasker.proofs.coq.names import Names, comment, defined, in_list
from lasker.proofs.relations.derivatives import proving
from lasker.proofs.relations.terms import Letters, Term, spelled

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
        self._prelude = prelude("relations", "axioms", "chains")
        self.names = Names(defined(self._prelude))
        self._laws: dict[str, str] = {}

    def text(self) -> str:
        """The whole file."""
        title = comment("Moves as relations, exported by Lasker. Check it with: coqc FILE")
        return "\n".join([title, "", self._prelude, *self.lines, ""])

    def add(self, name: str, left: Move, right: Move, inclusion: bool = False) -> None:
        """Add the theorem that two moves are equal, or the left included in the right: by the laws that
        simplify both to one term, else by derivatives. Raises `Undecided` if these do not prove it."""
        left, right = _bodies(left, right)
        if inclusion or not self._by_laws(name, left, right):
            self._by_derivatives(name, left, right, inclusion)

    def _by_laws(self, name: str, left: Move, right: Move) -> bool:
        """Add the theorem with a chain of laws for each side. If the chains end in different terms, these are
        equal by derivatives. False if that proves nothing."""
        one, two = simplify(left)[0], simplify(right)[0]
        atoms = list(dict.fromkeys([*atoms_of(left), *atoms_of(right)]))
        a, b = (spelled(side, atoms.index) for side in (one, two))
        tests = () if one == two else _proving(a, b, len(atoms))
        if tests is None:
            return False
        names = dict(zip(atoms, _names_of(atoms), strict=True))
        chains = Chains(names, self._theorem)
        scripts = [chains.script(side) for side in (left, right)]
        if None in scripts:
            return False
        last = "apply same_refl." if one == two else derived(list(names.values()), tests, b, a)
        self._state(name, f"{self.show(left)} = {self.show(right)}", names)
        self.lines += [
            f"  same (state := state) {chains.relation(left)} {chains.relation(right)}.",
            f"Proof. intros. apply (same_trans _ _ ({chains.relation(one)} : rel state));",
            "  [| apply same_sym].",
            *("{", *(scripts[0] or ()), "  apply same_refl.", "}"),
            *("{", *(scripts[1] or ()), f"  {last}", "}"),
            "Qed.",
            "",
        ]
        return True

    def _theorem(self, law: Law) -> str:
        """The theorem for a law that a chain cites, added when it is first used."""
        if law.name not in self._laws:
            letters: list[Move] = [Variable(letter) for letter in law.letters]
            left, right = law.left(*letters), law.right(*letters)
            chains = Chains(dict(zip(letters, law.letters, strict=True)), str)
            shown = f"{self.show(left)} = {self.show(right)}"
            self._laws[law.name] = self._state(f"law {law.name}", shown, chains.names)
            sides = spelled(left, letters.index), spelled(right, letters.index)
            proof = derived(list(law.letters), proving(*sides, len(letters)) or (), *sides)
            self.lines += [
                f"  same (state := state) {chains.relation(left)} {chains.relation(right)}.",
                f"Proof. intros. {proof} Qed.",
                "",
            ]
        return self._laws[law.name]

    def _state(self, name: str, whole: str, names: dict[Move, str]) -> str:
        """Begin a theorem about atomic moves."""
        where = [
            f"{name} is {self.show(move)}" for move, name in names.items() if not isinstance(move, Variable)
        ]
        unknown = f" ({' '.join(names.values())} : rel state)" if names else ""
        name = self.names.new(name)
        self.lines += [
            comment("; ".join([whole, *where])),
            f"Theorem {name} : forall (state : Type){unknown},",
        ]
        return name

    def _by_derivatives(self, name: str, left: Move, right: Move, inclusion: bool = False) -> str:
        """Add the theorem with a proof by derivatives; its name."""
        letters = Letters({})
        a, b = letters.term(left), letters.term(right)
        size = len(letters.moves)
        tests = proving(a, b, size, inclusion)
        if tests is None:
            raise Undecided(
                "the procedure in Coq does not prove it: it takes rules and binders for any moves, "
                "and makes no inductions about what a test repeats",
                remedy="declare a small board and use --smt, or see `lasker equal --explain`",
            )
        names = _names_of(list(letters.moves))
        relation = "included" if inclusion else "same"
        whole = f"{self.show(left)} {'<=' if inclusion else '='} {self.show(right)}"
        name = self._state(name, whole, dict(zip(letters.moves, names, strict=True)))
        self.lines += [
            f"  {relation} (state := state) {shallow(a, names)} {shallow(b, names)}.",
            f"Proof. intros. {derived(names, tests, a, b, relation)} Qed.",
            "",
        ]
        return name

    def law(self, law: Law) -> None:
        """Add a law of the algebra."""
        if law.name in BY_AXIOM:
            self.lines += [comment(f"{law.name}: the axiom {BY_AXIOM[law.name]} above"), ""]
            return
        letters = [Variable(letter) for letter in law.letters]
        sides = law.left(*letters), law.right(*letters)
        self._laws[law.name] = self._by_derivatives(f"law {law.name}", *sides)


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


def _proving(one: Term, two: Term, size: int) -> tuple[Term, ...] | None:
    try:
        return proving(one, two, size)
    except Undecided:  # too large
        return None


def derived(names: list[str], asked: tuple[Term, ...], one: Term, two: Term, relation: str = "same") -> str:
    """The tactic that proves by derivatives, and the answers to some tests, what two terms over named letters
    denote.

    >>> derived(["M"], (), ("Letter", 0), ("Letter", 0))
    'same_by [M] (@nil term) (Letter 0) (Letter 0).'
    """
    letters = in_list(names) if names else "(@nil (rel state))"
    tests = in_list([deep(term) for term in asked]) if asked else "(@nil term)"
    return f"{relation}_by {letters} {tests} {deep(one)} {deep(two)}."


def _names_of(moves: list[Move]) -> list[str]:
    """Unknown moves keep their names; the others are numbered."""
    used = {move.name for move in moves if isinstance(move, Variable)}
    rules = (name for number in count(1) if (name := f"rule_{number}") not in used)
    return [move.name if isinstance(move, Variable) else next(rules) for move in moves]


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
