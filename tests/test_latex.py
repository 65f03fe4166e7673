"""LaTeX output compiles and is correct: it is parsed again and compared."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import lasker
from external_programs import program
from lasker.formulations.arithmetic import latex
from lasker.formulations.arithmetic.definitions import Definition, library
from lasker.formulations.arithmetic.syntax import parse
from latex_reader import algebra, check, definition

# Every kind of value that the algebra prints, with pieces, marks, counters, regions, cursors and movements.
WORDS = lasker.rules("mark fresh until moved\ncounter score 0..9\nboard 8x8\nregion home = a1, b1")
TERMS = [
    "♙ + u. -> . + u♙",
    "♖..;♙♗♙;.♙.",
    "R²F",
    "(% + u. -> . + u%)+",
    "%♖: step(u){2}*",
    "%(♖ | ♕): (ride(u, free) | ride(r, .))? // nil",
    "%a ♔: %b ♖: @a + r@b -> . + r%a",
    "[♔ + u#] ![♚ + d#]",
    "%♙^fresh: % -> %^-fresh",
    "score += 1 | [score >= 2] score := 0",
    "each %♙: % -> ♟",
    "% ♖ in home: step(u)",
    "piece + r enemy -> . + r.",
]
AWKWARD = ["¬(x = y) ∧ (¬x) = y", "(x^y)^z", "x ∸ (y ∸ z) ∸ w", "x · (y + z) · (w · v)",
           "⌊{x + 1} / {y ∸ 2}⌋^2",
           "{ x if y; z otherwise } + 1", "((∃k ≤ y){k = x})^2", "(x ∧ y) ∧ z ∨ (w ∨ v)", "(x ≤ y) = (y ≤ z)",
           "cat(k ∈ y){[k]} ⊗r (x ⊗l y) ⊗l ⊗r(k ∈ y){k}", "((x)_1)_{y + 1}", "¬¬x", "(¬x)^2"]  # fmt: skip


@pytest.mark.parametrize("found", library(), ids=lambda found: found.label)
def test_a_definition_is_read_again(found: Definition) -> None:
    text = latex.definition(found)
    check(text)
    parts = (found.name, found.parameters, found.predicate, found.body, found.step, found.number)
    assert definition(text) == parts


@pytest.mark.parametrize("text", AWKWARD)
def test_brackets_are_kept(text: str) -> None:
    tree = parse(text)
    shown = rf"\begin{{align*}} f(x) &= {latex.expression(tree)} \end{{align*}}"
    check(shown)
    assert definition(shown)[3] == tree


@pytest.mark.parametrize("text", TERMS)
def test_a_term_is_read_again(text: str) -> None:
    term = lasker.parse(text, WORDS)
    check(term.latex())
    assert lasker.parse(algebra(term.latex()), WORDS).value == term.value


@pytest.mark.parametrize(
    "text", [r"a_{b}_{c}", r"a^b^c", r"{a", r"a}", r"\foo", r"\begin{cases} a", r"a & b", "♖"]
)
def test_what_would_not_compile_is_noticed(text: str) -> None:
    with pytest.raises(AssertionError):
        check(text)


def test_everything_compiles(tmp_path: Path) -> None:
    """With a real LaTeX, where there is one."""
    place = program("pdflatex", "texlive-latex-base")
    lines = [latex.definition(found) for found in library()]
    lines += [f"${lasker.parse(text, WORDS).latex()}$\n" for text in TERMS]
    body = "\n".join(lines)
    paper = tmp_path / "all.tex"
    paper.write_text(
        r"\documentclass{article}\usepackage{amsmath}\begin{document}" f"\n{body}\n" r"\end{document}"
    )
    done = subprocess.run(
        [place, "-halt-on-error", "-interaction=nonstopmode", "-draftmode", paper.name],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-1500:]
