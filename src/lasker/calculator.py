"""The algebra as a calculator: parse terms, print and draw them, apply moves to boards, decide equality."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, partial
from typing import Any

from lasker.algebra.contents import members
from lasker.algebra.decision.verdict import Verdict
from lasker.algebra.decision.world import World
from lasker.algebra.fragments import Pattern
from lasker.algebra.moves import choice
from lasker.drawing.boards.board import Board
from lasker.drawing.boards.board_reader import read_board
from lasker.drawing.boards.text import draw_fragment
from lasker.kernel.dataclass import dataclass
from lasker.kernel.errors import DeclarationError, PictureError, SortError
from lasker.kernel.limits import DEFAULT, Limits
from lasker.kernel.source import Span
from lasker.space.board_kinds import KINDS, BoardKind
from lasker.syntax.operators import operate
from lasker.syntax.printer import Printer
from lasker.syntax.rules import Rules
from lasker.syntax.values import Value, is_move, sort


@dataclass(frozen=True)
class Term:
    """A value of the algebra with the definitions that it is printed in.

    >>> term = parse("R(r♟ + rd.)")
    >>> str(term), term.sort
    ('ul♟ + u.', 'fragment')
    """

    value: Value
    rules: Rules

    @property
    def sort(self) -> str:
        """`movement`, `fragment`, `move` or `function`."""
        return sort(self.value)

    def __str__(self) -> str:
        return self.printer.show(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Term) and self.value == other.value

    def __hash__(self) -> int:
        return hash(self.value)

    @cached_property
    def printer(self) -> Printer:
        """The printer of the rules."""
        return Printer(self.rules)

    def latex(self) -> str:
        """The term as LaTeX mathematics, pieces by their letters.

        >>> print(parse("♙ + u. -> . + u♙").latex())
        \\text{P}+u\\cdot \\to \\cdot +u\\text{P}
        """
        from lasker.drawing.documents.latex_formulas import latex

        letters = {piece.glyph: piece.letter for piece in self.rules.vocabulary.pieces}
        return latex(str(self), letters)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def _repr_html_(self) -> str | None:
        """A fragment, or a move that rewrites one, as pictures; other terms are shown by their LaTeX."""
        from lasker.drawing.diagrams.fragment_svg import value_pictures
        from lasker.drawing.documents.page import Paragraph, Pictures, html

        pictures = value_pictures(self.value, self.rules.compass, self.rules.vocabulary)
        return html([Paragraph(f"`{self}`"), Pictures(pictures)]) if pictures else None

    def picture(self) -> str:
        """A drawing of a fragment; other values as text."""
        if not isinstance(self.value, Pattern):
            return str(self)
        drawn = [draw_fragment(f, self.rules.compass, self.rules.vocabulary) for f in self.value.options]
        return "\n\nor\n\n".join(drawn)

    def __or__(self, other: Term | str) -> Term:
        """Choice: `knight | rook`.

        >>> str(parse("step(u)") | "step(r)") == str(parse("step(u) | step(r)"))
        True
        """
        return self._combined("choice", other)

    def __add__(self, other: Term | str) -> Term:
        """Fragments side by side on the board: `f + g`."""
        return self._combined("sum", other)

    def __mul__(self, other: Term | str) -> Term:
        """One after the other: a move after a move, a movement applied to a fragment or a move."""
        return self._combined("sequence", other)

    def __invert__(self) -> Term:
        """The test that this is impossible here: `![M]`.

        >>> (~parse("M", variables=True)).sort, str(~~parse("M", variables=True))
        ('move', '![![M]]')
        """
        return self._combined("negation")

    def __le__(self, other: Term | str) -> Verdict:
        """Is every result of this move one of the other? See `included`.

        >>> bool(parse("step(u)") <= "step(u) | step(r)")
        True
        """
        return included(self, self._operand(other), self.rules)

    def __ge__(self, other: Term | str) -> Verdict:
        """Is every result of the other move one of this?"""
        return included(self._operand(other), self, self.rules)

    def star(self) -> Term:
        """Any number of times, one after the other: `M*`."""
        return self._combined("star")

    def test(self) -> Term:
        """The test that this is possible here: `[M]`."""
        return self._combined("test")

    def _operand(self, other: Term | str) -> Term:
        term = parse(other, self.rules, variables=True) if isinstance(other, str) else other
        if not isinstance(term, Term):
            raise SortError(f"{other!r} is no term", remedy="write it as text, or parse it")
        if not self.rules.reads_like(term.rules):
            raise SortError(
                "these terms speak of different boards or pieces",
                remedy="read both with the same rules: parse(text, using)",
            )
        return term

    def _combined(self, operation: str, *others: Term | str) -> Term:
        terms = [self, *map(self._operand, others)]
        return Term(operate(self.rules, operation, [(term.value, str(term)) for term in terms]), self.rules)

    def results(self, on: Board) -> tuple[Board, ...]:
        """The distinct boards that this move can lead to, in a fixed order."""
        if not is_move(self.value):
            raise SortError(
                f"only a move changes a board, and this is a {self.sort}", remedy="write it as a move: f -> g"
            )
        ends = on.arena.results(self.value, on.configuration)
        return tuple(Board(on.arena, end) for end in sorted(ends, key=lambda end: (end.board, end.counters)))


def rules(
    text: str = "",
    *,
    name: str = "<rules>",
    space: str | None = None,
    variables: bool = False,
    limits: Limits = DEFAULT,
) -> Rules:
    """The definitions of a text, over the board it declares or a named kind of board.

    >>> words = rules("board 2x1\\npiece stone ●\\nmove = %stone: step(r)")
    >>> [str(end) for end in evaluate("move", "●.", words)]
    ['.●']
    """
    kind = _kind(space) if space else None
    words = Rules(text, name=name, kind=kind, variables=variables, limits=limits)
    if kind is not None and words.space is not None and not kind.includes(words.space):
        raise DeclarationError(
            f"these rules declare a board of their own, and it is no {kind.name} board",
            remedy=f"leave out the kind of board, {kind.name}, or the declaration",
        )
    words.check()
    return words


def parse(text: str, using: Rules | None = None, variables: bool = False) -> Term:
    """Parse an expression, optionally after lines of definitions. With `variables`, undefined capitals are
    variables for arbitrary moves.

    >>> str(parse("x = ♙;.;♟\\nxx"))
    '♙ + r♙ + u. + ur. + uu♟ + uur♟'
    """
    if using is None:
        words = Rules(text, variables=variables)
        return Term(words.result(), words)
    return Term(using.evaluate(text, variables=variables), using)


def board(text: str, using: Rules | None = None, space: str | None = None) -> Board:
    """Parse a board: a drawing, rows from the top, or a fragment of the algebra, as in `♖..;♙♗♙`.

    >>> board("..♙/♖..")["c2"], str(board("♖..;♙♗♙"))
    ('♙', '♙♗♙\\n♖..')
    """
    words = using or rules(space=space)
    return read_board(text, words, _kind_for(words, space))


def _kind(name: str) -> BoardKind:
    if name not in KINDS:
        raise PictureError(f"no kind of board is called {name}", remedy=f"there are {', '.join(KINDS)}")
    return KINDS[name]


def _kind_for(words: Rules, name: str | None) -> BoardKind:
    """The named kind of board, which must fit the definitions, or that of the definitions."""
    kind = _kind(name) if name else words.kind
    if kind.compass != words.compass:
        raise PictureError(
            f"these words are about {words.kind.name} boards, not about {kind.name} boards",
            remedy="name the kind of board where the rules are read",
        )
    return kind


def evaluate(
    text: str, on: str | Board, using: Rules | None = None, space: str | None = None
) -> tuple[Board, ...]:
    """Apply a move to a board and list all results.

    >>> for result in evaluate("♙ + u. -> . + u♙", "..../♙.♙."):
    ...     print(result, end="\\n\\n")
    ♙...
    ..♙.
    <BLANKLINE>
    ..♙.
    ♙...
    <BLANKLINE>
    """
    words = using or rules(space=space)
    start = on if isinstance(on, Board) else board(on, words, space)
    return parse(text, words).results(start)


def equal(
    left: str | Term,
    right: str | Term,
    using: Rules | None = None,
    budget: int = 20_000,
    space: str | None = None,
) -> Verdict:
    """Decide equality of two fragments, movements or moves, on the declared board or on all boards of a kind.
    Undeclared capitals are variables for arbitrary moves.

    >>> equal("nil M", "M").equal
    True
    >>> bool(equal("♙ + rr. -> . + rr♙", "fail", space="cylinder"))
    False
    >>> equal("R(r♟ + rd.)", "lu♟ + u.").reasons
    ('the same normal form',)
    """
    from lasker.drawing.verdict_page import verdict_html

    words, a, b = _both(left, right, using, space)
    world = World(_kind_for(words, space), words.vocabulary, words.space, budget)
    return replace(_decided(a, b, world), page=partial(verdict_html, printer=Printer(words)))


def _decided(a: Term, b: Term, world: World) -> Verdict:
    from lasker.algebra.decision.equality import equal_moves, equal_patterns  # the prover

    if a.sort != b.sort:
        raise SortError(f"a {a.sort} and a {b.sort} cannot be equal")
    if isinstance(a.value, Pattern) and isinstance(b.value, Pattern):
        return equal_patterns(a.value, b.value, world)
    if is_move(a.value) and is_move(b.value):
        return equal_moves(a.value, b.value, world)
    same = a.value == b.value
    return Verdict(same, ("the same map of offsets and players" if same else "different maps",))


def _both(
    left: str | Term, right: str | Term, using: Rules | None, space: str | None
) -> tuple[Rules, Term, Term]:
    """Two sides of a question as terms, and the definitions they are read with."""
    words = using or rules(space=space)
    a, b = (x if isinstance(x, Term) else parse(x, words, variables=True) for x in (left, right))
    return words, a, b


def included(
    left: str | Term,
    right: str | Term,
    using: Rules | None = None,
    budget: int = 20_000,
    space: str | None = None,
) -> Verdict:
    """Is every result of the left move one of the right? That is `M <= N`, or `M | N = N`.

    >>> included("M [N]", "M").answer, included("M", "M [N]").answer
    ('proved included', 'not included')
    """
    words, a, b = _both(left, right, using, space)
    if not (is_move(a.value) and is_move(b.value)):
        raise SortError(f"a {a.sort} is not included in a {b.sort}", remedy="compare two moves")
    verdict = equal(Term(choice([a.value, b.value]), words), b, words, budget, space)
    return replace(verdict, of_inclusion=True)


def facts(words: Rules) -> list[dict[str, str]]:
    """The facts of a rules file: definitions, and the truth of its equations."""
    found = [{"answer": "read", "what": f"{len(words.definitions)} definitions", "how": ""}]
    for claim in words.claims:
        left, right = (Term(side, words) for side in words.sides(claim))
        verdict = equal(left, right, words)
        said = {True: "true", False: "false", None: "undecided"}[verdict.equal]
        where = Span(claim.source, *claim.at).where
        found.append(
            {"answer": said, "what": f"{where}: {left} = {right}", "how": "; ".join(verdict.reasons)}
        )
    return found


def cells(term: Term) -> list[dict[str, Any]]:
    """The squares of a fragment as JSON-compatible data: offset and contents."""
    if not isinstance(term.value, Pattern) or len(term.value.options) != 1:
        return []
    vocabulary = term.rules.vocabulary
    return [
        {
            "at": list(offset),
            "contents": [vocabulary.show(c) for c in members(cell.contents & vocabulary.squares)]
            + ["#"] * bool(cell.contents & vocabulary.void),
        }
        for offset, cell in term.value.options[0].cells
    ]
