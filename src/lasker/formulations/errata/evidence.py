"""What was done for each erratum: how its example was found, and the code of both readings."""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from lasker.formulations.arithmetic.definitions import Definition
from lasker.formulations.arithmetic.reading import all_but, repaired
from lasker.formulations.errata.algebra import CLAIMS, FIGURES
from lasker.formulations.foundations.errata import ERRATA

METHODS = MappingProxyType(
    {
        "exhaustive search": "everything is tried in the order of its size; nothing smaller is an example",
        "random search": "positions or lines are drawn at random, and the first example is made smaller",
        "search within a subject": "the same among positions of a kind that was chosen by hand, and is named",
        "made line": "a game, or a position, that was made for the purpose",
        "reading": "nothing was run, since the claim is not about what a program can decide",
    }
)
"""How an example was found, from the strongest to the weakest."""

WITHIN = {
    "E-B14": "terms of each kind, written by hand",
    "E-B17": "rules for one square",
    "E-K8": "names that the text uses and does not define",
    "E-K20": "stalemates by the Laws of Chess",
    "E-K26": "two moves of the epoch before that lead to the same board",
    "E-K30": "checkmates by the Laws of Chess",
    "E-K31": "positions in which White mates in one; (107) for n = 1, of the games that go on from there",
    "E-K33": "checkmates by the Laws of Chess",
    "E-W4": "the start, and one of the other ways to win",
}
_RANDOM = {
    *(f"E-K{n}" for n in (14, 15, 16, 17, 18, 19, 21, 22, 23, 24, 28, 32, 38)),
    *(f"E-W{n}" for n in (1, 2, 3, 5, 6)),
    *(f"E-H{n}" for n in (1, 2, 3, 5, 6, 7, 8, 9, 10)),
}
_LINES = {"E-K29", "E-K34", "E-K36", "E-W7"}


class Code(NamedTuple):
    """The code of two readings: definitions, terms, or names of functions below `lasker.formulations`.

    >>> code("E-B6").printed
    '(♔ + u. -> . + u♔)(♔ + r. -> . + r♔)'
    """

    printed: str
    repaired: str


_MOVES = "laws.fide.legal_moves"
_CODE = {
    "E-B2": Code("R³ f, that is clockwise", "R f"),
    "E-B4": Code("m n = n m for m, n of u, d, l, r, F, C", "the products m n and n m, evaluated"),
    "E-B5": Code("f + f is a fragment", "f + f, evaluated"),
    "E-B8": Code("(f g) h = f (g h)", "both, evaluated"),
    "E-B14": Code("errata.omissions.of_fragments", "R(M), evaluated"),
    "E-B17": Code("errata.omissions.rounds", "M*, evaluated"),
    "E-B18": Code("m⁻¹ n⁻¹", "n⁻¹ m⁻¹"),
    "E-K1": Code("x − y, in the integers", "x ∸ y"),
    "E-K2": Code("the sequences joined", "x ⊗r y"),
    "E-K6": Code("0, as the text says", "ggn(5, 7, k)"),
    "E-K8": Code("count(x, y)", "cnt(x, y)"),
    "E-K10": Code("arithmetic.numbers.exact", "arithmetic.numbers.Pair"),
    "E-K34": Code("Lt(z) ≤ 399", "Lt(z), of a game that is played"),
    "E-K35": Code("K to f3, 13 to e5", "N to f3, 22 to e5, among the legal moves"),
    "E-K31": Code("(∀y ∈ level(z, 1)){wng(y, 1)}", "awg(z, 1, 1)"),
    "E-W1": Code("laws.printed.legal_moves", "none, by FIDE 1.4.1"),
    "E-W2": Code("laws.printed.legal_moves", _MOVES),
    "E-W3": Code("laws.printed.legal_moves", _MOVES),
    "E-W4": Code("laws.printed.status", "laws.fide.article_5.oversteps_time"),
    "E-W5": Code("laws.printed.draws.repetition", "laws.fide.article_9.threefold_repetition"),
    "E-W6": Code("laws.printed.draws.insufficient_pieces", "laws.fide.article_5.dead_position"),
    "E-W7": Code("laws.printed.draws.stalemate", "laws.fide.article_5.stalemate"),
    "E-H1": Code("errata.omissions.double_steps, from 1", "errata.omissions.double_steps, from 0"),
    "E-H2": Code("errata.guards.ELEMENTARY", "errata.guards.kinematic_moves"),
    "E-H3": Code("errata.guards.kinematic_moves", "laws.fide.article_3.moves_of_the_pieces"),
    "E-H4": Code("errata.guards.is_legal", "errata.guards.KNIGHT"),
    "E-H5": Code("errata.guards.passes_all", _MOVES),
    "E-H6": Code("errata.guards.castling_moves", "laws.fide.article_3.castling"),
    "E-H7": Code("errata.guards.pawns_beside", _MOVES),
    "E-H8": Code("errata.guards.pin_guard", _MOVES),
    "E-H9": Code("errata.guards.promotion_guard", _MOVES),
    "E-H10": Code("max(n, p), here 8", "errata.omissions.squares_looked_at"),
    "E-H11": Code("errata.graphs.differences_of_numbers", "errata.guards.DELTA"),
}


def method(id: str, searched: bool) -> str:
    """How the example of an erratum was found: one of METHODS.

    >>> method("E-K19", True), method("E-A6", True), method("E-K37", False)
    ('random search', 'exhaustive search', 'reading')
    """
    if not searched:
        return "reading"
    if id in WITHIN:
        return "search within a subject"
    return "made line" if id in _LINES else "random search" if id in _RANDOM else "exhaustive search"


def code(id: str) -> Code | None:
    """Both readings of an erratum as code; None where nothing was run.

    >>> print(code("E-K27").repaired)
    (90) E-K27 G(t) = ⊗r(i ∈ ggn(1, t, 1)){J(i)}
    """
    if id in _CODE:
        return _CODE[id]
    if id in CLAIMS or id in FIGURES:
        return Code(*(CLAIMS.get(id) or FIGURES[id]))
    if id in ERRATA:
        printed = type(ERRATA[id])
        names = [name for name in vars(printed) if not name.startswith("__")]
        owner = next(each for each in printed.__mro__[1:] if names[0] in vars(each))
        called = (
            f"{each.__module__.removeprefix('lasker.formulations.')}.{each.__qualname__}"
            for each in (printed, owner)
        )
        return Code(*(f"{name}.{names[0]}" for name in called))
    return _definitions(id)


def _definitions(id: str) -> Code | None:
    """The definitions of the second text that an erratum changes, as printed and as repaired."""
    before, after = all_but(id).definitions, repaired().definitions
    changed = [name for name, each in after.items() if id in each.errata and before.get(name) != each]

    def shown(found: dict[str, Definition]) -> str:
        return "\n".join(found[name].text for name in changed if name in found)

    return Code(shown(before) or "not there", shown(after)) if changed else None
