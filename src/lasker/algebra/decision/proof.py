"""Proofs of equality as data: the steps of a proof, each with what is needed to check it by hand.

A proof is what `prover` returns. Its reasons name the theories that were used; `explanation` writes its steps
as tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lasker.algebra.moves import Move
from lasker.kernel.dataclass import dataclass
from lasker.space.board_kinds import Periods

if TYPE_CHECKING:
    from lasker.algebra.decision.dynamic_logic import Tableau
    from lasker.algebra.decision.normal_forms import Relation

Terms = frozenset[Move]
NORMAL_FORM = "the normal form of single-piece moves"
NORMAL_FORM_OF_SEVERAL = "the normal form of moves of several pieces"


@dataclass(frozen=True)
class Simplified:
    """One side rewritten by laws from left to right; `chain` of `laws` gives the terms between."""

    side: str
    before: Move
    laws: tuple[str, ...]
    after: Move
    reasons: tuple[str, ...] = ()  # they are those of the step after it, unless that is `Same`


@dataclass(frozen=True)
class Same:
    """Both sides are now one term, by these laws."""

    term: Move
    laws: tuple[str, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The laws, or that the terms were the same from the beginning."""
        return tuple(f"law: {law}" for law in self.laws) or ("they are the same term",)


@dataclass(frozen=True)
class NormalForms:
    """The tables of both sides, which have for every effect the same guards; `lattices` are alike, and so are
    the `places` of the squares that are chosen."""

    left: Relation
    right: Relation
    lattices: tuple[Periods, ...]
    places: int = 1

    @property
    def reasons(self) -> tuple[str, ...]:
        """Whether one piece is moved or several."""
        return (NORMAL_FORM if self.places == 1 else NORMAL_FORM_OF_SEVERAL,)


@dataclass(frozen=True)
class Values:
    """For all values of the counters, those that both sides lead to."""

    names: tuple[str, ...]
    table: tuple[tuple[tuple[int, ...], frozenset[tuple[int, ...]]], ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """How many values were tried."""
        return (f"the same results for all {len(self.table)} values of the counters",)


@dataclass(frozen=True)
class Derivatives:
    """A bisimulation: pairs of sets of derivatives."""

    pairs: tuple[tuple[Terms, Terms], ...]
    theory: str

    @property
    def reasons(self) -> tuple[str, ...]:
        """The theory whose laws suffice."""
        return (f"derivatives: the laws of {self.theory}",)


@dataclass(frozen=True)
class Tableaux:
    """Two tableaux without a model: neither side has a result that the other has not."""

    left: Tableau
    right: Tableau
    with_counters: bool

    @property
    def reasons(self) -> tuple[str, ...]:
        """The theory that the tableau decides."""
        more = ", with the values of counters" * self.with_counters
        return (f"tableau: propositional dynamic logic (Kleene algebra with antidomain){more}",)


@dataclass(frozen=True)
class Parts:
    """Congruence: both sides have one operator, and their parts are equal."""

    proofs: tuple[Proof, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The reasons why the parts are equal."""
        return tuple(dict.fromkeys(reason for proof in self.proofs for reason in proof.reasons))


@dataclass(frozen=True)
class Split:
    """Sets of contents split into atoms, on both sides."""

    atoms: tuple[int, ...]
    left: tuple[Move, Move]
    right: tuple[Move, Move]
    reasons: tuple[str, ...] = ("sets of contents split into atoms",)


@dataclass(frozen=True)
class Commuted:
    """Both sides with their parts in another order: those that only count before those that do not use their
    counters, or, on the left, parts that were proved to commute in the order of the right."""

    left: tuple[Move, Move]
    right: tuple[Move, Move]
    proofs: tuple[Proof, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """That parts commute, and why."""
        return ("parts of a sequence that commute", *Parts(self.proofs).reasons)


@dataclass(frozen=True)
class Exhaustion:
    """Every configuration of the declared board was tried."""

    boards: int

    @property
    def reasons(self) -> tuple[str, ...]:
        """How many there are."""
        return (f"exhaustion: the same results on all {self.boards} settings of the declared board",)


@dataclass(frozen=True)
class Ways:
    """The effects of both sides on the declared board, with the conditions under which they have them; no
    contents satisfy a condition of one side under which the other does not have the same effect."""

    left: tuple[tuple[str, str], ...]
    right: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...] = ("all ways through both moves on the declared board",)


Step = (
    Simplified
    | Same
    | NormalForms
    | Values
    | Derivatives
    | Tableaux
    | Parts
    | Split
    | Commuted
    | Exhaustion
    | Ways
)


@dataclass(frozen=True)
class Proof:
    """Two moves that are equal, and the steps that show it.

    >>> from lasker.algebra.moves import NIL
    >>> Proof(NIL, NIL, (Same(NIL, ()),)).reasons
    ('they are the same term',)
    """

    left: Move
    right: Move
    steps: tuple[Step, ...]

    @property
    def reasons(self) -> tuple[str, ...]:
        """The laws and methods that were used, each once."""
        return tuple(dict.fromkeys(reason for step in self.steps for reason in step.reasons))
