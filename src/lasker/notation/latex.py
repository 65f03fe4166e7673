"""LaTeX: the canonical text of a value, set as mathematics."""

from __future__ import annotations

import re

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


def latex(text: str) -> str:
    r"""The LaTeX of a canonical text.

    >>> print(latex("(% + u. -> . + u%)+"))
    (\%+u\cdot \to \cdot +u\%)^{+}
    """
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
        out.append(_plain(kind or "", token, text, found.start()))
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


def _plain(kind: str, token: str, text: str, at: int) -> str:
    if kind == "arrow":
        return r"\to "
    if kind == "relation":
        return RELATIONS[token]
    if kind == "name":
        return token if set(token) <= set("udlrabRFCT") else _word(token) + r"\,"
    if kind == "quoted":
        return r"\text{" + token[1:-1].replace("\\", r"\textbackslash ") + "}"
    if token == " ":
        beside = {text[at - 1 : at], text[at + 1 : at + 2]}
        return "" if beside & set("+|->:=") or text[at + 1 : at + 3] == "//" else r"\ "
    return SIGNS.get(token, token if token.isascii() else r"\text{" + token + "}")


def _word(name: str) -> str:
    return r"\mathit{" + name.replace("_", r"\_") + "}"
