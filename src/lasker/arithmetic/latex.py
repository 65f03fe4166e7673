"""Definitions in LaTeX, with the sub- and superscripts of the paper."""

from __future__ import annotations

import re

from lasker.arithmetic.definitions import Definition
from lasker.arithmetic.syntax import Bound, Call, Expression, Numeral, Word

_SIGNS = {
    "add": "+", "sub": r"\mathbin{\dot-}", "mul": r"\cdot", "eq": "=", "ne": r"\ne", "lt": "<", "gt": ">",
    "le": r"\le", "ge": r"\ge", "in": r"\in", "notin": r"\notin", "divides": r"\mid", "ndivides": r"\nmid",
    "catl": r"\otimes_l", "catr": r"\otimes_r", "and": r"\land", "or": r"\lor",
}  # fmt: skip
# How tightly each sign binds; what binds less tightly than its surroundings gets brackets.
_STRENGTH = {"or": 1, "and": 2, "catl": 4, "catr": 4, "add": 5, "sub": 5, "mul": 6} | dict.fromkeys(
    ("eq", "ne", "lt", "gt", "le", "ge", "in", "notin", "divides", "ndivides"), 3
)
_GREEK = {"ζ": r"\zeta", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "κ": r"\kappa", "Γ": r"\Gamma"}
_BINDERS = {"∀": r"\forall", "∃": r"\exists", "min": r"\min", "map": r"\mathrm{map}", "cat": r"\bigotimes_r",
            "list": r"\mathrm{list}", "⊗l": r"\bigotimes_l", "⊗r": r"\bigotimes_r"}  # fmt: skip


def name(word: str) -> str:
    r"""A name: one letter as it is, Greek with what follows as an index, words upright.

    >>> print(name("ζμw"), name("x1"), name("bkm"), name("P7a"))
    \zeta_{\mu w} x_{1} \mathrm{bkm} P_{7a}
    """
    if word[0] in _GREEK:
        rest = "".join(_GREEK.get(sign, sign) + " " * (sign in _GREEK) for sign in word[1:])
        return _GREEK[word[0]] + (f"_{{{rest}}}" if rest else "")
    if match := re.fullmatch(r"([A-Za-z])(\d+\w*)", word):
        return f"{match[1]}_{{{match[2]}}}"
    tail = "".join(_GREEK.get(sign, sign) for sign in word)
    return tail if len(word) == 1 else rf"\mathrm{{{tail}}}"


def expression(tree: Expression, strength: int = 0) -> str:
    r"""An expression.

    >>> from lasker.arithmetic.syntax import parse
    >>> print(expression(parse("(∀k ∈ y){k · (x + 1) ≤ (z)_k ∨ ¬P0(k, z)}")))
    (\forall k \in y)\{k \cdot (x + 1) \le (z)_{k} \lor \neg P_{0}(k, z)\}
    """
    match tree:
        case Numeral(value=value):
            return str(value)
        case Word(name=word):
            return name(word)
        case Call(name="[]", arguments=items):
            return "[" + ", ".join(map(expression, items)) + "]"
        case Call(name="pair", arguments=(x, y)):
            return rf"\langle {expression(x)}, {expression(y)} \rangle"
        case Call(name="nth", arguments=(x, i)):
            return f"({expression(x)})_{{{expression(i)}}}"
        case Call(name="pow", arguments=(x, y)):
            return f"{expression(x, 9)}^{{{expression(y)}}}"
        case Call(name="quo", arguments=(x, y)):
            return rf"\lfloor {expression(x)} / {expression(y)} \rfloor"
        case Call(name="not", arguments=(x,)):
            return rf"\neg {expression(x, 8)}"
        case Call(name="if"):
            return rf"\begin{{cases}} {_clauses(tree)} \end{{cases}}"
        case Call(name=sign, arguments=(x, y)) if sign in _SIGNS:
            own = _STRENGTH[sign]
            shown = f"{expression(x, own)} {_SIGNS[sign]} {expression(y, own + (sign == 'sub'))}"
            return f"({shown})" if own < strength else shown
        case Call(name=word, arguments=arguments):
            return f"{name(word)}({', '.join(map(expression, arguments))})"
        case Bound(operator=operator, variable=variable, relation=relation, range=extent, body=body):
            sign = r"\le" if relation == "≤" else r"\in"
            scope = rf"{name(variable)} {sign} {expression(extent)}"
            if operator in "∀∃":
                return rf"({_BINDERS[operator]} {scope})\{{{expression(body)}\}}"
            return rf"{_BINDERS[operator]}_{{{scope}}}\{{{expression(body)}\}}"


def _clauses(tree: Expression) -> str:
    if isinstance(tree, Call) and tree.name == "if":
        condition, value, other = tree.arguments
        return rf"{expression(value)} & \text{{if }} {expression(condition)}, \\ {_clauses(other)}"
    return rf"{expression(tree)} & \text{{otherwise}}"


def definition(found: Definition) -> str:
    r"""A definition as a displayed equation, with its number.

    >>> from lasker.arithmetic.reading import printed
    >>> print(definition(printed().definition("asc")))
    \begin{align*} \mathrm{asc}(x, y) &= (y)_{\mathrm{asx}(x, y)} \tag{31} \end{align*}
    """
    sign = r"&\equiv" if found.predicate else "&="
    tag = rf" \tag{{{found.number}}}" if found.number else ""
    head = name(found.name)
    if found.step is None:
        shown = f"({', '.join(map(name, found.parameters))})" if found.parameters else ""
        return rf"\begin{{align*}} {head}{shown} {sign} {expression(found.body)}{tag} \end{{align*}}"
    rest = "".join(f"{name(word)}, " for word in found.parameters[:-1])
    last = name(found.parameters[-1])
    return (
        rf"\begin{{align*}} {head}({rest}0) {sign} {expression(found.body)}, \\ "
        rf"{head}({rest}{last} + 1) {sign} {expression(found.step)}{tag} \end{{align*}}"
    )
