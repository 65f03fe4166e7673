"""LaTeX of the definitions, with the subscripts and superscripts of the paper."""

from __future__ import annotations

import re

from lasker.formulations.arithmetic.definitions import Definition
from lasker.formulations.arithmetic.syntax import Bound, Call, Expression, Numeral, Word

_SIGNS = {
    "add": "+", "sub": r"\mathbin{\dot-}", "mul": r"\cdot", "eq": "=", "ne": r"\ne", "lt": "<", "gt": ">",
    "le": r"\le", "ge": r"\ge", "in": r"\in", "notin": r"\notin", "divides": r"\mid", "ndivides": r"\not\mid",
    "catl": r"\otimes_l", "catr": r"\otimes_r", "and": r"\land", "or": r"\lor",
}  # fmt: skip
# Precedences of operators.
_STRENGTH = {"or": 1, "and": 2, "catl": 4, "catr": 4, "add": 5, "sub": 5, "mul": 6} | dict.fromkeys(
    ("eq", "ne", "lt", "gt", "le", "ge", "in", "notin", "divides", "ndivides"), 3
)
_NEGATION, _BASE = 2, 9  # `¬` applies to conjunctions only; of a power, only the base needs brackets
_GREEK = {"ζ": r"\zeta", "μ": r"\mu", "π": r"\pi", "ρ": r"\rho", "κ": r"\kappa", "Γ": r"\Gamma"}
_BINDERS = {"∀": r"\forall", "∃": r"\exists", "min": r"\min", "map": r"\mathrm{map}", "cat": r"\mathrm{cat}",
            "list": r"\mathrm{list}", "⊗l": r"\bigotimes^{l}", "⊗r": r"\bigotimes^{r}"}  # fmt: skip


def name(word: str) -> str:
    r"""A name: one letter as it is, Greek letters with the rest as a subscript, words upright.

    >>> print(name("ζμw"), name("x1"), name("bkm"), name("P7a"))
    \zeta_{\mu w} x_{1} \mathrm{bkm} P_{7a}
    """
    if word[0] in _GREEK:
        return _GREEK[word[0]] + (f"_{{{_letters(word[1:])}}}" if word[1:] else "")
    if match := re.fullmatch(r"([A-Za-z])(\d+\w*)", word):
        return f"{match[1]}_{{{match[2]}}}"
    return word if len(word) == 1 else rf"\mathrm{{{_letters(word)}}}"


def _letters(word: str) -> str:
    return "".join(f"{_GREEK[sign]} " if sign in _GREEK else sign for sign in word)


def expression(tree: Expression, strength: int = 0) -> str:
    r"""An expression.

    Operands are bracketed as the grammar associates: `+`, `∸`, `·` and `⊗` to the left, `∧` and `∨` to the
    right, comparisons not at all.

    >>> from lasker.formulations.arithmetic.syntax import parse
    >>> print(expression(parse("¬{(x ∸ y) + (y ∸ x)}")))
    \neg (x \mathbin{\dot-} y + (y \mathbin{\dot-} x))
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
            return _bracketed(f"{expression(x, _BASE)}^{{{expression(y)}}}", strength >= _BASE)
        case Call(name="quo", arguments=(x, y)):
            return rf"\lfloor \frac{{{expression(x)}}}{{{expression(y)}}} \rfloor"
        case Call(name="not", arguments=(x,)):
            return _bracketed(rf"\neg {expression(x, _BASE - 1)}", strength > _NEGATION)
        case Call(name="if"):
            return _bracketed(rf"\begin{{cases}} {_clauses(tree)} \end{{cases}}", strength > 0)
        case Call(name=sign, arguments=(x, y)) if sign in _SIGNS:
            own = _STRENGTH[sign]
            to_the_right, compared = sign in {"and", "or"}, own == _STRENGTH["eq"]
            left = expression(x, own + (to_the_right or compared))
            right = expression(y, own + (not to_the_right))
            return _bracketed(f"{left} {_SIGNS[sign]} {right}", own < strength)
        case Call(name=word, arguments=arguments):
            return f"{name(word)}({', '.join(map(expression, arguments))})"
        case Bound(operator=operator, variable=variable, relation=relation, range=extent, body=body):
            sign = r"\le" if relation == "≤" else r"\in"
            scope = rf"{name(variable)} {sign} {expression(extent)}"
            head = (
                f"({_BINDERS[operator]} {scope})" if operator in "∀∃" else f"{_BINDERS[operator]}_{{{scope}}}"
            )
            return _bracketed(rf"{head}\{{{expression(body)}\}}", strength >= _BASE)


def _bracketed(shown: str, needed: bool) -> str:
    return f"({shown})" if needed else shown


def _clauses(tree: Expression) -> str:
    if isinstance(tree, Call) and tree.name == "if":
        condition, value, other = tree.arguments
        return rf"{expression(value)} & \text{{if }} {expression(condition)}, \\ {_clauses(other)}"
    return rf"{expression(tree)} & \text{{otherwise}}"


def definition(found: Definition) -> str:
    r"""A definition as a displayed equation, with its number.

    >>> from lasker.formulations.arithmetic.reading import printed
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
