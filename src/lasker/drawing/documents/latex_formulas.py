"""LaTeX of fragments and moves: the canonical text of a value as mathematics, in ASCII letters.

Pieces are set upright by their letters, `\\text{R}` for ♖, which the language reads as `'R'`. Only the
package amsmath is needed, for `\\text`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

TOKEN = re.compile(
    r"(?P<arrow>->)|(?P<name>[A-Za-z_][A-Za-z0-9_]*)|(?P<sup>[⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?P<power>\^-?[A-Za-z0-9_]+)"
    r"|(?P<times>\{[0-9,]+\})|(?P<plus>(?<=\S)\+(?=\s|[)\]|]|$))|(?P<relation>>=|<=|!=|\+=|-=|:=)"
    r"|(?P<quoted>'[^']+')|(?P<sign>.)",
    re.DOTALL,
)
SIGNS = {
    "%": r"\%",
    "#": r"\#",
    "|": r"\mid ",
    "!": r"\lnot ",
    ".": r"\cdot ",
    " ": r"\ ",
    "{": r"\{",
    "}": r"\}",
    "_": r"\_",
    "&": r"\&",
    "$": r"\$",
    "~": r"\sim ",
    "\\": r"\setminus ",
}
RELATIONS = {
    ">=": r"\ge ",
    "<=": r"\le ",
    "!=": r"\ne ",
    "+=": r"\mathrel{+}=",
    "-=": r"\mathrel{-}=",
    ":=": ":=",
}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
ESCAPED = {sign: f"\\{sign}" for sign in "#$%&_{}"} | {
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
}


def latex(text: str, letters: Mapping[str, str] | None = None) -> str:
    r"""The LaTeX of a canonical text; `letters` maps glyphs of pieces to their letters.

    >>> print(latex("(% + u. -> . + u%)+"))
    (\%+u\cdot \to \cdot +u\%)^{+}
    >>> print(latex("[♖ + r♜]", {"♖": "R", "♜": "r"}))
    [\text{R}+r\text{r}]
    """
    letters = letters or {}
    out: list[str] = []
    raised: list[str] = []

    def settle() -> None:
        if raised:
            out.append("^{" + ",".join(raised) + "}")
            raised.clear()

    for found in TOKEN.finditer(text):
        kind, token = found.lastgroup, found.group()
        if kind in {"sup", "power", "times", "plus"} or (kind == "sign" and token in "*?"):
            raised.append(_raised(kind or "", token))
            continue
        settle()
        out.append(_plain(kind or "", letters.get(token, token), text, found.start(), token in letters))
    settle()
    return "".join(out)


def _raised(kind: str, token: str) -> str:
    if kind == "power":
        body = token[1:]
        if body.lstrip("-").isdigit():
            return body
        return (r"\lnot " if body.startswith("-") else "") + _word(body.lstrip("-"))
    if kind == "times":
        return r"\{" + token[1:-1] + r"\}"
    return token.translate(SUPERSCRIPTS)


def _plain(kind: str, token: str, text: str, at: int, piece: bool) -> str:
    if piece:
        return _upright(token)
    if kind == "arrow":
        return r"\to "
    if kind == "relation":
        return RELATIONS[token]
    if kind == "name":
        return token if set(token) <= set("udlrabRFCT") else _word(token) + r"\,"
    if kind == "quoted":
        return _upright(token[1:-1])
    if token == " ":
        beside = {text[at - 1 : at], text[at + 1 : at + 2]}
        return "" if beside & set("+|->:=") or text[at + 1 : at + 3] == "//" else r"\ "
    return SIGNS.get(token, token if token.isascii() else _upright(token))


def _upright(text: str) -> str:
    """A text set upright; characters outside ASCII, which fonts may lack, by their code point."""
    return r"\text{" + "".join(ESCAPED.get(c, c if c.isascii() else f"U+{ord(c):04X}") for c in text) + "}"


def _word(name: str) -> str:
    return r"\mathit{" + name.replace("_", r"\_") + "}"
