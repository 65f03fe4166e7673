"""LaTeX documents: text escaped, tables, and the whole document around them; base LaTeX and amsmath only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from lasker.drawing.documents.latex_formulas import ESCAPED

# Characters that the fonts of LaTeX have only in mathematics.
MATHEMATICS = {
    "→": r"\to", "⟨": r"\langle", "⟩": r"\rangle", "∧": r"\land", "∨": r"\lor", "¬": r"\lnot", "≤": r"\le",
    "≥": r"\ge", "≠": r"\ne", "×": r"\times", "·": r"\cdot", "∈": r"\in", "∉": r"\notin", "∀": r"\forall",
    "∃": r"\exists", "∅": r"\emptyset", "⊆": r"\subseteq", "∪": r"\cup", "∩": r"\cap",
    "∸": r"\mathbin{\dot-}", "⊗": r"\otimes", "⌊": r"\lfloor", "⌋": r"\rfloor", "≡": r"\equiv", "−": "-",
    "±": r"\pm", "∞": r"\infty",
    "α": r"\alpha", "β": r"\beta", "ζ": r"\zeta", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "κ": r"\kappa",
    "Γ": r"\Gamma", "Φ": r"\Phi", "Σ": r"\Sigma", "∤": r"\nmid", "⟲": r"\circlearrowleft", "≈": r"\approx",
    "|": r"\mid", "<": "<", ">": ">",
}  # fmt: skip
SUPERSCRIPTS = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-", strict=True))
SUBSCRIPTS = dict(zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True))
QUOTES = {
    "\u201c": "``", "\u201d": "''", "\u2018": "`", "\u2019": "'", "\u2013": "--", "\u2014": "---",
    "…": r"\dots{}", "\n": " ", "\t": " ", "\u2003": r"\quad{}",
}  # fmt: skip
# The operators of PDF, in the words of each TeX engine.
MACRO = (
    r"\providecommand{\laskerdraw}[1]{\ifdefined\pdfextension\pdfextension literal{#1}"
    r"\else\ifdefined\XeTeXversion\special{pdf:content #1}\else\pdfliteral{#1}\fi\fi}"
)
# A second \\documentclass is an error, by which a document knows that it is part of another one.
ALONE = r"""\expandafter\ifx\csname @twoclasseserror\endcsname\documentclass
\def\laskerend{}
\else
\def\laskerend{\end{document}}
\documentclass[11pt]{article}
\usepackage[a4paper,margin=22mm]{geometry}
\usepackage{fix-cm}
\usepackage{amsmath,amssymb}
\setlength{\parindent}{0pt}\setlength{\parskip}{6pt}\sloppy
\begin{document}
\fi"""


def escaped(text: str, letters: Mapping[str, str] | None = None) -> str:
    r"""Text for LaTeX; `letters` maps glyphs of pieces to their letters, other signs have a code point.

    >>> print(escaped("50 % of {x²}: ♖ → ≤ 3", {"♖": "R"}))
    50 \% of \{x$^{2}$\}: R $\to$ $\le$ 3
    """
    return "".join(_character(c if not letters else letters.get(c, c)) for c in text)


def _character(c: str) -> str:
    if c in QUOTES:
        return QUOTES[c]
    if c in MATHEMATICS:
        return f"${MATHEMATICS[c]}$"
    if c in SUPERSCRIPTS:
        return f"$^{{{SUPERSCRIPTS[c]}}}$"
    if c in SUBSCRIPTS:
        return f"$_{{{SUBSCRIPTS[c]}}}$"
    if c in ESCAPED:
        return ESCAPED[c]
    # The Latin letters with accents are known to every LaTeX since 2018.
    return c if c.isascii() or (c.isalpha() and ord(c) < 0x17F) or len(c) > 1 else f"U+{ord(c):04X}"


def table(rows: Iterable[Sequence[str]]) -> str:
    r"""Rows of LaTeX cells, which share the width of the text and break their lines.

    >>> print(table([("a",)]))
    \par\noindent\parbox[t]{0.96\linewidth}{\raggedright a}\par
    """
    lines = []
    for row in rows:
        share = f"{0.96 / len(row):.2g}"
        cells = [rf"\parbox[t]{{{share}\linewidth}}{{\raggedright {cell}}}" for cell in row]
        lines.append(r"\par\noindent" + r"\hfill".join(cells) + r"\par")
    return "\n".join(lines)


def document(body: str, title: str = "") -> str:
    r"""A text that LaTeX compiles as a document, and that another document can \input.

    >>> document("text").splitlines()[-2:]
    ['text', '\\laskerend']
    """
    head = rf"\section*{{{escaped(title)}}}" if title else ""
    return "\n".join(line for line in (ALONE, MACRO, head, body, r"\laskerend") if line) + "\n"
