"""Errata of "An Algebra of Chess" (seed 001): its claims tested in the algebra, with smallest
counterexamples."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from lasker.algebra.decision.counterexample_search import Counterexample
from lasker.algebra.decision.equality import equal_moves
from lasker.algebra.decision.world import World
from lasker.algebra.fragments import Pattern
from lasker.algebra.meaning import Configuration
from lasker.drawing.boards.text import draw_board, draw_fragment
from lasker.formulations.errata.erratum import Finding, Search, ordinal
from lasker.kernel.errors import GlueError
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import Value, is_move

BUDGET = 20_000  # boards
STEP = "% + u. -> . + u%"
CASTLE = "(♔..♖# -> .♖♔.#)"

# A claim of the text, and the repaired claim, both as moves.
CLAIMS = {
    "E-B6": ("(♔ + u. -> . + u♔)(♔ + r. -> . + r♔)", "♔ + ur. -> . + ur♔"),
    "E-B7": ("♙ + u# -> . + u♕", "♙;.;# -> .;♕;#"),
    "E-B9": (f"%♖: ({STEP}) try({STEP})", f"%♖: ({STEP}){{2}}"),
    "E-B11": ("♙ -> . + u♙", "♙ + u. -> . + u♙"),
    "E-B12": ("♙ -> ♙ + u♘", "♙ + u. -> ♙ + u♘"),
    "E-B13": (f"(%♖: {STEP}) | (♙ -> ♟)", f"%♖: (({STEP}) | (♙ -> ♟))"),
    "E-B15": ("nil", "fail"),
    "E-B16": ("dd# + ♙ + u. + uu. -> dd# + . + u. + uu♙", "dd# + d square + ♙ + u. + uu. -> . + u. + uu♙"),
    "E-B19": (f"R² C {CASTLE}", f"R² F C {CASTLE}"),
}

# What the text prints, and what it means, both as fragments.
FIGURES = {
    "E-B1": ("♖♘♗♔♕♗♘♖", "♖♘♗♕♔♗♘♖"),
    "E-B3": ("C(♙ + r. + rr♗ + ur♟ + urr♞)", "C(♙ + r. + rr♗ + ur♟ + urr♜)"),
    "E-B10": ("R u♟", "R r♟"),
}


def refuted(id: str) -> Finding | None:
    """The smallest board on which two moves that the text identifies have different results.

    >>> found = refuted("E-B6")
    >>> print(found.diagram)
    ♙.
    ♔.
    >>> found.printed, found.repaired
    ('no board', '♙♔/..')
    """
    words = Rules()
    printed, repaired = (words.evaluate(text) for text in CLAIMS[id])
    assert is_move(printed)
    assert is_move(repaired)
    verdict = equal_moves(printed, repaired, World(words.kind, words.vocabulary, budget=BUDGET))
    if verdict.witness is None:
        return None
    found = verdict.witness
    question = f"where `{CLAIMS[id][0]}` and `{CLAIMS[id][1]}` lead"
    answers = (_ends(found, found.left), _ends(found, found.right))
    return Finding(
        _row(found, found.start), _drawn(found, found.start), question, *answers, verdict.reasons[0]
    )


def _drawn(found: Counterexample, configuration: Configuration) -> str:
    return draw_board(found.arena, configuration)


def _row(found: Counterexample, configuration: Configuration) -> str:
    return _drawn(found, configuration).replace("\n", "/")


def _ends(found: Counterexample, ends: frozenset[Configuration]) -> str:
    return ", ".join(sorted(_row(found, end) for end in ends)) or "no board"


# --- claims about movements and fragments, tested in the order of their length ----------------------------


def words_of(letters: str, longest: int = 3) -> Iterator[str]:
    """Words in the order of their length, then of the letters.

    >>> list(words_of("ud", 2))
    ['', 'u', 'd', 'uu', 'ud', 'du', 'dd']
    """
    for length in range(longest + 1):
        yield from ("".join(word) for word in product(letters, repeat=length))


def drawn(text: str) -> str:
    """A fragment, drawn.

    >>> print(drawn("♟"))
    +-+
    |♟|
    @-+
    """
    words = Rules()
    pattern = words.evaluate(text)
    assert isinstance(pattern, Pattern)
    return draw_fragment(pattern.options[0], words.compass, words.vocabulary)


def _shown(value: Value) -> str:
    return Printer(Rules()).show(value)


def misprinted(id: str) -> Finding | None:
    """The first square on which a fragment that the text prints differs from the one that it means.

    >>> misprinted("E-B3")[2:5]
    ('the square (2, 1) from the centre', '♘', '♖')
    """
    words, (one, other) = Rules(), FIGURES[id]
    fragments = [words.evaluate(text) for text in (one, other)]
    cells = [dict(each.options[0].cells) for each in fragments if isinstance(each, Pattern)]
    for tried, at in enumerate(sorted({*cells[0], *cells[1]}, key=lambda each: each[::-1]), 1):
        printed, meant = (
            words.vocabulary.spell(each[at].contents) if at in each else "nothing" for each in cells
        )
        if printed != meant:
            question = f"the square {at} from the centre"
            effort = f"the {ordinal(tried)} square of both fragments"
            return Finding(f"{one} and {other}", drawn(other), question, printed, meant, effort)
    return None


def inverting() -> Finding | None:
    """E-B18: the first two movements whose inverses have to be taken in the other order.

    >>> inverting()[2:5]
    ('as a word', 'd R³', 'l R³')
    """
    for tried, (m, n) in enumerate(product("udlrRF", repeat=2), 1):
        kept, turned = (Rules().evaluate(text) for text in (f"{m}⁻¹ {n}⁻¹", f"{n}⁻¹ {m}⁻¹"))
        if kept != turned:
            effort = f"the {ordinal(tried)} pair of u, d, l, r, R, F"
            example, answers = f"({m}{n})⁻¹", (_shown(kept), _shown(turned))
            return Finding(example, drawn(f"{example} ♟"), "as a word", *answers, effort)
    return None


def turning() -> Finding | None:
    """E-B2: the first square whose clockwise rotation differs from the pictures of the text.

    >>> turning()[2:5]
    ('R(♟)', 'd♟', 'l♟')
    """
    for tried, word in enumerate(words_of("udlr"), 1):
        clockwise, pictured = (Rules().evaluate(f"{turn}({word}♟)") for turn in ("R³", "R"))
        if clockwise != pictured:
            effort = f"the {ordinal(tried)} word of u, d, l, r"
            answers = _shown(clockwise), _shown(pictured)
            return Finding(f"{word}♟", drawn(f"R({word}♟)"), f"R({word}♟)", *answers, effort)
    return None


def commuting() -> Finding | None:
    """E-B4: the first two movements without R that do not commute.

    >>> commuting().example
    'lF and Fl'
    """
    for tried, (m, n) in enumerate(product("udlrFC", repeat=2), 1):
        one, other = Rules().evaluate(f"{m}{n}"), Rules().evaluate(f"{n}{m}")
        if one != other:
            effort = f"the {ordinal(tried)} pair of u, d, l, r, F, C"
            return Finding(f"{m}{n} and {n}{m}", drawn(f"{m}{n}♟"), "the same movement", "yes", "no", effort)
    return None


def gluing() -> Finding | None:
    """E-B5: the first fragment that cannot be glued to itself, as elements of a group can.

    >>> gluing().example
    '♟ + ♟'
    """
    for tried, word in enumerate(words_of("udlr"), 1):
        try:
            Rules().evaluate(f"{word}♟ + {word}♟")
        except GlueError:
            effort = f"the {ordinal(tried)} word of u, d, l, r"
            return Finding(f"{word}♟ + {word}♟", drawn(f"{word}♟"), "is a fragment", "yes", "no", effort)
    return None


def associating() -> Finding | None:
    """E-B8: the first three squares in a row for which the brackets matter.

    >>> associating().example
    '(♖♖)♖ and ♖(♖♖)'
    """
    for tried, (f, g, h) in enumerate(product("♖♘♗", repeat=3), 1):
        try:
            one = Rules().evaluate(f"({f}{g}){h}")
            same = one == Rules().evaluate(f"{f}({g}{h})")
        except GlueError:
            same = False
        if not same:
            example = f"({f}{g}){h} and {f}({g}{h})"
            effort = f"the {ordinal(tried)} triple of ♖, ♘, ♗"
            return Finding(example, drawn(f"{f}({g}{h})"), "the same fragment", "yes", "no", effort)
    return None


SEARCHES: dict[str, Search] = {
    "E-B2": turning,
    "E-B4": commuting,
    "E-B5": gluing,
    "E-B8": associating,
    "E-B18": inverting,
    **{id: partial(refuted, id) for id in CLAIMS},
    **{id: partial(misprinted, id) for id in FIGURES},
}
